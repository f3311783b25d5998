// SPDX-License-Identifier: MIT
// The scans of Hillis and Steele (1986) and of Blelloch (1990), as in GPU Gems 3, chapter 39. The
// single pass is that of Merrill and Garland, "Single-pass parallel prefix scan with decoupled
// look-back" (2016).
#include <algorithm>
#include <cub/device/device_scan.cuh>
#include <cuda/atomic>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/scan/scan.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;
constexpr unsigned kThreads = 512;  // of the kernels that scan a block

/// The element, or 0 beyond the last.
__device__ std::uint32_t element(const std::uint32_t* in, std::size_t i, std::size_t n) {
  return i < n ? in[i] : 0;
}

/// Formula: out = scan of each block of kThreads elements; sums(block) = the block's sum.
/// Launch: a block of kThreads for kThreads elements.
/// Reads and writes: each element once or twice, each result once; `out` may be `in`.
/// Synchronisation: a barrier a level, as two buffers take turns.
/// Cost: log2 kThreads additions an element: n log n work, where a loop does n.
__global__ void hillis_steele(const std::uint32_t* in, std::size_t n, std::uint32_t* out,
                              std::uint32_t* sums) {
  __shared__ std::uint32_t buffers[2][kThreads];
  const unsigned t = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + t;
  const std::uint32_t own = element(in, i, n);
  buffers[0][t] = own;
  __syncthreads();
  unsigned from = 0;
  for (unsigned distance = 1; distance < kThreads; distance *= 2) {
    const std::uint32_t before = t >= distance ? buffers[from][t - distance] : 0;
    buffers[1 - from][t] = buffers[from][t] + before;
    from = 1 - from;
    __syncthreads();
  }
  const std::uint32_t through = buffers[from][t];  // own element included
  if (i < n) out[i] = through - own;
  if (t == kThreads - 1) sums[blockIdx.x] = through;
}

/// Where word i lies in shared memory. With padding, words 2^k apart lie in different banks.
template <bool kPadded>
__device__ unsigned padded(unsigned i) {
  return kPadded ? i + i / kWarp : i;
}

/// Formula: same as hillis_steele, on 2 kThreads elements.
/// Launch: a block of kThreads for 2 kThreads elements.
/// Reads and writes: each element once, each result once; `out` may be `in`.
/// Synchronisation: a barrier a level of the tree, up and down.
/// Cost: two additions an element; without padding up to 32 words of a warp share a bank.
template <bool kPadded>
__global__ void blelloch(const std::uint32_t* in, std::size_t n, std::uint32_t* out,
                         std::uint32_t* sums) {
  constexpr unsigned kElements = 2 * kThreads;
  __shared__ std::uint32_t tree[kElements + kElements / kWarp];
  const unsigned t = threadIdx.x;
  const std::size_t first = blockIdx.x * std::size_t{kElements};
  tree[padded<kPadded>(t)] = element(in, first + t, n);
  tree[padded<kPadded>(t + kThreads)] = element(in, first + t + kThreads, n);
  for (unsigned distance = 1; distance < kElements; distance *= 2) {  // up: sums of pairs
    __syncthreads();
    const unsigned right = (2 * t + 2) * distance - 1;
    if (right < kElements) {
      tree[padded<kPadded>(right)] += tree[padded<kPadded>(right - distance)];
    }
  }
  __syncthreads();
  if (t == 0) {
    sums[blockIdx.x] = tree[padded<kPadded>(kElements - 1)];
    tree[padded<kPadded>(kElements - 1)] = 0;
  }
  for (unsigned distance = kThreads; distance > 0; distance /= 2) {  // down: sums before pairs
    __syncthreads();
    const unsigned right = (2 * t + 2) * distance - 1;
    if (right < kElements) {
      const std::uint32_t left = tree[padded<kPadded>(right - distance)];
      tree[padded<kPadded>(right - distance)] = tree[padded<kPadded>(right)];
      tree[padded<kPadded>(right)] += left;
    }
  }
  __syncthreads();
  if (first + t < n) out[first + t] = tree[padded<kPadded>(t)];
  if (first + t + kThreads < n) out[first + t + kThreads] = tree[padded<kPadded>(t + kThreads)];
}

/// Formula: out(i) += offsets(i / per_block).
/// Launch: a block of kThreads for `per_block` elements.
/// Reads and writes: each result once each way.
/// Synchronisation: none.
/// Cost: 8 bytes an element, bound by memory.
__global__ void add_offsets(std::uint32_t* out, std::size_t n, unsigned per_block,
                            const std::uint32_t* offsets) {
  const std::uint32_t offset = offsets[blockIdx.x];
  const std::size_t first = blockIdx.x * std::size_t{per_block};
  for (unsigned i = threadIdx.x; i < per_block && first + i < n; i += kThreads) {
    out[first + i] += offset;
  }
}

using ScanBlocks = void (*)(const std::uint32_t*, std::size_t, std::uint32_t*, std::uint32_t*);

/// Three kernels a level: scan blocks, scan their sums, add these. 16 bytes an element.
template <ScanBlocks kKernel, unsigned kPerBlock>
void by_levels(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* out) {
  const std::size_t blocks = blocks_for(n, kPerBlock);
  if (blocks == 0) return;
  kKernel<<<static_cast<unsigned>(blocks), kThreads>>>(in, n, out, room);
  gpu::check_launch("scan blocks");
  if (blocks == 1) return;
  by_levels<kKernel, kPerBlock>(room, blocks, room + blocks, room);
  add_offsets<<<static_cast<unsigned>(blocks), kThreads>>>(out, n, kPerBlock, room);
  gpu::check_launch("add the offsets of blocks");
}

// ----- one pass -----

constexpr unsigned kRowElements = 4 * kWarp;  // of a warp's row: 32 lanes x 4 elements

/// The size of a tile: kThreadCount threads, kRowCount rows for each of their warps.
template <unsigned kThreadCount, unsigned kRowCount>
struct TileShape {
  static constexpr unsigned kThreads = kThreadCount;
  static constexpr unsigned kRows = kRowCount;
  static constexpr unsigned kWarps = kThreads / kWarp;
  static constexpr unsigned kWarpElements = kRows * kRowElements;
  static constexpr unsigned kElements = kWarps * kWarpElements;
};
using SmallTile = TileShape<256, 4>;
using LargeTile = TileShape<512, 8>;

/// The state of a tile, in one word that is read and written whole: the kind above, a sum below.
using TileState = unsigned long long;
constexpr TileState kEmpty = 0;
constexpr TileState kOwnSum = TileState{1} << 32;  // of the tile's elements
constexpr TileState kPrefix = TileState{2} << 32;  // of these and of all tiles before
constexpr TileState kKinds = TileState{3} << 32;

/// The inclusive prefix sum over the lanes of a warp. All 32 lanes must call it.
__device__ std::uint32_t warp_scan(std::uint32_t value) {
  const unsigned lane = threadIdx.x % kWarp;
#pragma unroll
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    const std::uint32_t before = __shfl_up_sync(kAll, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

__device__ void publish(TileState* states, std::size_t tile, TileState kind, std::uint32_t sum) {
  cuda::atomic_ref<TileState, cuda::thread_scope_device>(states[tile])
      .store(kind | sum, cuda::memory_order_relaxed);
}

/// The sum of all tiles before `tile` >= 1, in every lane. A warp reads 32 states at a time, from
/// the nearest on, until one holds a prefix. All 32 lanes must call it.
__device__ std::uint32_t look_back(TileState* states, std::size_t tile) {
  const unsigned lane = threadIdx.x % kWarp;
  std::uint32_t sum = 0;
  for (std::size_t end = tile;; end -= kWarp) {  // tiles below `end` are not added yet
    TileState state = kPrefix;                   // before the first tile: a prefix of 0
    if (lane < end) {
      const cuda::atomic_ref<TileState, cuda::thread_scope_device> word(states[end - 1 - lane]);
      do {
        state = word.load(cuda::memory_order_relaxed);
      } while (state == kEmpty);
    }
    const unsigned prefixes = __ballot_sync(kAll, (state & kKinds) == kPrefix);
    const unsigned last = prefixes == 0 ? kWarp : static_cast<unsigned>(__ffs(prefixes)) - 1;
    std::uint32_t part = lane <= last ? static_cast<std::uint32_t>(state) : 0;
#pragma unroll
    for (unsigned lanes = kWarp / 2; lanes > 0; lanes /= 2) {
      part += __shfl_xor_sync(kAll, part, lanes);
    }
    sum += part;
    if (prefixes != 0) return sum;
  }
}

/// Four neighbouring elements, 0 beyond the last.
__device__ uint4 load_four(const std::uint32_t* in, std::size_t i, std::size_t n) {
  if (i + 4 <= n) return *reinterpret_cast<const uint4*>(in + i);
  return {element(in, i, n), element(in, i + 1, n), element(in, i + 2, n), 0};
}

__device__ void store_four(std::uint32_t* out, std::size_t i, std::size_t n, uint4 four) {
  if (i + 4 <= n) {
    *reinterpret_cast<uint4*>(out + i) = four;
    return;
  }
  if (i < n) out[i] = four.x;
  if (i + 1 < n) out[i + 1] = four.y;
  if (i + 2 < n) out[i + 2] = four.z;
}

/// Formula: out = exclusive scan of all n elements, in one launch.
/// Launch: a block of Tile::kThreads for each tile of Tile::kElements.
/// Reads and writes: each element once, each result once; a state of 8 bytes a tile. `ticket` and
/// `states` are 0 before.
/// Synchronisation: tiles are numbered by ticket, so a tile waits only for tiles that run or have
/// ended. A state carries its sum in the same word: relaxed order is enough. Two barriers share
/// warps' sums and the tile's prefix.
/// Cost: 8 bytes an element, bound by memory. With kBatched, all loads of a tile that is whole are
/// under way together: no test of the end stands between them.
template <class Tile, bool kBatched>
__global__ void __launch_bounds__(Tile::kThreads)
    look_back_scan(const std::uint32_t* in, std::size_t n, std::uint32_t* out, unsigned* ticket,
                   TileState* states) {
  constexpr unsigned kRows = Tile::kRows;
  __shared__ std::size_t drawn;
  __shared__ std::uint32_t warp_sums[Tile::kWarps];
  __shared__ std::uint32_t tile_prefix;
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  if (threadIdx.x == 0) drawn = atomicAdd(ticket, 1u);
  __syncthreads();
  const std::size_t tile = drawn;
  const std::size_t first = tile * Tile::kElements + warp * Tile::kWarpElements + 4 * lane;
  const bool whole = kBatched && (tile + 1) * Tile::kElements <= n;

  uint4 rows[kRows];
  if (whole) {
#pragma unroll
    for (unsigned r = 0; r < kRows; ++r) {
      rows[r] = *reinterpret_cast<const uint4*>(in + first + r * kRowElements);
    }
  } else {
#pragma unroll
    for (unsigned r = 0; r < kRows; ++r) rows[r] = load_four(in, first + r * kRowElements, n);
  }
  std::uint32_t before[kRows];  // sum of the warp's elements before this thread's four
  std::uint32_t sum = 0;        // of the warp's rows so far
#pragma unroll
  for (unsigned r = 0; r < kRows; ++r) {
    const std::uint32_t own = rows[r].x + rows[r].y + rows[r].z + rows[r].w;
    const std::uint32_t through = warp_scan(own);
    before[r] = sum + through - own;
    sum += __shfl_sync(kAll, through, kWarp - 1);
  }
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  std::uint32_t prefix = 0;  // of the warps before this one, in the tile
  std::uint32_t total = 0;
#pragma unroll
  for (unsigned w = 0; w < Tile::kWarps; ++w) {
    if (w < warp) prefix += warp_sums[w];
    total += warp_sums[w];
  }
  if (warp == 0) {
    if (lane == 0) publish(states, tile, tile == 0 ? kPrefix : kOwnSum, total);
    const std::uint32_t tiles = tile == 0 ? 0 : look_back(states, tile);
    if (lane == 0) {
      if (tile != 0) publish(states, tile, kPrefix, tiles + total);
      tile_prefix = tiles;
    }
  }
  __syncthreads();
  prefix += tile_prefix;
#pragma unroll
  for (unsigned r = 0; r < kRows; ++r) {
    uint4 result;
    result.x = prefix + before[r];
    result.y = result.x + rows[r].x;
    result.z = result.y + rows[r].y;
    result.w = result.z + rows[r].z;
    if (whole) {
      *reinterpret_cast<uint4*>(out + first + r * kRowElements) = result;
    } else {
      store_four(out, first + r * kRowElements, n, result);
    }
  }
}

constexpr std::size_t kTicketWords = 4;  // at the begin of the room; states follow

/// Room of a scan by tiles of `elements`.
std::size_t look_back_words(std::size_t n, std::size_t elements) {
  return kTicketWords + 2 * blocks_for(n, elements);
}

template <class Tile, bool kBatched>
void by_look_back(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* out) {
  if (n == 0) return;
  gpu::check(cudaMemsetAsync(room, 0, look_back_words(n, Tile::kElements) * sizeof(std::uint32_t)),
             "clear the states of tiles");
  look_back_scan<Tile, kBatched>
      <<<static_cast<unsigned>(blocks_for(n, Tile::kElements)), Tile::kThreads>>>(
          in, n, out, room, reinterpret_cast<TileState*>(room + kTicketWords));
  gpu::check_launch("scan");
}

std::size_t cub_bytes(std::size_t n) {
  std::size_t bytes = 0;
  gpu::check(
      cub::DeviceScan::ExclusiveSum(nullptr, bytes, static_cast<const std::uint32_t*>(nullptr),
                                    static_cast<std::uint32_t*>(nullptr), n),
      "ask for the room of a scan");
  return bytes;
}

void by_cub(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* out) {
  std::size_t bytes = cub_bytes(n);
  gpu::check(cub::DeviceScan::ExclusiveSum(room, bytes, in, out, n), "scan");
}

constexpr ScanStep kSteps[] = {
    {"Hillis-Steele, three kernels", by_levels<hillis_steele, kThreads>},
    {"Blelloch, three kernels", by_levels<blelloch<false>, 2 * kThreads>},
    {"Blelloch without bank conflicts", by_levels<blelloch<true>, 2 * kThreads>},
    {"shuffles, one pass, look-back", by_look_back<SmallTile, false>},
    {"large tiles, loads in a batch", by_look_back<LargeTile, true>},
    {"CUB", by_cub},
};

}  // namespace

std::span<const ScanStep> scan_steps() {
  return kSteps;
}

std::size_t scan_room(std::size_t n) {
  std::size_t levels = 0;
  for (std::size_t blocks = blocks_for(n, kThreads);; blocks = blocks_for(blocks, kThreads)) {
    levels += blocks;
    if (blocks <= 1) break;
  }
  return std::max({levels, look_back_words(n, SmallTile::kElements),
                   blocks_for(cub_bytes(n), sizeof(std::uint32_t))});
}

}  // namespace apsp::labs
