// SPDX-License-Identifier: MIT
// The summary of the held rows, made where they lie: only its numbers come down, not V^2 distances.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/gpu/dense/device_matrix.hpp"

namespace apsp::gpu {

/// Seconds that the kernels of a summary took, and the bytes of the matrix that each read.
struct SummaryTimes {
  double rows = 0;       // row by row: sum, largest, how many
  double histogram = 0;  // of all
  std::size_t bytes = 0;
};

/// Gathers the numbers of each held row and the histogram of all, and puts them into `sink`. Reads
/// the matrix twice, because the width of the histogram's bins follows from the largest distance.
/// Device memory: 16 bytes a row and some 512 KiB. Waits for the stream. Throws Error(kInternal)
/// where the histogram's total, by a scan of it, is not that of the rows.
template <class Word>
[[nodiscard]] SummaryTimes summarise(const MatrixView& matrix, NumbersSink& sink,
                                     cudaStream_t stream);

/// Reports the rates of both kernels, in bytes a second, to `observer`.
void report_times(const SummaryTimes& times, Observer& observer);

}  // namespace apsp::gpu
