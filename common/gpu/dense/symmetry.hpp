// SPDX-License-Identifier: MIT
// Half of the work on symmetric matrices. Where element (i, j) is element (j, i), the rounds take
// the window of each row alone (layout.hpp). A row panel outside the window of its pivot is the
// column panel of the rows that have the pivot in theirs, and the other way round. A device may
// hold the window alone, which is half of the memory. Where it holds all, the blocks outside the
// window get theirs at the end; until then they hold lengths of some paths.
#pragma once

#include <cuda_runtime.h>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/round_steps.hpp"

namespace apsp::gpu {

/// Whether every element (i, j) is element (j, i), of a matrix of which all rows are held. Waits
/// for the stream. Reads the matrix once, or little of one that is not.
template <class Word>
[[nodiscard]] bool is_symmetric(const MatrixView<Word>& matrix, cudaStream_t stream);

/// Makes blocks outside the window those in it, transposed. Asynchronous. Reads and writes half of
/// the matrix.
template <class Word>
void mirror(const MatrixView<Word>& matrix, cudaStream_t stream);

/// Completes the closed panels of round Q for the held rows: next_rows outside the pivot's window
/// by next_panel, and next_panel where the pivot is in no window by next_rows. Both have row after
/// row of the pivot, so nothing is transposed. Asynchronous.
template <class Word>
void complete_panels(const RoundView<Word>& view, cudaStream_t stream);

}  // namespace apsp::gpu
