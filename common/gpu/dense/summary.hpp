// SPDX-License-Identifier: MIT
// The summary of the held rows, made where they lie: only its numbers come down, not V^2 distances.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/summary_kernels.hpp"
#include "common/rows/histogram.hpp"

namespace apsp::gpu {

/// Seconds that the kernels of a summary took, and the bytes of the matrix that each read.
struct SummaryTimes {
  double rows = 0;       // row by row: sum, largest, how many
  double histogram = 0;  // of all
  std::size_t bytes = 0;
};

/// Gathers the numbers of each held row and the histogram of all, and puts them into `sink`, the
/// first row under the number `first_row`. Reads
/// the matrix twice, because the width of the histogram's bins follows from the largest distance.
/// Device memory: 16 bytes a row and some 512 KiB. Waits for the stream. Throws Error(kInternal)
/// where the histogram's total, by a scan of it, is not that of the rows.
template <class Word>
[[nodiscard]] SummaryTimes summarise(const MatrixView<Word>& matrix, std::size_t first_row,
                                     NumbersSink& sink, cudaStream_t stream);

/// Returns the histogram of the finite distances of `distances`, less `zeros` of the length 0:
/// those of vertices to themselves. None is larger than `largest`. Throws Error(kInternal) where
/// their number is not `reachable`. Waits for the stream. `seconds`: of the kernel that counts.
template <class Word>
[[nodiscard]] Histogram histogram_of(const WordRows& distances, Distance largest, std::size_t zeros,
                                     std::uint64_t reachable, cudaStream_t stream, double& seconds);

/// Throws Error(kInternal) where the distances counted are not those that rows reach: each is a sum
/// over the same distances, made in its own way.
void require_counted(std::uint64_t counted, std::uint64_t reached);

/// Reports the rates of both kernels, in bytes a second, to `observer`.
void report_times(const SummaryTimes& times, Observer& observer);

}  // namespace apsp::gpu
