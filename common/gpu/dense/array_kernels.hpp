// SPDX-License-Identifier: MIT
// Kernels that read the matrix of a solve from the caller's array on the device, and write its rows
// to another.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "apsp/device_matrix.hpp"
#include "common/core/distance.hpp"
#include "common/gpu/dense/device_matrix.hpp"

namespace apsp::gpu {

/// The weights of the edges of an array beside its diagonal, in device memory. Before a scan:
/// no_scan().
struct WeightScan {
  unsigned long long negative;  // r * V + c of the first weight below 0, also on the diagonal
  unsigned long long edges;     // those with a weight above 0
  unsigned long long largest;   // bits of the largest weight as a float64
  int lowest;                   // the power of two of the lowest bit that is set in a weight
};

[[nodiscard]] constexpr WeightScan no_scan() {
  return {~0ull, 0, 0, 1 << 20};
}

/// Adds the weights of `weights` to `*scan`. An integer that float64 does not hold counts as one
/// with bits from -2000 on. Asynchronous; reads the array once.
void scan_weights(const DeviceWeights& weights, WeightScan* scan, cudaStream_t stream);

/// Lowers each element of a matrix after fill() to the weight of its edge, times 2^-exponent,
/// clipped to infinity. `both_ways`: to that of the edge in the other direction too. Needs weights
/// >= 0 beside the diagonal, which stays 0. Asynchronous.
template <class Word>
void read_weights(const MatrixView<Word>& matrix, const DeviceWeights& weights, int exponent,
                  bool both_ways, cudaStream_t stream);

/// Writes `count` distances, times 2^exponent where `to` has floating-point numbers, from element
/// `first` of `to` on. kUnreachable becomes infinity, or 65535 in uint16. Asynchronous.
void write_distances(const Distance* from, std::size_t count, int exponent, const DeviceRows& to,
                     std::size_t first, cudaStream_t stream);

}  // namespace apsp::gpu
