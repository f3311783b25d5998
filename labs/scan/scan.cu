// SPDX-License-Identifier: MIT
// The scans of Hillis and Steele (1986) and of Blelloch (1990), as in GPU Gems 3, chapter 39. The
// single pass is that of Merrill and Garland, "Single-pass parallel prefix scan with decoupled
// look-back" (2016).
#include <cuda_pipeline.h>

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

/// The tile of a block: kThreadCount threads, kRowCount rows for each of their warps.
template <unsigned kThreadCount, unsigned kRowCount>
struct TileShape {
  static constexpr unsigned kThreads = kThreadCount;
  static constexpr unsigned kRows = kRowCount;
  static constexpr unsigned kWarps = kThreads / kWarp;
  static constexpr unsigned kWarpElements = kRows * kRowElements;
  static constexpr unsigned kElements = kWarps * kWarpElements;
};
using LookBackTile = TileShape<512, 8>;
using ResidentTile = TileShape<1024, 4>;       // two take 128 KiB
using SmallResidentTile = TileShape<1024, 1>;  // two take 32 KiB, which every device has

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

/// The sum over the lanes of a warp, in each of them. All 32 lanes must call it.
__device__ std::uint32_t warp_sum(std::uint32_t value) {
#pragma unroll
  for (unsigned lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    value += __shfl_xor_sync(kAll, value, lanes);
  }
  return value;
}

__device__ std::uint32_t sum_of(uint4 four) {
  return four.x + four.y + four.z + four.w;
}

__device__ void publish(TileState* states, std::size_t tile, TileState kind, std::uint32_t sum) {
  cuda::atomic_ref<TileState, cuda::thread_scope_device>(states[tile])
      .store(kind | sum, cuda::memory_order_relaxed);
}

/// The state of a tile, as soon as there is one.
__device__ TileState published(TileState* states, std::size_t tile) {
  const cuda::atomic_ref<TileState, cuda::thread_scope_device> word(states[tile]);
  TileState state;
  do {
    state = word.load(cuda::memory_order_relaxed);
  } while (state == kEmpty);
  return state;
}

/// The sum of all tiles before `tile` >= 1, in every lane. A warp reads 32 states at a time, from
/// the nearest on, until one holds a prefix. All 32 lanes must call it.
__device__ std::uint32_t look_back(TileState* states, std::size_t tile) {
  const unsigned lane = threadIdx.x % kWarp;
  std::uint32_t sum = 0;
  for (std::size_t end = tile;; end -= kWarp) {  // tiles below `end` are not added yet
    // Before the first tile: a prefix of 0.
    const TileState state = lane < end ? published(states, end - 1 - lane) : kPrefix;
    const unsigned prefixes = __ballot_sync(kAll, (state & kKinds) == kPrefix);
    const unsigned last = prefixes == 0 ? kWarp : static_cast<unsigned>(__ffs(prefixes)) - 1;
    sum += warp_sum(lane <= last ? static_cast<std::uint32_t>(state) : 0);
    if (prefixes != 0) return sum;
  }
}

/// Scans the rows of a warp, four elements a lane. `before`: the sum of the warp's elements before
/// the lane's four of each row. Returns the sum of all rows, in every lane. All 32 lanes must call
/// it.
template <unsigned kRows>
__device__ std::uint32_t scan_rows(const uint4 (&rows)[kRows], std::uint32_t (&before)[kRows]) {
  std::uint32_t sum = 0;  // of the rows so far
#pragma unroll
  for (unsigned r = 0; r < kRows; ++r) {
    const std::uint32_t own = sum_of(rows[r]);
    const std::uint32_t through = warp_scan(own);
    before[r] = sum + through - own;
    sum += __shfl_sync(kAll, through, kWarp - 1);
  }
  return sum;
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

/// Stores the results of a lane from element `first` on. `prefix`: the sum of all elements before
/// the warp's. `whole`: all elements of the tile exist, and none is compared with the end.
template <unsigned kRows>
__device__ void store_rows(std::uint32_t* out, std::size_t first, std::size_t n, bool whole,
                           std::uint32_t prefix, const uint4 (&rows)[kRows],
                           const std::uint32_t (&before)[kRows]) {
#pragma unroll
  for (unsigned r = 0; r < kRows; ++r) {
    uint4 result;
    result.x = prefix + before[r];
    result.y = result.x + rows[r].x;
    result.z = result.y + rows[r].y;
    result.w = result.z + rows[r].z;
    const std::size_t i = first + r * kRowElements;
    if (whole) {
      *reinterpret_cast<uint4*>(out + i) = result;
    } else {
      store_four(out, i, n, result);
    }
  }
}

/// Formula: out = exclusive scan of all n elements, in one launch.
/// Launch: a block of LookBackTile::kThreads for each tile of its kElements.
/// Reads and writes: each element once, each result once; a state of 8 bytes a tile. `ticket` and
/// `states` are 0 before.
/// Synchronisation: tiles are numbered by ticket, so a tile waits only for tiles that run or have
/// ended. A state carries its sum in the same word: relaxed order is enough. Two barriers share
/// warps' sums and the tile's prefix.
/// Cost: 8 bytes an element. All loads of a tile that is whole are under way together: no test of
/// the end stands between them. While a block looks back, it requests nothing.
__global__ void __launch_bounds__(LookBackTile::kThreads)
    look_back_scan(const std::uint32_t* in, std::size_t n, std::uint32_t* out, unsigned* ticket,
                   TileState* states) {
  using Tile = LookBackTile;
  __shared__ std::size_t drawn;
  __shared__ std::uint32_t warp_sums[Tile::kWarps];
  __shared__ std::uint32_t tile_prefix;
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  if (threadIdx.x == 0) drawn = atomicAdd(ticket, 1u);
  __syncthreads();
  const std::size_t tile = drawn;
  const std::size_t first = tile * Tile::kElements + warp * Tile::kWarpElements + 4 * lane;
  const bool whole = (tile + 1) * Tile::kElements <= n;

  uint4 rows[Tile::kRows];
  if (whole) {
#pragma unroll
    for (unsigned r = 0; r < Tile::kRows; ++r) {
      rows[r] = *reinterpret_cast<const uint4*>(in + first + r * kRowElements);
    }
  } else {
#pragma unroll
    for (unsigned r = 0; r < Tile::kRows; ++r) rows[r] = load_four(in, first + r * kRowElements, n);
  }
  std::uint32_t before[Tile::kRows];
  const std::uint32_t sum = scan_rows(rows, before);
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
  store_rows(out, first, n, whole, prefix + tile_prefix, rows, before);
}

// ----- one pass by resident blocks -----

/// Two tiles of a block in shared memory. Each thread requests, and later reads, the same words.
template <class Tile>
class Stages {
 public:
  static constexpr unsigned kWords = Tile::kElements / 4;  // of 16 bytes, a tile

  __device__ explicit Stages(uint4* words) : own_(words + threadIdx.x) {}

  /// Requests the lane's elements from `first` on, 0 beyond the last. `whole`: all of them exist.
  __device__ void request(unsigned turn, const std::uint32_t* in, std::size_t first, std::size_t n,
                          bool whole) const {
    if (whole) {
#pragma unroll
      for (unsigned r = 0; r < Tile::kRows; ++r) {
        __pipeline_memcpy_async(word(turn, r), in + first + r * kRowElements, sizeof(uint4));
      }
    } else {
      for (unsigned r = 0; r < Tile::kRows; ++r) {
        *word(turn, r) = load_four(in, first + r * kRowElements, n);
      }
    }
    __pipeline_commit();
  }

  /// Waits for all requests but the last `later` ones.
  __device__ static void wait(unsigned later) {
    __pipeline_wait_prior(later);
  }

  __device__ void read(unsigned turn, uint4 (&rows)[Tile::kRows]) const {
#pragma unroll
    for (unsigned r = 0; r < Tile::kRows; ++r) rows[r] = *word(turn, r);
  }

  /// The sum of the thread's elements.
  __device__ std::uint32_t sum(unsigned turn) const {
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned r = 0; r < Tile::kRows; ++r) sum += sum_of(*word(turn, r));
    return sum;
  }

 private:
  __device__ uint4* word(unsigned turn, unsigned row) const {
    return own_ + turn % 2 * kWords + row * Tile::kThreads;
  }

  uint4* own_;
};

/// Formula: same as look_back_scan.
/// Launch: cooperative, so that all blocks run: as many of Tile::kThreads as are resident. In turn
/// k, a block scans tile k gridDim.x + blockIdx.x.
/// Reads and writes: same as look_back_scan. Two tiles of shared memory.
/// Synchronisation: a block publishes a tile's sum a turn before it stores the tile. It adds, to
/// the prefix of its last tile, the sums of the gridDim.x tiles since. So it waits only for blocks
/// that are more than a turn behind. Elements need no barrier, see Stages. The two barriers of a
/// turn share the sums of warps.
/// Cost: 8 bytes an element, bound by memory: a tile is under way while another one is stored.
template <class Tile>
__global__ void __launch_bounds__(Tile::kThreads)
    resident_scan(const std::uint32_t* in, std::size_t n, std::uint32_t* out, TileState* states) {
  extern __shared__ uint4 words[];
  __shared__ std::uint32_t warp_sums[2][Tile::kWarps];  // of this turn's tile and of the next one's
  __shared__ std::uint32_t since[Tile::kWarps];         // sums of tiles since the last turn's
  const Stages<Tile> stages(words);
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  const std::size_t blocks = gridDim.x;
  const std::size_t own = warp * Tile::kWarpElements + 4 * lane;  // of a tile, the lane's first
  const auto request = [&](unsigned turn, std::size_t tile) {
    stages.request(turn, in, tile * Tile::kElements + own, n, (tile + 1) * Tile::kElements <= n);
  };
  const auto sum_warp = [&](unsigned turn) {
    const std::uint32_t sum = warp_sum(stages.sum(turn));
    if (lane == 0) warp_sums[turn % 2][warp] = sum;
  };
  const auto publish_tile = [&](unsigned turn, std::size_t tile) {
    if (warp != 0 || tile * Tile::kElements >= n) return;
    const std::uint32_t sum = warp_sum(lane < Tile::kWarps ? warp_sums[turn % 2][lane] : 0);
    if (lane == 0) publish(states, tile, kOwnSum, sum);
  };

  std::size_t tile = blockIdx.x;
  request(0, tile);
  request(1, tile + blocks);
  stages.wait(1);
  sum_warp(0);
  __syncthreads();
  publish_tile(0, tile);

  std::uint32_t base = 0;  // sum of all tiles before that of the last turn, then of this turn
  for (unsigned turn = 0; tile * Tile::kElements < n; ++turn, tile += blocks) {
    uint4 rows[Tile::kRows];
    stages.read(turn, rows);
    request(turn, tile + 2 * blocks);
    stages.wait(1);
    sum_warp(turn + 1);
    __syncthreads();
    publish_tile(turn + 1, tile + blocks);

    // Time passes here that other blocks need to publish their sums.
    std::uint32_t before[Tile::kRows];
    scan_rows(rows, before);
    std::uint32_t part = 0;
    for (std::size_t t = threadIdx.x; t < blocks; t += Tile::kThreads) {
      if (tile + t >= blocks) {
        part += static_cast<std::uint32_t>(published(states, tile + t - blocks));
      }
    }
    part = warp_sum(part);
    if (lane == 0) since[warp] = part;
    // The sum of the warps before this one, in the tile.
    const std::uint32_t prefix = warp_sum(lane < warp ? warp_sums[turn % 2][lane] : 0);
    __syncthreads();
    base += warp_sum(lane < Tile::kWarps ? since[lane] : 0);
    store_rows(out, tile * Tile::kElements + own, n, (tile + 1) * Tile::kElements <= n,
               base + prefix, rows, before);
  }
}

constexpr std::size_t kTicketWords = 4;  // at the begin of the room; states follow

/// Room of a scan by tiles of `elements`.
std::size_t state_words(std::size_t n, std::size_t elements) {
  return kTicketWords + 2 * blocks_for(n, elements);
}

/// Clears the ticket and the states of tiles of `elements`; returns the states.
TileState* clear_states(std::size_t n, std::size_t elements, std::uint32_t* room) {
  gpu::check(cudaMemsetAsync(room, 0, state_words(n, elements) * sizeof(std::uint32_t)),
             "clear the states of tiles");
  return reinterpret_cast<TileState*>(room + kTicketWords);
}

void by_look_back(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* out) {
  using Tile = LookBackTile;
  if (n == 0) return;
  TileState* states = clear_states(n, Tile::kElements, room);
  look_back_scan<<<static_cast<unsigned>(blocks_for(n, Tile::kElements)), Tile::kThreads>>>(
      in, n, out, room, states);
  gpu::check_launch("scan");
}

/// Enqueues resident_scan; returns false, and does nothing, where the device has too little shared
/// memory.
template <class Tile>
bool enqueue_resident(const std::uint32_t* in, std::size_t n, std::uint32_t* room,
                      std::uint32_t* out) {
  constexpr int kBytes = 2 * Tile::kElements * sizeof(std::uint32_t);
  const auto kernel = resident_scan<Tile>;
  if (shared_bytes() < kBytes + 1024) return false;  // 1024: of the kernel's own and of the driver
  gpu::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes),
             "ask for shared memory");
  int resident = 0;  // blocks of a multiprocessor
  gpu::check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, Tile::kThreads, kBytes),
      "ask for the occupancy");
  TileState* states = clear_states(n, Tile::kElements, room);
  const std::size_t blocks =
      std::min(blocks_for(n, Tile::kElements), static_cast<std::size_t>(resident) * processors());
  void* arguments[] = {&in, &n, &out, &states};
  gpu::check(cudaLaunchCooperativeKernel(kernel, static_cast<unsigned>(blocks), Tile::kThreads,
                                         arguments, kBytes, nullptr),
             "scan");
  return true;
}

void by_resident_blocks(const std::uint32_t* in, std::size_t n, std::uint32_t* room,
                        std::uint32_t* out) {
  if (n == 0 || enqueue_resident<ResidentTile>(in, n, room, out)) return;
  enqueue_resident<SmallResidentTile>(in, n, room, out);
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
    {"shuffles, one pass, look-back", by_look_back},
    {"resident blocks, next in flight", by_resident_blocks},
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
  return std::max({levels, state_words(n, SmallResidentTile::kElements),
                   blocks_for(cub_bytes(n), sizeof(std::uint32_t))});
}

}  // namespace apsp::labs
