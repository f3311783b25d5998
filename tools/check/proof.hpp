// SPDX-License-Identifier: MIT
// A proof that rows of distances are right, from the graph and the rows alone.
//
// Claim: the row of vertex i is right if and only if both of these hold. "Reached" is a vertex
// whose entry is a length, not kUnreachable; a tight edge (u, v, w) has a reached u and d(u) + w =
// d(v).
//   (1) Every vertex v obeys Bellman's equation: d(v) is the smallest d(u) + w over the edges
//       (u, v, w) from a reached u. For v = i, 0 counts too: the path without edges. If there is
//       none of these, v is not reached.
//   (2) Every reached vertex v is explained. Either v is i with d(i) = 0, or a falling tight edge
//       leads to v, or a flat tight edge leads to v from a vertex that is explained already.
// Potentials h sort the edges: w + h(u) - h(v) is 0 for a flat edge and above 0 for a falling one.
// Without negative weights h is 0, and an edge is flat if its weight is 0.
//
// Proof that such a row is right:
// - No length is too large, and no vertex with a path is left out. Follow any path from i. By (1),
//   i is reached and d(i) <= 0. If u is reached and d(u) is at most the length of the path up to
//   u, then by (1) the next vertex v is reached, and d(v) <= d(u) + w.
// - No length is too small, and no path is invented. Go back from a reached v by its explanation,
//   tight edge by tight edge, and watch d - h. Over a flat edge d - h stays the same, and flat
//   edges in turn end, because each leads back to a vertex that was explained earlier. Over a
//   falling edge d - h gets strictly smaller, and it has at most V values. So the way back ends,
//   and only i with d(i) = 0 ends it. Read forwards, its edges are a path from i to v, and because
//   all are tight, d(v) is the length of that path.
// Conversely, take a right row, which obeys (1). All edges of a shortest path are tight, and the
// path begins at i with d(i) = 0, so each of its vertices is explained.
//
// Why (2) is needed: (1) alone lets vertices on a cycle of length zero explain each other. Two
// vertices that nothing leads to, joined by zero edges both ways, satisfy it at any distance.
//
// In code: an entry outside the range of lengths makes its row wrong and counts as unreachable, so
// no sum wraps. A sum that is no length equals no entry, because kUnreachable stands for "none".
// All repeated edges are looked at; the lightest decides (1). A loop is flat or falling like any
// edge; a falling one is never tight, and a flat one never explains its vertex first.
// The search of (2) visits only vertices that flat edges alone explain, and only flat edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "common/oracle/reference.hpp"

namespace apsp::check {

/// The rows of `distances` (k x V, row-major, any contents; their vertices are those of `rows`)
/// that are not the distances of `graph`, ascending. Complete: every other row is right.
/// `potential` has a number a vertex, as Potentials has (common/core/potentials.hpp); any that
/// leave no edge below zero prove the same. Throws Error(kInternal) if one does. O(k (V + E)) time
/// in parallel, 16 rows at once. A core does 3 x 10^9 edges x rows a second while a block of 64 V
/// bytes stays in the cache. O(V + E) memory and 66 V bytes a thread.
[[nodiscard]] std::vector<std::size_t> wrong_rows(const Graph& graph,
                                                  std::span<const std::int64_t> potential,
                                                  std::span<const Distance> distances,
                                                  const RowSet& rows);

/// Whether `lengths` are those from `source` to all V vertices, kNoPath where there is no path:
/// also such as a file cannot hold. By the tight edges that lead from the source to every vertex
/// that is reached, and by every edge, none of which may shorten a path. O(V + E).
[[nodiscard]] bool proves(const Graph& graph, std::size_t source,
                          std::span<const reference::Length> lengths);

}  // namespace apsp::check
