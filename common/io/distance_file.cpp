// SPDX-License-Identifier: MIT
#include "common/io/distance_file.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/mistaken_file.hpp"

namespace apsp {
namespace {

/// The bytes of so many distances, or the largest number, which no output can hold, where they do
/// not fit.
std::uint64_t matrix_bytes(std::size_t rows, std::size_t columns) {
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(rows, columns, &bytes) ||
      __builtin_mul_overflow(bytes, sizeof(Distance), &bytes)) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  return bytes;
}

std::uint64_t matrix_bytes(std::size_t vertices) {
  return matrix_bytes(vertices, vertices);
}

/// The largest V with 4 V^2 <= bytes.
std::size_t vertices_within(std::uint64_t bytes) {
  const std::uint64_t distances = bytes / sizeof(Distance);
  auto vertices = static_cast<std::size_t>(std::sqrt(static_cast<double>(distances)));
  // The square root of a number beyond 2^53 may be rounded either way.
  while (matrix_bytes(vertices) > bytes) --vertices;
  while (matrix_bytes(vertices + 1) <= bytes) ++vertices;
  return vertices;
}

constexpr std::size_t kMostVertices = std::numeric_limits<std::int32_t>::max();

/// Returns the quotient; nothing where it is no whole number from 1.
std::optional<std::uint64_t> whole_quotient(std::uint64_t bytes, std::uint64_t divisor) {
  if (bytes == 0 || divisor == 0 || bytes % divisor != 0) return std::nullopt;
  return bytes / divisor;
}

/// Returns the hint for a size that is no square: a part of the matrix.
std::string hint_for_part(std::uint64_t bytes, std::optional<std::size_t> vertices) {
  constexpr const char* kOptions =
      "the rows of some vertices alone need --sources, some columns --targets";
  const auto lines = whole_quotient(bytes, vertices ? matrix_bytes(1, *vertices) : 0);
  if (!lines) return fmt::format("; {}", kOptions);
  return fmt::format("; it has the size of {} of V = {}, and {}", counted(*lines, "row"), *vertices,
                     kOptions);
}

/// Returns the hint for a size that is not that of `shape`, a part of the matrix: the options with
/// which it would be. Empty where there are none.
std::string hint_for_other_part(std::uint64_t bytes, const DistanceShape& shape) {
  if (!shape.rows && !shape.columns) return hint_for_part(bytes, shape.vertices);
  const auto is = [&](std::optional<std::size_t> rows, std::optional<std::size_t> columns) {
    return rows && columns && bytes == matrix_bytes(*rows, *columns);
  };
  const std::size_t root = vertices_within(bytes);
  if (shape.vertices ? is(shape.vertices, shape.vertices) : is(root, root)) {
    return "; it has the size of all rows and columns, which needs no --sources and no --targets";
  }
  if (shape.rows && shape.columns) {
    const bool whole_rows = is(shape.rows, shape.vertices);
    const bool whole_columns = is(shape.vertices, shape.columns);
    if (whole_rows && whole_columns) {
      return "; it has the size of whole rows, which need no --targets, or columns, which need no "
             "--sources";
    }
    if (whole_rows) return "; it has the size of whole rows, which need no --targets";
    return whole_columns ? "; it has the size of whole columns, which need no --sources" : "";
  }
  const auto lines =
      whole_quotient(bytes, matrix_bytes(1, shape.rows ? *shape.rows : *shape.columns));
  if (!lines) return "";
  return shape.rows
             ? fmt::format("; it has the size of {} of {}, and some columns alone need --targets",
                           counted(*shape.rows, "row"), counted(*lines, "distance"))
             : fmt::format(
                   "; it has the size of {} of {}, and the rows of some vertices "
                   "alone need --sources",
                   counted(*lines, "row"), counted(*shape.columns, "distance"));
}

/// Says which size a file of this shape has: "4 x 3 x V for 3 rows of V distances, V up to ...".
std::string expected_size(const DistanceShape& shape) {
  const auto [rows, columns, vertices] = shape;
  if (vertices || (rows && columns)) {
    const std::size_t r = rows ? *rows : *vertices;
    const std::size_t c = columns ? *columns : *vertices;
    return fmt::format("{}: 4 x {} for {} of {}", matrix_bytes(r, c), r * c, counted(r, "row"),
                       columns ? counted(c, "distance") : fmt::format("V = {}", c));
  }
  if (rows) {
    return fmt::format("4 x {0} x V for {1} of V distances, V up to {2}", *rows,
                       counted(*rows, "row"), kMostVertices);
  }
  return fmt::format("4 x V x {0} for V rows of {1}, V up to {2}", *columns,
                     counted(*columns, "distance"), kMostVertices);
}

/// The share's rows in the file.
SharedOutput shared_output(const RowShare& own, std::size_t columns, const std::string& temporary) {
  SharedOutput output{matrix_bytes(own.size(), columns), std::nullopt, temporary};
  if (own.size() > 0 && own.consecutive(0, own.size())) {
    output.own_begin = matrix_bytes(own.number(0), columns);
  }
  return output;
}

}  // namespace

DistanceWriter::DistanceWriter(const std::string& path, std::size_t rows, std::size_t columns)
    : columns_(columns), output_(path, matrix_bytes(rows, columns)) {}

DistanceWriter::DistanceWriter(const std::string& path, const RowShare& own, std::size_t columns,
                               const std::string& temporary)
    : columns_(columns),
      output_(path, matrix_bytes(own.whole().size(), columns),
              shared_output(own, columns, temporary)) {}

void DistanceWriter::put(std::size_t first_row, std::span<const Distance> rows) {
  output_.write_at(std::uint64_t{first_row} * columns_ * sizeof(Distance), std::as_bytes(rows));
}

DistanceFile::DistanceFile(const std::string& path, std::optional<std::size_t> likely)
    : input_(path) {
  input_.read_to(std::numeric_limits<std::uint64_t>::max());
  take_square(likely);
}

DistanceFile::DistanceFile(const std::string& path, const DistanceShape& shape) : input_(path) {
  input_.read_to(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t bytes = input_.bytes().size();
  if (!shape.rows && !shape.columns && !shape.vertices) {
    take_square({});
    return;
  }
  const std::uint64_t line = matrix_bytes(shape.rows.value_or(1), shape.columns.value_or(1));
  const std::size_t vertices = shape.vertices.value_or(line == 0 ? 0 : bytes / line);
  rows_ = shape.rows.value_or(vertices);
  columns_ = shape.columns.value_or(vertices);
  if (matrix_bytes(rows_, columns_) == bytes && vertices <= kMostVertices) return;
  const std::string kind = hint_for_distances(input_.bytes());
  throw Error(Fault::kInput,
              refusal(input_.name(), kind,
                      fmt::format("{}, expected {}{}", counted(bytes, "byte"), expected_size(shape),
                                  kind.empty() ? hint_for_other_part(bytes, shape) : "")));
}

/// Sets V rows and columns by the size, or throws.
void DistanceFile::take_square(std::optional<std::size_t> likely) {
  const std::uint64_t bytes = input_.bytes().size();
  rows_ = columns_ = vertices_within(bytes);
  if (matrix_bytes(rows_) == bytes) return;
  const std::string kind = hint_for_distances(input_.bytes());
  throw Error(Fault::kInput,
              refusal(input_.name(), kind,
                      fmt::format("{}, expected 4 x V x V: {} for V = {} or {} for V = {}{}",
                                  counted(bytes, "byte"), matrix_bytes(rows_), rows_,
                                  matrix_bytes(rows_ + 1), rows_ + 1,
                                  kind.empty() ? hint_for_part(bytes, likely) : "")));
}

}  // namespace apsp
