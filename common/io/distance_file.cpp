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

/// Returns the hint for a size that is no square: fewer rows than V.
std::string hint_for_some_rows(std::uint64_t bytes, std::optional<std::size_t> vertices) {
  constexpr const char* kSources = "the rows of some vertices alone need --sources";
  if (!vertices || *vertices == 0 || bytes == 0 || bytes % matrix_bytes(1, *vertices) != 0) {
    return fmt::format("; {}", kSources);
  }
  return fmt::format("; it has the size of {} of V = {}, and {}",
                     counted(bytes / matrix_bytes(1, *vertices), "row"), *vertices, kSources);
}

}  // namespace

DistanceWriter::DistanceWriter(const std::string& path, std::size_t rows, std::size_t columns)
    : columns_(columns), output_(path, matrix_bytes(rows, columns)) {}

DistanceWriter::DistanceWriter(const std::string& path, std::size_t rows, std::size_t columns,
                               std::size_t own_rows, const std::string& temporary)
    : columns_(columns),
      output_(path, matrix_bytes(rows, columns),
              SharedOutput{matrix_bytes(own_rows, columns), temporary}) {}

void DistanceWriter::put(std::size_t first_row, std::span<const Distance> rows) {
  output_.write_at(std::uint64_t{first_row} * columns_ * sizeof(Distance), std::as_bytes(rows));
}

DistanceFile::DistanceFile(const std::string& path, std::optional<std::size_t> likely)
    : input_(path) {
  input_.read_to(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t bytes = input_.bytes().size();
  rows_ = vertices_ = vertices_within(bytes);
  if (matrix_bytes(vertices_) == bytes) return;
  std::string hint = hint_for_distances(input_.bytes());
  if (hint.empty()) hint = hint_for_some_rows(bytes, likely);
  throw Error(Fault::kInput,
              fmt::format("{}: {}, expected 4 x V x V: {} for V = {} or {} for V = {}{}",
                          input_.name(), counted(bytes, "byte"), matrix_bytes(vertices_), vertices_,
                          matrix_bytes(vertices_ + 1), vertices_ + 1, hint));
}

DistanceFile::DistanceFile(const std::string& path, std::size_t rows,
                           std::optional<std::size_t> vertices)
    : input_(path), rows_(rows) {
  input_.read_to(std::numeric_limits<std::uint64_t>::max());
  constexpr std::size_t kMostVertices = std::numeric_limits<std::int32_t>::max();
  const std::uint64_t bytes = input_.bytes().size();
  vertices_ = vertices.value_or(bytes / sizeof(Distance) / rows);
  if (matrix_bytes(rows, vertices_) == bytes && vertices_ <= kMostVertices) return;
  const std::string expected =
      vertices ? fmt::format("{}: 4 x {} for {} of V = {}", matrix_bytes(rows, vertices_),
                             rows * vertices_, counted(rows, "row"), vertices_)
               : fmt::format("4 x {0} x V for {1} of V distances, V up to {2}", rows,
                             counted(rows, "row"), kMostVertices);
  throw Error(Fault::kInput,
              fmt::format("{}: {}, expected {}{}", input_.name(), counted(bytes, "byte"), expected,
                          hint_for_distances(input_.bytes())));
}

}  // namespace apsp
