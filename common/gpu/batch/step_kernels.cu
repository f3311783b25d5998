// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/gpu/batch/cells.cuh"
#include "common/gpu/batch/step_kernels.hpp"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kRows = 8;         // of a block in a step
constexpr std::size_t kMostRows = 4096;  // of a grid, whose blocks take every so many rows

/// A matrix, and the graph that it is of.
template <class Cell>
struct StepMatrix {
  Cell* cells;
  std::size_t graph;
  std::size_t size;
};

/// That of this block.
template <class Cell>
__device__ StepMatrix<Cell> matrix_of_block(const BatchView& batch,
                                            const StepMatrices<Cell>& matrices) {
  const Member member = member_of(batch, matrices.members, blockIdx.z);
  return {matrices.cells + blockIdx.z * matrices.largest * matrices.largest,
          static_cast<std::size_t>(member.graph), static_cast<std::size_t>(member.size)};
}

__device__ std::size_t column_of_thread() {
  return static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
}

/// Blocks for all columns and rows of so many vertices, and all matrices.
template <class Cell>
dim3 grid_of(const StepMatrices<Cell>& matrices, std::size_t vertices, std::size_t rows) {
  return {static_cast<unsigned>((vertices + kThreads - 1) / kThreads),
          static_cast<unsigned>(std::min(rows, kMostRows)), static_cast<unsigned>(matrices.count)};
}

/// Formula: d(i,j) = cell_at(i,j).
/// Launch: grid_of(largest) blocks of kThreads; a thread for one cell of every gridDim.y-th row.
/// Reads and writes: reads each weight once, twice with `both_ways`; writes each cell once.
/// Synchronisation: none.
/// Cost: bound by memory.
template <class Cell>
__global__ void read_kernel(const __grid_constant__ BatchView batch, StepMatrices<Cell> matrices) {
  const StepMatrix<Cell> matrix = matrix_of_block(batch, matrices);
  const std::size_t column = column_of_thread();
  if (column >= matrix.size) return;
  bool valid = true;  // what is not was reported, and nothing is stored
  for (std::size_t row = blockIdx.y; row < matrix.size; row += gridDim.y) {
    matrix.cells[row * matrix.size + column] =
        cell_at<Cell>(batch, matrix.graph, row, column, valid);
  }
}

/// Formula: d(i,j) = min(d(i,j), d(i,k) + d(k,j)) for one k.
/// Launch: grid_of(largest) blocks of kThreads, each for kRows rows and every so many.
/// Reads and writes: reads each cell once, row k and column k for each block; writes those that
/// improve. Row and column k do not change, as d(k,k) is 0; below 0 it is reported and all cells
/// stay as they are.
/// Synchronisation: none; the launches of ascending k follow each other on one stream.
/// Cost: n^2 relaxations; bound by memory, or by the caches where these hold the matrices.
template <class Cell>
__global__ void step_kernel(const __grid_constant__ BatchView batch, StepMatrices<Cell> matrices,
                            std::size_t k) {
  const StepMatrix<Cell> matrix = matrix_of_block(batch, matrices);
  const std::size_t column = column_of_thread();
  if (k >= matrix.size || column >= matrix.size || is_lost(batch, matrix.graph, k)) return;
  const Cell pivot = matrix.cells[k * matrix.size + k];
  if (pivot < 0) {
    if (column == k && blockIdx.y == 0)
      report(batch, matrix.graph, k, k, BatchMisfit::Kind::kNegative, pivot);
    return;
  }
  const Cell second = matrix.cells[k * matrix.size + column];
  for (std::size_t first_row = blockIdx.y * kRows; first_row < matrix.size;
       first_row += gridDim.y * kRows) {
    const std::size_t end = min(first_row + kRows, matrix.size);
    for (std::size_t row = first_row; row < end; ++row) {
      const Cell sum = matrix.cells[row * matrix.size + k] + second;
      Cell& known = matrix.cells[row * matrix.size + column];
      if (sum < known) known = sum;
    }
  }
}

/// Formula: reports each length up to the limit that the distances do not hold.
/// Launch: grid_of(largest) blocks of kThreads; a thread for one cell of every gridDim.y-th row.
/// Reads and writes: reads each cell once.
/// Synchronisation: none.
/// Cost: bound by memory.
template <class Cell>
__global__ void check_kernel(const __grid_constant__ BatchView batch, StepMatrices<Cell> matrices,
                             Cell largest) {
  const StepMatrix<Cell> matrix = matrix_of_block(batch, matrices);
  const std::size_t column = column_of_thread();
  if (column >= matrix.size) return;
  for (std::size_t row = blockIdx.y; row < matrix.size; row += gridDim.y) {
    const Cell cell = matrix.cells[row * matrix.size + column];
    if (cell > largest || is_held(batch, cell)) continue;
    report(batch, matrix.graph, row, column, BatchMisfit::Kind::kLength, cell);
  }
}

/// Formula: to(i,j) = d(i,j) up to the limit, else the fill, also beyond the graph's size.
/// Launch: grid_of(N) blocks of kThreads; a thread for one distance of every gridDim.y-th row.
/// Reads and writes: reads each cell once; writes all N^2 distances of a graph, none where it or
/// one before it was reported.
/// Synchronisation: none.
/// Cost: bound by memory.
template <class Cell>
__global__ void put_kernel(const __grid_constant__ BatchView batch, StepMatrices<Cell> matrices,
                           Cell largest) {
  const StepMatrix<Cell> matrix = matrix_of_block(batch, matrices);
  const std::size_t column = column_of_thread();
  if (column >= batch.vertices || is_lost(batch, matrix.graph + 1, 0)) return;
  for (std::size_t row = blockIdx.y; row < batch.vertices; row += gridDim.y) {
    const bool inside = row < matrix.size && column < matrix.size;
    const Cell cell = inside ? matrix.cells[row * matrix.size + column] : CellOps<Cell>::kNone;
    put(batch, (matrix.graph * batch.vertices + row) * batch.vertices + column, cell,
        cell <= largest);
  }
}

/// As largest_wanted(), on the host.
template <class Cell>
Cell largest_of(const BatchView& batch) {
  constexpr Cell kMost = std::numeric_limits<Cell>::max();
  return batch.limit < static_cast<double>(kMost) ? static_cast<Cell>(batch.limit) : kMost;
}

}  // namespace

template <class Cell>
void read_cells(const BatchView& batch, const StepMatrices<Cell>& matrices, cudaStream_t stream) {
  const dim3 grid = grid_of(matrices, matrices.largest, matrices.largest);
  read_kernel<Cell><<<grid, kThreads, 0, stream>>>(batch, matrices);
  check_launch("read the weights of a batch");
}

template <class Cell>
void relax_step(const BatchView& batch, const StepMatrices<Cell>& matrices, std::size_t k,
                cudaStream_t stream) {
  const dim3 grid = grid_of(matrices, matrices.largest, (matrices.largest + kRows - 1) / kRows);
  step_kernel<Cell><<<grid, kThreads, 0, stream>>>(batch, matrices, k);
  check_launch("relax the matrices of a batch");
}

template <class Cell>
void put_cells(const BatchView& batch, const StepMatrices<Cell>& matrices, cudaStream_t stream) {
  const Cell largest = largest_of<Cell>(batch);
  if (is_integer(batch.kind)) {
    const dim3 grid = grid_of(matrices, matrices.largest, matrices.largest);
    check_kernel<Cell><<<grid, kThreads, 0, stream>>>(batch, matrices, largest);
    check_launch("check the lengths of a batch");
  }
  const dim3 grid = grid_of(matrices, batch.vertices, batch.vertices);
  put_kernel<Cell><<<grid, kThreads, 0, stream>>>(batch, matrices, largest);
  check_launch("write the distances of a batch");
}

template void read_cells(const BatchView&, const StepMatrices<float>&, cudaStream_t);
template void read_cells(const BatchView&, const StepMatrices<double>&, cudaStream_t);
template void relax_step(const BatchView&, const StepMatrices<float>&, std::size_t, cudaStream_t);
template void relax_step(const BatchView&, const StepMatrices<double>&, std::size_t, cudaStream_t);
template void put_cells(const BatchView&, const StepMatrices<float>&, cudaStream_t);
template void put_cells(const BatchView&, const StepMatrices<double>&, cudaStream_t);

}  // namespace apsp::gpu
