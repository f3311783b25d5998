// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "common/core/dense_weights.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/element.cuh"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kMostBlocks = 1u << 20;  // of a grid-stride kernel

unsigned blocks_for(std::size_t items) {
  return static_cast<unsigned>(std::min((items + kThreads - 1) / kThreads, kMostBlocks));
}

__device__ std::size_t global_thread() {
  return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ std::size_t all_threads() {
  return static_cast<std::size_t>(gridDim.x) * blockDim.x;
}

/// Whether a row that the device holds has that column: of a half, whether it is in the window.
template <class Word>
__device__ bool is_held(const MatrixView<Word>& matrix, std::size_t row, std::size_t column) {
  return !matrix.layout.half ||
         matrix.layout.window().contains(row / kBlockRows, column / kBlockRows);
}

/// Formula: every element infinite.
/// Launch: blocks of kThreads; a thread takes every (all threads)-th word.
/// Reads and writes: writes each word.
/// Synchronisation: none.
/// Cost: 4 or 8 bytes a word, bound by memory.
template <class Word>
__global__ void fill_kernel(typename Word::Bits* words, std::size_t count) {
  for (std::size_t w = global_thread(); w < count; w += all_threads()) words[w] = Word::kInfinite;
}

/// Formula: d(v,v) = 0.
/// Launch: blocks of kThreads; a thread takes every (all threads)-th held vertex.
/// Reads and writes: writes the diagonal elements of vertices; the padding stays infinite.
/// Synchronisation: none inside; after fill_kernel on the same stream.
/// Cost: one store a row.
template <class Word>
__global__ void zero_diagonal_kernel(MatrixView<Word> matrix) {
  for (std::size_t n = global_thread(); n < matrix.layout.held_vertices(); n += all_threads()) {
    const std::size_t v = matrix.layout.first_vertex() + n;
    *element_at<Word>(matrix, v, v) = 0;
  }
}

/// Formula: d(source,destination) = min(itself, weight, infinity), for each edge.
/// Launch: blocks of kThreads; a thread takes every (all threads)-th edge.
/// Reads and writes: reads the edges once, lowers the element of each.
/// Synchronisation: atomic minimum, because edges may repeat.
/// Cost: 12 bytes and one atomic an edge, bound by the latency of memory.
template <class Word>
__global__ void scatter_kernel(MatrixView<Word> matrix, const Edge* edges, std::size_t count) {
  using Element = typename Word::Element;
  constexpr Distance kInfinite = Word::kInfiniteElement;
  for (std::size_t e = global_thread(); e < count; e += all_threads()) {
    const Edge edge = edges[e];
    const auto row = static_cast<std::size_t>(edge.source);
    const auto column = static_cast<std::size_t>(edge.destination);
    if (!is_held(matrix, row, column)) continue;
    lower(element_at<Word>(matrix, row, column),
          static_cast<Element>(edge.weight < kInfinite ? edge.weight : kInfinite));
  }
}

/// Formula: d(r,c) = element_of_weight(weight) for each pair (r,c) of an edge, unless r = c.
/// Launch: blocks of kThreads; a thread takes every (all threads)-th pair.
/// Reads and writes: reads each weight once, writes the element of each edge once.
/// Synchronisation: none; after fill_kernel on the same stream.
/// Cost: a weight and an element each, bound by the transfer of the weights to the device.
template <class Word, typename Weight>
__global__ void scatter_weights_kernel(MatrixView<Word> matrix, const Weight* weights,
                                       std::size_t first, std::size_t count) {
  constexpr Weight kNone = kNoEdge<Weight>;
  const std::size_t vertices = matrix.layout.vertices;
  for (std::size_t n = global_thread(); n < count; n += all_threads()) {
    const std::size_t row = (first + n) / vertices;
    const std::size_t column = (first + n) % vertices;
    const Weight weight = weights[n];
    if (weight == kNone || row == column || !is_held(matrix, row, column)) continue;
    *element_at<Word>(matrix, row, column) = element_of_weight<Word>(static_cast<double>(weight));
  }
}

/// Formula: extent = (max, whether any is infinite) over the elements of vertices in `rows`.
/// Launch: (words of a row / kThreads, at most 256) blocks of kThreads; a thread reads one word of
/// every gridDim.y-th row.
/// Reads and writes: reads each word of the rows once; adds to *extent atomically, once a block.
/// Synchronisation: two barriers, round the block's result in shared memory.
/// Cost: 4 bytes a word, bound by memory.
template <class Word>
__global__ void reduce_kernel(MatrixView<Word> matrix, HeldRows rows, DeviceExtent* extent) {
  constexpr auto kInfinite = Word::kInfiniteElement;
  __shared__ unsigned block_largest;
  __shared__ unsigned block_infinite;
  if (threadIdx.x == 0) block_largest = block_infinite = 0;
  __syncthreads();
  unsigned largest = 0;
  bool infinite = false;
  const std::size_t word = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (word < matrix.layout.pitch()) {
    for (std::size_t n = blockIdx.y; n < rows.count; n += gridDim.y) {
      const std::uint32_t x = matrix.words[rows[n] * matrix.layout.pitch() + word];
#pragma unroll
      for (int e = 0; e < Word::kElements; ++e) {
        if (word * Word::kElements + e >= matrix.layout.vertices) continue;
        const unsigned value = Word::kElements == 2 ? (x >> (16 * e) & 0xffffu) : x;
        if (value == static_cast<unsigned>(kInfinite)) {
          infinite = true;
        } else {
          largest = value > largest ? value : largest;
        }
      }
    }
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    largest = max(largest, __shfl_xor_sync(~0u, largest, lanes));
  }
  infinite = __any_sync(~0u, infinite) != 0;
  if (threadIdx.x % 32 == 0) {
    atomicMax(&block_largest, largest);
    if (infinite) block_infinite = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMax(&extent->largest, block_largest);
    if (block_infinite != 0) extent->infinite = 1;
  }
}

/// Formula: out(i,j) = d(rows[first + i], j), Word::kNoPath where it is infinite; the bits of it.
/// Launch: (columns / kThreads, rows) blocks of kThreads; a thread for each distance.
/// Reads and writes: reads each element of the rows once, writes each distance once.
/// Synchronisation: none.
/// Cost: 4 or 8 bytes written and an element read a distance, bound by memory.
template <class Word>
__global__ void widen_kernel(MatrixView<Word> matrix, HeldRows rows, std::size_t first,
                             Distance* out) {
  using Element = typename Word::Element;
  const std::size_t column = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (column >= matrix.layout.vertices) return;
  const std::size_t row = matrix.layout.first_vertex() + rows[first + blockIdx.y];
  using Number = std::remove_const_t<decltype(Word::kNoPath)>;
  const Element value = *element_at<Word>(matrix, row, column);
  reinterpret_cast<Number*>(out)[blockIdx.y * matrix.layout.vertices + column] =
      value == Word::kInfiniteElement ? Word::kNoPath : static_cast<Number>(value);
}

/// Formula: bit i of a word of column j = whether d(i,j) is finite, for 32 rows i of `rows`.
/// Launch: (columns / kThreads, words of all bands) blocks of kThreads; a thread for each word.
/// Reads and writes: reads each element of the bands once, writes each word of `bits` once.
/// Synchronisation: none.
/// Cost: an element read for each bit, bound by memory.
template <class Word>
__global__ void finite_bits_kernel(MatrixView<Word> matrix, HeldRows rows, std::size_t first_band,
                                   std::uint32_t* bits) {
  const std::size_t vertices = matrix.layout.vertices;
  const std::size_t column = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (column >= vertices) return;
  const std::size_t first = first_band * kBandRows + static_cast<std::size_t>(blockIdx.y) * 32;
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 32 && first + i < rows.count; ++i) {
    const std::size_t row = matrix.layout.first_vertex() + rows[first + i];
    const bool finite = *element_at<Word>(matrix, row, column) != Word::kInfiniteElement;
    word |= static_cast<std::uint32_t>(finite) << i;
  }
  const std::size_t band = blockIdx.y / kBandWords;
  bits[(band * vertices + column) * kBandWords + blockIdx.y % kBandWords] = word;
}

/// Formula: *found = min(itself, edge number << 32 | row i) over the edges (k,j) and rows i with
/// d(i,k) finite and d(i,j) infinite.
/// Launch: (at most 4096, bands) blocks of kThreads; a warp for each edge, a lane for each word.
/// Reads and writes: reads two columns of bits an edge; writes *found for clipped edges alone.
/// Synchronisation: atomic minimum.
/// Cost: 256 bytes an edge and band, from the second-level cache as a rule.
__global__ void find_clipped_kernel(const std::uint32_t* bits, std::size_t vertices,
                                    std::size_t first_row, const Edge* edges, std::size_t count,
                                    std::size_t first_edge, unsigned long long* found) {
  const std::uint32_t* band = bits + blockIdx.y * vertices * kBandWords;
  const unsigned lane = threadIdx.x % 32;
  for (std::size_t e = global_thread() / 32; e < count; e += all_threads() / 32) {
    const Edge edge = edges[e];
    const std::uint32_t source = band[static_cast<std::size_t>(edge.source) * kBandWords + lane];
    const std::uint32_t destination =
        band[static_cast<std::size_t>(edge.destination) * kBandWords + lane];
    const std::uint32_t clipped = source & ~destination;
    if (clipped != 0) {
      const std::size_t row = first_row + blockIdx.y * kBandRows + lane * 32 +
                              static_cast<unsigned>(__ffs(static_cast<int>(clipped)) - 1);
      atomicMin(found, static_cast<unsigned long long>(first_edge + e) << 32 | row);
    }
  }
}

}  // namespace

template <class Word>
void fill_words(typename Word::Bits* words, std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  fill_kernel<Word><<<blocks_for(count), kThreads, 0, stream>>>(words, count);
  check_launch("fill with infinity");
}

template <class Word>
void fill(const MatrixView<Word>& matrix, cudaStream_t stream) {
  fill_words<Word>(matrix.words, matrix.layout.matrix_words(), stream);
  zero_diagonal_kernel<Word>
      <<<blocks_for(matrix.layout.held_vertices()), kThreads, 0, stream>>>(matrix);
  check_launch("fill the diagonal");
}

template <class Word>
void scatter(const MatrixView<Word>& matrix, const Edge* edges, std::size_t count,
             cudaStream_t stream) {
  if (count == 0) return;
  scatter_kernel<Word><<<blocks_for(count), kThreads, 0, stream>>>(matrix, edges, count);
  check_launch("scatter the edges");
}

template <class Word, typename Weight>
void scatter_weights(const MatrixView<Word>& matrix, const Weight* weights, std::size_t first,
                     std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  scatter_weights_kernel<Word>
      <<<blocks_for(count), kThreads, 0, stream>>>(matrix, weights, first, count);
  check_launch("scatter the weights");
}

template <class Word>
void reduce(const MatrixView<Word>& matrix, HeldRows rows, DeviceExtent* extent,
            cudaStream_t stream) {
  if (rows.count == 0) return;
  const dim3 grid(static_cast<unsigned>((matrix.layout.pitch() + kThreads - 1) / kThreads),
                  static_cast<unsigned>(std::min<std::size_t>(rows.count, 256)));
  reduce_kernel<Word><<<grid, kThreads, 0, stream>>>(matrix, rows, extent);
  check_launch("reduce the matrix");
}

template <class Word>
void widen(const MatrixView<Word>& matrix, HeldRows rows, std::size_t first, std::size_t count,
           Distance* out, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>((matrix.layout.vertices + kThreads - 1) / kThreads),
                  static_cast<unsigned>(count));
  widen_kernel<Word><<<grid, kThreads, 0, stream>>>(matrix, rows, first, out);
  check_launch("widen rows");
}

template <class Word>
void finite_bits(const MatrixView<Word>& matrix, HeldRows rows, std::size_t first_band,
                 std::size_t bands, std::uint32_t* bits, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>((matrix.layout.vertices + kThreads - 1) / kThreads),
                  static_cast<unsigned>(bands * kBandWords));
  finite_bits_kernel<Word><<<grid, kThreads, 0, stream>>>(matrix, rows, first_band, bits);
  check_launch("collect reachability");
}

void find_clipped(const std::uint32_t* bits, std::size_t vertices, std::size_t first_row,
                  std::size_t bands, const Edge* edges, std::size_t count, std::size_t first_edge,
                  unsigned long long* found, cudaStream_t stream) {
  if (count == 0) return;
  const dim3 grid(std::min(blocks_for(count * 32), 4096u), static_cast<unsigned>(bands));
  find_clipped_kernel<<<grid, kThreads, 0, stream>>>(bits, vertices, first_row, edges, count,
                                                     first_edge, found);
  check_launch("look for clipped lengths");
}

#define APSP_INSTANTIATE(Word)                                                           \
  template void fill_words<Word>(Word::Bits*, std::size_t, cudaStream_t);                \
  template void fill<Word>(const MatrixView<Word>&, cudaStream_t);                       \
  template void widen<Word>(const MatrixView<Word>&, HeldRows, std::size_t, std::size_t, \
                            Distance*, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
APSP_INSTANTIATE(F64)
#undef APSP_INSTANTIATE

#define APSP_INSTANTIATE(Word)                                                                 \
  template void reduce<Word>(const MatrixView<Word>&, HeldRows, DeviceExtent*, cudaStream_t);  \
  template void finite_bits<Word>(const MatrixView<Word>&, HeldRows, std::size_t, std::size_t, \
                                  std::uint32_t*, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
#undef APSP_INSTANTIATE

#define APSP_INSTANTIATE(Word) \
  template void scatter<Word>(const MatrixView<Word>&, const Edge*, std::size_t, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
#undef APSP_INSTANTIATE

#define APSP_INSTANTIATE(Word, Weight)                                                     \
  template void scatter_weights<Word>(const MatrixView<Word>&, const Weight*, std::size_t, \
                                      std::size_t, cudaStream_t);
APSP_INSTANTIATE(S32, std::uint8_t)
APSP_INSTANTIATE(S32, std::uint16_t)
APSP_INSTANTIATE(S32, Distance)
APSP_INSTANTIATE(U16x2, std::uint8_t)
APSP_INSTANTIATE(U16x2, std::uint16_t)
APSP_INSTANTIATE(U16x2, Distance)
APSP_INSTANTIATE(F32, float)
APSP_INSTANTIATE(F32, double)
APSP_INSTANTIATE(F64, float)
APSP_INSTANTIATE(F64, double)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
