// SPDX-License-Identifier: MIT
#include "common/gpu/dense/rounds.cuh"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/close_pivot.cuh"
#include "common/gpu/product/tile_product.cuh"
#include "tools/kernels/gpu_launch.hpp"

namespace apsp::gpu {
namespace {

/// Grid 1; block and shared memory as ProductShape says. The operands go through shared memory, as
/// in the kernels of a round.
template <class Word>
__global__ void __launch_bounds__(ProductShape::kThreads, ProductShape::kBlocksPerSm)
    product_kernel(const TileOperands tile, std::uint32_t one) {
  extern __shared__ __align__(16) std::uint32_t product_stages[];
  __shared__ TileOperands operands;
  if (threadIdx.x == 0) operands = tile;
  __syncthreads();
  multiply_tile<Word>(operands, product_stages, one);
}

}  // namespace

template <class Word>
void launch_product(const ProductLaunch& launch) {
  TileOperands tile{};
  tile.a = launch.a;
  tile.b = launch.b;
  tile.c = launch.c;
  tile.packed = launch.packed;
  tile.copy = launch.copy;
  tile.pitch = launch.pitch;
  tile.depth = launch.depth;
  tile.store_groups = launch.store_groups;
  tile.pack_groups = launch.pack_groups;
  product_kernel<Word><<<1, ProductShape::kThreads, ProductShape::kSharedBytes>>>(tile, 1);
  check_launch("multiply one macro-tile");
}

template <class Word>
void launch_close_pivot(typename Word::Element* pivot, std::size_t pitch, std::uint32_t* packed) {
  close_pivot<Word><<<1, ClosureShape::kThreads>>>(pivot, pitch, packed);
  check_launch("close the pivot");
}

template <class Word>
void launch_remainder(const RemainderLaunch& launch) {
  RoundView view{};
  view.matrix = launch.matrix;
  view.layout = launch.layout;
  view.pivot = launch.pivot;
  view.next = launch.next;
  view.panel = launch.panel;
  view.rows = launch.rows;
  view.one = 1;
  const std::size_t blocks = launch.layout.held.size() * launch.layout.column_blocks();
  remainder<Word>
      <<<static_cast<unsigned>(blocks), ProductShape::kThreads, ProductShape::kSharedBytes>>>(view);
  check_launch("multiply the remainder");
}

#define APSP_INSTANTIATE(Word)                                                         \
  template void launch_product<Word>(const ProductLaunch&);                            \
  template void launch_close_pivot<Word>(Word::Element*, std::size_t, std::uint32_t*); \
  template void launch_remainder<Word>(const RemainderLaunch&);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
