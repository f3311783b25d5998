// SPDX-License-Identifier: MIT
// A summary as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/rows/summary.hpp"

namespace apsp::stats {

/// A line a number, then a histogram of bars, at most `columns` wide but for numbers that need
/// more. `names` are those of the vertices, or empty.
[[nodiscard]] std::string text(const RowsSummary& summary, const std::string& source,
                               const std::vector<std::string>& names, std::size_t columns);

}  // namespace apsp::stats
