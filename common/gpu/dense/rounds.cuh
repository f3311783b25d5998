// SPDX-License-Identifier: MIT
// The kernels of a round, all of them the tile product with other operands. P is the round's pivot
// (one or two blocks of kPivot vertices), Q the next round's:
//
//   remainder  everything outside rows and columns P and Q takes column panel P x row panel P
//   frontier   rows Q and columns Q take the same, so that the next pivot and panels can start
//   pivot_step the products inside the pivot Q, between the closures of its blocks
//   panels     row panel Q = closed pivot x row panel Q, column panel Q = column panel Q x closed
//   pivot
//
// frontier(r), the closure of pivot r + 1 and panels(r + 1) run beside remainder(r). They write
// rows and columns Q only, and of those the remainder reads nothing that it stores a result of: its
// left operand is the packed copy of column panel P, its right one lies in rows P. In u16 a
// macro-tile may span P or Q and other columns; such groups are computed with the rest and not
// stored.
//
// Where several devices share the rows, each runs all of this on the rows it holds. The owner of
// rows Q alone computes them; to the others they come closed, and rows P the same a round before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/core/schedule.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/tile_product.cuh"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {

/// What the kernels of a round know. Ranges are in blocks of kPivot vertices.
struct RoundView {
  std::uint32_t* matrix;  // the held rows
  Layout layout;
  TileRange pivot;                 // P; empty before the first round
  TileRange next;                  // Q; empty in the last round
  const std::uint32_t* panel;      // closed column panel P, packed
  const std::uint32_t* rows;       // closed row panel P, rows a pitch apart
  std::uint32_t* frontier_panel;   // column panel Q before it is closed, packed, rows outside Q
  std::uint32_t* frontier_rows;    // row panel Q before it is closed, rows a pitch apart
  std::uint32_t* next_panel;       // closed column panel Q, packed; in rows Q the pivot itself
  const std::uint32_t* next_rows;  // closed row panel Q, rows a pitch apart
  std::uint32_t one;               // 1, see add_by_multiplier

  /// Whether this device computes rows Q.
  [[nodiscard]] __host__ __device__ constexpr bool owns_next() const {
    return layout.held.contains(next.begin);
  }
};

namespace detail {

/// Pivot block that group `group` (64 words) of macro-tile column `column` lies in.
__host__ __device__ constexpr std::size_t pivot_of_group(const Layout& layout, std::size_t column,
                                                         int group) {
  return (2 * column + static_cast<std::size_t>(group)) *
         static_cast<std::size_t>(layout.elements_per_word) / 2;
}

/// The groups of macro-tile column `column` that lie in `pivots`.
__host__ __device__ constexpr unsigned groups_in(const Layout& layout, std::size_t column,
                                                 TileRange pivots) {
  return (pivots.contains(pivot_of_group(layout, column, 0)) ? 1u : 0u) |
         (pivots.contains(pivot_of_group(layout, column, 1)) ? 2u : 0u);
}

/// The macro-tile columns that `pivots` spans.
__host__ __device__ constexpr TileRange columns_of(const Layout& layout, TileRange pivots) {
  const auto blocks = static_cast<std::size_t>(layout.elements_per_word);
  return {pivots.begin / blocks, (pivots.end + blocks - 1) / blocks};
}

__device__ __forceinline__ std::uint32_t* tile_at(const RoundView& view, std::size_t row,
                                                  std::size_t column) {
  return view.matrix + (row - view.layout.held.begin) * kBlockRows * view.layout.pitch() +
         column * kBlockWords;
}

/// Block `row` of a packed panel, from step `pivot` * kPivot on.
template <typename T>
__device__ __forceinline__ T* packed_at(const RoundView& view, T* panel, std::size_t row,
                                        std::size_t pivot) {
  return panel + (row - view.layout.held.begin) * view.layout.panel_block_words() +
         pivot * kPivot * kBlockRows;
}

/// The n-th held block of rows outside Q.
__device__ __forceinline__ std::size_t row_outside_next(const RoundView& view, std::size_t n) {
  const std::size_t row = view.layout.held.begin + n;
  return view.owns_next() ? view.next.outside(row) : row;
}

/// Where the groups `groups` of column `column` go in block `row` of the packed panel of `pivots`.
__device__ __forceinline__ std::uint32_t* packed_columns(const RoundView& view,
                                                         std::uint32_t* panel, std::size_t row,
                                                         std::size_t column, unsigned groups,
                                                         TileRange pivots) {
  const int first = groups == 2u ? 1 : 0;
  return packed_at(view, panel, row, pivot_of_group(view.layout, column, first) - pivots.begin);
}

template <class Word>
__device__ __forceinline__ void multiply(const RoundView& view, TileOperands tile) {
  extern __shared__ __align__(16) std::uint32_t stages[];
  __shared__ TileOperands operands;
  tile.pitch = static_cast<std::uint32_t>(view.layout.pitch());
  if (threadIdx.x == 0) operands = tile;
  __syncthreads();
  multiply_tile<Word>(operands, stages, view.one);
}

/// Rows of macro-tiles that blocks of neighbouring number work on together, so that their operands
/// stay in L2.
inline constexpr std::size_t kRowGroup = 16;

}  // namespace detail

#define APSP_PRODUCT_KERNEL \
  __global__ void __launch_bounds__(ProductShape::kThreads, ProductShape::kBlocksPerSm)

/// Grid: held blocks x column_blocks in one dimension; block and shared memory as ProductShape
/// says, here and in the next three.
template <class Word>
APSP_PRODUCT_KERNEL remainder(const RoundView view) {
  const std::size_t rows = view.layout.held.size();
  const std::size_t columns = view.layout.column_blocks();
  const std::size_t group = blockIdx.x / (detail::kRowGroup * columns);
  const std::size_t below = rows - group * detail::kRowGroup;
  const std::size_t height = below < detail::kRowGroup ? below : detail::kRowGroup;
  const std::size_t in_group = blockIdx.x - group * detail::kRowGroup * columns;
  const std::size_t row = view.layout.held.begin + group * detail::kRowGroup + in_group % height;
  const std::size_t column = in_group / height;

  if (view.pivot.contains(row) || view.next.contains(row)) return;
  const unsigned store = 3u & ~detail::groups_in(view.layout, column, view.pivot) &
                         ~detail::groups_in(view.layout, column, view.next);
  if (store == 0) return;
  TileOperands tile{};
  tile.a = detail::packed_at(view, view.panel, row, 0);
  tile.b = view.rows + column * kBlockWords;
  tile.c = detail::tile_at(view, row, column);
  tile.depth = static_cast<int>(view.pivot.size()) * kPivot;
  tile.store_groups = store;
  detail::multiply<Word>(view, tile);
}

/// Blocks of the frontier and of the panels that compute rows Q; they come first.
[[nodiscard]] __host__ __device__ constexpr std::size_t row_panel_blocks(const RoundView& view) {
  return view.owns_next() ? view.next.size() * view.layout.column_blocks() : 0;
}

/// Blocks that compute columns Q of the other rows.
[[nodiscard]] constexpr std::size_t column_panel_blocks(const RoundView& view) {
  return (view.layout.held.size() - (view.owns_next() ? view.next.size() : 0)) *
         detail::columns_of(view.layout, view.next).size();
}

/// Grid: row_panel_blocks + column_panel_blocks.
template <class Word>
APSP_PRODUCT_KERNEL frontier(const RoundView view) {
  const std::size_t columns = view.layout.column_blocks();
  const std::size_t in_rows = row_panel_blocks(view);
  const TileRange next_columns = detail::columns_of(view.layout, view.next);
  TileOperands tile{};
  std::size_t row;
  std::size_t column;
  if (blockIdx.x < in_rows) {
    row = view.next.begin + blockIdx.x / columns;
    column = blockIdx.x % columns;
    tile.store_groups = 3u;
    tile.copy = view.frontier_rows + (row - view.next.begin) * kBlockRows * view.layout.pitch() +
                column * kBlockWords;
  } else {
    row = detail::row_outside_next(view, (blockIdx.x - in_rows) / next_columns.size());
    column = next_columns.begin + (blockIdx.x - in_rows) % next_columns.size();
    // Rows P are closed: the product changes nothing there, and others read them meanwhile.
    tile.store_groups =
        view.pivot.contains(row) ? 0u : detail::groups_in(view.layout, column, view.next);
  }
  tile.a = detail::packed_at(view, view.panel, row, 0);
  tile.b = view.rows + column * kBlockWords;
  tile.c = detail::tile_at(view, row, column);
  tile.depth = static_cast<int>(view.pivot.size()) * kPivot;
  tile.pack_groups = detail::groups_in(view.layout, column, view.next);
  if (tile.pack_groups != 0) {
    std::uint32_t* panel = view.next.contains(row) ? view.next_panel : view.frontier_panel;
    tile.packed = detail::packed_columns(view, panel, row, column, tile.pack_groups, view.next);
  }
  detail::multiply<Word>(view, tile);
}

/// Inside the pivot Q: tile (d, e) takes tile (d, k) x tile (k, e), and is packed anew. Blocks: one
/// for each target; `targets` holds (d, e) as 2 d + e, four bits each.
template <class Word>
APSP_PRODUCT_KERNEL pivot_step(const RoundView view, unsigned targets, unsigned k) {
  const unsigned target = targets >> (4 * blockIdx.x) & 3u;
  const std::size_t row = view.next.begin + target / 2;
  const TileRange pivot{view.next.begin + target % 2, view.next.begin + target % 2 + 1};
  const std::size_t column = detail::columns_of(view.layout, pivot).begin;
  TileOperands tile{};
  tile.a = detail::packed_at(view, view.next_panel, row, k);
  tile.b = detail::tile_at(view, view.next.begin + k, column);
  tile.c = detail::tile_at(view, row, column);
  tile.depth = kPivot;
  tile.store_groups = detail::groups_in(view.layout, column, pivot);
  tile.pack_groups = tile.store_groups;
  tile.packed =
      detail::packed_columns(view, view.next_panel, row, column, tile.pack_groups, view.next);
  detail::multiply<Word>(view, tile);
}

/// Blocks `first` + 0, 1, ... of those that the frontier has: the row panel, the column panel, or
/// both. The row panel needs the pivot Q closed, in the matrix and in next_panel; the column panel
/// needs the pivot in next_rows.
template <class Word>
APSP_PRODUCT_KERNEL panels(const RoundView view, unsigned first) {
  const std::size_t block = first + blockIdx.x;
  const std::size_t columns = view.layout.column_blocks();
  const std::size_t in_rows = row_panel_blocks(view);
  const TileRange next_columns = detail::columns_of(view.layout, view.next);
  TileOperands tile{};
  tile.depth = static_cast<int>(view.next.size()) * kPivot;
  std::size_t row;
  std::size_t column;
  if (block < in_rows) {
    row = view.next.begin + block / columns;
    column = block % columns;
    tile.store_groups = 3u & ~detail::groups_in(view.layout, column, view.next);
    if (tile.store_groups == 0) return;
    tile.a = detail::packed_at(view, view.next_panel, row, 0);
    tile.b = view.frontier_rows + column * kBlockWords;
  } else {
    row = detail::row_outside_next(view, (block - in_rows) / next_columns.size());
    column = next_columns.begin + (block - in_rows) % next_columns.size();
    tile.store_groups = detail::groups_in(view.layout, column, view.next);
    tile.a = detail::packed_at(view, view.frontier_panel, row, 0);
    tile.b = view.next_rows + column * kBlockWords;
    tile.pack_groups = tile.store_groups;
    tile.packed =
        detail::packed_columns(view, view.next_panel, row, column, tile.pack_groups, view.next);
  }
  tile.c = detail::tile_at(view, row, column);
  detail::multiply<Word>(view, tile);
}

#undef APSP_PRODUCT_KERNEL

/// What the first round has no frontier to do: packs column panel Q. Grid: held blocks; block:
/// kBlockRows threads.
template <class Word>
__global__ void pack_column_panel(const RoundView view) {
  using Element = typename Word::Element;
  const std::size_t row = view.layout.held.begin + blockIdx.x;
  const auto* from = reinterpret_cast<const Element*>(detail::tile_at(view, row, 0) +
                                                      threadIdx.x * view.layout.pitch()) +
                     view.next.begin * kPivot;
  std::uint32_t* panel = view.next.contains(row) ? view.next_panel : view.frontier_panel;
  std::uint32_t* to = detail::packed_at(view, panel, row, 0) + threadIdx.x;
  const int steps = static_cast<int>(view.next.size()) * kPivot;
  for (int k = 0; k < steps; ++k) {
    to[k * kBlockRows] = WordOps<Word>::spread(static_cast<std::uint32_t>(from[k]));
  }
}

}  // namespace apsp::gpu
