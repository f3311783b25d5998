// SPDX-License-Identifier: MIT
// The edges of a caller's graph with weights that are not integers.
#pragma once

#include <span>
#include <vector>

#include "apsp/real.hpp"

namespace apsp {

/// Returns the edges that are there, in both directions where the graph is undirected; no weight is
/// -0.0. Throws InvalidEdge for a vertex that is none, and for weights beyond `most`, which may be
/// infinity or NaN: no edge. Error(kMemory). O(E).
[[nodiscard]] std::vector<RealEdge> checked_edges(RealGraphView graph, double most, bool both_ways);

[[nodiscard]] bool has_negative(std::span<const RealEdge> edges);

}  // namespace apsp
