// SPDX-License-Identifier: MIT
// The input of a solver: a checked view of the edges, wherever they lie.
#pragma once

#include <cstddef>
#include <span>

#include "apsp/graph.hpp"  // IWYU pragma: export
#include "common/core/distance.hpp"

namespace apsp {

class DenseWeights;

/// A GraphView whose every edge is checked, with the range of its weights: edge_check.hpp makes it.
struct Graph {
  std::size_t vertices = 0;
  std::span<const Edge> edges;
  Distance smallest_weight = 0;  // over all edges; 0 where there are none
  Distance largest_weight = 0;   // over all edges; 0 where there are none

  /// Whether `edges` are those of an undirected graph, laid out as both_ways.hpp says.
  bool both_ways = false;

  /// Not null: the edges are those of this matrix, and `edges` is empty: of integers, for kF32 and
  /// kF64 of floating-point numbers. Backends get such a graph where takes_matrix() says so;
  /// listed() makes the list.
  const DenseWeights* matrix = nullptr;

  /// The number of edges, in either form.
  [[nodiscard]] std::size_t edge_count() const;

  /// Whether every edge is known to have one that leads back, with the same weight. Of a matrix,
  /// the first call takes O(V^2).
  [[nodiscard]] bool symmetric() const;

  /// The number of edges as the user counts them: an undirected one once.
  [[nodiscard]] std::size_t edges_in_file() const {
    return both_ways ? edges.size() / 2 : edges.size();
  }

  /// The number of the user's edge that edges[edge] is, or is the way back of. For messages.
  [[nodiscard]] std::size_t number_in_file(std::size_t edge) const {
    return edge < edges_in_file() ? edge : edge - edges_in_file();
  }
};

}  // namespace apsp
