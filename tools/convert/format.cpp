// SPDX-License-Identifier: MIT
#include "tools/convert/format.hpp"

#include <array>

#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

constexpr std::array kFormats = {
    Format{"hw3", ".bin .in .hw3", "the solvers' binary graph file", read_hw3, write_hw3},
    Format{"edges", ".txt .edges .el .snap .tsv", "'source target [weight]' a line, # comments",
           read_edge_list, write_edge_list, "csv, konect or metis"},
    Format{"konect", ".konect", "KONECT: % sym|asym|bip, then edges from 1", read_konect,
           write_konect, "edges", 1},
    Format{"dimacs", ".gr", "DIMACS shortest paths: p sp, a, c lines", read_dimacs, write_dimacs,
           "", 1},
    Format{"mtx", ".mtx", "Matrix Market coordinates: row to column", read_matrix_market,
           write_matrix_market, "", 1},
    Format{"csv", ".csv", "source,target[,weight] with names of vertices", read_csv, write_csv,
           "csv-matrix or edges", 0, true},
    Format{"csv-matrix", "", "a square matrix of weights", read_csv_matrix, nullptr, "csv"},
    Format{"npy", ".npy", "NumPy: a square matrix of weights", read_npy, write_npy},
    Format{"metis", ".graph", "METIS: the neighbours of each vertex in a line", read_metis,
           write_metis, "edges", 1},
};

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

const Format* format_of_suffix(std::string_view path) {
  for (const Format& format : kFormats) {
    Scanner suffixes("", format.suffixes);
    suffixes.next_line();
    for (auto suffix = suffixes.word(); !suffix.empty(); suffix = suffixes.word()) {
      if (path.ends_with(suffix)) return &format;
    }
  }
  return nullptr;
}

}  // namespace apsp::convert
