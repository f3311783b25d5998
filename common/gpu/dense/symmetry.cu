// SPDX-License-Identifier: MIT
#include "common/gpu/dense/symmetry.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {
namespace {

/// Elements a side of what a thread block transposes, and rows of threads.
constexpr unsigned kSide = 32;
constexpr unsigned kThreadRows = 8;

/// Steps of a panel that a thread block completes.
constexpr unsigned kSteps = 16;

/// Formula: *found = 1 where an element (i, j) below the diagonal is not element (j, i).
/// Launch: blocks of kSide x kThreadRows for squares of kSide elements, those above the diagonal
/// idle. Synchronisation: inside a block. Cost: bound by memory; ends where some block has found
/// one.
template <class Word>
__global__ void find_asymmetry_kernel(MatrixView<Word> matrix, std::uint32_t* found) {
  using Element = typename Word::Element;
  __shared__ Element square[kSide][kSide + 1];
  if (blockIdx.x > blockIdx.y) return;
  // All threads of a block return, or none: another block may find one between their looks.
  if (__syncthreads_or(*static_cast<volatile std::uint32_t*>(found) != 0) != 0) return;
  const auto* elements = reinterpret_cast<const Element*>(matrix.words);
  const std::size_t pitch = matrix.layout.pitch() * Word::kElements;
  const std::size_t vertices = matrix.layout.vertices;
  const std::size_t row = std::size_t{blockIdx.y} * kSide;
  const std::size_t column = std::size_t{blockIdx.x} * kSide;
  for (unsigned n = threadIdx.y; n < kSide; n += kThreadRows) {
    const bool inside = column + n < vertices && row + threadIdx.x < vertices;
    square[n][threadIdx.x] = inside ? elements[(column + n) * pitch + row + threadIdx.x] : 0;
  }
  __syncthreads();
  bool differs = false;
  for (unsigned n = threadIdx.y; n < kSide; n += kThreadRows) {
    if (row + n >= vertices || column + threadIdx.x >= vertices) continue;
    differs =
        differs || elements[(row + n) * pitch + column + threadIdx.x] != square[threadIdx.x][n];
  }
  if (differs) *found = 1;
}

/// Formula: C(i, j) = C(j, i) for blocks of kPivot outside the window.
/// Launch: as above; those in the window idle.
/// Reads and writes: reads in the window, writes outside it.
/// Synchronisation: inside a block.
/// Cost: bound by memory, once a solve.
template <class Word>
__global__ void mirror_kernel(MatrixView<Word> matrix) {
  using Element = typename Word::Element;
  __shared__ Element square[kSide][kSide + 1];
  constexpr unsigned kSquares = kPivot / kSide;
  if (matrix.layout.window().contains(blockIdx.y / kSquares, blockIdx.x / kSquares)) return;
  auto* elements = reinterpret_cast<Element*>(matrix.words);
  const std::size_t pitch = matrix.layout.pitch() * Word::kElements;
  const std::size_t row = std::size_t{blockIdx.y} * kSide;
  const std::size_t column = std::size_t{blockIdx.x} * kSide;
  for (unsigned n = threadIdx.y; n < kSide; n += kThreadRows) {
    square[n][threadIdx.x] = elements[(column + n) * pitch + row + threadIdx.x];
  }
  __syncthreads();
  for (unsigned n = threadIdx.y; n < kSide; n += kThreadRows) {
    elements[(row + n) * pitch + column + threadIdx.x] = square[threadIdx.x][n];
  }
}

/// Formula: for rows k of Q, B(k, i) = A(i, k) for held vertices i outside the window of Q,
/// A(i, k) = B(k, i) for those whose window has no Q, A the packed panel, B the closed rows.
/// Launch: a row of blocks for each held block of vertices, one for kSteps rows k; kBlockRows
/// threads.
/// Reads and writes: reads the one, writes the other; not the pivot.
/// Synchronisation: none.
/// Cost: bound by latency; a row panel is read and one written.
template <class Word>
__global__ void complete_panels_kernel(const RoundView<Word> view) {
  using Element = typename Word::Element;
  const Layout& layout = view.layout;
  const std::size_t block = layout.held.begin + blockIdx.x;
  if (view.next.contains(block)) return;
  const bool has_column = layout.window().contains(block, view.next.begin);
  if (has_column && layout.window().contains(view.next.begin, block)) return;  // has both
  const std::size_t pitch = layout.panel_pitch() * Word::kElements;
  auto* row = reinterpret_cast<Element*>(view.next_rows) + block * kBlockRows + threadIdx.x;
  typename Word::Bits* packed =
      view.next_panel + blockIdx.x * layout.panel_block_words() + threadIdx.x;
  for (std::size_t k = std::size_t{blockIdx.y} * kSteps; k < (blockIdx.y + 1) * kSteps; ++k) {
    if (has_column) {
      row[k * pitch] = static_cast<Element>(element_of<Word>(packed[k * kBlockRows], 0));
    } else {
      packed[k * kBlockRows] =
          WordOps<Word>::spread(static_cast<typename Word::Bits>(row[k * pitch]));
    }
  }
}

dim3 squares_of(std::size_t rows) {
  const auto side = static_cast<unsigned>((rows + kSide - 1) / kSide);
  return {side, side};
}

}  // namespace

template <class Word>
bool is_symmetric(const MatrixView<Word>& matrix, cudaStream_t stream) {
  const auto found = allocate_device<std::uint32_t>(1);
  check(cudaMemsetAsync(found.get(), 0, sizeof(std::uint32_t), stream), "clear a result");
  find_asymmetry_kernel<Word>
      <<<squares_of(matrix.layout.vertices), dim3(kSide, kThreadRows), 0, stream>>>(matrix,
                                                                                    found.get());
  check_launch("look for what is not symmetric");
  std::uint32_t result = 0;
  check(cudaMemcpyAsync(&result, found.get(), sizeof result, cudaMemcpyDeviceToHost, stream),
        "fetch a result");
  check(cudaStreamSynchronize(stream), "look for what is not symmetric");
  return result == 0;
}

template <class Word>
void mirror(const MatrixView<Word>& matrix, cudaStream_t stream) {
  mirror_kernel<Word>
      <<<squares_of(matrix.layout.held_rows()), dim3(kSide, kThreadRows), 0, stream>>>(matrix);
  check_launch("mirror the matrix");
}

template <class Word>
void complete_panels(const RoundView<Word>& view, cudaStream_t stream) {
  const auto steps = static_cast<unsigned>(view.next.size() * kPivot / kSteps);
  const dim3 grid(static_cast<unsigned>(view.layout.held.size()), steps);
  complete_panels_kernel<Word><<<grid, kBlockRows, 0, stream>>>(view);
  check_launch("complete the panels");
}

#define APSP_INSTANTIATE(Word)                                             \
  template bool is_symmetric<Word>(const MatrixView<Word>&, cudaStream_t); \
  template void mirror<Word>(const MatrixView<Word>&, cudaStream_t);       \
  template void complete_panels<Word>(const RoundView<Word>&, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
APSP_INSTANTIATE(F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
