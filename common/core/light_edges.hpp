// SPDX-License-Identifier: MIT
// A sparse part of a graph in which distances are about those of the whole graph.
#pragma once

#include <vector>

#include "common/core/graph.hpp"

namespace apsp {

/// Some of a graph's edges, the lightest ones first of all.
struct LightEdges {
  std::vector<Edge> edges;
  bool whole = true;                // whether these are all edges
  Distance omitted = kUnreachable;  // every other edge weighs this or more
};

/// Returns all edges of a graph of at most 32 V edges, otherwise about 16 V of the lightest. Where
/// no light edge enters or leaves a part of the graph, adds heavier ones, the lightest of each
/// direction among them. Repeats some edges. Needs weights >= 0. O(E) in parallel, one more pass
/// over the edges for those parts.
[[nodiscard]] LightEdges light_edges(const Graph& graph);

}  // namespace apsp
