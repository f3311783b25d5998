// SPDX-License-Identifier: MIT
// How the matrix lies in device memory, as index arithmetic that needs no device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/schedule.hpp"

namespace apsp::gpu {

/// Rows and words of the macro-tile that one thread block computes: two base tiles of rows, two of
/// words. A word holds one s32 or two u16, so a macro-tile is 128 or 256 columns wide.
inline constexpr int kBlockRows = 2 * kTile;
inline constexpr int kBlockWords = 2 * kTile;

/// Vertices that one step of the pivot's closure takes; a round's depth is one or two of them.
inline constexpr int kPivot = 2 * kTile;

/// A matrix of V x V elements, `elements_per_word` to a 32-bit word, row-major, padded to whole
/// macro-tiles in both directions.
struct Layout {
  std::size_t vertices;
  int elements_per_word;  // 1 or 2
  int pivots;             // kPivot blocks that a round's pivot has a side, 1 or 2

  /// Steps of k in a round: each remainder tile is read and written once for so many.
  [[nodiscard]] constexpr int depth() const { return pivots * kPivot; }

  [[nodiscard]] constexpr std::size_t row_blocks() const {
    return (vertices + kBlockRows - 1) / kBlockRows;
  }
  [[nodiscard]] constexpr std::size_t rows() const { return row_blocks() * kBlockRows; }
  [[nodiscard]] constexpr std::size_t block_columns() const {
    return std::size_t{kBlockWords} * static_cast<std::size_t>(elements_per_word);
  }
  [[nodiscard]] constexpr std::size_t column_blocks() const {
    return (vertices + block_columns() - 1) / block_columns();
  }
  /// Words from one row to the next.
  [[nodiscard]] constexpr std::size_t pitch() const { return column_blocks() * kBlockWords; }
  [[nodiscard]] constexpr std::size_t matrix_words() const { return rows() * pitch(); }
  /// A round's pivot spans this many rows of macro-tiles, the last round's perhaps fewer.
  [[nodiscard]] constexpr Schedule schedule() const {
    return {row_blocks(), static_cast<std::size_t>(pivots)};
  }

  /// Words of one block of a packed column panel, and of the whole panel: see tile_product.cuh.
  [[nodiscard]] constexpr std::size_t panel_block_words() const {
    return static_cast<std::size_t>(depth()) * kBlockRows;
  }
  [[nodiscard]] constexpr std::size_t column_panel_words() const {
    return row_blocks() * panel_block_words();
  }
  /// Words of a copy of a row panel.
  [[nodiscard]] constexpr std::size_t row_panel_words() const {
    return static_cast<std::size_t>(depth()) * pitch();
  }
  /// Device memory of one solve: the matrix, three packed column panels, one row panel.
  [[nodiscard]] constexpr std::size_t bytes() const {
    constexpr std::size_t kMostVertices = std::size_t{1} << 30;
    if (vertices > kMostVertices) return SIZE_MAX / 2;  // the product could wrap
    return (matrix_words() + 3 * column_panel_words() + row_panel_words()) * sizeof(std::uint32_t);
  }
};

}  // namespace apsp::gpu
