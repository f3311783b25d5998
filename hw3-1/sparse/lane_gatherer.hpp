// SPDX-License-Identifier: MIT
// The numbers of a batch's rows, from its lanes: a summary alone needs no way back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/rows/row_gatherer.hpp"
#include "hw3-1/sparse/sweep.hpp"

namespace apsp::cpu {

/// Puts the numbers of the batch that `sweep` holds into `by_row`: a lane has a position of
/// `sources` and a number of `rows`. Counts its distances with `gatherer`, the diagonal's left out.
/// Makes the diagonal infinite. Reads each lane once.
template <typename Element>
void gather_numbers(Sweep<Element>& sweep, std::span<const std::int32_t> sources,
                    std::span<const std::int32_t> rows, RowGatherer& gatherer,
                    std::span<RowNumbers> by_row);

}  // namespace apsp::cpu
