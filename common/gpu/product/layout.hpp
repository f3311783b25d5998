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
/// words. A word holds one number or two u16, so a macro-tile is 128 or 256 columns wide.
inline constexpr int kBlockRows = 2 * kTile;
inline constexpr int kBlockWords = 2 * kTile;

/// Vertices that one step of the pivot's closure takes; a round's depth is one or two of them.
inline constexpr int kPivot = 2 * kTile;

/// A half-open range of blocks of kPivot vertices (TileRange of hw3-1: of kTile vertices).
using BlockRange = IndexRange;

/// Device memory of the ring through which edges go up and rows come down: see staging.hpp.
inline constexpr std::size_t kStagingBytes = std::size_t{32} << 20;

/// Rows that a kernel is given at once, at most: a grid has room for twice as many.
inline constexpr std::size_t kMostRowsAtOnce = 32768;

/// The half of a symmetric matrix that is computed, in squares of whole pivots and macro-tiles on a
/// ring: each square of rows has that on the diagonal and the next N / 2 to the right of it, round
/// the end, of N. So all rows have as many, whoever holds them. Of even N the squares that are
/// N / 2 apart are computed both ways.
struct Window {
  std::size_t square = 0;   // blocks a side, 1 or 2; 0: no window, everything is computed
  std::size_t squares = 0;  // N

  /// Squares of a row that are computed.
  [[nodiscard]] constexpr std::size_t size() const { return squares / 2 + 1; }
  /// The square of a block. Every block of a kernel asks, and a division takes long.
  [[nodiscard]] constexpr std::size_t square_of(std::size_t block) const {
    return square == 2 ? block / 2 : block;
  }
  /// Steps to the right from the square of rows to that of columns.
  [[nodiscard]] constexpr std::size_t steps(std::size_t row_block, std::size_t column_block) const {
    const std::size_t row = square_of(row_block);
    const std::size_t column = square_of(column_block);
    return column < row ? column + squares - row : column - row;
  }
  [[nodiscard]] constexpr bool contains(std::size_t row_block, std::size_t column_block) const {
    return square == 0 || steps(row_block, column_block) < size();
  }
  /// The macro-tile column at `place` of the window of block row `row_block`, where a square has
  /// `columns` of them, 1 or 2.
  [[nodiscard]] constexpr std::size_t column_at(std::size_t row_block, std::size_t place,
                                                std::size_t columns) const {
    const std::size_t column = square_of(row_block) + (columns == 2 ? place / 2 : place);
    return (column < squares ? column : column - squares) * columns +
           (columns == 2 ? place % 2 : 0);
  }
};

/// Rows of a matrix of V x V elements, `elements_per_word` to a word, row-major, padded to
/// whole macro-tiles in both directions. Blocks are of kBlockRows rows and numbered through the
/// whole matrix, wherever they lie. A half of a symmetric matrix holds the window of each row
/// alone, from the square on the diagonal on.
struct Layout {
  std::size_t vertices;
  int elements_per_word;  // 1 or 2
  int pivots;             // kPivot blocks that a round's pivot has a side, 1 or 2
  BlockRange held;        // the blocks of rows that the device holds, whole pivots of them
  bool half = false;      // the window alone is held; shares are whole squares then
  std::size_t word_bytes = sizeof(std::uint32_t);  // 8 of doubles

  /// All rows on one device, words of 32 bits.
  [[nodiscard]] static constexpr Layout whole(std::size_t vertices, int elements_per_word,
                                              int pivots) {
    return {vertices, elements_per_word, pivots, {0, (vertices + kBlockRows - 1) / kBlockRows}};
  }
  /// Same, of words as `Word` is.
  template <class Word>
  [[nodiscard]] static constexpr Layout of(std::size_t vertices, int pivots) {
    Layout layout = whole(vertices, Word::kElements, pivots);
    layout.word_bytes = sizeof(typename Word::Bits);
    return layout;
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
  /// The window of a symmetric matrix.
  [[nodiscard]] constexpr Window window() const {
    const auto square = static_cast<std::size_t>(std::max(pivots, elements_per_word));
    return {square, (row_blocks() + square - 1) / square};
  }
  /// Macro-tiles of a square's row.
  [[nodiscard]] constexpr std::size_t square_columns() const {
    return pivots == 2 && elements_per_word == 1 ? 2 : 1;
  }
  /// The block of kPivot columns with which macro-tile column `column` begins.
  [[nodiscard]] constexpr std::size_t block_of_column(std::size_t column) const {
    return column * static_cast<std::size_t>(elements_per_word);
  }
  /// The place in block row `row` at which macro-tile column `column` lies; of a half, one of its
  /// window.
  [[nodiscard]] constexpr std::size_t place_of(std::size_t row, std::size_t column) const {
    if (!half) return column;
    return window().steps(row, block_of_column(column)) * square_columns() +
           (square_columns() == 2 ? column % 2 : 0);
  }
  /// The macro-tile column that lies at `place` of block row `row`. Of a half there may be none:
  /// then it is column_blocks() or more.
  [[nodiscard]] constexpr std::size_t column_at(std::size_t row, std::size_t place) const {
    return half ? window().column_at(row, place, square_columns()) : place;
  }
  /// Macro-tiles from one row of macro-tiles to the next.
  [[nodiscard]] constexpr std::size_t places() const {
    return half ? window().size() * square_columns() : column_blocks();
  }
  /// Words from one row to the next, in the matrix and in row panels outside it.
  [[nodiscard]] constexpr std::size_t pitch() const { return places() * kBlockWords; }
  [[nodiscard]] constexpr std::size_t panel_pitch() const { return column_blocks() * kBlockWords; }
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
    return static_cast<std::size_t>(depth()) * panel_pitch();
  }
  /// Words of the rows of a round's pivot, as they lie outside the matrix.
  [[nodiscard]] constexpr std::size_t row_words(std::size_t round) const {
    return schedule().pivot(round).size() * kPivot * panel_pitch();
  }
  /// Row panels outside the matrix: one that is not closed yet, or two that come from elsewhere; of
  /// a half two that are closed, of even and of odd rounds, and one that is not.
  [[nodiscard]] constexpr std::size_t row_panels() const {
    if (half) return 3;
    return holds_all() ? 1 : 2;
  }

  /// Words of the panels of one solve: three packed column panels, and the row panels.
  [[nodiscard]] constexpr std::size_t panel_words() const {
    return 3 * column_panel_words() + row_panels() * row_panel_words();
  }
  /// Of a half: blocks of rows that are put together at once, to be read as whole rows.
  [[nodiscard]] constexpr std::size_t whole_blocks() const {
    constexpr std::size_t kMostWords = std::size_t{64} << 20;
    const std::size_t most = (held.size() + 3) / 4;  // of small matrices, which take little time
    return std::clamp<std::size_t>(kMostWords / (kBlockRows * panel_pitch()), 1,
                                   std::max<std::size_t>(1, most));
  }

  /// Device memory of one solve: the held rows and the panels, and of a half whole rows.
  [[nodiscard]] constexpr std::size_t bytes() const {
    constexpr std::size_t kMostVertices = std::size_t{1} << 30;
    if (vertices > kMostVertices) return SIZE_MAX / 2;  // the product could wrap
    const std::size_t rows = half ? whole_blocks() * kBlockRows * panel_pitch() : 0;
    return (matrix_words() + panel_words() + rows) * word_bytes;
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
/// is as good. So a device's memory beside matrix and row panels stays below 256 MiB to 65,536
/// vertices. word_bytes: of each word.
[[nodiscard]] constexpr int pivots_for(std::size_t vertices, std::size_t rows,
                                       std::size_t word_bytes = sizeof(std::uint32_t)) {
  constexpr std::size_t kMostPanelBytes = std::size_t{160} << 20;
  const std::size_t panels_of_two = word_bytes * 3 * 2 * kPivot * rows;
  return vertices < 8000 || panels_of_two > kMostPanelBytes ? 1 : 2;
}

}  // namespace apsp::gpu
