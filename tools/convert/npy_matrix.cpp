// SPDX-License-Identifier: MIT
#include "tools/convert/npy_matrix.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "common/core/distance.hpp"
#include "tools/convert/edge_graph.hpp"

namespace apsp::convert {
namespace {

/// Whether a stored number says that there is no edge, whatever --zero-is-edge says: infinity, NaN
/// and kUnreachable, which float rounds up.
template <typename Number>
bool is_no_weight(Number number) {
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
Distance npy_weight(const NpyArray& array, std::size_t index, Number number, std::size_t row,
                    std::size_t column, const ReadOptions& options) {
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

template <typename Number>
bool is_zero(Number number) {
  return number == Number{};
}

/// Whether a stored number may be that of a vertex.
template <typename Number>
bool may_be_vertex(Number number) {
  if constexpr (std::is_same_v<Number, NpyBool>) {
    return false;
  } else {
    const auto x = static_cast<double>(number);
    return x >= 0 && x < static_cast<double>(kUnreachable) && x == std::floor(x);
  }
}

}  // namespace

bool may_be_edges(const NpyArray& array) {
  const std::size_t size = array.shape.empty() ? 0 : array.shape[0];
  if (array.shape.size() != 2 || array.shape[1] != size || (size != 2 && size != 3)) return false;
  return with_numbers(array, [&](const auto& numbers) {
    const auto entry = [&](std::size_t row, std::size_t column) {
      return numbers[array.columns_first ? column * size + row : row * size + column];
    };
    bool loop = false;
    for (std::size_t n = 0; n < size; ++n) {
      if (!may_be_vertex(entry(n, 0)) || !may_be_vertex(entry(n, 1))) return false;
      loop = loop || !(is_no_weight(entry(n, n)) || is_zero(entry(n, n)));
    }
    return loop;
  });
}

EdgeGraph graph_of_matrix(const NpyArray& array, const ReadOptions& options) {
  if (array.shape.size() != 2 || array.shape[0] != array.shape[1] ||
      array.shape[0] > std::size_t{kMostCount}) {
    array.refuse(0, fmt::format("the shape is {}, expected a square matrix", array.shape_text()));
  }
  EdgeGraph graph;
  graph.vertices = array.shape[0];
  std::size_t zeros = 0;
  with_numbers(array, [&](const auto& numbers) {
    for (std::size_t row = 0; row < graph.vertices; ++row) {
      for (std::size_t column = 0; column < graph.vertices; ++column) {
        const std::size_t index =
            array.columns_first ? column * graph.vertices + row : row * graph.vertices + column;
        const auto number = numbers[index];
        if (is_no_weight(number)) continue;
        if (is_zero(number) && (row == column || !options.zero_is_edge)) {
          zeros += row != column;
          continue;
        }
        add_edge(graph.edges, {static_cast<std::int32_t>(row), static_cast<std::int32_t>(column),
                               npy_weight(array, index, number, row, column, options)});
      }
    }
  });
  note_zeros(graph, zeros);
  return graph;
}

}  // namespace apsp::convert
