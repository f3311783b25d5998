// SPDX-License-Identifier: MIT
// The summary as the library returns it.
#pragma once

#include "apsp/summary.hpp"
#include "common/rows/summary.hpp"

namespace apsp {

/// Returns the numbers of `summary`. O(rows + Bins::kCount).
[[nodiscard]] Summary published(const RowsSummary& summary);

/// Solves a graph, as Call takes it, and returns the summary of the wanted rows.
template <typename AnyGraph>
[[nodiscard]] Summary summarized(const AnyGraph& graph, const Settings& settings);

}  // namespace apsp
