// SPDX-License-Identifier: MIT
#include "common/gpu/dense/element.cuh"
#include "common/gpu/dense/half_rows.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {
namespace {

/// Elements a side of what a thread block copies, and rows of threads.
constexpr unsigned kSide = 32;
constexpr unsigned kThreadRows = 8;

/// The share that holds block row `block`.
template <class Word>
__device__ const MatrixView<Word>& holder(const Halves<Word>& halves, std::size_t block) {
  std::size_t n = 0;
  while (n + 1 < halves.count && !halves.shares[n].layout.held.contains(block)) ++n;
  return halves.shares[n];
}

/// Formula: rows(i, j) = d(i, j), or d(j, i) where j is not in the window of i.
/// Launch: blocks of kSide x kThreadRows for squares of kSide elements of the rows, padding
/// included.
/// Reads and writes: reads what it copies once, perhaps from another device; writes all of `rows`,
/// infinity in the padding.
/// Synchronisation: one barrier.
/// Cost: bound by memory.
template <class Word>
__global__ void read_whole_kernel(const __grid_constant__ Halves<Word> halves,
                                  const MatrixView<Word> rows) {
  using Element = typename Word::Element;
  __shared__ Element square[kSide][kSide + 1];
  const std::size_t row = rows.layout.first_vertex() + std::size_t{blockIdx.y} * kSide;
  const std::size_t column = std::size_t{blockIdx.x} * kSide;
  const std::size_t row_block = row / kBlockRows;
  const std::size_t column_block = column / kBlockRows;
  const bool exists = column_block < rows.layout.row_blocks();
  const bool mirrored = exists && !rows.layout.window().contains(row_block, column_block);
  const MatrixView<Word>& from = holder(halves, mirrored ? column_block : row_block);
  for (unsigned n = threadIdx.y; n < kSide; n += kThreadRows) {
    Element value = Word::kInfiniteElement;
    if (mirrored) {
      value = *element_at<Word>(from, column + n, row + threadIdx.x);
    } else if (exists) {
      value = *element_at<Word>(from, row + n, column + threadIdx.x);
    }
    square[n][threadIdx.x] = value;
  }
  __syncthreads();
  for (unsigned n = threadIdx.y; n < kSide; n += kThreadRows) {
    *element_at<Word>(rows, row + n, column + threadIdx.x) =
        mirrored ? square[threadIdx.x][n] : square[n][threadIdx.x];
  }
}

}  // namespace

template <class Word>
void read_whole(const Halves<Word>& halves, const MatrixView<Word>& rows, cudaStream_t stream) {
  const dim3 grid(static_cast<unsigned>(rows.layout.panel_pitch() * Word::kElements / kSide),
                  static_cast<unsigned>(rows.layout.held_rows() / kSide));
  read_whole_kernel<Word><<<grid, dim3(kSide, kThreadRows), 0, stream>>>(halves, rows);
  check_launch("read whole rows");
}

template void read_whole<S32>(const Halves<S32>&, const MatrixView<S32>&, cudaStream_t);
template void read_whole<U16x2>(const Halves<U16x2>&, const MatrixView<U16x2>&, cudaStream_t);
template void read_whole<F32>(const Halves<F32>&, const MatrixView<F32>&, cudaStream_t);
template void read_whole<F64>(const Halves<F64>&, const MatrixView<F64>&, cudaStream_t);

}  // namespace apsp::gpu
