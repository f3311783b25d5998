// SPDX-License-Identifier: MIT
#include "tools/convert/npy_matrix.hpp"

#include <fmt/core.h>

#include <cstdint>

#include "tools/convert/edge_graph.hpp"

namespace apsp::convert {
namespace {

/// A graph file numbers its vertices in 31 bits.
template <typename Number>
bool is_zero(Number number) {
  return number == Number{};
}

}  // namespace

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
