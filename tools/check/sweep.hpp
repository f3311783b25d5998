// SPDX-License-Identifier: MIT
// Faults that show in every row at the speed of memory, where a proof would take too long.
#pragma once

#include <span>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "tools/check/finding.hpp"

namespace apsp::check {

/// Finds three faults in `distances` (k x V, row-major, any contents; their vertices are those of
/// `rows`). An entry on the diagonal is not 0, the one of a row's own vertex. An entry is neither a
/// length that `graph` can have nor kUnreachable. An entry is larger than the weight of an edge
/// between its two vertices. An entry counts once for each fault. Not complete: a wrong matrix may
/// pass. O(k V + E), and k / V more of E where rows repeat.
[[nodiscard]] Findings sweep(const Graph& graph, std::span<const Distance> distances,
                             const RowSet& rows);

}  // namespace apsp::check
