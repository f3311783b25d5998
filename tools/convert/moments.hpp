// SPDX-License-Identifier: MIT
// Weights that are more likely moments: seconds since 1970, or days as 20240105.
#pragma once

#include <string_view>
#include <vector>

#include "common/core/graph.hpp"
#include "tools/convert/edge_graph.hpp"
#include "tools/convert/read_options.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// Whether all weights are seconds since 1970 in the years 1995 to 2039, or all are days of 1900 to
/// 2099, and some differ. Those of no edge do not count. O(E).
[[nodiscard]] bool may_be_moments(const std::vector<Edge>& edges, const ReadOptions& options = {});

/// Throws Error(kInput) where the weights that no name and no option shows as such are moments.
/// Where fewer than three differ, or more than 1 in 100 seconds is a multiple of a million, says
/// among the losses that they may be such, and returns true.
/// `column` is what messages call theirs, `leave` and `take` are the options that decide.
bool judge_moments(const Scanner& scanner, EdgeGraph& graph, const ReadOptions& options,
                   std::string_view column, std::string_view leave, std::string_view take);

}  // namespace apsp::convert
