// SPDX-License-Identifier: MIT
// A sparse part of a graph in which distances are about those of the whole graph.
#pragma once

#include <vector>

#include "common/core/graph.hpp"

namespace apsp {

/// Some of a graph's edges, the lightest ones first of all.
struct LightEdges {
  std::vector<Edge> edges;
  bool whole = true;                // these are all edges
  Distance omitted = kUnreachable;  // every other edge weighs this or more
};

/// All edges of a graph of at most 32 V; otherwise about 16 V of the lightest. A part of the graph
/// that no light edge enters or leaves gets heavier edges, if there are any: the lightest one of
/// each direction among them. Repeats some edges. Needs weights >= 0. O(E) in parallel, one more
/// pass over the edges for those parts.
[[nodiscard]] LightEdges light_edges(const Graph& graph);

}  // namespace apsp
