// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/core/width.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/batch_kernels.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kLanes = static_cast<unsigned>(kWarp);
constexpr unsigned kTile = 32;
constexpr unsigned kTileRows = 8;  // of threads

/// Formula: rows(r,v) = d(lanes[first + r], v), Word::kNoPath where it is infinite.
/// Launch: (vertices / 32, rows / 32) blocks of 32 x 8 threads; 33 x 32 words of shared memory.
/// Reads and writes: an element of 32 lanes at a time, side by side where `lanes` are; 32 distances
/// of a row at a time.
/// Synchronisation: a barrier between reading and writing a tile.
/// Cost: an element read and 4 bytes written a distance, bound by memory.
template <class Word>
__global__ void bring_back_kernel(BatchView batch, const std::int32_t* steps, std::size_t vertices,
                                  const std::int32_t* lanes, std::size_t count, Distance* rows) {
  using Element = typename Word::Element;
  __shared__ Distance tile[kTile][kTile + 1];  // [vertex][row]
  const std::size_t first_vertex = static_cast<std::size_t>(blockIdx.x) * kTile;
  const std::size_t first_row = static_cast<std::size_t>(blockIdx.y) * kTile;
  const std::size_t row = first_row + threadIdx.x;
  if (row < count) {
    const auto* lane = reinterpret_cast<const Element*>(batch.words) + lanes[row];
    for (unsigned v = threadIdx.y; v < kTile && first_vertex + v < vertices; v += kTileRows) {
      const Element found =
          lane[static_cast<std::size_t>(steps[first_vertex + v]) * batch.pitch * Word::kElements];
      tile[v][threadIdx.x] =
          found == Word::kInfiniteElement ? Word::kNoPath : static_cast<Distance>(found);
    }
  }
  __syncthreads();
  const std::size_t vertex = first_vertex + threadIdx.x;
  if (vertex >= vertices) return;
  for (unsigned r = threadIdx.y; r < kTile && first_row + r < count; r += kTileRows) {
    rows[(first_row + r) * vertices + vertex] = tile[threadIdx.x][r];
  }
}

/// Formula: *found = min(itself, edge number << 32 | rows[s]) over the edges (k,j) and lanes s with
/// d(s,k) finite and d(s,j) infinite.
/// Launch: blocks of 256 threads; a warp for each edge, a thread for every 32nd word.
/// Reads and writes: two rows of the batch an edge; *found for clipped edges alone.
/// Synchronisation: atomic minimum.
/// Cost: two words an edge and lane, bound by memory.
template <class Word>
__global__ void find_clipped_lanes_kernel(BatchView batch, const std::int32_t* steps,
                                          const std::int32_t* rows, const Edge* edges,
                                          std::size_t count, std::size_t first_edge,
                                          unsigned long long* found) {
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (std::size_t e = thread / kLanes; e < count; e += threads / kLanes) {
    const std::uint32_t* from =
        batch.words + static_cast<std::size_t>(steps[edges[e].source]) * batch.pitch;
    const std::uint32_t* to =
        batch.words + static_cast<std::size_t>(steps[edges[e].destination]) * batch.pitch;
    for (std::size_t word = thread % kLanes; word < batch.pitch; word += kLanes) {
      const std::uint32_t near = from[word];
      const std::uint32_t far = to[word];
#pragma unroll
      for (int n = 0; n < Word::kElements; ++n) {
        if (element_of<Word>(near, n) == kInfiniteElement<Word> ||
            element_of<Word>(far, n) != kInfiniteElement<Word>) {
          continue;
        }
        const auto row = static_cast<unsigned>(rows[word * Word::kElements + n]);
        atomicMin(found, static_cast<unsigned long long>(first_edge + e) << 32 | row);
      }
    }
  }
}

}  // namespace

template <class Word>
void bring_back(const BatchView& batch, const std::int32_t* steps, std::size_t vertices,
                const std::int32_t* lanes, std::size_t first, std::size_t count, Distance* rows,
                cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>((vertices + kTile - 1) / kTile),
                  static_cast<unsigned>((count + kTile - 1) / kTile));
  bring_back_kernel<Word><<<grid, dim3(kTile, kTileRows), 0, stream>>>(batch, steps, vertices,
                                                                       lanes + first, count, rows);
  check_launch("bring rows back");
}

template <class Word>
void find_clipped_lanes(const BatchView& batch, const std::int32_t* steps, const std::int32_t* rows,
                        const Edge* edges, std::size_t count, std::size_t first_edge,
                        unsigned long long* found, cudaStream_t stream) {
  if (count == 0) return;
  constexpr unsigned kThreads = 256;
  const auto blocks = static_cast<unsigned>(
      std::min<std::size_t>((count * kLanes + kThreads - 1) / kThreads, 4096));
  find_clipped_lanes_kernel<Word>
      <<<blocks, kThreads, 0, stream>>>(batch, steps, rows, edges, count, first_edge, found);
  check_launch("look for clipped lengths");
}

#define APSP_INSTANTIATE(Word)                                                             \
  template void bring_back<Word>(const BatchView&, const std::int32_t*, std::size_t,       \
                                 const std::int32_t*, std::size_t, std::size_t, Distance*, \
                                 cudaStream_t);                                            \
  template void find_clipped_lanes<Word>(const BatchView&, const std::int32_t*,            \
                                         const std::int32_t*, const Edge*, std::size_t,    \
                                         std::size_t, unsigned long long*, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
