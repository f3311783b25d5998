// SPDX-License-Identifier: MIT
// The plain reference: the three loops written out, in 64 bits, on row-major matrices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "common/core/width.hpp"

namespace apsp::kernels {

/// A row-major matrix of 64-bit numbers, which no sum of distances can overflow.
struct Plain {
  std::size_t rows;
  std::size_t columns;
  std::vector<std::int64_t> elements;

  Plain(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), elements(row_count * column_count) {}

  [[nodiscard]] std::int64_t* row(std::size_t i) { return elements.data() + i * columns; }
  [[nodiscard]] const std::int64_t* row(std::size_t i) const {
    return elements.data() + i * columns;
  }
};

/// The infinity of elements that round: no sum of others reaches it.
inline constexpr std::int64_t kNoPath = std::int64_t{1} << 60;

/// An element, which is a whole number or infinity, as a number of the reference.
template <typename Element>
[[nodiscard]] constexpr std::int64_t to_plain(Element element) {
  if (std::is_floating_point_v<Element> && element == kInfinity<Element>) return kNoPath;
  return static_cast<std::int64_t>(element);
}

/// The reverse.
template <typename Element>
[[nodiscard]] constexpr Element from_plain(std::int64_t number) {
  if (std::is_floating_point_v<Element> && number >= kNoPath) return kInfinity<Element>;
  return static_cast<Element>(number);
}

/// c(i,j) = min(c(i,j), a(i,k) + b(k,j)) over all k. O(c.rows * c.columns * b.rows).
inline void multiply(Plain& c, const Plain& a, const Plain& b) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    std::int64_t* known = c.row(i);
    for (std::size_t k = 0; k < b.rows; ++k) {
      const std::int64_t first = a.row(i)[k];
      const std::int64_t* second = b.row(k);
      for (std::size_t j = 0; j < c.columns; ++j) known[j] = std::min(known[j], first + second[j]);
    }
  }
}

/// Floyd-Warshall, k ascending. O(rows^3).
inline void close(Plain& d) {
  for (std::size_t k = 0; k < d.rows; ++k) {
    const std::vector<std::int64_t> pivot(d.row(k), d.row(k) + d.columns);
    for (std::size_t i = 0; i < d.rows; ++i) {
      std::int64_t* known = d.row(i);
      const std::int64_t first = known[k];
      for (std::size_t j = 0; j < d.columns; ++j) known[j] = std::min(known[j], first + pivot[j]);
    }
  }
}

}  // namespace apsp::kernels
