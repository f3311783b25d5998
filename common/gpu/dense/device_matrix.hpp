// SPDX-License-Identifier: MIT
// The rows of the V x V matrix that a device holds, and the kernels that fill, read and prove them.
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
template <class Word>
struct MatrixView {
  typename Word::Bits* words;
  Layout layout;
};

/// Rows for kernels to read. `list` (device memory) has their numbers, counted from the first held
/// row; null: all held rows.
struct HeldRows {
  const std::uint32_t* list = nullptr;
  std::size_t count;

#ifdef __CUDACC__
  __device__ std::size_t operator[](std::size_t n) const {
    return list == nullptr ? n : list[n];
  }
#endif
};

/// Makes `count` words in device memory infinite. Asynchronous.
template <class Word>
void fill_words(typename Word::Bits* words, std::size_t count, cudaStream_t stream);

/// Makes every element infinite, and the diagonal of vertices 0; the padding has no diagonal.
/// Asynchronous.
template <class Word>
void fill(const MatrixView<Word>& matrix, cudaStream_t stream);

/// Lowers the element of each of `count` edges (device memory) to its weight, clipped to infinity.
/// Repeated edges leave the smallest. Needs weights >= 0 and sources whose rows are held. A half
/// leaves out what is not in its window: its edges lead both ways. Asynchronous.
template <class Word>
void scatter(const MatrixView<Word>& matrix, const Edge* edges, std::size_t count,
             cudaStream_t stream);

/// Lowers the elements of `count` pairs, from pair `first` on, to their weights (device memory),
/// clipped to infinity. Pair r V + c is that of row r, column c; kNoEdge is the weight of no edge.
/// For a matrix after fill(): each pair once. Needs weights >= 0 and rows that are held. The
/// diagonal stays 0. Weight: std::uint8_t, std::uint16_t, Distance; of F32 and F64 float, double.
/// Asynchronous.
template <class Word, typename Weight>
void scatter_weights(const MatrixView<Word>& matrix, const Weight* weights, std::size_t first,
                     std::size_t count, cudaStream_t stream);

/// The result of reduce(), in device memory.
struct DeviceExtent {
  std::uint32_t largest;   // over all elements below infinity
  std::uint32_t infinite;  // 1 if some element is infinite
};

/// Adds the extent of `rows` to `*extent`, which starts as zeros. Asynchronous; reads the rows
/// once, bound by memory.
template <class Word>
void reduce(const MatrixView<Word>& matrix, HeldRows rows, DeviceExtent* extent,
            cudaStream_t stream);

/// Writes rows [first, first + count) of `rows` as V distances each, of F64 the bits of V doubles,
/// without gaps, Word::kNoPath where the element is infinite. `out` is device memory, of F64 a
/// whole multiple of 8. Asynchronous.
template <class Word>
void widen(const MatrixView<Word>& matrix, HeldRows rows, std::size_t first, std::size_t count,
           Distance* out, cudaStream_t stream);

/// Words of a vertex in a band of reachability bits, and rows of a band: a bit for each.
inline constexpr std::size_t kBandWords = 32;
inline constexpr std::size_t kBandRows = 32 * kBandWords;

/// Writes, for `bands` bands from band `first_band` on, whether each d(i,j) is below infinity. Rows
/// i are counted from the first of `rows`. Bit i % 32 of
/// bits[(i / kBandRows - first_band) * V * kBandWords + j * kBandWords + i / 32 % kBandWords] is 1
/// if so, 0 if not or beyond the rows. Asynchronous.
template <class Word>
void finite_bits(const MatrixView<Word>& matrix, HeldRows rows, std::size_t first_band,
                 std::size_t bands, std::uint32_t* bits, cudaStream_t stream);

/// Searches the rows of `bits`, the first of which has number `first_row`, for a row i and an edge
/// (k, j) with d(i,k) below infinity and d(i,j) infinite. Lowers *found to the smallest such
/// edge << 32 | row, edges numbered from `first_edge`. Asynchronous.
void find_clipped(const std::uint32_t* bits, std::size_t vertices, std::size_t first_row,
                  std::size_t bands, const Edge* edges, std::size_t count, std::size_t first_edge,
                  unsigned long long* found, cudaStream_t stream);

}  // namespace apsp::gpu
