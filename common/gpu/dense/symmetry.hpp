// SPDX-License-Identifier: MIT
// Half of the work on symmetric matrices. Where element (i, j) is element (j, i), the rounds take
// the blocks at and above the diagonal alone, whole pivots of them. A row panel left of its pivot
// is the column panel above it, and a column panel below its pivot is the row panel right of it.
// Blocks below the diagonal get the rest at the end; until then they hold lengths of some paths.
#pragma once

#include <cuda_runtime.h>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/round_steps.hpp"

namespace apsp::gpu {

/// Whether every element (i, j) is element (j, i), of a matrix of which all rows are held. Waits
/// for the stream. Reads the matrix once, or little of one that is not.
template <class Word>
[[nodiscard]] bool is_symmetric(const MatrixView& matrix, cudaStream_t stream);

/// Makes blocks below the diagonal those above it, transposed. Asynchronous. Reads and writes half
/// of the matrix.
template <class Word>
void mirror(const MatrixView& matrix, cudaStream_t stream);

/// Completes the closed panels of round Q: rows Q left of the pivot, in the matrix, by next_panel,
/// and next_panel below the pivot by rows Q. Both have row after row of the pivot, so nothing is
/// transposed. Asynchronous.
template <class Word>
void complete_panels(const RoundView& view, cudaStream_t stream);

}  // namespace apsp::gpu
