// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/gpu/device/status.hpp"
#include "common/gpu/product/close_pivot.cuh"
#include "common/gpu/product/product.hpp"
#include "common/gpu/product/tile_product.cuh"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {
namespace {

/// Operands of one product, as its kernel takes them.
template <class Word>
struct ProductArguments {
  Tiles<Word> c;
  const typename Word::Bits* a;
  std::size_t a_block_words;
  const typename Word::Bits* b;
  std::size_t b_pitch;
  std::size_t b_columns;
  int depth;
  Kept kept;
  std::uint32_t one;  // 1, see add_by_multiplier
};

/// Rows of macro-tiles that blocks of neighbouring number work on together, so that their operands
/// stay in L2.
constexpr std::size_t kRowGroup = 16;

/// Formula: C(i,j) = min(C(i,j), A(i,k) + B(k,j)) over all k, outside what is kept.
/// Launch: blocks_for_tiles(c.rows x c.columns) in one dimension; block and shared memory as
/// ProductShape. Reads and writes: tile (i,j) reads block i of A, column j of B and tile (i,j) of
/// C, and writes that tile alone; of a half, j is a place, and the column is the one that lies
/// there. In u16 a tile may span kept and other columns: computed whole, stored in part.
/// Synchronisation: none between blocks; inside one, see multiply_tile.
/// Cost: multiply_tile's for each tile that is not kept.
template <class Word>
APSP_PRODUCT_KERNEL product_kernel(const ProductArguments<Word> p) {
  const std::size_t columns = p.c.columns;
  const std::size_t tile_number = tile_of_block<Word>();
  const std::size_t group = tile_number / (kRowGroup * columns);
  const std::size_t below = p.c.rows - group * kRowGroup;
  const std::size_t height = below < kRowGroup ? below : kRowGroup;
  const std::size_t in_group = tile_number - group * kRowGroup * columns;
  const std::size_t row = group * kRowGroup + in_group % height;
  const std::size_t place = in_group / height;

  const std::size_t numbered_row = p.kept.first_row + row;
  if (p.kept.first.contains(numbered_row) || p.kept.second.contains(numbered_row)) return;
  std::size_t column = place;
  if (p.kept.half) {
    const std::size_t columns_of_square = p.kept.window.square / Word::kElements;
    column = p.kept.window.column_at(numbered_row, place, columns_of_square);
    if (column >= p.b_columns) return;
  } else if (!p.kept.window.contains(numbered_row, column * Word::kElements)) {
    return;
  }
  const unsigned store = 3u & ~groups_in(Word::kElements, column, p.kept.first) &
                         ~groups_in(Word::kElements, column, p.kept.second);
  if (store == 0) return;
  TileOperands<Word> tile{};
  tile.a = p.a + row * p.a_block_words;
  tile.b = p.b + column * kBlockWords;
  tile.c = p.c.words + row * kBlockRows * p.c.pitch + place * kBlockWords;
  tile.pitch = static_cast<std::uint32_t>(p.c.pitch);
  tile.b_pitch = static_cast<std::uint32_t>(p.b_pitch);
  tile.depth = p.depth;
  tile.store_groups = store;
  multiply_by_block<Word>(tile, p.one);
}

/// The operands of a launch, one for each macro-tile.
template <class Word>
struct TileList {
  TileOperands<Word> tiles[kMostTiles];
};

/// Formula: c = min(c, a x b), tile by tile.
/// Launch: blocks_for_tiles(tiles); block and shared memory as ProductShape.
/// Reads and writes: what the tile's operands name.
/// Synchronisation: none between blocks; inside one, see multiply_tile.
/// Cost: multiply_tile's, on one or two processors of the device: bound by latency.
template <class Word>
APSP_PRODUCT_KERNEL product_tiles_kernel(const __grid_constant__ TileList<Word> list,
                                         std::uint32_t one) {
  multiply_by_block<Word>(list.tiles[tile_of_block<Word>()], one);
}

/// Formula: to(i, k) = from(i, first + k), spread over a word.
/// Launch: a block of kBlockRows threads for each block of rows; a thread packs one row.
/// Reads and writes: depth elements a row; depth words a row.
/// Synchronisation: none.
/// Cost: once a solve, bound by memory; reads of neighbouring threads lie a pitch apart.
template <class Word>
__global__ void pack_kernel(const typename Word::Bits* from, std::size_t pitch, std::size_t first,
                            typename Word::Bits* to, std::size_t block_words, int depth) {
  using Element = typename Word::Element;
  const std::size_t row = blockIdx.x * std::size_t{kBlockRows} + threadIdx.x;
  const auto* elements = reinterpret_cast<const Element*>(from + row * pitch) + first;
  typename Word::Bits* words = to + blockIdx.x * block_words + threadIdx.x;
  for (int k = 0; k < depth; ++k) {
    words[k * kBlockRows] = WordOps<Word>::spread(static_cast<typename Word::Bits>(elements[k]));
  }
}

/// Throws Error(kInternal) unless `depth` is whole pivots.
void require_depth(int depth) {
  require_equal("the depth of a product modulo kPivot", static_cast<std::size_t>(depth % kPivot),
                0);
}

}  // namespace

template <class Word>
void product(const Tiles<Word>& c, const ConstPackedTiles<Word>& a, const ConstTiles<Word>& b,
             cudaStream_t stream, const Kept& kept) {
  require_equal("the number of block rows of A", a.rows, c.rows);
  if (!kept.half) require_equal("the number of block columns of B", b.columns, c.columns);
  require_equal("the depth of A", static_cast<std::size_t>(a.depth), b.rows * kBlockRows);
  const std::size_t blocks = c.rows * c.columns;
  if (blocks == 0 || a.depth == 0) return;
  const ProductArguments<Word> arguments{c,         a.words, a.block_words, b.words, b.pitch,
                                         b.columns, a.depth, kept,          1};
  using Shape = ProductShape<Word>;
  product_kernel<Word>
      <<<blocks_for_tiles<Word>(blocks), Shape::kThreads, Shape::kSharedBytes, stream>>>(arguments);
  check_launch("multiply tiles");
}

template <class Word>
void product_tiles(std::span<const TileOperands<Word>> tiles, cudaStream_t stream) {
  if (tiles.empty()) return;
  require_equal("the number of tiles", std::max(tiles.size(), kMostTiles), kMostTiles);
  TileList<Word> list{};
  for (std::size_t n = 0; n < tiles.size(); ++n) {
    require_depth(tiles[n].depth);
    list.tiles[n] = tiles[n];
  }
  using Shape = ProductShape<Word>;
  product_tiles_kernel<Word>
      <<<blocks_for_tiles<Word>(tiles.size()), Shape::kThreads, Shape::kSharedBytes, stream>>>(list,
                                                                                               1);
  check_launch("multiply single tiles");
}

template <class Word>
void pack(const ConstTiles<Word>& from, std::size_t first, const PackedTiles<Word>& to,
          cudaStream_t stream) {
  require_equal("the number of packed block rows", to.rows, from.rows);
  require_depth(to.depth);
  if (to.rows == 0) return;
  pack_kernel<Word><<<static_cast<unsigned>(to.rows), kBlockRows, 0, stream>>>(
      from.words, from.pitch, first, to.words, to.block_words, to.depth);
  check_launch("pack a panel");
}

template <class Word>
void close(const PivotBlock<Word>& pivot, cudaStream_t stream) {
  using Element = typename Word::Element;
  close_pivot_kernel<Word><<<1, ClosureShape<Word>::kThreads, 0, stream>>>(
      reinterpret_cast<Element*>(pivot.words), pivot.pitch * Word::kElements, pivot.packed,
      pivot.vertex, pivot.negative);
  check_launch("close the pivot");
}

#define APSP_INSTANTIATE(Word)                                                             \
  template void product<Word>(const Tiles<Word>&, const ConstPackedTiles<Word>&,           \
                              const ConstTiles<Word>&, cudaStream_t, const Kept&);         \
  template void product_tiles<Word>(std::span<const TileOperands<Word>>, cudaStream_t);    \
  template void pack<Word>(const ConstTiles<Word>&, std::size_t, const PackedTiles<Word>&, \
                           cudaStream_t);                                                  \
  template void close<Word>(const PivotBlock<Word>&, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
APSP_INSTANTIATE(F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
