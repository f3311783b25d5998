// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on a tile matrix whose rows are shared over ranks.
#pragma once

#include <cstddef>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/observer.hpp"
#include "common/core/schedule.hpp"
#include "common/ranks/ranks.hpp"
#include "hw3-1/dense/tile_matrix.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// Returns the tile rows that each of `ranks` ranks holds, for a matrix of V vertices: contiguous,
/// in order, every row once, whole pivots. No two differ by more than one pivot. Where there are
/// fewer pivots than ranks, some are empty.
[[nodiscard]] std::vector<TileRange> partition(std::size_t vertices, std::size_t ranks);

/// Returns the rows of tiles that a rank holds for others: those of two pivots.
[[nodiscard]] std::size_t guest_rows(std::size_t vertices);

/// Same as close_matrix(), for one rank's rows: `matrix` has those of partition() and
/// guest_rows(). Collective. Does not ask the observer whether to go on: no rank ends alone.
template <typename Element>
void close_share(TileMatrix<Element>& matrix, Pages<std::byte>& workspace, const KernelSet& kernels,
                 Ranks& ranks, Observer& observer);

}  // namespace apsp::cpu
