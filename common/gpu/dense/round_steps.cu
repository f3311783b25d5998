// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/gpu/dense/round_steps.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/product.hpp"
#include "common/gpu/product/tile_product.cuh"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {
namespace {

template <class Word>
constexpr unsigned kThreads = ProductShape<Word>::kThreads;
template <class Word>
constexpr std::size_t kShared = ProductShape<Word>::kSharedBytes;

/// Macro-tile (`row`, `column`) of the matrix, rows numbered through the whole of it.
template <class Word>
constexpr typename Word::Bits* tile_at(const RoundView<Word>& view, std::size_t row,
                                       std::size_t column) {
  return view.matrix + (row - view.layout.held.begin) * kBlockRows * view.layout.pitch() +
         view.layout.place_of(row, column) * kBlockWords;
}

/// Macro-tile (`row`, `column`) of rows Q in a row panel outside the matrix.
template <class Word>
constexpr typename Word::Bits* panel_tile(const RoundView<Word>& view, typename Word::Bits* panel,
                                          std::size_t row, std::size_t column) {
  return panel + (row - view.next.begin) * kBlockRows * view.layout.panel_pitch() +
         column * kBlockWords;
}

/// Block `row` of a packed panel, from step `pivot` * kPivot on.
template <class Word, typename T>
constexpr T* packed_at(const RoundView<Word>& view, T* panel, std::size_t row, std::size_t pivot) {
  return panel + (row - view.layout.held.begin) * view.layout.panel_block_words() +
         pivot * kPivot * kBlockRows;
}

/// The n-th held block of rows outside Q.
template <class Word>
constexpr std::size_t row_outside_next(const RoundView<Word>& view, std::size_t n) {
  const std::size_t row = view.layout.held.begin + n;
  return view.owns_next() ? view.next.outside(row) : row;
}

constexpr unsigned groups_in(const Layout& layout, std::size_t column, BlockRange blocks) {
  return gpu::groups_in(layout.elements_per_word, column, blocks);
}

constexpr IndexRange columns_of(const Layout& layout, BlockRange blocks) {
  return gpu::columns_of(layout.elements_per_word, blocks);
}

/// The address of the groups `groups` of column `column` in block `row` of packed column panel Q.
template <class Word>
constexpr typename Word::Bits* packed_columns(const RoundView<Word>& view,
                                              typename Word::Bits* panel, std::size_t row,
                                              std::size_t column, unsigned groups) {
  const int first = groups == 2u ? 1 : 0;
  const std::size_t block = block_of_group(view.layout.elements_per_word, column, first);
  return packed_at(view, panel, row, block - view.next.begin);
}

/// Blocks of lookahead and panels that compute rows Q; they come first.
template <class Word>
constexpr std::size_t row_panel_blocks(const RoundView<Word>& view) {
  return view.owns_next() ? view.next.size() * view.layout.column_blocks() : 0;
}

/// Blocks that compute columns Q of the other rows.
template <class Word>
constexpr std::size_t column_panel_blocks(const RoundView<Word>& view) {
  return (view.layout.held.size() - (view.owns_next() ? view.next.size() : 0)) *
         columns_of(view.layout, view.next).size();
}

/// Whether macro-tile (`row`, `column`) is computed: of a symmetric matrix those of the window, and
/// complete_panels() has what the products of the others would give.
template <class Word>
constexpr bool is_computed(const RoundView<Word>& view, std::size_t row, std::size_t column) {
  return !view.symmetric || view.layout.window().contains(row, view.layout.block_of_column(column));
}

template <class Word>
__device__ __forceinline__ void multiply(const RoundView<Word>& view, TileOperands<Word> tile) {
  tile.pitch = static_cast<std::uint32_t>(view.layout.pitch());
  if (tile.b_pitch == 0) tile.b_pitch = static_cast<std::uint32_t>(view.layout.panel_pitch());
  multiply_by_block<Word>(tile, view.one);
}

/// Formula: rows Q and columns Q of C(i,j) = min(C(i,j), A(i,k) + B(k,j)), A and B the panels P.
/// Launch: blocks for row_panel_blocks + column_panel_blocks macro-tiles; block and shared memory
/// as ProductShape. Reads and writes: reads the panels P; writes rows Q to the matrix and to
/// lookahead_rows, columns Q to the matrix (but for rows P) and packed. Synchronisation: none
/// between blocks; inside one, see multiply_tile. Cost: multiply_tile's for each block; a row and a
/// column of macro-tiles or two, beside a remainder of all of them.
template <class Word>
APSP_PRODUCT_KERNEL lookahead_kernel(const RoundView<Word> view) {
  const std::size_t tile_number = tile_of_block<Word>();
  const std::size_t columns = view.layout.column_blocks();
  const std::size_t in_rows = row_panel_blocks(view);
  const IndexRange next_columns = columns_of(view.layout, view.next);
  TileOperands<Word> tile{};
  std::size_t row;
  std::size_t column;
  if (tile_number < in_rows) {
    row = view.next.begin + tile_number / columns;
    column = tile_number % columns;
    if (!is_computed(view, row, column)) return;
    tile.store_groups = 3u;
    tile.copy = panel_tile(view, view.lookahead_rows, row, column);
  } else {
    row = row_outside_next(view, (tile_number - in_rows) / next_columns.size());
    column = next_columns.begin + (tile_number - in_rows) % next_columns.size();
    if (!is_computed(view, row, column)) return;
    // Rows P are closed: the product changes nothing there, and others read them meanwhile.
    tile.store_groups = view.pivot.contains(row) ? 0u : groups_in(view.layout, column, view.next);
  }
  tile.a = packed_at(view, view.panel, row, 0);
  tile.b = view.rows + column * kBlockWords;
  tile.c = tile_at(view, row, column);
  tile.depth = static_cast<int>(view.pivot.size()) * kPivot;
  tile.pack_groups = groups_in(view.layout, column, view.next);
  if (tile.pack_groups != 0) {
    typename Word::Bits* panel = view.next.contains(row) ? view.next_panel : view.lookahead_panel;
    tile.packed = packed_columns(view, panel, row, column, tile.pack_groups);
  }
  multiply<Word>(view, tile);
}

/// Formula: row panel Q = min(itself, closed pivot x row panel Q), column panel Q = min(itself,
/// column panel Q x closed pivot), each from its copy before the round.
/// Launch: macro-tiles `first` + 0, 1, ... of those that the lookahead has, so that one launch
/// takes the row panel, the column panel, or both; block and shared memory as ProductShape.
/// Reads and writes: for rows Q, next_panel and lookahead_rows, writes the matrix, of a symmetric
/// one next_rows as well; for columns Q, lookahead_panel and the pivot in the matrix, or where
/// others own it in next_rows, writes the matrix and next_panel. Not the pivot in the matrix.
/// Synchronisation: none between blocks; inside one, see multiply_tile.
/// Cost: multiply_tile's for each block; a row and a column of macro-tiles or two, beside a
/// remainder of all of them.
template <class Word>
APSP_PRODUCT_KERNEL panels_kernel(const RoundView<Word> view, unsigned first) {
  const std::size_t block = first + tile_of_block<Word>();
  const std::size_t columns = view.layout.column_blocks();
  const std::size_t in_rows = row_panel_blocks(view);
  const IndexRange next_columns = columns_of(view.layout, view.next);
  TileOperands<Word> tile{};
  tile.depth = static_cast<int>(view.next.size()) * kPivot;
  std::size_t row;
  std::size_t column;
  if (block < in_rows) {
    row = view.next.begin + block / columns;
    column = block % columns;
    if (!is_computed(view, row, column)) return;
    tile.store_groups = 3u & ~groups_in(view.layout, column, view.next);
    if (view.symmetric) {
      tile.copy = panel_tile(view, view.next_rows, row, column);  // of the pivot, too
    } else if (tile.store_groups == 0) {
      return;
    }
    tile.a = packed_at(view, view.next_panel, row, 0);
    tile.b = view.lookahead_rows + column * kBlockWords;
  } else {
    row = row_outside_next(view, (block - in_rows) / next_columns.size());
    column = next_columns.begin + (block - in_rows) % next_columns.size();
    if (!is_computed(view, row, column)) return;
    tile.store_groups = groups_in(view.layout, column, view.next);
    tile.a = packed_at(view, view.lookahead_panel, row, 0);
    if (view.owns_next()) {  // the pivot in the matrix: the rows beside it may be on their way
      tile.b = tile_at(view, view.next.begin, column);
      tile.b_pitch = static_cast<std::uint32_t>(view.layout.pitch());
    } else {
      tile.b = view.next_rows + column * kBlockWords;
    }
    tile.pack_groups = tile.store_groups;
    tile.packed = packed_columns(view, view.next_panel, row, column, tile.pack_groups);
  }
  tile.c = tile_at(view, row, column);
  multiply<Word>(view, tile);
}

/// Launches blocks `first` to `first + count` of the panels, unless there are none.
template <class Word>
void launch_panels(const RoundView<Word>& view, std::size_t first, std::size_t count,
                   cudaStream_t stream) {
  if (count == 0) return;
  panels_kernel<Word><<<blocks_for_tiles<Word>(count), kThreads<Word>, kShared<Word>, stream>>>(
      view, static_cast<unsigned>(first));
  check_launch("multiply the panels");
}

/// Whether the thread blocks of one macro-tile read all of A, which is then packed after them.
template <class Word>
constexpr bool kSharesA = ProductShape<Word>::kBlocksPerTile > 1;

/// Block (`d`, `e`) of the pivot Q takes block (d, k) x block (k, e), and is packed anew, but for
/// the one that is packed where its A lies, if blocks share that.
template <class Word>
TileOperands<Word> inside_pivot(const RoundView<Word>& view, std::size_t d, std::size_t e,
                                std::size_t k) {
  const std::size_t row = view.next.begin + d;
  const BlockRange block{view.next.begin + e, view.next.begin + e + 1};
  const std::size_t column = columns_of(view.layout, block).begin;
  TileOperands<Word> tile{};
  tile.a = packed_at(view, view.next_panel, row, k);
  tile.b = tile_at(view, view.next.begin + k, column);
  tile.c = tile_at(view, row, column);
  tile.pitch = static_cast<std::uint32_t>(view.layout.pitch());
  tile.b_pitch = tile.pitch;
  tile.depth = kPivot;
  tile.store_groups = groups_in(view.layout, column, block);
  tile.pack_groups = kSharesA<Word> && e == k ? 0u : tile.store_groups;
  tile.packed = packed_columns(view, view.next_panel, row, column, tile.store_groups);
  return tile;
}

/// Takes the pivot's other blocks through its closed block `k`, of two: first those beside k, then
/// the one on the diagonal.
template <class Word>
void multiply_inside_pivot(const RoundView<Word>& view, std::size_t k, cudaStream_t stream) {
  const std::size_t other = 1 - k;
  const TileOperands<Word> beside[] = {inside_pivot(view, 0, 1, k), inside_pivot(view, 1, 0, k)};
  const TileOperands<Word> diagonal[] = {inside_pivot(view, other, other, k)};
  product_tiles<Word>(beside, stream);
  if constexpr (kSharesA<Word>) {
    static_assert(Word::kElements == 1, "a macro-tile is one block of the pivot");
    const TileOperands<Word>& tile = beside[k == 0 ? 1 : 0];
    pack<Word>({tile.c, tile.pitch, 1, 1}, 0,
               {tile.packed, std::size_t{kPivot} * kBlockRows, 1, kPivot}, stream);
  }
  product_tiles<Word>(diagonal, stream);
}

/// Closes block `d` of the pivot Q.
template <class Word>
void close_block(const RoundView<Word>& view, std::size_t d, cudaStream_t stream) {
  const Layout& layout = view.layout;
  const std::size_t block = view.next.begin + d;
  const std::size_t column = columns_of(layout, {block, block + 1}).begin;
  const std::size_t word = block * kPivot / Word::kElements % kBlockWords;
  close<Word>({tile_at(view, block, column) + word, layout.pitch(),
               packed_at(view, view.next_panel, block, d),
               static_cast<std::uint32_t>(block * kPivot), view.negative},
              stream);
}

/// Packs column Q of the held rows [begin, end), counted from the first one, into `panel`.
template <class Word>
void pack_rows(const RoundView<Word>& view, std::size_t begin, std::size_t end,
               typename Word::Bits* panel, cudaStream_t stream) {
  const Layout& layout = view.layout;
  const std::size_t block_words = layout.panel_block_words();
  const int depth = static_cast<int>(view.next.size()) * kPivot;
  const std::size_t column = columns_of(layout, view.next).begin;
  const std::size_t before = column * layout.block_columns();  // columns of earlier macro-tiles
  // Of a half, columns Q lie elsewhere in each row of blocks, if at all.
  const std::size_t at_once = layout.half ? 1 : end - begin;
  for (std::size_t row = begin; row < end; row += at_once) {
    const std::size_t block = layout.held.begin + row;
    if (layout.half && !is_computed(view, block, column)) continue;
    const std::size_t place = layout.place_of(block, column) * layout.block_columns();
    pack<Word>(
        {view.matrix + row * kBlockRows * layout.pitch(), layout.pitch(), at_once, layout.places()},
        place + view.next.begin * kPivot - before,
        {panel + row * block_words, block_words, at_once, depth}, stream);
  }
}

/// Copies the rows Q of the matrix to lookahead_rows.
template <class Word>
void copy_rows(const RoundView<Word>& view, cudaStream_t stream) {
  const Layout& layout = view.layout;
  const std::size_t to_pitch = layout.panel_pitch() * sizeof(typename Word::Bits);
  const std::size_t from_pitch = layout.pitch() * sizeof(typename Word::Bits);
  constexpr std::size_t kTileBytes = kBlockWords * sizeof(typename Word::Bits);
  const std::size_t row = view.next.begin;
  for (std::size_t place = 0; place < layout.places();) {
    const std::size_t column = layout.column_at(row, place);
    std::size_t many = 1;  // neighbours in both
    while (place + many < layout.places() && layout.column_at(row, place + many) == column + many) {
      ++many;
    }
    place += many;
    if (column >= layout.column_blocks()) continue;
    const std::size_t columns = std::min(many, layout.column_blocks() - column);
    check(cudaMemcpy2DAsync(panel_tile(view, view.lookahead_rows, row, column), to_pitch,
                            tile_at(view, row, column), from_pitch, columns * kTileBytes,
                            view.next.size() * kBlockRows, cudaMemcpyDeviceToDevice, stream),
          "copy the first rows");
  }
}

}  // namespace

template <class Word>
void first_panel(const RoundView<Word>& view, cudaStream_t stream) {
  const std::size_t held = view.layout.held.size();
  if (!view.owns_next()) return pack_rows<Word>(view, 0, held, view.lookahead_panel, stream);
  const std::size_t begin = view.next.begin - view.layout.held.begin;
  const std::size_t end = begin + view.next.size();
  pack_rows<Word>(view, 0, begin, view.lookahead_panel, stream);
  pack_rows<Word>(view, begin, end, view.next_panel, stream);
  pack_rows<Word>(view, end, held, view.lookahead_panel, stream);
  copy_rows(view, stream);
}

template <class Word>
void lookahead(const RoundView<Word>& view, cudaStream_t stream) {
  const std::size_t blocks = row_panel_blocks(view) + column_panel_blocks(view);
  lookahead_kernel<Word>
      <<<blocks_for_tiles<Word>(blocks), kThreads<Word>, kShared<Word>, stream>>>(view);
  check_launch("multiply the lookahead");
}

template <class Word>
void close_pivot(const RoundView<Word>& view, cudaStream_t stream) {
  close_block<Word>(view, 0, stream);
  if (view.next.size() == 1) return;
  multiply_inside_pivot<Word>(view, 0, stream);
  close_block<Word>(view, 1, stream);
  multiply_inside_pivot<Word>(view, 1, stream);
}

template <class Word>
void row_panel(const RoundView<Word>& view, cudaStream_t stream) {
  launch_panels<Word>(view, 0, row_panel_blocks(view), stream);
}

template <class Word>
void column_panel(const RoundView<Word>& view, cudaStream_t stream) {
  launch_panels<Word>(view, row_panel_blocks(view), column_panel_blocks(view), stream);
}

template <class Word>
void panels(const RoundView<Word>& view, cudaStream_t stream) {
  launch_panels<Word>(view, 0, row_panel_blocks(view) + column_panel_blocks(view), stream);
}

template <class Word>
void remainder(const RoundView<Word>& view, cudaStream_t stream) {
  const Layout& layout = view.layout;
  const std::size_t rows = layout.held.size();
  product<Word>(
      {view.matrix, layout.pitch(), rows, layout.places()},
      {view.panel, layout.panel_block_words(), rows, static_cast<int>(view.pivot.size()) * kPivot},
      {view.rows, layout.panel_pitch(), view.pivot.size(), layout.column_blocks()}, stream,
      {view.pivot, view.next, layout.held.begin, view.symmetric ? layout.window() : Window{},
       layout.half});
}

#define APSP_INSTANTIATE(Word)                                            \
  template void first_panel<Word>(const RoundView<Word>&, cudaStream_t);  \
  template void lookahead<Word>(const RoundView<Word>&, cudaStream_t);    \
  template void close_pivot<Word>(const RoundView<Word>&, cudaStream_t);  \
  template void row_panel<Word>(const RoundView<Word>&, cudaStream_t);    \
  template void column_panel<Word>(const RoundView<Word>&, cudaStream_t); \
  template void panels<Word>(const RoundView<Word>&, cudaStream_t);       \
  template void remainder<Word>(const RoundView<Word>&, cudaStream_t);
APSP_INSTANTIATE(S32)
APSP_INSTANTIATE(U16x2)
APSP_INSTANTIATE(F32)
APSP_INSTANTIATE(F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::gpu
