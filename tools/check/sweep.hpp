// SPDX-License-Identifier: MIT
// Faults that show in every row at the speed of memory, where a proof would take too long.
#pragma once

#include <span>

#include "common/core/graph.hpp"
#include "tools/check/finding.hpp"

namespace apsp::check {

/// Finds three faults in `distances` (V x V, row-major, any contents). An entry on the diagonal is
/// not 0. An entry is neither a length that `graph` can have nor kUnreachable. An entry is larger
/// than the weight of an edge between its two vertices. An entry counts once for each fault. Not
/// complete: a wrong matrix may pass. O(V^2 + E).
[[nodiscard]] Findings sweep(const Graph& graph, std::span<const Distance> distances);

}  // namespace apsp::check
