// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/gpu/batch/block_kernels.hpp"
#include "common/gpu/batch/cells.cuh"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kLanes = 32;
constexpr unsigned kSharedRows = 32;    // of threads, of the kernel in shared memory
constexpr unsigned kSharedColumns = 8;  // of a thread there
constexpr std::size_t kSpared = 1024;   // bytes of shared memory for what stands beside the matrix

/// Number of a thread in its block of two dimensions.
__device__ unsigned thread_number() {
  return threadIdx.y * blockDim.x + threadIdx.x;
}

/// Widens `range` to that of all threads. Every thread of the block calls it; three barriers.
template <class Cell>
__device__ void join(CellRange<Cell>& range) {
  if constexpr (std::is_integral_v<Cell>) {
    __shared__ CellRange<Cell> all;
    if (thread_number() == 0) all = {};
    __syncthreads();
    for (unsigned lanes = kLanes / 2; lanes > 0; lanes /= 2) {
      range.add(__shfl_xor_sync(~0u, range.least, lanes));
      range.add(__shfl_xor_sync(~0u, range.most, lanes));
    }
    if (thread_number() % kLanes == 0) {
      atomicMin(&all.least, range.least);
      atomicMax(&all.most, range.most);
    }
    __syncthreads();
    range = all;
    __syncthreads();
  }
}

/// Decides whether a graph is closed by this block, once its weights are read, and sets the largest
/// wanted cell. It is not where a weight is not `valid` to one of the threads, where a graph before
/// it was reported, and where its lengths may be beyond the cells, which postpones it. All threads
/// return the same.
template <class Cell>
__device__ bool is_closed_here(const BatchView& batch, Member member, bool valid,
                               CellRange<Cell> range, Cell& largest) {
  const bool first = thread_number() == 0;
  const bool lost = first && is_lost(batch, static_cast<std::size_t>(member.graph), 0);
  if (__syncthreads_or(!valid || lost) != 0) return false;
  join(range);
  Cell longest = 0;
  if (!holds(range, static_cast<std::size_t>(member.size), longest)) {
    if (first) batch.postponed[atomicAdd(&batch.findings->postponed, 1u)] = member;
    return false;
  }
  largest = largest_wanted(batch, longest);
  return true;
}

/// Stores the fill in the rows and columns of a result that are beyond the size of its graph.
__device__ void fill_beyond(const BatchView& batch, Member member) {
  const auto size = static_cast<std::size_t>(member.size);
  if (size == batch.vertices) return;
  const std::size_t first = static_cast<std::size_t>(member.graph) * batch.vertices;
  for (std::size_t i = threadIdx.y; i < batch.vertices; i += blockDim.y) {
    for (std::size_t j = threadIdx.x + (i < size ? size : 0); j < batch.vertices; j += blockDim.x) {
      put(batch, (first + i) * batch.vertices + j, 0, false);
    }
  }
}

/// Formula: Floyd's triple loop over k, i, j on the matrix of each graph; to(i,j) = d(i,j) up to
/// the limit, else the fill.
/// Launch: a block of kSide x kSide threads a graph of at most kSide kTile vertices; a thread has
/// kTile x kTile cells in registers. Shared memory: a strip of kSide rows, and two copies of row k
/// and of column k.
/// Reads and writes: reads each weight once, twice with `both_ways`; writes each distance once,
/// after all weights of the graph are read.
/// Synchronisation: a barrier a k, between the threads that hold row and column k and all others.
/// The copies alternate: one is written again after the barrier of the other. Strips take two
/// barriers each, between the threads that read or write global memory and those that hold the
/// cells. Row and column k do not change for k, as d(k,k) is 0; below 0 it ends the graph.
/// Cost: n^3 relaxations, 2 kTile reads of shared memory for kTile^2 of them; bound by the ALU.
template <class Cell, int kTile, int kSide>
__global__ void __launch_bounds__(kSide* kSide)
    register_kernel(const __grid_constant__ BatchView batch, Members members) {
  static_assert(kTile % 2 == 0, "the copies of a row alternate by the step in a tile");
  constexpr int kMost = kTile * kSide;
  __shared__ alignas(16) Cell rows[2][kMost];
  __shared__ alignas(16) Cell columns[2][kMost];
  __shared__ alignas(16) Cell strip[kSide][kMost];
  const Member member = member_of(batch, members, blockIdx.x);
  const auto graph = static_cast<std::size_t>(member.graph);
  const int size = member.size;
  const auto left = static_cast<int>(threadIdx.x) * kTile;
  const auto top = static_cast<int>(threadIdx.y) * kTile;

  Cell d[kTile][kTile];
  CellRange<Cell> range;
  bool valid = true;
#pragma unroll
  for (int a = 0; a < kTile; ++a) {
#pragma unroll 1
    for (auto x = static_cast<int>(thread_number()); x < kSide * kMost; x += kSide * kSide) {
      const int i = x / kMost * kTile + a;
      const int j = x % kMost;
      Cell cell = CellOps<Cell>::kNone;
      if (i < size && j < size) {
        cell = cell_at<Cell>(batch, graph, static_cast<std::size_t>(i), static_cast<std::size_t>(j),
                             valid);
        range.add(cell);
      }
      strip[x / kMost][j] = cell;
    }
    __syncthreads();
#pragma unroll
    for (int b = 0; b < kTile; ++b) d[a][b] = strip[threadIdx.y][left + b];
    __syncthreads();
  }
  Cell largest = 0;
  if (!is_closed_here(batch, member, valid, range, largest)) return;

  for (int first = 0; first < size; first += kTile) {
#pragma unroll
    for (int step = 0; step < kTile; ++step) {
      const int k = first + step;
      if (k >= size) break;
      Cell(&row)[kMost] = rows[step % 2];
      Cell(&column)[kMost] = columns[step % 2];
      if (top == first) {
#pragma unroll
        for (int b = 0; b < kTile; ++b) row[left + b] = d[step][b];
      }
      if (left == first) {
#pragma unroll
        for (int a = 0; a < kTile; ++a) column[top + a] = d[a][step];
      }
      __syncthreads();
      if (row[k] < 0) {
        if (thread_number() == 0) {
          const auto pivot = static_cast<std::size_t>(k);
          report(batch, graph, pivot, pivot, BatchMisfit::Kind::kNegative, row[k]);
        }
        return;
      }
#pragma unroll
      for (int a = 0; a < kTile; ++a) {
#pragma unroll
        for (int b = 0; b < kTile; ++b) {
          d[a][b] = CellOps<Cell>::relax(d[a][b], column[top + a], row[left + b]);
        }
      }
    }
  }

  int wrong = -1;  // the first cell of this tile that the distances do not hold
  Cell length = 0;
#pragma unroll
  for (int n = kTile * kTile - 1; n >= 0; --n) {
    const Cell cell = d[n / kTile][n % kTile];
    if (cell > largest || is_held(batch, cell) || top + n / kTile >= size ||
        left + n % kTile >= size) {
      continue;
    }
    wrong = n;
    length = cell;
  }
  if (wrong >= 0) {
    report(batch, graph, static_cast<std::size_t>(top + wrong / kTile),
           static_cast<std::size_t>(left + wrong % kTile), BatchMisfit::Kind::kLength, length);
  }
  if (__syncthreads_or(wrong >= 0) != 0) return;

#pragma unroll
  for (int a = 0; a < kTile; ++a) {
#pragma unroll
    for (int b = 0; b < kTile; ++b) strip[threadIdx.y][left + b] = d[a][b];
    __syncthreads();
#pragma unroll 1
    for (auto x = static_cast<int>(thread_number()); x < kSide * kMost; x += kSide * kSide) {
      const int i = x / kMost * kTile + a;
      const int j = x % kMost;
      if (i >= size || j >= size) continue;
      const Cell cell = strip[x / kMost][j];
      const std::size_t at =
          (graph * batch.vertices + static_cast<std::size_t>(i)) * batch.vertices +
          static_cast<std::size_t>(j);
      put(batch, at, cell, cell <= largest);
    }
    __syncthreads();
  }
  fill_beyond(batch, member);
}

/// Formula: Floyd's triple loop over k, i, j on the matrix of each graph; to(i,j) = d(i,j) up to
/// the limit, else the fill.
/// Launch: a block of kLanes x kSharedRows threads a graph of at most kLanes kSharedColumns
/// vertices; a warp has every kSharedRows-th row, a thread every kLanes-th column of it. Shared
/// memory: size^2 cells.
/// Reads and writes: reads each weight once, twice with `both_ways`; writes each distance once,
/// after all weights of the graph are read.
/// Synchronisation: a barrier a k. Row and column k do not change for k, as d(k,k) is 0; below 0 it
/// ends the graph.
/// Cost: n^3 relaxations; of shared memory one read each, and a write of those that improve.
template <class Cell>
__global__ void __launch_bounds__(kLanes* kSharedRows)
    shared_kernel(const __grid_constant__ BatchView batch, Members members) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const d = reinterpret_cast<Cell*>(memory);
  const Member member = member_of(batch, members, blockIdx.x);
  const auto graph = static_cast<std::size_t>(member.graph);
  const auto size = static_cast<unsigned>(member.size);

  CellRange<Cell> range;
  bool valid = true;
  for (unsigned i = threadIdx.y; i < size; i += kSharedRows) {
    for (unsigned j = threadIdx.x; j < size; j += kLanes) {
      const Cell cell = cell_at<Cell>(batch, graph, i, j, valid);
      range.add(cell);
      d[i * size + j] = cell;
    }
  }
  Cell largest = 0;
  if (!is_closed_here(batch, member, valid, range, largest)) return;

  for (unsigned k = 0; k < size; ++k) {
    __syncthreads();
    const Cell pivot = d[k * size + k];
    if (pivot < 0) {
      if (thread_number() == 0) report(batch, graph, k, k, BatchMisfit::Kind::kNegative, pivot);
      return;
    }
    Cell row[kSharedColumns];
#pragma unroll
    for (unsigned b = 0; b < kSharedColumns; ++b) {
      const unsigned j = threadIdx.x + b * kLanes;
      row[b] = j < size ? d[k * size + j] : CellOps<Cell>::kNone;
    }
    for (unsigned i = threadIdx.y; i < size; i += kSharedRows) {
      const Cell column = d[i * size + k];
      if (column == CellOps<Cell>::kNone) continue;
#pragma unroll
      for (unsigned b = 0; b < kSharedColumns; ++b) {
        const unsigned j = threadIdx.x + b * kLanes;
        if (j >= size) break;
        Cell& known = d[i * size + j];
        const Cell sum = column + row[b];
        if (sum < known) known = sum;
      }
    }
  }
  __syncthreads();

  bool wrong = false;
  for (unsigned i = threadIdx.y; i < size; i += kSharedRows) {
    for (unsigned j = threadIdx.x; j < size; j += kLanes) {
      const Cell cell = d[i * size + j];
      if (cell > largest || is_held(batch, cell)) continue;
      wrong = true;
      report(batch, graph, i, j, BatchMisfit::Kind::kLength, cell);
    }
  }
  if (__syncthreads_or(wrong) != 0) return;
  for (unsigned i = threadIdx.y; i < size; i += kSharedRows) {
    for (unsigned j = threadIdx.x; j < size; j += kLanes) {
      const Cell cell = d[i * size + j];
      put(batch, (graph * batch.vertices + i) * batch.vertices + j, cell, cell <= largest);
    }
  }
  fill_beyond(batch, member);
}

}  // namespace

Place place_of_matrix(std::size_t size, std::size_t bytes, std::size_t shared) {
  if (size <= 32) return Place::kRegisters32;
  if (size <= 64) return Place::kRegisters64;
  if (size <= 128) return Place::kRegisters128;
  const bool fits = size <= std::size_t{kLanes} * kSharedColumns;
  return fits && size * size * bytes + kSpared <= shared ? Place::kShared : Place::kGlobal;
}

template <class Cell>
void close_in_blocks(const BatchView& batch, Members members, std::size_t count, Place place,
                     std::size_t largest, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(count);
  switch (place) {
    case Place::kRegisters32:
      register_kernel<Cell, 4, 8><<<blocks, dim3(8, 8), 0, stream>>>(batch, members);
      break;
    case Place::kRegisters64:
      register_kernel<Cell, 4, 16><<<blocks, dim3(16, 16), 0, stream>>>(batch, members);
      break;
    case Place::kRegisters128:
      register_kernel<Cell, 8, 16><<<blocks, dim3(16, 16), 0, stream>>>(batch, members);
      break;
    default: {
      const std::size_t bytes = largest * largest * sizeof(Cell);
      // The most there is, not what is needed: threads that share a device share the attribute.
      const std::size_t most = limit_of_device(cudaDevAttrMaxSharedMemoryPerBlockOptin) - kSpared;
      check(cudaFuncSetAttribute(shared_kernel<Cell>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(most)),
            "take shared memory");
      shared_kernel<Cell><<<blocks, dim3(kLanes, kSharedRows), bytes, stream>>>(batch, members);
    }
  }
  check_launch("close the matrices of a batch");
}

template void close_in_blocks<std::int32_t>(const BatchView&, Members, std::size_t, Place,
                                            std::size_t, cudaStream_t);
template void close_in_blocks<float>(const BatchView&, Members, std::size_t, Place, std::size_t,
                                     cudaStream_t);
template void close_in_blocks<double>(const BatchView&, Members, std::size_t, Place, std::size_t,
                                      cudaStream_t);

}  // namespace apsp::gpu
