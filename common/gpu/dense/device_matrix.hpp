// SPDX-License-Identifier: MIT
// The rows of the V x V matrix that a device holds: filled, scattered into, reduced, and widened.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/core/graph.hpp"
#include "common/core/width_choice.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// The held rows as kernels see them, in device memory.
struct MatrixView {
  std::uint32_t* words;
  Layout layout;
};

/// Every element infinite, 0 on the diagonal of real vertices. Asynchronous.
template <class Word>
void fill(const MatrixView& matrix, cudaStream_t stream);

/// Lowers the element of each of `count` edges (device memory) to its weight, clipped to infinity.
/// Repeated edges leave the smallest. Needs weights >= 0 and sources whose rows are held.
/// Asynchronous.
template <class Word>
void scatter(const MatrixView& matrix, const Edge* edges, std::size_t count, cudaStream_t stream);

/// What `reduce` leaves in device memory.
struct DeviceExtent {
  std::uint32_t largest;   // over all elements below infinity
  std::uint32_t infinite;  // 1 if some element is infinite
};

/// Adds the extent of the held rows to `*extent`, which starts as zeros. Asynchronous; reads the
/// rows once, bound by memory.
template <class Word>
void reduce(const MatrixView& matrix, DeviceExtent* extent, cudaStream_t stream);

/// Writes rows [first, first + count), which are held, as V distances each, without gaps,
/// kUnreachable where the element is infinite. `rows` is device memory. Asynchronous.
template <class Word>
void widen(const MatrixView& matrix, std::size_t first, std::size_t count, Distance* rows,
           cudaStream_t stream);

/// Rows whose reachability one word of a FiniteBits band holds, and words of a band.
inline constexpr std::size_t kBandWords = 32;
inline constexpr std::size_t kBandRows = 32 * kBandWords;

/// For each vertex j and each row i of `bands` bands from band `first_band` on, counted from the
/// first held row, whether d(i,j) is below infinity:
/// bits[(band * V + j) * kBandWords + i / 32 % kBandWords]. Asynchronous.
template <class Word>
void finite_bits(const MatrixView& matrix, std::size_t first_band, std::size_t bands,
                 std::uint32_t* bits, cudaStream_t stream);

/// Looks for a row i and an edge (k, j) with d(i,k) below infinity and d(i,j) infinite, among the
/// rows of `bits`, the first of which is vertex `first_row`'s. Leaves the smallest such edge's
/// number, counted from `first_edge`, in the upper half of *found and its row in the lower, if that
/// is below what stands there. Asynchronous.
void find_clipped(const std::uint32_t* bits, std::size_t vertices, std::size_t first_row,
                  std::size_t bands, const Edge* edges, std::size_t count, std::size_t first_edge,
                  unsigned long long* found, cudaStream_t stream);

}  // namespace apsp::gpu
