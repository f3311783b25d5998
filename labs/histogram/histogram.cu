// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cub/device/device_histogram.cuh>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/histogram/histogram.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kThreads = 512;
constexpr unsigned kWarp = 32;
constexpr unsigned kTableBins = kBins;
constexpr std::size_t kElementsPerBlock = 16 * kThreads;  // of the steps that are not coarsened

/// Formula: counts(in(i)) += 1. Without the atomic, two threads that read the same count would both
/// write it plus one.
/// Launch: a thread for each element.
/// Reads and writes: each element once; a count for each element, in device memory.
/// Synchronisation: atomics on the counts, zeroed before.
/// Cost: one atomic of L2 an element; equal bins wait for each other.
__global__ void global_atomics(const std::uint32_t* in, std::size_t n, std::uint32_t* counts) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  if (i < n) atomicAdd(counts + in[i], 1u);
}

/// A block's tables: kCopies of them, side by side. Copy c of a bin lies in bank c mod 32, so lanes
/// with different copies never meet in a bank where kCopies is 32.
template <unsigned kCopies>
struct Tables {
  std::uint32_t words[kTableBins * kCopies];

  __device__ void clear() {
    for (unsigned w = threadIdx.x; w < kTableBins * kCopies; w += kThreads) words[w] = 0;
    __syncthreads();
  }
  __device__ void count(std::uint32_t bin) {
    atomicAdd(words + bin * kCopies + threadIdx.x % kCopies, 1u);
  }
  /// Adds the copies up; each thread starts at another copy, so that lanes use different banks.
  __device__ void add_to(std::uint32_t* counts) {
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < kTableBins; bin += kThreads) {
      std::uint32_t sum = 0;
      for (unsigned c = 0; c < kCopies; ++c) sum += words[bin * kCopies + (bin + c) % kCopies];
      if (sum != 0) atomicAdd(counts + bin, sum);
    }
  }
};

/// Formula: counts(in(i)) += 1, in kCopies tables a block, which are added up at its end.
/// Launch: a block of kThreads for kElementsPerBlock elements.
/// Reads and writes: each element once; kTableBins counts a block.
/// Synchronisation: atomics of shared memory; barriers after the tables are cleared and filled.
/// Cost: an atomic of shared memory an element; 1/16 clear and 1/16 atomic of L2 for each, and
/// copy.
template <unsigned kCopies>
__global__ void __launch_bounds__(kThreads)
    shared_atomics(const std::uint32_t* in, std::size_t n, std::uint32_t* counts) {
  __shared__ Tables<kCopies> tables;
  tables.clear();
  const std::size_t first = blockIdx.x * kElementsPerBlock;
  const std::size_t end = first + kElementsPerBlock < n ? first + kElementsPerBlock : n;
  for (std::size_t i = first + threadIdx.x; i < end; i += kThreads) tables.count(in[i]);
  tables.add_to(counts);
}

/// Formula: same as shared_atomics.
/// Launch: as many blocks of kThreads as the device holds; each takes its share of the elements.
/// Reads and writes: each element once, 16 bytes a load; kTableBins counts a block.
/// Synchronisation: same as shared_atomics, once for all elements.
/// Cost: 4 bytes an element, bound by memory while the atomics of shared memory keep up.
template <unsigned kCopies>
__global__ void __launch_bounds__(kThreads)
    coarsened(const std::uint32_t* in, std::size_t n, std::uint32_t* counts) {
  __shared__ Tables<kCopies> tables;
  tables.clear();
  const auto* fours = reinterpret_cast<const uint4*>(in);
  const std::size_t first = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const std::size_t step = std::size_t{kThreads} * gridDim.x;
#pragma unroll 2
  for (std::size_t i = first; i < n / 4; i += step) {
    const uint4 four = fours[i];
    tables.count(four.x);
    tables.count(four.y);
    tables.count(four.z);
    tables.count(four.w);
  }
  if (first < n % 4) tables.count(in[n - n % 4 + first]);
  tables.add_to(counts);
}

void clear(std::uint32_t* counts) {
  gpu::check(cudaMemsetAsync(counts, 0, kBins * sizeof(std::uint32_t)), "clear the counts");
}

using Kernel = void (*)(const std::uint32_t*, std::size_t, std::uint32_t*);

template <Kernel kKernel, std::size_t kPerBlock>
void by_blocks(const std::uint32_t* in, std::size_t n, std::byte*, std::uint32_t* counts) {
  clear(counts);
  if (n == 0) return;
  kKernel<<<static_cast<unsigned>(blocks_for(n, kPerBlock)), kThreads>>>(in, n, counts);
  gpu::check_launch("count");
}

void by_coarse_blocks(const std::uint32_t* in, std::size_t n, std::byte*, std::uint32_t* counts) {
  clear(counts);
  int blocks = 0;  // of a multiprocessor
  gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, coarsened<kWarp>, kThreads, 0),
             "ask for the occupancy");
  const std::size_t most = static_cast<std::size_t>(blocks) * processors();
  const auto grid = std::clamp<std::size_t>(blocks_for(n, 4 * kThreads), 1, most);
  coarsened<kWarp><<<static_cast<unsigned>(grid), kThreads>>>(in, n, counts);
  gpu::check_launch("count");
}

/// Without `room`, asks CUB for its size.
std::size_t count_by_cub(const std::uint32_t* in, std::size_t n, std::byte* room, std::size_t bytes,
                         std::uint32_t* counts) {
  gpu::check(
      cub::DeviceHistogram::HistogramEven(room, bytes, in, counts, static_cast<int>(kBins) + 1, 0,
                                          static_cast<int>(kBins), static_cast<long long>(n)),
      "count");
  return bytes;
}

void by_cub(const std::uint32_t* in, std::size_t n, std::byte* room, std::uint32_t* counts) {
  count_by_cub(in, n, room, histogram_room(n), counts);
}

constexpr HistogramStep kSteps[] = {
    {"global atomics", by_blocks<global_atomics, kThreads>},
    {"shared atomics", by_blocks<shared_atomics<1>, kElementsPerBlock>},
    {"eight copies a block", by_blocks<shared_atomics<8>, kElementsPerBlock>},
    {"coarsened, a copy for each lane", by_coarse_blocks},
    {"CUB", by_cub},
};

}  // namespace

std::span<const HistogramStep> histogram_steps() {
  return kSteps;
}

std::size_t histogram_room(std::size_t n) {
  return std::max<std::size_t>(1, count_by_cub(nullptr, n, nullptr, 0, nullptr));
}

}  // namespace apsp::labs
