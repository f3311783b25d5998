// SPDX-License-Identifier: MIT
// The layout of the matrix, or of a device's share of its rows, in device memory: index arithmetic
// that needs no device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/core/schedule.hpp"

namespace apsp::gpu {

/// Rows and words of the macro-tile that one thread block computes: two base tiles of rows, two of
/// words. A word holds one s32 or two u16, so a macro-tile is 128 or 256 columns wide.
inline constexpr int kBlockRows = 2 * kTile;
inline constexpr int kBlockWords = 2 * kTile;

/// Vertices that one step of the pivot's closure takes; a round's depth is one or two of them.
inline constexpr int kPivot = 2 * kTile;

/// A half-open range of blocks of kPivot vertices (TileRange of hw3-1: of kTile vertices).
using BlockRange = IndexRange;

/// Device memory of the ring through which edges go up and rows come down: see staging.hpp.
inline constexpr std::size_t kStagingBytes = std::size_t{32} << 20;

/// Rows of a matrix of V x V elements, `elements_per_word` to a 32-bit word, row-major, padded to
/// whole macro-tiles in both directions. Blocks are of kBlockRows rows and numbered through the
/// whole matrix, wherever they lie.
struct Layout {
  std::size_t vertices;
  int elements_per_word;  // 1 or 2
  int pivots;             // kPivot blocks that a round's pivot has a side, 1 or 2
  BlockRange held;        // the blocks of rows that the device holds, whole pivots of them

  /// All rows on one device.
  [[nodiscard]] static constexpr Layout whole(std::size_t vertices, int elements_per_word,
                                              int pivots) {
    return {vertices, elements_per_word, pivots, {0, (vertices + kBlockRows - 1) / kBlockRows}};
  }

  /// Steps of k in a round: each remainder tile is read and written once for so many.
  [[nodiscard]] constexpr int depth() const { return pivots * kPivot; }

  /// Blocks of rows of the whole matrix.
  [[nodiscard]] constexpr std::size_t row_blocks() const {
    return (vertices + kBlockRows - 1) / kBlockRows;
  }
  [[nodiscard]] constexpr bool holds_all() const { return held.size() == row_blocks(); }
  /// The first vertex whose row the device holds, and how many there are; rows with the padding.
  [[nodiscard]] constexpr std::size_t first_vertex() const { return held.begin * kBlockRows; }
  [[nodiscard]] constexpr std::size_t held_vertices() const {
    return std::min(vertices, held.end * kBlockRows) - std::min(vertices, first_vertex());
  }
  [[nodiscard]] constexpr std::size_t held_rows() const { return held.size() * kBlockRows; }

  [[nodiscard]] constexpr std::size_t block_columns() const {
    return std::size_t{kBlockWords} * static_cast<std::size_t>(elements_per_word);
  }
  [[nodiscard]] constexpr std::size_t column_blocks() const {
    return (vertices + block_columns() - 1) / block_columns();
  }
  /// Words from one row to the next.
  [[nodiscard]] constexpr std::size_t pitch() const { return column_blocks() * kBlockWords; }
  [[nodiscard]] constexpr std::size_t matrix_words() const { return held_rows() * pitch(); }
  /// A round's pivot spans this many rows of macro-tiles, the last round's perhaps fewer.
  [[nodiscard]] constexpr Schedule schedule() const {
    return {row_blocks(), static_cast<std::size_t>(pivots)};
  }

  /// Words of one block of a packed column panel, and of the device's whole panel: see
  /// tile_product.cuh.
  [[nodiscard]] constexpr std::size_t panel_block_words() const {
    return static_cast<std::size_t>(depth()) * kBlockRows;
  }
  [[nodiscard]] constexpr std::size_t column_panel_words() const {
    return held.size() * panel_block_words();
  }
  /// Words of a row panel, as it lies outside the matrix.
  [[nodiscard]] constexpr std::size_t row_panel_words() const {
    return static_cast<std::size_t>(depth()) * pitch();
  }
  /// Words of the rows of a round's pivot.
  [[nodiscard]] constexpr std::size_t row_words(std::size_t round) const {
    return schedule().pivot(round).size() * kPivot * pitch();
  }
  /// Row panels outside the matrix: one that is not closed yet, or two that come from elsewhere.
  [[nodiscard]] constexpr std::size_t row_panels() const { return holds_all() ? 1 : 2; }

  /// Words of the panels of one solve: three packed column panels, and the row panels.
  [[nodiscard]] constexpr std::size_t panel_words() const {
    return 3 * column_panel_words() + row_panels() * row_panel_words();
  }
  /// Device memory of one solve: the held rows and the panels.
  [[nodiscard]] constexpr std::size_t bytes() const {
    constexpr std::size_t kMostVertices = std::size_t{1} << 30;
    if (vertices > kMostVertices) return SIZE_MAX / 2;  // the product could wrap
    return (matrix_words() + panel_words()) * sizeof(std::uint32_t);
  }
};

/// The block of kPivot columns that group `group` (64 words, 0 or 1) of macro-tile column `column`
/// lies in.
[[nodiscard]] constexpr std::size_t block_of_group(int elements_per_word, std::size_t column,
                                                   int group) {
  return (2 * column + static_cast<std::size_t>(group)) *
         static_cast<std::size_t>(elements_per_word) / 2;
}

/// The groups of macro-tile column `column` that lie in `blocks`: bit g for group g.
[[nodiscard]] constexpr unsigned groups_in(int elements_per_word, std::size_t column,
                                           BlockRange blocks) {
  return (blocks.contains(block_of_group(elements_per_word, column, 0)) ? 1u : 0u) |
         (blocks.contains(block_of_group(elements_per_word, column, 1)) ? 2u : 0u);
}

/// The macro-tile columns that `blocks` spans.
[[nodiscard]] constexpr IndexRange columns_of(int elements_per_word, BlockRange blocks) {
  const auto a_column = static_cast<std::size_t>(elements_per_word);
  return {blocks.begin / a_column, (blocks.end + a_column - 1) / a_column};
}

/// Returns the blocks of kPivot vertices in a round's pivot, 1 or 2, for a device that holds about
/// `rows` of `vertices` rows. Two halve the traffic of the remainder. Their closure is a longer
/// chain of small kernels, which only the remainder of a large matrix hides: from 8000 vertices on.
/// Where the packed column panels would take more than 160 MiB, the remainder is so long that one
/// is as good. So a device's memory beside matrix and row panels stays below 256 MiB.
[[nodiscard]] constexpr int pivots_for(std::size_t vertices, std::size_t rows) {
  constexpr std::size_t kMostPanelBytes = std::size_t{160} << 20;
  const std::size_t panels_of_two = sizeof(std::uint32_t) * 3 * 2 * kPivot * rows;
  return vertices < 8000 || panels_of_two > kMostPanelBytes ? 1 : 2;
}

}  // namespace apsp::gpu
