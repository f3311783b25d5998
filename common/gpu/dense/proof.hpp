// SPDX-License-Identifier: MIT
// The proof that a narrow result is exact (width_choice.hpp), computed where the matrix lies.
#pragma once

#include <cuda_runtime.h>

#include <optional>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "common/core/width_choice.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/staging.hpp"
#include "common/solve/backend.hpp"

namespace apsp::gpu {

/// Returns the extent of `rows`. Waits for the stream.
template <class Word>
[[nodiscard]] Extent extent_of(const MatrixView<Word>& matrix, HeldRows rows, cudaStream_t stream);

/// Returns the result in the rows of `set` that are held which the width clipped, the one with the
/// smallest edge, then the smallest row; nothing if there is none. Copies all edges to the device
/// once for each 64 MiB of reachability bits, V^2 / 8 bytes in all; of a half the caller passes
/// some rows after the other, each with copies of its own.
template <class Word>
[[nodiscard]] std::optional<Clipped> first_clipped(const MatrixView<Word>& matrix,
                                                   const RowSet& set, const Graph& graph,
                                                   StagingRing& ring);

}  // namespace apsp::gpu
