// SPDX-License-Identifier: MIT
// The kernels of a summary, and their results in device memory.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/gpu/dense/device_matrix.hpp"

namespace apsp::gpu {

/// The numbers of one row, the diagonal's 0 included.
struct DeviceRowNumbers {
  unsigned long long sum;   // of the finite distances
  std::uint32_t largest;    // finite distance
  std::uint32_t reachable;  // number of finite distances
};

/// Writes the numbers of each held row to `rows`. Asynchronous; reads the matrix once, bound by
/// memory.
template <class Word>
void row_numbers(const MatrixView<Word>& matrix, DeviceRowNumbers* rows, cudaStream_t stream);

/// Rows of distances in device memory, without gaps: those of a matrix or of a batch.
struct WordRows {
  const std::uint32_t* words;
  std::size_t rows;
  std::size_t pitch;  // words of a row, a multiple of 4
};

/// Adds to counts[d >> shift] the number of finite distances d; every one must be below `bins` <<
/// shift. Asynchronous; reads the rows once.
template <class Word>
void count_distances(const WordRows& distances, int shift, std::size_t bins,
                     unsigned long long* counts, cudaStream_t stream);

/// Replaces counts[b] by counts[0] + ... + counts[b], b in [0, bins). Waits for the stream.
void accumulate_counts(unsigned long long* counts, std::size_t bins, cudaStream_t stream);

}  // namespace apsp::gpu
