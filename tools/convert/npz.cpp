// SPDX-License-Identifier: MIT
// Archives of NumPy arrays: a sparse matrix as scipy.sparse.save_npz() writes it, in the formats
// csr, csc and coo, or one square array. A stored entry of a sparse matrix is an edge, also where
// it is 0; False, infinity, NaN and 2^30 - 1 are none. Dense arrays are read as those of .npy.
// Source: scipy/sparse/_matrix_io.py.
#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <string>

#include "common/base/error.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/npy_array.hpp"
#include "tools/convert/npy_matrix.hpp"
#include "tools/convert/zip.hpp"

namespace apsp::convert {
namespace {

constexpr std::string_view kSuffix = ".npy";

/// The arrays of an archive, by their names without .npy.
class Npz {
 public:
  Npz(const std::string& name, std::string_view bytes) : name_(name), archive_(name, bytes) {}

  [[nodiscard]] bool has(std::string_view array) const {
    return archive_.find(member_name(array)) != nullptr;
  }

  /// Reads an array. Throws Error(kInput) where there is none of this name, and as parse_npy().
  NpyArray load(std::string_view array) {
    const ZipMember* const member = archive_.find(member_name(array));
    if (member == nullptr) {
      refuse(fmt::format("there is no array '{}' among {}, expected it in a matrix of this format",
                         array, list()));
    }
    return parse_npy(fmt::format("{}: {}", name_, shown(member->name)), archive_.content(*member));
  }

  /// The name of the only array, or nothing.
  [[nodiscard]] std::string only() const {
    const auto& members = archive_.members();
    if (members.size() != 1 || !members[0].name.ends_with(kSuffix)) return {};
    return members[0].name.substr(0, members[0].name.size() - kSuffix.size());
  }

  /// The members, for messages; few, for there may be many.
  [[nodiscard]] std::string list() const {
    constexpr std::size_t kFew = 5;
    std::string list;
    for (std::size_t member = 0; member < archive_.members().size(); ++member) {
      if (member == kFew)
        return list + fmt::format(" and {} more", archive_.members().size() - kFew);
      list += fmt::format("{}{}", member == 0 ? "" : ", ", shown(archive_.members()[member].name));
    }
    return list.empty() ? "no members" : list;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(Fault::kInput, fmt::format("{}: {}", name_, what));
  }

 private:
  static std::string member_name(std::string_view array) {
    return std::string(array) + std::string(kSuffix);
  }

  std::string name_;
  ZipArchive archive_;
};

/// An array of integers, each in a range.
class Indices {
 public:
  explicit Indices(NpyArray array) : array_(std::move(array)) {
    if (array_.type.kind != 'i' && array_.type.kind != 'u') {
      array_.refuse(0, fmt::format("the numbers are '{}', expected integers", array_.descr));
    }
    array_.columns_first = false;
  }

  [[nodiscard]] std::size_t size() const { return array_.count(); }
  [[nodiscard]] const NpyArray& array() const { return array_; }

  /// Requires one dimension, of this size.
  void require_size(std::size_t size, std::string_view why) const {
    if (array_.shape.size() == 1 && array_.shape[0] == size) return;
    array_.refuse(
        0, fmt::format("the shape is {}, expected ({},), {}", array_.shape_text(), size, why));
  }

  /// Number `index`. Throws Error(kInput) where it is not in [low, high].
  [[nodiscard]] std::int64_t at(std::size_t index, std::int64_t low, std::int64_t high) const {
    const std::int64_t value = load(index);
    if (value < low || value > high) {
      array_.refuse(array_.start + index * array_.type.size,
                    fmt::format("number {} is {}, expected {}", index, value,
                                low > high ? "none in a graph of 0 vertices"
                                           : fmt::format("{} to {}", low, high)));
    }
    return value;
  }

 private:
  [[nodiscard]] std::int64_t load(std::size_t index) const {
    const bool is_signed = array_.type.kind == 'i';
    switch (array_.type.size) {
      case 1:
        return is_signed ? get<std::int8_t>(index) : get<std::uint8_t>(index);
      case 2:
        return is_signed ? get<std::int16_t>(index) : get<std::uint16_t>(index);
      case 4:
        return is_signed ? get<std::int32_t>(index) : std::int64_t{get<std::uint32_t>(index)};
      default:
        return get<std::int64_t>(index);  // an unsigned one beyond 2^63 is below every range
    }
  }

  template <typename Number>
  [[nodiscard]] Number get(std::size_t index) const {
    return NpyNumbers<Number>(array_)[index];
  }

  NpyArray array_;
};

/// The text in an array of one, as SciPy stores the name of the format: bytes, or code points.
std::string text_of(const NpyArray& array) {
  if (array.count() != 1 || (array.type.kind != 'S' && array.type.kind != 'U')) {
    array.refuse(0, fmt::format("found '{}' of shape {}, expected one text", array.descr,
                                array.shape_text()));
  }
  std::string text;
  for (const char c : array.data) {  // of code points the zeros go too
    if (c != '\0') text += c;
  }
  return text;
}

/// The number of rows of a square matrix.
std::int64_t rows_of(Npz& npz) {
  const Indices shape(npz.load("shape"));
  shape.require_size(2, "rows and columns");
  const std::int64_t rows = shape.at(0, 0, kMostCount);
  const std::int64_t columns = shape.at(1, 0, kMostCount);
  if (columns != rows) {
    shape.array().refuse(
        shape.array().start,
        fmt::format("the matrix has {} rows and {} columns, expected as many", rows, columns));
  }
  return rows;
}

void require_data(const NpyArray& data, std::size_t entries) {
  if (data.shape.size() == 1 && data.shape[0] == entries) return;
  data.refuse(0, fmt::format("the shape is {}, expected ({},), a number for each index",
                             data.shape_text(), entries));
}

/// Adds the edges whose ends `ends` gives: a function of an entry's index that returns row and
/// column.
template <typename Ends>
void add_entries(EdgeGraph& graph, const NpyArray& data, std::size_t entries, Ends ends,
                 const ReadOptions& options) {
  reserve(graph.edges, entries);
  with_numbers(data, [&](const auto& numbers) {
    for (std::size_t entry = 0; entry < entries; ++entry) {
      const auto [row, column] = ends(entry);
      const auto number = numbers[entry];
      if (is_no_weight(number)) continue;
      graph.edges.push_back({row, column,
                             npy_weight(data, entry, number, static_cast<std::size_t>(row),
                                        static_cast<std::size_t>(column), options)});
    }
  });
}

using Ends = std::array<std::int32_t, 2>;

/// Checks that indptr ascends from 0, and returns how many entries there are.
std::int64_t check_indptr(const Indices& indptr, std::int64_t most) {
  std::int64_t before = indptr.at(0, 0, 0);
  for (std::size_t line = 1; line < indptr.size(); ++line) before = indptr.at(line, before, most);
  return before;
}

/// Rows, or columns where `by_columns`, one after the other: indptr says where each begins.
EdgeGraph read_compressed(Npz& npz, bool by_columns, const ReadOptions& options) {
  const std::int64_t rows = rows_of(npz);
  const Indices indptr(npz.load("indptr"));
  const Indices indices(npz.load("indices"));
  const NpyArray data = npz.load("data");
  indptr.require_size(static_cast<std::size_t>(rows) + 1, "one more than rows");
  indices.require_size(indices.size(), "one dimension");
  require_data(data, indices.size());
  const std::int64_t entries = check_indptr(indptr, static_cast<std::int64_t>(indices.size()));
  EdgeGraph graph;
  graph.vertices = static_cast<std::size_t>(rows);
  std::int32_t line = 0;
  const auto ends = [&](std::size_t entry) {
    const auto position = static_cast<std::int64_t>(entry);
    while (position == indptr.at(static_cast<std::size_t>(line) + 1, 0, entries)) ++line;
    const auto index = static_cast<std::int32_t>(indices.at(entry, 0, rows - 1));
    return by_columns ? Ends{index, line} : Ends{line, index};
  };
  add_entries(graph, data, static_cast<std::size_t>(entries), ends, options);
  return graph;
}

EdgeGraph read_coordinates(Npz& npz, const ReadOptions& options) {
  const std::int64_t vertices = rows_of(npz);
  const Indices rows(npz.load("row"));
  const Indices columns(npz.load("col"));
  const NpyArray data = npz.load("data");
  rows.require_size(rows.size(), "one dimension");
  columns.require_size(rows.size(), "as many as rows");
  require_data(data, rows.size());
  EdgeGraph graph;
  graph.vertices = static_cast<std::size_t>(vertices);
  const auto ends = [&](std::size_t entry) {
    return Ends{static_cast<std::int32_t>(rows.at(entry, 0, vertices - 1)),
                static_cast<std::int32_t>(columns.at(entry, 0, vertices - 1))};
  };
  add_entries(graph, data, rows.size(), ends, options);
  return graph;
}

EdgeGraph read_sparse(Npz& npz, const ReadOptions& options) {
  const std::string format = text_of(npz.load("format"));
  if (format == "csr" || format == "csc") return read_compressed(npz, format == "csc", options);
  if (format == "coo") return read_coordinates(npz, options);
  npz.refuse(
      fmt::format("the sparse format is '{}', expected csr, csc or coo: matrix.tocsr() makes "
                  "one",
                  shown(format)));
}

}  // namespace

EdgeGraph read_npz(Input& input, const ReadOptions& options) {
  Npz npz(input.name(), input.bytes());
  if (npz.has("format")) return read_sparse(npz, options);
  if (const std::string only = npz.only(); !only.empty()) {
    return graph_of_matrix(npz.load(only), options);
  }
  npz.refuse(
      fmt::format("found {}, expected a matrix of scipy.sparse.save_npz(), or one square "
                  "array.npy",
                  npz.list()));
}

}  // namespace apsp::convert
