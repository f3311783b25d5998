// SPDX-License-Identifier: MIT
// What can be seen wrong in every row at the speed of memory, where a proof would take too long.
#pragma once

#include <span>

#include "common/core/graph.hpp"
#include "tools/check/finding.hpp"

namespace apsp::check {

/// The entries of `distances` (V x V, row-major, any contents) that are not 0 on the diagonal, or
/// are neither a length that `graph` can have nor kUnreachable, or are larger than the weight of an
/// edge between the two vertices. An entry counts once for each of these. Not complete: a wrong
/// matrix may pass. O(V^2 + E).
[[nodiscard]] Findings sweep(const Graph& graph, std::span<const Distance> distances);

}  // namespace apsp::check
