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

}  // namespace

DistanceWriter::DistanceWriter(const std::string& path, std::size_t rows, std::size_t columns)
    : columns_(columns), output_(path, matrix_bytes(rows, columns)) {}

void DistanceWriter::put(std::size_t first_row, std::span<const Distance> rows) {
  output_.write_at(std::uint64_t{first_row} * columns_ * sizeof(Distance), std::as_bytes(rows));
}

DistanceFile::DistanceFile(const std::string& path) : input_(path) {
  input_.read_to(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t bytes = input_.bytes().size();
  vertices_ = vertices_within(bytes);
  if (matrix_bytes(vertices_) != bytes) {
    throw Error(Fault::kInput,
                fmt::format("{}: {}, expected 4 x V x V: {} for V = {} or {} for V = {}{}",
                            input_.name(), counted(bytes, "byte"), matrix_bytes(vertices_),
                            vertices_, matrix_bytes(vertices_ + 1), vertices_ + 1,
                            hint_for_distances(input_.bytes())));
  }
}

}  // namespace apsp
