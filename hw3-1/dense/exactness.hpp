// SPDX-License-Identifier: MIT
// The reductions over a tile matrix that prove a narrow result exact: see
// common/core/width_choice.hpp.
#pragma once

#include <cstddef>
#include <optional>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "common/core/width_choice.hpp"
#include "common/solve/backend.hpp"
#include "hw3-1/dense/tile_matrix.hpp"

namespace apsp::cpu {

/// Returns the largest result below infinity in `rows`, and whether none is infinite. O(V) a row,
/// parallel.
template <typename Element>
[[nodiscard]] Extent extent(const TileMatrix<Element>& matrix, const RowSet& rows);

/// Returns the clipped result in `rows` with the smallest edge, then the smallest row; nothing
/// proves that there is none. O(V E / 64), parallel; 64 V bytes a thread.
template <typename Element>
[[nodiscard]] std::optional<Clipped> first_clipped(const TileMatrix<Element>& matrix,
                                                   const Graph& graph, const RowSet& rows);

}  // namespace apsp::cpu
