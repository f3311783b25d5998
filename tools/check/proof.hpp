// SPDX-License-Identifier: MIT
// A proof that rows of distances are right, from the graph and the rows alone.
//
// Row i is right if and only if
//   (1) every vertex v obeys Bellman's equation: d(v) is the smallest of d(u) + w over the edges
//       (u, v, w) from a reachable u, no path if there is none; for v = i also of 0, the path that
//       stays where it is. So no edge is violated, and every length has an edge that explains it.
//   (2) these explanations lead back to i. Without this, vertices on a cycle of length zero could
//       explain each other: two vertices that nothing leads to, joined by zero edges both ways,
//       satisfy (1) at any distance.
// From (1), by induction along any path from i, no d(v) is larger than the length of the path. From
// (2), d(v) is the length of a real path.
//
// Most of (2) is free. Where weights are non-negative, an explanation by an edge of positive weight
// comes from a strictly smaller distance, which cannot go round in circles; so only vertices that
// flat edges (of weight zero) alone explain need a search, and only along flat edges. Potentials
// carry this over to negative weights: an edge is flat if its weight is zero after the shift, and
// distances shifted likewise fall along all others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph.hpp"

namespace apsp::check {

/// The rows of `distances` (V x V, row-major, any contents) that are not the distances of `graph`,
/// ascending. Complete: every other row is right. `potential` is what potentials(graph) returned.
/// O(V (V + E)) time in parallel, 16 rows at once (3 x 10^9 edges x rows a second and core while a
/// block of 64 V bytes stays in the cache); O(V + E) memory and 66 V bytes a thread.
[[nodiscard]] std::vector<std::size_t> wrong_rows(const Graph& graph,
                                                  std::span<const std::int64_t> potential,
                                                  std::span<const Distance> distances);

}  // namespace apsp::check
