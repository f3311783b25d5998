// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/core/width.hpp"
#include "common/gpu/dense/element.cuh"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/core_kernels.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kLanes = 32;  // threads of a warp
constexpr unsigned kWarps = 8;   // of a block
constexpr unsigned kAll = ~0u;

template <class Word>
constexpr Distance kInfinite = Word::kInfiniteElement;

/// The way over both, not clipped below infinity.
template <class Word>
__device__ __forceinline__ Distance sum_of(Distance falling, Distance rising) {
  if constexpr (Word::kReal) {
    return static_cast<Distance>(WordOps<Word>::sum(static_cast<std::uint32_t>(falling), 1,
                                                    static_cast<std::uint32_t>(rising)));
  }
  if (falling >= kInfinite<Word> || rising >= kInfinite<Word> - falling) return kInfinite<Word>;
  return falling + rising;
}

/// Formula: d(u,v) = min(itself, falling(u) + rising(v), infinity) for every two higher neighbours
/// u and v of a row in the core. That is the way from u to the row's vertex and on to v.
/// Launch: a block of 64 threads a row.
/// Reads and writes: two entries of the lists a pair, from the caches, and an element.
/// Synchronisation: atomic minimum, because rows share neighbours.
/// Cost: an atomic a pair.
template <class Word>
__global__ void join_across_kernel(CoreLevelsView levels, MatrixView<Word> matrix) {
  const LevelRow row = levels.rows[blockIdx.x];
  const auto core = static_cast<std::int32_t>(matrix.layout.vertices);
  const std::size_t ups = row.end - row.begin;
  for (std::size_t pair = threadIdx.x; pair < ups * ups; pair += blockDim.x) {
    const std::size_t from = row.begin + pair / ups, to = row.begin + pair % ups;
    const std::int32_t u = levels.ups[from], v = levels.ups[to];
    if (u >= core || v >= core || u == v) continue;
    const Distance across = sum_of<Word>(levels.falling[from], levels.rising[to]);
    if (across >= kInfinite<Word>) continue;
    lower(element_at<Word>(matrix, static_cast<std::size_t>(u), static_cast<std::size_t>(v)),
          static_cast<typename Word::Element>(across));
  }
}

/// The words of a thread: read and written at once.
constexpr unsigned kWords = 4;
constexpr unsigned kChunk = kLanes * kWords;  // words of a warp

/// Formula: x(row) = min over its higher neighbours u of x(u) + rising(u), word by word.
/// Launch: (rows / 8, pitch / 128) blocks of 8 warps; a warp takes 128 words of a row. Rows first:
/// blocks that run at a time read the same columns, so the second-level cache holds them.
/// Reads and writes: 512 bytes a pair and warp; each word of the rows is written once. 32 pairs are
/// read at a time, a thread each; the loads of 8 are under way together.
/// Synchronisation: none; the higher neighbours are of levels before.
/// Cost: four relaxations a thread and pair, bound by memory.
template <class Word>
__global__ void __launch_bounds__(kWarps* kLanes)
    extend_rows_kernel(CoreLevelsView levels, std::size_t first, std::size_t count, CoreRows rows) {
  constexpr int kAtOnce = 8;
  const std::size_t n = static_cast<std::size_t>(blockIdx.x) * kWarps + threadIdx.x / kLanes;
  if (n >= count) return;
  const LevelRow row = levels.rows[first + n];
  const unsigned lane = threadIdx.x % kLanes;
  std::uint32_t* const column =
      rows.words + static_cast<std::size_t>(blockIdx.y) * kChunk + lane * kWords;
  uint4 least = {Word::kInfinite, Word::kInfinite, Word::kInfinite, Word::kInfinite};
  for (std::uint32_t begin = row.begin; begin < row.end; begin += kLanes) {
    const std::uint32_t own = begin + lane;
    // Beyond the last pair: infinity from a row that can be read.
    const std::int32_t up = levels.ups[min(own, row.end - 1)];
    const std::uint32_t weight = WordOps<Word>::spread(static_cast<std::uint32_t>(
        own < row.end ? min(levels.rising[own], kInfinite<Word>) : kInfinite<Word>));
    const int pairs = static_cast<int>(min(row.end - begin, kLanes));
    for (int a = 0; a < pairs; a += kAtOnce) {
      uint4 known[kAtOnce];
#pragma unroll
      for (int b = 0; b < kAtOnce; ++b) {
        const int from = __shfl_sync(kAll, up, a + b);
        known[b] =
            *reinterpret_cast<const uint4*>(column + static_cast<std::size_t>(from) * rows.pitch);
      }
#pragma unroll
      for (int b = 0; b < kAtOnce; ++b) {
        const std::uint32_t length = __shfl_sync(kAll, weight, a + b);
        least.x = WordOps<Word>::relax(least.x, known[b].x, length);
        least.y = WordOps<Word>::relax(least.y, known[b].y, length);
        least.z = WordOps<Word>::relax(least.z, known[b].z, length);
        least.w = WordOps<Word>::relax(least.w, known[b].w, length);
      }
    }
  }
  *reinterpret_cast<uint4*>(column + static_cast<std::size_t>(row.step) * rows.pitch) = least;
}

constexpr unsigned kTile = 32;
constexpr unsigned kTileRows = 8;  // of threads

/// Formula: batch(v,s) = rows(step of lane s, v), infinite where the lane has none.
/// Launch: (lanes / 32, core / 32) blocks of 32 x 8 threads; 33 x 32 elements of shared memory.
/// Reads and writes: 32 elements of a row at a time, of either.
/// Synchronisation: a barrier between reading and writing a tile.
/// Cost: two elements a vertex of the core and lane, bound by memory.
template <class Word>
__global__ void enter_core_kernel(CoreRows rows, std::size_t core, const std::int32_t* steps,
                                  std::uint32_t* batch, std::size_t pitch) {
  using Element = typename Word::Element;
  __shared__ Element tile[kTile][kTile + 1];  // [lane][vertex]
  const std::size_t first_lane = static_cast<std::size_t>(blockIdx.x) * kTile;
  const std::size_t first_vertex = static_cast<std::size_t>(blockIdx.y) * kTile;
  const std::size_t vertex = first_vertex + threadIdx.x;
  for (unsigned l = threadIdx.y; l < kTile; l += kTileRows) {
    const std::int32_t step = steps[first_lane + l];
    tile[l][threadIdx.x] =
        step < 0 || vertex >= core
            ? Word::kInfiniteElement
            : reinterpret_cast<const Element*>(rows.words +
                                               static_cast<std::size_t>(step) * rows.pitch)[vertex];
  }
  __syncthreads();
  for (unsigned v = threadIdx.y; v < kTile && first_vertex + v < core; v += kTileRows) {
    reinterpret_cast<Element*>(batch + (first_vertex + v) * pitch)[first_lane + threadIdx.x] =
        tile[threadIdx.x][v];
  }
}

unsigned divided_up(std::size_t a, unsigned b) {
  return static_cast<unsigned>((a + b - 1) / b);
}

}  // namespace

template <class Word>
void join_across(const CoreLevelsView& levels, std::size_t count, const MatrixView<Word>& matrix,
                 cudaStream_t stream) {
  if (count == 0) return;
  constexpr unsigned kThreads = 64;
  join_across_kernel<Word><<<static_cast<unsigned>(count), kThreads, 0, stream>>>(levels, matrix);
  check_launch("join the core across");
}

template <class Word>
void extend_rows(const CoreLevelsView& levels, std::size_t first, std::size_t count,
                 const CoreRows& rows, cudaStream_t stream) {
  require_equal("the remainder of the pitch by a warp", rows.pitch % kChunk, 0);
  const dim3 grid(divided_up(count, kWarps), static_cast<unsigned>(rows.pitch / kChunk));
  extend_rows_kernel<Word><<<grid, kWarps * kLanes, 0, stream>>>(levels, first, count, rows);
  check_launch("extend the rows of the core");
}

template <class Word>
void enter_core(const CoreRows& rows, std::size_t core, const std::int32_t* steps,
                std::uint32_t* batch, std::size_t pitch, cudaStream_t stream) {
  const std::size_t lanes = pitch * Word::kElements;
  require_equal("the remainder of the lanes by a tile", lanes % kTile, 0);
  const dim3 grid(static_cast<unsigned>(lanes / kTile), divided_up(core, kTile));
  enter_core_kernel<Word>
      <<<grid, dim3(kTile, kTileRows), 0, stream>>>(rows, core, steps, batch, pitch);
  check_launch("enter the core");
}

#define APSP_INSTANTIATE(Word)                                                                 \
  template void join_across<Word>(const CoreLevelsView&, std::size_t, const MatrixView<Word>&, \
                                  cudaStream_t);                                               \
  template void extend_rows<Word>(const CoreLevelsView&, std::size_t, std::size_t,             \
                                  const CoreRows&, cudaStream_t);                              \
  template void enter_core<Word>(const CoreRows&, std::size_t, const std::int32_t*,            \
                                 std::uint32_t*, std::size_t, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
