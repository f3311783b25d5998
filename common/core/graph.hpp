// SPDX-License-Identifier: MIT
// The input of a solver: a checked view of the edges, wherever they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/core/distance.hpp"

namespace apsp {

/// One directed edge, byte for byte as it lies in the graph file.
struct Edge {
  std::int32_t source;       // [0, V)
  std::int32_t destination;  // [0, V)
  Distance weight;           // (-kUnreachable, kUnreachable)

  friend bool operator==(const Edge&, const Edge&) = default;
};
static_assert(sizeof(Edge) == 12 && alignof(Edge) == 4, "the graph file's record is 12 bytes");

/// A directed graph with V vertices 0 .. V-1. Edges stand in any order; edges may repeat (the
/// smallest weight counts) and may be self-loops (a weight >= 0 changes nothing). A view: it does
/// not own the edges. The caller of a solver has checked every range that Edge names.
struct Graph {
  std::size_t vertices = 0;
  std::span<const Edge> edges;
  Distance smallest_weight = 0;  // over all edges; 0 where there are none
  Distance largest_weight = 0;   // over all edges; 0 where there are none

  /// Whether `edges` are those of an undirected graph, laid out as both_ways.hpp says.
  bool both_ways = false;

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
