// SPDX-License-Identifier: MIT
#include "tools/convert/format.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "common/compression.hpp"
#include "tools/convert/npy_header.hpp"
#include "tools/convert/xml.hpp"
#include "tools/convert/zip.hpp"

namespace apsp::convert {
namespace {

constexpr std::array kFormats = {
    Format{"hw3", ".bin .in .hw3", "the solvers' binary graph file", read_hw3, write_hw3},
    Format{"edges", ".txt .edges .el .snap .tsv", "'source target [weight]' a line, # comments",
           read_edge_list, write_edge_list},
    Format{"dimacs", ".gr", "DIMACS shortest paths: p sp, a, c lines", read_dimacs, write_dimacs},
    Format{"mtx", ".mtx", "Matrix Market coordinates: row to column", read_matrix_market,
           write_matrix_market},
    Format{"csv", ".csv", "source,target[,weight] with names of vertices", read_csv, write_csv,
           true},
    Format{"npy", ".npy", "NumPy: a square matrix of weights", read_npy, write_npy},
    Format{"npz", ".npz", "SciPy's sparse matrix, or one NumPy matrix", read_npz, nullptr},
    Format{"metis", ".graph", "METIS: the neighbours of each vertex in a line", read_metis,
           write_metis},
    Format{"graphml", ".graphml", "GraphML: ids of nodes are names, key 'weight'", read_graphml,
           write_graphml, true},
};

/// The format that magic bytes tell, or nothing.
std::string_view format_of_magic(std::string_view bytes) {
  if (bytes.starts_with(kNpyMagic)) return "npy";
  if (bytes.starts_with(kZipMagic) || bytes.starts_with(kEmptyZipMagic)) return "npz";
  if (is_xml(bytes)) return "graphml";
  return "";
}

/// The name of the format, or nothing. Text is judged by its first line that is no comment.
std::string_view sniff(std::string_view bytes) {
  if (const std::string_view name = format_of_magic(bytes); !name.empty()) return name;
  if (is_hw3(bytes)) return "hw3";
  Scanner scanner("", bytes);
  bool percent = false;
  while (scanner.next_line()) {
    const std::string_view line = scanner.line();
    const std::string_view first = scanner.word();
    if (line.starts_with("%%MatrixMarket")) return "mtx";
    if (first.starts_with('#')) return "edges";
    if (first.starts_with('%')) percent = true;
    if (first.empty() || first.starts_with('%') || first == "c") continue;
    if (first == "p" && scanner.word() == "sp") return "dimacs";
    if (line.find(',') != std::string_view::npos) return "csv";
    return percent ? "metis" : "";
  }
  return "";
}

/// Whether a line of numbers comes first, which edge lists and METIS files have in common.
bool starts_with_numbers(std::string_view bytes) {
  Scanner scanner("", bytes);
  while (scanner.next_line()) {
    std::string_view word = scanner.word();
    if (word.empty()) continue;
    int words = 0;
    for (; !word.empty(); word = scanner.word(), ++words) {
      if (word.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return false;
    }
    return words == 2 || words == 3;
  }
  return false;
}

}  // namespace

bool is_hw3(std::string_view bytes) {
  std::array<std::int32_t, 2> header{};
  if (bytes.size() < sizeof header) return false;
  std::memcpy(header.data(), bytes.data(), sizeof header);
  return header[0] >= 0 && header[1] >= 0 &&
         bytes.size() == sizeof header + sizeof(Edge) * static_cast<std::size_t>(header[1]);
}

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

const Format* format_of_stream(std::string_view head) {
  if (const Format* const format = find_format(format_of_magic(head))) return format;
  return head.find('\0') == std::string_view::npos ? nullptr : find_format("hw3");
}

const Format* detect_format(std::string_view bytes, std::string_view path) {
  path = without_compression_suffix(path);
  if (const Format* const format = find_format(sniff(bytes))) return format;
  if (const Format* const format = format_of_suffix(path)) return format;
  return starts_with_numbers(bytes) ? find_format("edges") : nullptr;
}

}  // namespace apsp::convert
