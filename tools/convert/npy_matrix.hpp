// SPDX-License-Identifier: MIT
// A square matrix as a graph: the entry in row i and column j is the weight of the edge from i to
// j. No edge: infinity, NaN, 2^30 - 1, and 0, which beside the diagonal is an edge with
// --zero-is-edge.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "common/core/distance.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/npy_array.hpp"

namespace apsp::convert {

/// Whether a stored number says that there is no edge, whatever --zero-is-edge says: infinity, NaN
/// and kUnreachable, which float rounds up.
template <typename Number>
[[nodiscard]] bool is_no_weight(Number number) {
  if constexpr (std::is_floating_point_v<Number>) {
    return std::isnan(number) || number == std::numeric_limits<Number>::infinity() ||
           number == static_cast<Number>(kUnreachable);
  } else if constexpr (std::is_same_v<Number, NpyBool>) {
    return number == NpyBool{};
  } else {
    return std::cmp_equal(number, kUnreachable);
  }
}

/// The weight of the edge from `row` to `column` whose number has this index in the array; true
/// has the options' weight. Throws Error(kInput) for one that is no weight.
template <typename Number>
[[nodiscard]] Distance npy_weight(const NpyArray& array, std::size_t index, Number number,
                                  std::size_t row, std::size_t column, const ReadOptions& options) {
  if constexpr (std::is_same_v<Number, NpyBool>) {
    return options.weight;
  } else {
    const auto x = static_cast<double>(number);  // for the message
    const std::optional<Distance> weight = to_weight(number, options);
    if (!weight) {
      array.refuse(array.start + index * array.type.size,
                   fmt::format("the entry in row {}, column {} is {}, expected {}", row, column,
                               number, expected_weight(x, options.scale)));
    }
    return *weight;
  }
}

/// The graph of a square matrix, row by row. Throws Error(kInput) for another shape, and for an
/// entry that is no weight; Error(kMemory). O(V^2) time.
[[nodiscard]] EdgeGraph graph_of_matrix(const NpyArray& array, const ReadOptions& options);

}  // namespace apsp::convert
