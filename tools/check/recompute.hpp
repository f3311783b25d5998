// SPDX-License-Identifier: MIT
// Rows of distances, computed once more by a textbook algorithm and compared.
#pragma once

#include <cstddef>
#include <span>

#include "common/core/graph.hpp"
#include "common/oracle/reference.hpp"
#include "tools/check/finding.hpp"
#include "tools/check/table.hpp"

namespace apsp::check {

/// Compares the rows `which` of a table with the rows that Dijkstra's algorithm finds, or
/// Bellman-Ford's where a weight is negative. The tasks of the findings are rows. A finding that is
/// too large names the last edge of a shorter path. `graph` has no negative cycle. Puts the
/// recomputed rows, of all V columns, into `whole`, which.size() x V, unless that is empty. Throws
/// Error(kNoAnswer) if the length for an entry of the table does not fit the format. O(E log V) a
/// row, O(V E) with negative weights, in parallel.
[[nodiscard]] Findings recompute(const Graph& graph, const Table& table,
                                 std::span<const std::size_t> which,
                                 std::span<reference::Length> whole = {});

}  // namespace apsp::check
