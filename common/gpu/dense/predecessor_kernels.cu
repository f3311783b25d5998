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
static_assert(kLanes == kWarp, "a thread of a warp has a lane");

constexpr unsigned kTransposeRows = 8;  // of threads
constexpr unsigned kTightThreads = 256;
constexpr unsigned kSearchThreads = 1024;
constexpr unsigned kWriteLanes = 8;    // that a thread writes
constexpr unsigned kWriteThreads = 8;  // of a block, side by side with the vertices

/// The vertex of row n.
template <class Word>
__device__ std::size_t source_of(const MatrixView<Word>& matrix, const HeldRows& rows,
                                 std::size_t n) {
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
/// Launch: (V / 32, batches) blocks of 32 x kTransposeRows threads; a block moves a square of 32
/// vertices and 32 lanes.
/// Reads and writes: reads each element of the rows once and writes it once, both along a warp.
/// Synchronisation: one barrier between the two.
/// Cost: two accesses an element, bound by memory.
template <class Word>
__global__ void keys_kernel(MatrixView<Word> matrix, HeldRows rows, std::size_t first,
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
  for (unsigned n = threadIdx.y; n < kWarp; n += kTransposeRows) {
    const std::size_t j = first_column + n;
    if (j >= vertices) break;
    keys[(blockIdx.y * vertices + j) * kLanes + threadIdx.x] = square[threadIdx.x][n];
  }
}

/// Formula: an entry (lanes l with d(l,p) + w(p,j) = d(l,j), p) for each arc p -> j that has such a
/// lane. Lanes without a path to j, and those that start at j, are left out.
/// Launch: (V / 8, batches) blocks of kTightThreads; a warp for each vertex j, a thread for each
/// lane.
/// Reads and writes: 32 elements an arc that weighs no more than the largest key of j. Writes 8
/// bytes an entry, side by side where a vertex has few arcs, and 16 bytes a vertex.
/// Synchronisation: ballots and shuffles inside a warp, an atomic addition a vertex.
/// Cost: bound by the keys of the arcs' sources, from the second-level cache or memory.
template <class Word>
__global__ void __launch_bounds__(kTightThreads)
    tight_kernel(MatrixView<Word> matrix, HeldRows rows, std::size_t first, DeviceArcs arcs,
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
  const std::uint32_t key = keys[j * kLanes];
  const std::size_t row = first + batch * kLanes + thread;
  const bool starts = row < rows.count && source_of(matrix, rows, row) == j;
  const bool wanted = key != kInfinity<Element> && !starts;
  const auto heaviest = static_cast<Distance>(largest_of_warp(wanted ? key : 0));

  LaneEntry* const room = batches.entries + batch * arcs.count;
  const std::uint32_t arcs_end = arcs.begin[j + 1];
  LaneEntry own = {0, 0};  // entries of few arcs wait in the threads, to be written together
  bool many = false;
  std::uint32_t begin = 0;
  std::uint32_t entries = 0;
  std::uint32_t any = 0;
  const auto take_room = [&](std::uint32_t count) {
    if (thread == 0) begin = atomicAdd(batches.taken + batch, count);
    begin = __shfl_sync(kAllLanes, begin, 0);
  };
  for (std::uint32_t next = arcs.begin[j]; next < arcs_end; next += kWarp) {
    Arc arc = {0, 0};
    if (next + thread < arcs_end) arc = arcs.arcs[next + thread];
    const bool light = next + thread < arcs_end && arc.weight <= heaviest;
    const int count = __popc(__ballot_sync(kAllLanes, light));  // the first ones: weights ascend
    if (!many && count == static_cast<int>(kWarp) && next + kWarp < arcs_end) {
      many = true;
      take_room(arcs_end - next);
    }
#pragma unroll 4
    for (int n = 0; n < count; ++n) {
      const auto p = static_cast<std::uint32_t>(__shfl_sync(kAllLanes, arc.vertex, n));
      const auto weight = static_cast<std::uint32_t>(__shfl_sync(kAllLanes, arc.weight, n));
      const std::uint32_t before = keys[std::size_t{p} * kLanes];
      const std::uint32_t tight = __ballot_sync(kAllLanes, wanted && before + weight == key);
      if (tight == 0) continue;
      if (many && thread == 0) room[begin + entries] = {tight, p};
      if (!many && thread == entries) own = {tight, p};
      any |= tight;
      ++entries;
    }
    if (count < static_cast<int>(kWarp)) break;
  }
  if (!many) {
    take_room(entries);
    if (thread < entries) room[begin + thread] = own;
  }
  const std::uint32_t front = __ballot_sync(kAllLanes, starts);
  if (thread != 0) return;
  batches.vertices[batch * vertices + j] = {begin, entries, any, front};
}

/// Formula: breadth first in all lanes. In a lane, a vertex keeps those of its entries that leave a
/// vertex which the step before reached. That is one which any step before reached: one that was
/// reached earlier had reached the vertex earlier.
/// Launch: a block of kSearchThreads for each batch; a thread has every kSearchThreads-th vertex.
/// Shared memory: V words, the lanes that are reached; in device memory where they do not fit.
/// Reads and writes: 8 bytes an entry and step, as long as its vertex is not reached in all lanes.
/// 24 bytes a vertex and step, and the entries that a step chooses among.
/// Synchronisation: two barriers a step. Between them threads read the reached lanes of all
/// vertices, after them they change those of their own.
/// Cost: bound by the entries, from the second-level cache or memory.
template <bool kShared>
__global__ void __launch_bounds__(kSearchThreads)
    search_kernel(std::size_t vertices, DeviceArcs arcs, PredecessorBatches batches) {
  extern __shared__ std::uint32_t shared_lanes[];
  const std::size_t batch = blockIdx.x;
  LaneEntry* entries = batches.entries + batch * arcs.count;
  const LaneVertex* own = batches.vertices + batch * vertices;
  std::uint32_t* next = batches.next + batch * vertices;
  std::uint32_t* reached = kShared ? shared_lanes : batches.reached + batch * vertices;
  for (std::size_t j = threadIdx.x; j < vertices; j += kSearchThreads) reached[j] = own[j].starts;
  __syncthreads();
  int more = 1;
  for (std::uint32_t edges = 0; more != 0 && edges <= kMostPathEdges; ++edges) {
    int some = 0;
    for (std::size_t j = threadIdx.x; j < vertices; j += kSearchThreads) {
      const LaneVertex vertex = own[j];
      const std::uint32_t open = vertex.tight & ~reached[j];
      if (open == 0) continue;
      LaneEntry* const into = entries + vertex.begin;
      std::uint32_t found = 0;
      for (std::uint32_t e = 0; e < vertex.entries; ++e) {
        const LaneEntry entry = into[e];
        found |= entry.lanes & reached[entry.from];
      }
      found &= open;
      next[j] = found;
      if (found == 0) continue;
      some = 1;
      if (vertex.entries == 1) continue;
      for (std::uint32_t e = 0; e < vertex.entries; ++e) {
        into[e].lanes &= ~found | reached[into[e].from];
      }
    }
    more = __syncthreads_or(some);
    for (std::size_t j = threadIdx.x; j < vertices; j += kSearchThreads) {
      if ((own[j].tight & ~reached[j]) != 0) reached[j] |= next[j];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) batches.too_long[batch] = more != 0;
}

/// Formula: out(row, j) = the smallest p among the entries of j that have the row's lane, or
/// kNoPredecessor.
/// Launch: (V / 32, rows / 64) blocks of 32 x 8 threads; a thread has one vertex and kWriteLanes
/// rows.
/// Reads and writes: reads the entries of a vertex once for each thread, from the first-level cache
/// as a rule; writes each number once, along a warp.
/// Synchronisation: none.
/// Cost: 4 bytes a number, bound by memory.
__global__ void write_kernel(std::size_t vertices, std::size_t first, std::size_t count,
                             DeviceArcs arcs, PredecessorBatches batches, std::int32_t* out) {
  const std::size_t j = static_cast<std::size_t>(blockIdx.x) * kWarp + threadIdx.x;
  const std::size_t own =
      (first / kWriteLanes + static_cast<std::size_t>(blockIdx.y) * kWriteThreads + threadIdx.y) *
      kWriteLanes;  // the first of the thread's rows
  if (j >= vertices || own >= first + count) return;
  const std::size_t batch = own / kLanes;
  const auto shift = static_cast<unsigned>(own % kLanes);
  const LaneVertex vertex = batches.vertices[batch * vertices + j];
  const LaneEntry* into = batches.entries + batch * arcs.count + vertex.begin;
  std::uint32_t smallest[kWriteLanes];  // as unsigned numbers, kNoPredecessor is the largest
#pragma unroll
  for (unsigned n = 0; n < kWriteLanes; ++n) {
    smallest[n] = static_cast<std::uint32_t>(kNoPredecessor);
  }
  for (std::uint32_t e = 0; e < vertex.entries; ++e) {
    const LaneEntry entry = into[e];
#pragma unroll
    for (unsigned n = 0; n < kWriteLanes; ++n) {
      if ((entry.lanes >> (shift + n) & 1) != 0) smallest[n] = min(smallest[n], entry.from);
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

/// Searches with the lanes that were reached in shared memory where they fit there.
void search(std::size_t vertices, const DeviceArcs& arcs, const PredecessorBatches& batches,
            cudaStream_t stream) {
  const std::size_t bytes = vertices * sizeof(std::uint32_t);
  const auto count = static_cast<unsigned>(batches.count);
  const std::size_t most = limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (bytes <= most) {
    // The most there is, not what is needed: threads that share a device share the attribute.
    check(cudaFuncSetAttribute(search_kernel<true>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(most)),
          "ask for shared memory");
    search_kernel<true><<<count, kSearchThreads, bytes, stream>>>(vertices, arcs, batches);
  } else {
    search_kernel<false><<<count, kSearchThreads, 0, stream>>>(vertices, arcs, batches);
  }
  check_launch("search for predecessors");
}

}  // namespace

template <class Word>
void find_predecessors(const MatrixView<Word>& matrix, HeldRows rows, std::size_t first,
                       const DeviceArcs& arcs, const PredecessorBatches& batches,
                       cudaStream_t stream) {
  const std::size_t vertices = matrix.layout.vertices;
  const auto count = static_cast<unsigned>(batches.count);
  keys_kernel<Word>
      <<<dim3(blocks(vertices, kWarp), count), dim3(kWarp, kTransposeRows), 0, stream>>>(
          matrix, rows, first, static_cast<typename Word::Element*>(batches.keys));
  check_launch("bring keys to lanes");
  check(cudaMemsetAsync(batches.taken, 0, count * sizeof(std::uint32_t), stream),
        "clear the room of entries");
  tight_kernel<Word>
      <<<dim3(blocks(vertices, kTightThreads / kWarp), count), kTightThreads, 0, stream>>>(
          matrix, rows, first, arcs, batches);
  check_launch("find tight arcs");
  search(vertices, arcs, batches, stream);
}

void write_predecessors(std::size_t vertices, std::size_t first, std::size_t count,
                        const DeviceArcs& arcs, const PredecessorBatches& batches,
                        std::int32_t* out, cudaStream_t stream) {
  if (count == 0) return;
  const std::size_t aligned = count + first % kWriteLanes;
  write_kernel<<<dim3(blocks(vertices, kWarp), blocks(aligned, kWriteThreads * kWriteLanes)),
                 dim3(kWarp, kWriteThreads), 0, stream>>>(vertices, first, count, arcs, batches,
                                                          out);
  check_launch("write predecessors");
}

template void find_predecessors<S32>(const MatrixView<S32>&, HeldRows, std::size_t,
                                     const DeviceArcs&, const PredecessorBatches&, cudaStream_t);
template void find_predecessors<U16x2>(const MatrixView<U16x2>&, HeldRows, std::size_t,
                                       const DeviceArcs&, const PredecessorBatches&, cudaStream_t);

}  // namespace apsp::gpu
