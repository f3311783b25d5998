// SPDX-License-Identifier: MIT
// Textbook oracles of the predecessors on shortest paths: of several, the path with the fewest
// edges, then the smallest predecessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::reference {

/// Returns V x V predecessors, row-major: element (i, j) is the vertex before j, -9999 where there
/// is none and on the diagonal. By the algorithm of Bellman and Ford with pairs of length and
/// number of edges, compared in this order. The graph has no negative cycle. O(V^2 E).
[[nodiscard]] std::vector<std::int32_t> predecessors(const Graph& graph);

/// Same by looking at every simple path: for graphs of some 7 vertices. O(V!).
[[nodiscard]] std::vector<std::int32_t> predecessors_of_all_paths(const Graph& graph);

}  // namespace apsp::reference
