// SPDX-License-Identifier: MIT
// Kernels that read the matrix of a solve from the caller's array on the device, and write its rows
// to another.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "apsp/device_matrix.hpp"
#include "common/core/distance.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

/// The weights of the edges of an array, of loops the negative ones alone, in device memory. Before
/// a scan: no_scan().
struct WeightScan {
  unsigned long long negative;  // r * V + c of the first weight below 0, also on the diagonal
  unsigned long long edges;     // those with another weight than 0
  unsigned long long largest;   // bits of the largest weight as a float64, by its size
  int lowest;                   // the power of two of the lowest bit that is set in a weight
};

[[nodiscard]] constexpr WeightScan no_scan() {
  return {~0ull, 0, 0, 1 << 20};
}

/// Adds the weights of `weights` to `*scan`. An integer that float64 does not hold counts as one
/// with bits from -2000 on. Asynchronous; reads the array once.
void scan_weights(const DeviceWeights& weights, WeightScan* scan, cudaStream_t stream);

/// Lowers each element of a matrix after fill() to the weight of its edge, times 2^-exponent,
/// clipped to infinity. `both_ways`: to that of the edge in the other direction too. The diagonal
/// stays 0 but for negative weights, which F64 alone takes. Asynchronous.
template <class Word>
void read_weights(const MatrixView<Word>& matrix, const DeviceWeights& weights, int exponent,
                  bool both_ways, cudaStream_t stream);

/// Writes `count` distances, times 2^exponent where `to` has floating-point numbers, from element
/// `first` of `to` on. kUnreachable becomes infinity, or 65535 in uint16. Asynchronous.
void write_distances(const Distance* from, std::size_t count, int exponent, const DeviceRows& to,
                     std::size_t first, cudaStream_t stream);

/// Writes `count` rows of a matrix of whole numbers or, where `to` has floating-point ones, of any,
/// from row `first` of `rows` on. No path as of write_distances(). *outside becomes 1 where `to`
/// does not hold a distance: int32 those below kUnreachable by their size, uint16 those to 65534,
/// float32 those that are not rounded to infinity.
/// Asynchronous.
void write_numbers(const MatrixView<F64>& matrix, HeldRows rows, std::size_t first,
                   std::size_t count, const DeviceRows& to, std::uint32_t* outside,
                   cudaStream_t stream);

}  // namespace apsp::gpu
