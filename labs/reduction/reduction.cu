// SPDX-License-Identifier: MIT
// The ladder of Harris, "Optimizing parallel reduction in CUDA" (2007), for processors whose warps
// are not synchronous: its last warp uses shuffles in place of volatile shared memory.
#include <algorithm>
#include <cub/device/device_reduce.cuh>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/reduction/reduction.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kThreads = 128;  // a power of two, at least two warps
constexpr unsigned kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;
constexpr unsigned kBlocksPerProcessor = 16;  // fills a multiprocessor: 2048 threads

static_assert(kThreads >= 2 * kWarp && (kThreads & (kThreads - 1)) == 0,
              "halving must end at one warp");

/// The element, or 0 beyond the last.
__device__ std::uint32_t element(const std::uint32_t* in, std::size_t i, std::size_t n) {
  return i < n ? in[i] : 0;
}

/// The sum over the lanes of a warp, valid in lane 0. All 32 lanes must call it.
__device__ std::uint32_t warp_sum(std::uint32_t value) {
#pragma unroll
  for (unsigned lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    value += __shfl_down_sync(kAll, value, lanes);
  }
  return value;
}

/// Formula: out(block) = sum of the block's kThreads elements, pairs at distance 1, 2, 4, ...
/// Launch: a block of kThreads for kThreads elements.
/// Reads and writes: each element once; one word a block.
/// Synchronisation: a barrier a level; each level reads what the one before wrote.
/// Cost: log2 kThreads levels. At level s each warp holds a working thread: warps diverge.
__global__ void interleaved(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kThreads];
  const unsigned t = threadIdx.x;
  sums[t] = element(in, blockIdx.x * std::size_t{kThreads} + t, n);
  __syncthreads();
  for (unsigned s = 1; s < kThreads; s *= 2) {
    if (t % (2 * s) == 0) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

/// Formula, launch, reads and writes, synchronisation: same as interleaved.
/// Cost: the first threads work, so whole warps rest; their words lie 2 s apart, which is a
/// conflict of min(2 s, 32) ways between the banks of shared memory.
__global__ void no_divergence(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kThreads];
  const unsigned t = threadIdx.x;
  sums[t] = element(in, blockIdx.x * std::size_t{kThreads} + t, n);
  __syncthreads();
  for (unsigned s = 1; s < kThreads; s *= 2) {
    const unsigned i = 2 * s * t;
    if (i < kThreads) sums[i] += sums[i + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

/// Formula: out(block) = sum of the block's elements, the upper half onto the lower one.
/// Launch, reads and writes, synchronisation: same as interleaved.
/// Cost: neighbouring threads use neighbouring banks; half of the threads only load.
__global__ void sequential(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kThreads];
  const unsigned t = threadIdx.x;
  sums[t] = element(in, blockIdx.x * std::size_t{kThreads} + t, n);
  __syncthreads();
  for (unsigned s = kThreads / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

/// Formula: same as sequential, after a first addition on the way in.
/// Launch: a block of kThreads for 2 kThreads elements.
/// Reads and writes, synchronisation: same as sequential.
/// Cost: half of the blocks, barriers and launches' tails for the same bytes.
__global__ void add_on_load(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kThreads];
  const unsigned t = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t{2 * kThreads} + t;
  sums[t] = element(in, i, n) + element(in, i + kThreads, n);
  __syncthreads();
  for (unsigned s = kThreads / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

/// Formula, launch, reads and writes: same as add_on_load.
/// Synchronisation: barriers down to 64 words; the last warp shuffles, which orders its own lanes.
/// Cost: six levels fewer with barriers; the other warps end early.
__global__ void last_warp(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kThreads];
  const unsigned t = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t{2 * kThreads} + t;
  sums[t] = element(in, i, n) + element(in, i + kThreads, n);
  __syncthreads();
  for (unsigned s = kThreads / 2; s > kWarp; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t >= kWarp) return;
  const std::uint32_t sum = warp_sum(sums[t] + sums[t + kWarp]);
  if (t == 0) out[blockIdx.x] = sum;
}

/// The sum over a block of kBlock threads, valid in thread 0, with every loop unrolled. Reads and
/// writes `sums`, kBlock words; all threads must call it.
template <unsigned kBlock>
__device__ std::uint32_t block_sum(std::uint32_t value, std::uint32_t* sums) {
  static_assert(kBlock >= 2 * kWarp && kBlock <= 1024, "two warps at least");
  const unsigned t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
#pragma unroll
  for (unsigned s = kBlock / 2; s > kWarp; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  return t < kWarp ? warp_sum(sums[t] + sums[t + kWarp]) : 0;
}

/// Formula, reads and writes, synchronisation: same as last_warp.
/// Launch: a block of kBlock, a constant of the compiler, for 2 kBlock elements.
/// Cost: no loop is left; comparisons with kBlock are gone.
template <unsigned kBlock>
__global__ void unrolled(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kBlock];
  const std::size_t i = blockIdx.x * std::size_t{2 * kBlock} + threadIdx.x;
  const std::uint32_t sum = block_sum<kBlock>(element(in, i, n) + element(in, i + kBlock, n), sums);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

/// Formula: out(block) = sum of elements block * 2 kBlock + [0, 2 kBlock), and so on by the grid.
/// Launch: at most as many blocks of kBlock as the device holds.
/// Reads and writes: each element once; one word a block.
/// Synchronisation: same as last_warp, once a block.
/// Cost: the tree is paid once a block, not once for 2 kBlock elements: bound by memory.
template <unsigned kBlock>
__global__ void several(const std::uint32_t* in, std::size_t n, std::uint32_t* out) {
  __shared__ std::uint32_t sums[kBlock];
  const std::size_t step = std::size_t{2 * kBlock} * gridDim.x;
  std::uint32_t own = 0;
  for (std::size_t i = blockIdx.x * std::size_t{2 * kBlock} + threadIdx.x; i < n; i += step) {
    own += in[i] + element(in, i + kBlock, n);
  }
  const std::uint32_t sum = block_sum<kBlock>(own, sums);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

/// Formula: *sum = sum of all elements, in one launch.
/// Launch: at most as many blocks of kBlock as the device holds.
/// Reads and writes: each element once, 16 bytes a load, four loads in flight. Each block writes
/// one word of `out`, and the last one reads them. `ticket` is 0 before and after. Synchronisation:
/// a block puts its sum, fences, and draws a ticket; the block with the last one finds all sums.
/// Cost: 4 bytes an element, bound by memory; no second launch.
template <unsigned kBlock>
__global__ void one_launch(const std::uint32_t* in, std::size_t n, std::uint32_t* out,
                           unsigned* ticket, std::uint32_t* sum) {
  __shared__ std::uint32_t sums[kBlock];
  __shared__ bool is_last;
  const auto* fours = reinterpret_cast<const uint4*>(in);
  const std::size_t count = n / 4;
  const std::size_t first = blockIdx.x * std::size_t{kBlock} + threadIdx.x;
  const std::size_t step = std::size_t{kBlock} * gridDim.x;
  std::uint32_t own = 0;
#pragma unroll 4
  for (std::size_t i = first; i < count; i += step) {
    const uint4 four = fours[i];
    own += four.x + four.y + four.z + four.w;
  }
  if (first < n % 4) own += in[4 * count + first];
  const std::uint32_t block = block_sum<kBlock>(own, sums);
  if (threadIdx.x == 0) {
    out[blockIdx.x] = block;
    __threadfence();
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // the last one resets it to 0
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  std::uint32_t all = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += kBlock) all += __ldcg(out + i);
  all = block_sum<kBlock>(all, sums);
  if (threadIdx.x == 0) *sum = all;
}

constexpr std::size_t kTicketWords = 4;  // at the begin of the room

/// Launches `kernel` on `n` elements, then on its blocks' sums, until one is left. A launch has one
/// block for `per_block` elements, but at most `most`.
template <class Kernel>
void in_passes(Kernel kernel, std::size_t per_block, std::size_t most, const std::uint32_t* in,
               std::size_t n, std::uint32_t* room, std::uint32_t* sum) {
  const auto blocks_of = [&](std::size_t count) {
    return std::clamp<std::size_t>(blocks_for(count, per_block), 1, most);
  };
  std::uint32_t* to = room + kTicketWords;
  std::uint32_t* other = to + blocks_of(n);
  for (;;) {
    const std::size_t blocks = blocks_of(n);
    kernel<<<static_cast<unsigned>(blocks), kThreads>>>(in, n, blocks == 1 ? sum : to);
    gpu::check_launch("reduce");
    if (blocks == 1) return;
    in = to;
    n = blocks;
    std::swap(to, other);
  }
}

constexpr std::size_t kMostBlocks = 0x7fffffff;

template <void (*kKernel)(const std::uint32_t*, std::size_t, std::uint32_t*), std::size_t kPerBlock>
void by_blocks(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* sum) {
  in_passes(kKernel, kPerBlock, kMostBlocks, in, n, room, sum);
}

void by_several(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* sum) {
  in_passes(several<kThreads>, 2 * kThreads, std::size_t{kBlocksPerProcessor} * processors(), in, n,
            room, sum);
}

void by_one_launch(const std::uint32_t* in, std::size_t n, std::uint32_t* room,
                   std::uint32_t* sum) {
  const std::size_t most = std::size_t{kBlocksPerProcessor} * processors();
  const std::size_t blocks = std::clamp<std::size_t>(blocks_for(n, 4 * kThreads), 1, most);
  one_launch<kThreads>
      <<<static_cast<unsigned>(blocks), kThreads>>>(in, n, room + kTicketWords, room, sum);
  gpu::check_launch("reduce");
}

std::size_t cub_bytes(std::size_t n) {
  std::size_t bytes = 0;
  gpu::check(cub::DeviceReduce::Sum(nullptr, bytes, static_cast<const std::uint32_t*>(nullptr),
                                    static_cast<std::uint32_t*>(nullptr), n),
             "ask for the room of a reduction");
  return bytes;
}

void by_cub(const std::uint32_t* in, std::size_t n, std::uint32_t* room, std::uint32_t* sum) {
  std::size_t bytes = cub_bytes(n);
  gpu::check(cub::DeviceReduce::Sum(room + kTicketWords, bytes, in, sum, n), "reduce");
}

constexpr ReductionStep kSteps[] = {
    {"interleaved addressing", by_blocks<interleaved, kThreads>},
    {"no divergence", by_blocks<no_divergence, kThreads>},
    {"sequential addressing", by_blocks<sequential, kThreads>},
    {"first add on load", by_blocks<add_on_load, 2 * kThreads>},
    {"last warp by shuffles", by_blocks<last_warp, 2 * kThreads>},
    {"unrolled by templates", by_blocks<unrolled<kThreads>, 2 * kThreads>},
    {"several elements a thread", by_several},
    {"16-byte loads, one launch", by_one_launch},
    {"CUB", by_cub},
};

}  // namespace

std::span<const ReductionStep> reduction_steps() {
  return kSteps;
}

std::size_t reduction_room(std::size_t n) {
  const std::size_t own = 2 * std::max<std::size_t>(1, blocks_for(n, kThreads));
  // The last step has a block for 4 kThreads elements, so these words hold its sums as well.
  return kTicketWords + std::max(own, blocks_for(cub_bytes(n), sizeof(std::uint32_t)));
}

}  // namespace apsp::labs
