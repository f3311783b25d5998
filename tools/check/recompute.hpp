// SPDX-License-Identifier: MIT
// Rows of distances, computed once more by a textbook algorithm and compared.
#pragma once

#include <cstddef>
#include <span>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "tools/check/finding.hpp"

namespace apsp::check {

/// Compares the rows `which` of `distances` with the rows that Dijkstra's algorithm finds, or
/// Bellman-Ford's where a weight is negative. `distances` are k x V, row-major, of any contents;
/// their vertices are those of `rows`. The tasks of the findings are rows. A finding that is too
/// large names the last edge of a shorter path. `graph` has no negative cycle. Throws
/// Error(kNoAnswer) if a length in one of the rows does not fit the format. O(E log V) a row,
/// O(V E) with negative weights, in parallel.
[[nodiscard]] Findings recompute(const Graph& graph, std::span<const Distance> distances,
                                 const RowSet& rows, std::span<const std::size_t> which);

}  // namespace apsp::check
