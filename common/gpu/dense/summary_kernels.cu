// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cub/device/device_scan.cuh>

#include "common/gpu/dense/summary_kernels.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kHistogramThreads = 512;
constexpr unsigned kWarp = 32;

/// The numbers that a thread gathers from words of a row. Columns beyond the last vertex are
/// infinite.
template <class Word>
struct Gatherer;

template <>
struct Gatherer<S32> {
  unsigned long long sum = 0;
  std::uint32_t largest = 0;
  std::uint32_t finite = 0;

  __device__ __forceinline__ void add(std::uint32_t word) {
    const bool is_finite = word != S32::kInfinite;
    const std::uint32_t distance = is_finite ? word : 0;
    sum += distance;
    largest = max(largest, distance);
    finite += is_finite;
  }
  __device__ __forceinline__ DeviceRowNumbers numbers() const { return {sum, largest, finite}; }
};

/// Both halves at once: an infinite half plus one is the least signed 16-bit number, so that a
/// signed maximum passes over it, and its sign bit counts it. A row has at most 2^16 words a
/// thread, which is what the counters hold.
template <>
struct Gatherer<U16x2> {
  std::uint32_t sum = 0;               // infinite ones included; below 2^31 for 2^16 distances
  std::uint32_t largest = 0x80008000;  // plus one
  std::uint32_t infinite = 0;          // in each half
  std::uint32_t words = 0;

  __device__ __forceinline__ void add(std::uint32_t word) {
    const std::uint32_t plus_one = word + 0x00010001u;
    sum = __dp2a_lo(word, 0x0101u, sum);
    largest = __vmaxs2(largest, plus_one);
    infinite += plus_one >> 15 & 0x00010001u;
    ++words;
  }
  __device__ __forceinline__ DeviceRowNumbers numbers() const {
    const std::uint32_t none = (infinite & 0xffffu) + (infinite >> 16);
    const auto half = [](std::uint32_t bits) {
      const int distance = static_cast<std::int16_t>(bits) - 1;
      return static_cast<std::uint32_t>(distance > 0 ? distance : 0);
    };
    return {sum - none * std::uint32_t{kInfinity<std::uint16_t>},
            max(half(largest & 0xffffu), half(largest >> 16)), 2 * words - none};
  }
};

/// Formula: rows(i) = (sum, largest, number) of the finite elements of row i.
/// Launch: a block of kThreads for each held vertex; a thread reads 16 bytes at a time.
/// Reads and writes: reads each word of the held rows once, writes 16 bytes a row.
/// Synchronisation: shuffles inside a warp, one barrier before thread 0 adds the warps.
/// Cost: 4 bytes a word, bound by memory.
template <class Word>
__global__ void __launch_bounds__(kThreads)
    row_numbers_kernel(MatrixView<Word> matrix, DeviceRowNumbers* rows) {
  const std::size_t pitch = matrix.layout.pitch();
  const auto* words = reinterpret_cast<const uint4*>(matrix.words + blockIdx.x * pitch);
  Gatherer<Word> own;
#pragma unroll 4
  for (std::size_t n = threadIdx.x; n < pitch / 4; n += kThreads) {
    const uint4 four = words[n];
    own.add(four.x);
    own.add(four.y);
    own.add(four.z);
    own.add(four.w);
  }
  DeviceRowNumbers all = own.numbers();
  for (unsigned lanes = kWarp / 2; lanes > 0; lanes /= 2) {
    all.sum += __shfl_xor_sync(~0u, all.sum, lanes);
    all.largest = max(all.largest, __shfl_xor_sync(~0u, all.largest, lanes));
    all.reachable += __shfl_xor_sync(~0u, all.reachable, lanes);
  }
  __shared__ DeviceRowNumbers warps[kThreads / kWarp];
  if (threadIdx.x % kWarp == 0) warps[threadIdx.x / kWarp] = all;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < kThreads / kWarp; ++warp) {
    all.sum += warps[warp].sum;
    all.largest = max(all.largest, warps[warp].largest);
    all.reachable += warps[warp].reachable;
  }
  rows[blockIdx.x] = all;
}

/// Calls `use` with each element of a word that is finite.
template <class Word, class Use>
__device__ __forceinline__ void for_each_finite(std::uint32_t word, const Use& use) {
#pragma unroll
  for (int e = 0; e < Word::kElements; ++e) {
    const std::uint32_t value = Word::kElements == 2 ? word >> (16 * e) & 0xffffu : word;
    if (value != static_cast<std::uint32_t>(kInfinity<typename Word::Element>)) use(value);
  }
}

/// Formula: counts(d >> shift) += 1 for each finite distance d.
/// Launch: as many blocks of kHistogramThreads as the device holds; bins x copies words of dynamic
/// shared memory.
/// Reads and writes: reads each word of the rows once; adds each bin atomically, once a block.
/// A block counts fewer than 2^32 distances.
/// Synchronisation: atomics on the block's tables, barriers before and after. The `copies` tables
/// lie side by side: lanes with equal distances, the common case, use different banks. With
/// copies = 0 all count in device memory.
/// Cost: 4 bytes a word and an atomic a distance, bound by shared memory.
template <class Word>
__global__ void __launch_bounds__(kHistogramThreads)
    count_kernel(WordRows distances, int shift, unsigned bins, unsigned copies,
                 unsigned long long* counts) {
  extern __shared__ std::uint32_t tables[];
  for (unsigned n = threadIdx.x; n < bins * copies; n += kHistogramThreads) tables[n] = 0;
  __syncthreads();
  const unsigned copy = copies == 0 ? 0 : threadIdx.x % copies;
  const auto count = [&](std::uint32_t distance) {
    const unsigned bin = distance >> shift;
    if (copies == 0) {
      atomicAdd(counts + bin, 1ull);
    } else {
      atomicAdd(tables + bin * copies + copy, 1u);
    }
  };
  const std::size_t pitch = distances.pitch;
  for (std::size_t row = blockIdx.x; row < distances.rows; row += gridDim.x) {
    const auto* words = reinterpret_cast<const uint4*>(distances.words + row * pitch);
    for (std::size_t n = threadIdx.x; n < pitch / 4; n += kHistogramThreads) {
      const uint4 four = words[n];
      for_each_finite<Word>(four.x, count);
      for_each_finite<Word>(four.y, count);
      for_each_finite<Word>(four.z, count);
      for_each_finite<Word>(four.w, count);
    }
  }
  __syncthreads();
  if (copies == 0) return;
  for (unsigned bin = threadIdx.x; bin < bins; bin += kHistogramThreads) {
    unsigned long long sum = 0;
    for (unsigned n = 0; n < copies; ++n) sum += tables[bin * copies + n];
    if (sum != 0) atomicAdd(counts + bin, sum);
  }
}

}  // namespace

template <class Word>
void row_numbers(const MatrixView<Word>& matrix, DeviceRowNumbers* rows, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(matrix.layout.held_vertices());
  row_numbers_kernel<Word><<<blocks, kThreads, 0, stream>>>(matrix, rows);
  check_launch("reduce the rows");
}

template <class Word>
void count_distances(const WordRows& distances, int shift, std::size_t bins,
                     unsigned long long* counts, cudaStream_t stream) {
  const std::size_t processors = limit_of_device(cudaDevAttrMultiProcessorCount);
  const std::size_t most_shared = limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  // Half of the shared memory, so that two blocks share an SM; one block has it all where a table
  // alone is larger than that.
  const std::size_t room = most_shared / sizeof(std::uint32_t);
  unsigned copies = bins <= room ? 1 : 0;
  while (copies != 0 && copies < kWarp && 2 * copies * bins <= room / 2) copies *= 2;
  const std::size_t shared = bins * copies * sizeof(std::uint32_t);
  // The most there is, not what is needed: threads that share a device share the attribute.
  check(cudaFuncSetAttribute(count_kernel<Word>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(most_shared)),
        "ask for shared memory");
  int blocks = 0;  // of an SM
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_kernel<Word>,
                                                      kHistogramThreads, shared),
        "ask for the occupancy");
  count_kernel<Word>
      <<<static_cast<unsigned>(static_cast<std::size_t>(blocks) * processors), kHistogramThreads,
         shared, stream>>>(distances, shift, static_cast<unsigned>(bins), copies, counts);
  check_launch("count the distances");
}

void accumulate_counts(unsigned long long* counts, std::size_t bins, cudaStream_t stream) {
  std::size_t bytes = 0;
  check(cub::DeviceScan::InclusiveSum(nullptr, bytes, counts, counts, bins, stream),
        "ask for the room of a scan");
  const auto room = allocate_device<std::byte>(bytes);
  check(cub::DeviceScan::InclusiveSum(room.get(), bytes, counts, counts, bins, stream),
        "accumulate the counts");
  check(cudaStreamSynchronize(stream), "accumulate the counts");
}

template void row_numbers<S32>(const MatrixView<S32>&, DeviceRowNumbers*, cudaStream_t);
template void row_numbers<U16x2>(const MatrixView<U16x2>&, DeviceRowNumbers*, cudaStream_t);
template void count_distances<S32>(const WordRows&, int, std::size_t, unsigned long long*,
                                   cudaStream_t);
template void count_distances<U16x2>(const WordRows&, int, std::size_t, unsigned long long*,
                                     cudaStream_t);

}  // namespace apsp::gpu
