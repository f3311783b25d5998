// SPDX-License-Identifier: MIT
// Two distance matrices, entry by entry.
#pragma once

#include <cstddef>
#include <span>

#include "tools/check/finding.hpp"

namespace apsp::check {

/// Where `found` is not `expected`; both have rows of `columns` distances. The tasks of the
/// findings are rows. O(entries), at the speed of memory.
[[nodiscard]] Findings compare(std::span<const Distance> found, std::span<const Distance> expected,
                               std::size_t columns);

}  // namespace apsp::check
