// SPDX-License-Identifier: MIT
// Which device holds which rows: index arithmetic alone, tested without a device.
//
// A block of rows costs the same in every round: one product for each of its tiles, be it in the
// remainder, the lookahead or a panel. The owner of the pivot also closes it,
// which keeps one of a device's hundred processors busy beside the remainder. So equal numbers of
// rows are equal work, in whatever order the pivot wanders through them, and contiguous ranges do:
// a device's share lies in its memory as it lies in the matrix. A pivot never spans two devices.
#pragma once

#include <cstddef>
#include <vector>

#include "common/core/schedule.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// The blocks of rows that each of at most `devices` devices holds: contiguous, in order, every
/// block once, none empty, whole pivots of `schedule` each, and no two differ by more than one
/// pivot. Fewer ranges than devices where there are fewer pivots. Where some get more, the last
/// ones do, because the last pivot may be a short one. O(devices).
[[nodiscard]] std::vector<BlockRange> partition(const Schedule& schedule, std::size_t devices);

/// For each round of `schedule`, the number of the range in `shares` that its pivot lies in.
[[nodiscard]] std::vector<std::size_t> owners(const Schedule& schedule,
                                              const std::vector<BlockRange>& shares);

}  // namespace apsp::gpu
