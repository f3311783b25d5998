// SPDX-License-Identifier: MIT
// Potentials: numbers on the vertices that make every weight non-negative without changing which
// paths are shortest (Johnson 1977). A graph has them exactly if it has no negative cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::check {

/// A number h per vertex with w + h(u) - h(v) >= 0 for each edge (u, v, w); all zero if no weight
/// is negative. Throws Error(kNoAnswer) that names a negative cycle if there is one. O(V) without
/// negative weights, else by Bellman-Ford from everywhere at once, O(V E) at worst.
[[nodiscard]] std::vector<std::int64_t> potentials(const Graph& graph);

}  // namespace apsp::check
