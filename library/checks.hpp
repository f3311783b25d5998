// SPDX-License-Identifier: MIT
// The checks of what callers give, for all calls about a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"

namespace apsp {

/// Returns a view of the same edges, all checked. Throws InvalidEdge, Error(kInput). O(E).
[[nodiscard]] Graph checked_graph(GraphView view);

/// Returns the vertices of `list`, or all where there is none. `what` they are: "source". Throws
/// Error(kUsage).
[[nodiscard]] RowSet checked_set(std::size_t vertices,
                                 const std::optional<std::vector<std::int32_t>>& list,
                                 const char* what);

/// Returns the largest integer up to `limit`; kUnreachable for that and more. `what` it is:
/// "limit". Throws Error(kUsage) for a number below 0, or none.
[[nodiscard]] Distance checked_limit(double limit, const std::string& what);

/// Throws Error(kUsage) unless an order has each vertex once. O(V).
void require_order(std::span<const std::int32_t> order, std::size_t vertices);

}  // namespace apsp
