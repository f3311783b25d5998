// SPDX-License-Identifier: MIT
// The search of many rows by words of bits: M. Then et al., "The more the merrier: efficient
// multi-source graph traversal", PVLDB 8 (2014). Same as PredecessorBatch on processors, but a
// vertex keeps, in the step that reaches it, the entries that end a path with the fewest edges.
#include <algorithm>

#include "common/gpu/dense/predecessor_kernels.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;
constexpr unsigned kLanes = kPredecessorLanes;
static_assert(kLanes == 2 * kWarp, "a thread of a warp has two lanes");

constexpr unsigned kTransposeRows = 8;  // of threads
constexpr unsigned kTightThreads = 256;
constexpr unsigned kSearchThreads = 1024;
constexpr unsigned kWriteLanes = 8;  // that a thread writes

/// The vertex of row n.
__device__ std::size_t source_of(const MatrixView& matrix, const HeldRows& rows, std::size_t n) {
  return matrix.layout.first_vertex() + rows[n];
}

/// The largest of a warp's values.
__device__ std::uint32_t largest_of_warp(std::uint32_t value) {
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value = max(value, __shfl_xor_sync(kAllLanes, value, distance));
  }
  return value;
}

/// Formula: keys(batch, j, lane) = d(i,j) for the row i of the lane, infinite where there is none.
/// Launch: (V / 32, 2 batches) blocks of 32 x kTransposeRows threads; a block moves a square of 32
/// vertices and 32 lanes.
/// Reads and writes: reads each element of the rows once and writes it once, both along a warp.
/// Synchronisation: one barrier between the two.
/// Cost: two accesses an element, bound by memory.
template <class Word>
__global__ void keys_kernel(MatrixView matrix, HeldRows rows, std::size_t first,
                            typename Word::Element* keys) {
  using Element = typename Word::Element;
  __shared__ Element square[kWarp][kWarp + 1];
  const std::size_t vertices = matrix.layout.vertices;
  const std::size_t first_column = static_cast<std::size_t>(blockIdx.x) * kWarp;
  const std::size_t first_row = first + static_cast<std::size_t>(blockIdx.y) * kWarp;
  for (unsigned lane = threadIdx.y; lane < kWarp; lane += kTransposeRows) {
    const std::size_t row = first_row + lane;
    const std::size_t column = first_column + threadIdx.x;
    Element element = kInfinity<Element>;
    if (row < rows.count && column < vertices) {
      element = reinterpret_cast<const Element*>(matrix.words +
                                                 rows[row] * matrix.layout.pitch())[column];
    }
    square[lane][threadIdx.x] = element;
  }
  __syncthreads();
  const std::size_t batch = blockIdx.y / 2;
  const unsigned first_lane = blockIdx.y % 2 * kWarp;
  for (unsigned n = threadIdx.y; n < kWarp; n += kTransposeRows) {
    const std::size_t j = first_column + n;
    if (j >= vertices) break;
    keys[(batch * vertices + j) * kLanes + first_lane + threadIdx.x] = square[threadIdx.x][n];
  }
}

/// Formula: an entry (lanes l with d(l,p) + w(p,j) = d(l,j), p) for each arc p -> j that has such a
/// lane. Lanes without a path to j, and those that start at j, are left out.
/// Launch: (V / 8, batches) blocks of kTightThreads; a warp for each vertex j, a thread for lanes t
/// and t + 32.
/// Reads and writes: 64 elements an arc that weighs no more than the largest key of j; writes 12
/// bytes an entry, 20 a vertex.
/// Synchronisation: ballots and shuffles inside a warp.
/// Cost: bound by the keys of the arcs' sources, from the second-level cache or memory.
template <class Word>
__global__ void __launch_bounds__(kTightThreads)
    tight_kernel(MatrixView matrix, HeldRows rows, std::size_t first, DeviceArcs arcs,
                 PredecessorBatches batches) {
  using Element = typename Word::Element;
  const std::size_t vertices = matrix.layout.vertices;
  const std::size_t batch = blockIdx.y;
  const unsigned thread = threadIdx.x % kWarp;
  const std::size_t j =
      static_cast<std::size_t>(blockIdx.x) * (kTightThreads / kWarp) + threadIdx.x / kWarp;
  if (j >= vertices) return;  // a whole warp
  const auto* keys =
      reinterpret_cast<const Element*>(batches.keys) + batch * vertices * kLanes + thread;
  const std::uint32_t low = keys[j * kLanes];
  const std::uint32_t high = keys[j * kLanes + kWarp];
  const std::size_t row = first + batch * kLanes + thread;
  const auto starts = [&](std::size_t n) {
    return n < rows.count && source_of(matrix, rows, n) == j;
  };
  const bool low_starts = starts(row);
  const bool high_starts = starts(row + kWarp);
  const bool low_wanted = low != kInfinity<Element> && !low_starts;
  const bool high_wanted = high != kInfinity<Element> && !high_starts;
  const auto heaviest =
      static_cast<Distance>(largest_of_warp(max(low_wanted ? low : 0u, high_wanted ? high : 0u)));

  const std::size_t entry = batch * arcs.count + arcs.begin[j];
  const std::uint32_t end = arcs.begin[j + 1];
  std::uint64_t any = 0;
  std::uint32_t entries = 0;
  for (std::uint32_t next = arcs.begin[j]; next < end; next += kWarp) {
    Arc arc = {0, 0};
    if (next + thread < end) arc = arcs.arcs[next + thread];
    const bool light = next + thread < end && arc.weight <= heaviest;
    const int count = __popc(__ballot_sync(kAllLanes, light));  // the first ones: weights ascend
#pragma unroll 4
    for (int n = 0; n < count; ++n) {
      const auto p = static_cast<std::uint32_t>(__shfl_sync(kAllLanes, arc.vertex, n));
      const auto weight = static_cast<std::uint32_t>(__shfl_sync(kAllLanes, arc.weight, n));
      const std::uint32_t from_low = keys[std::size_t{p} * kLanes];
      const std::uint32_t from_high = keys[std::size_t{p} * kLanes + kWarp];
      const unsigned low_bits = __ballot_sync(kAllLanes, low_wanted && from_low + weight == low);
      const unsigned high_bits =
          __ballot_sync(kAllLanes, high_wanted && from_high + weight == high);
      const std::uint64_t tight = std::uint64_t{high_bits} << 32 | low_bits;
      if (tight == 0) continue;
      if (thread == 0) {
        batches.lanes[entry + entries] = tight;
        batches.from[entry + entries] = p;
      }
      any |= tight;
      ++entries;
    }
    if (count < static_cast<int>(kWarp)) break;
  }
  const unsigned low_front = __ballot_sync(kAllLanes, low_starts);
  const unsigned high_front = __ballot_sync(kAllLanes, high_starts);
  if (thread != 0) return;
  batches.entries[batch * vertices + j] = entries;
  batches.pending[batch * vertices + j] = any;
  std::uint64_t* fronts = batches.fronts + 2 * batch * vertices;
  fronts[j] = std::uint64_t{high_front} << 32 | low_front;
  fronts[vertices + j] = 0;
}

/// Formula: breadth first in all lanes; of the entries of a vertex stay, in a lane, those that
/// leave a vertex which the step before reached. Launch: a block of kSearchThreads for each batch;
/// a thread has every kSearchThreads-th vertex. Reads and writes: 20 bytes an entry and step, as
/// long as its vertex is pending; writes 16 bytes a vertex that the step reaches, and its entries.
/// Synchronisation: two barriers a step. A step reads the front before and writes the next, the
/// threads write words of their own vertices alone. A vertex that is no longer pending leaves its
/// lanes in one of the fronts: all that it leads to has been reached by then.
/// Cost: bound by the latency of the fronts, from the second-level cache.
__global__ void __launch_bounds__(kSearchThreads)
    search_kernel(std::size_t vertices, DeviceArcs arcs, PredecessorBatches batches) {
  const std::size_t batch = blockIdx.x;
  std::uint64_t* lanes = batches.lanes + batch * arcs.count;
  const std::uint32_t* from = batches.from + batch * arcs.count;
  const std::uint32_t* entries = batches.entries + batch * vertices;
  std::uint64_t* pending = batches.pending + batch * vertices;
  std::uint64_t* front = batches.fronts + 2 * batch * vertices;
  std::uint64_t* next_front = front + vertices;
  int reached = 1;
  std::uint32_t edges = 0;
  for (; reached != 0 && edges <= kMostPathEdges; ++edges) {
    reached = 0;
    for (std::size_t j = threadIdx.x; j < vertices; j += blockDim.x) {
      const std::uint64_t open = pending[j];
      if (open == 0) continue;
      const std::uint32_t begin = arcs.begin[j];
      const std::uint32_t end = begin + entries[j];
      std::uint64_t found = 0;
      for (std::uint32_t e = begin; e < end; ++e) found |= lanes[e] & front[from[e]];
      found &= open;
      next_front[j] = found;
      if (found == 0) continue;
      reached = 1;
      pending[j] = open ^ found;
      if (entries[j] == 1) continue;
      for (std::uint32_t e = begin; e < end; ++e) lanes[e] &= ~found | front[from[e]];
    }
    reached = __syncthreads_or(reached);
    std::uint64_t* before = front;
    front = next_front;
    next_front = before;
  }
  if (threadIdx.x == 0) batches.too_long[batch] = reached != 0;
}

/// Formula: out(row, j) = the smallest p among the entries of j that have the row's lane, or
/// kNoPredecessor.
/// Launch: (V / 32, rows / 64) blocks of 32 x 8 threads; a thread has one vertex and kWriteLanes
/// rows.
/// Reads and writes: reads the entries of a vertex eight times, from the first-level cache; writes
/// each number once, along a warp.
/// Synchronisation: none.
/// Cost: 4 bytes a number, bound by memory.
__global__ void write_kernel(std::size_t vertices, std::size_t first, std::size_t count,
                             DeviceArcs arcs, PredecessorBatches batches, std::int32_t* out) {
  const std::size_t j = static_cast<std::size_t>(blockIdx.x) * kWarp + threadIdx.x;
  const std::size_t own =
      (first / kWriteLanes + static_cast<std::size_t>(blockIdx.y) * blockDim.y + threadIdx.y) *
      kWriteLanes;  // the first of the thread's rows
  if (j >= vertices || own >= first + count) return;
  const std::size_t batch = own / kLanes;
  const auto shift = static_cast<unsigned>(own % kLanes);
  const std::size_t begin = batch * arcs.count + arcs.begin[j];
  const std::size_t end = begin + batches.entries[batch * vertices + j];
  std::uint32_t smallest[kWriteLanes];  // as unsigned numbers, kNoPredecessor is the largest
#pragma unroll
  for (unsigned n = 0; n < kWriteLanes; ++n) {
    smallest[n] = static_cast<std::uint32_t>(kNoPredecessor);
  }
  for (std::size_t e = begin; e < end; ++e) {
    const auto bits = static_cast<unsigned>(batches.lanes[e] >> shift);
    const std::uint32_t p = batches.from[e];
#pragma unroll
    for (unsigned n = 0; n < kWriteLanes; ++n) {
      if ((bits >> n & 1) != 0) smallest[n] = min(smallest[n], p);
    }
  }
#pragma unroll
  for (unsigned n = 0; n < kWriteLanes; ++n) {
    const std::size_t row = own + n;
    if (row >= first && row < first + count) {
      out[(row - first) * vertices + j] = static_cast<std::int32_t>(smallest[n]);
    }
  }
}

unsigned blocks(std::size_t items, std::size_t each) {
  return static_cast<unsigned>((items + each - 1) / each);
}

}  // namespace

template <class Word>
void find_predecessors(const MatrixView& matrix, HeldRows rows, std::size_t first,
                       const DeviceArcs& arcs, const PredecessorBatches& batches,
                       cudaStream_t stream) {
  const std::size_t vertices = matrix.layout.vertices;
  const auto count = static_cast<unsigned>(batches.count);
  keys_kernel<Word>
      <<<dim3(blocks(vertices, kWarp), 2 * count), dim3(kWarp, kTransposeRows), 0, stream>>>(
          matrix, rows, first, static_cast<typename Word::Element*>(batches.keys));
  check_launch("bring keys to lanes");
  tight_kernel<Word>
      <<<dim3(blocks(vertices, kTightThreads / kWarp), count), kTightThreads, 0, stream>>>(
          matrix, rows, first, arcs, batches);
  check_launch("find tight arcs");
  search_kernel<<<count, kSearchThreads, 0, stream>>>(vertices, arcs, batches);
  check_launch("search for predecessors");
}

void write_predecessors(std::size_t vertices, std::size_t first, std::size_t count,
                        const DeviceArcs& arcs, const PredecessorBatches& batches,
                        std::int32_t* out, cudaStream_t stream) {
  if (count == 0) return;
  constexpr unsigned kRowsOfThreads = kLanes / kWriteLanes;
  const std::size_t aligned = count + first % kWriteLanes;
  write_kernel<<<dim3(blocks(vertices, kWarp), blocks(aligned, kLanes)),
                 dim3(kWarp, kRowsOfThreads), 0, stream>>>(vertices, first, count, arcs, batches,
                                                           out);
  check_launch("write predecessors");
}

template void find_predecessors<S32>(const MatrixView&, HeldRows, std::size_t, const DeviceArcs&,
                                     const PredecessorBatches&, cudaStream_t);
template void find_predecessors<U16x2>(const MatrixView&, HeldRows, std::size_t, const DeviceArcs&,
                                       const PredecessorBatches&, cudaStream_t);

}  // namespace apsp::gpu
