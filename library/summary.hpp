// SPDX-License-Identifier: MIT
// The summary as the library returns it.
#pragma once

#include "apsp/summary.hpp"
#include "common/rows/summary.hpp"

namespace apsp {

/// Returns the numbers of `summary`. O(rows + Bins::kCount).
[[nodiscard]] Summary published(const RowsSummary& summary);

}  // namespace apsp
