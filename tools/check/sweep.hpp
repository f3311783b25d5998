// SPDX-License-Identifier: MIT
// Faults that show in every row at the speed of memory, where a proof would take too long.
#pragma once

#include "common/core/graph.hpp"
#include "tools/check/finding.hpp"
#include "tools/check/table.hpp"

namespace apsp::check {

/// Finds three faults in a table. An entry on the diagonal is not 0, where the vertex of a row is
/// that of the column. An entry is neither a length that `graph` can have nor kUnreachable. An
/// entry is larger than the weight of an edge between its two vertices. An entry counts once for
/// each fault. Not complete: a wrong table may pass. O(V + k t + E), and more of E where vertices
/// repeat.
[[nodiscard]] Findings sweep(const Graph& graph, const Table& table);

}  // namespace apsp::check
