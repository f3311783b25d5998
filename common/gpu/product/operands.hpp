// SPDX-License-Identifier: MIT
// Operands of the launchers in product.hpp: views of device memory that the caller owns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// A matrix of whole macro-tiles, row-major: kBlockRows x kBlockWords words each.
template <class Word>
struct Tiles {
  typename Word::Bits* words;  // 16-byte aligned
  std::size_t pitch;           // words from one row to the next, a multiple of 4
  std::size_t rows;            // in macro-tiles
  std::size_t columns;         // in macro-tiles
};

/// The same, read alone.
template <class Word>
struct ConstTiles {
  const typename Word::Bits* words;
  std::size_t pitch;
  std::size_t rows;
  std::size_t columns;

  constexpr ConstTiles(const typename Word::Bits* first, std::size_t row_pitch,
                       std::size_t row_count, std::size_t column_count)
      : words(first), pitch(row_pitch), rows(row_count), columns(column_count) {}
  constexpr ConstTiles(const Tiles<Word>& tiles)  // NOLINT(google-explicit-constructor)
      : ConstTiles(tiles.words, tiles.pitch, tiles.rows, tiles.columns) {}
};

/// A packed left operand: for each block of kBlockRows rows, `depth` steps of kBlockRows words,
/// each word one distance in every element. Word (block * block_words + k * kBlockRows + i) holds
/// row block * kBlockRows + i, column k.
template <class Word>
struct PackedTiles {
  typename Word::Bits* words;  // 16-byte aligned
  std::size_t block_words;     // from one block to the next, at least depth * kBlockRows
  std::size_t rows;            // in blocks of kBlockRows
  int depth;                   // columns, a multiple of kPivot
};

/// The same, read alone.
template <class Word>
struct ConstPackedTiles {
  const typename Word::Bits* words;
  std::size_t block_words;
  std::size_t rows;
  int depth;

  constexpr ConstPackedTiles(const typename Word::Bits* first, std::size_t words_of_block,
                             std::size_t row_count, int steps)
      : words(first), block_words(words_of_block), rows(row_count), depth(steps) {}
  constexpr ConstPackedTiles(const PackedTiles<Word>& tiles)  // NOLINT(google-explicit-constructor)
      : ConstPackedTiles(tiles.words, tiles.block_words, tiles.rows, tiles.depth) {}
};

/// Blocks of kPivot vertices whose rows and columns a product leaves as they are. The rows of C are
/// numbered from `first_row`, its columns from 0. Where there is a window, so are macro-tiles
/// outside it; `half`: C has no others, at the places that a Layout tells.
struct Kept {
  BlockRange first;
  BlockRange second;
  std::size_t first_row = 0;
  Window window = {};
  bool half = false;
};

/// A pivot block: kPivot rows of kPivot elements.
template <class Word>
struct PivotBlock {
  typename Word::Bits* words;   // of its first element
  std::size_t pitch;            // words from one row to the next
  typename Word::Bits* packed;  // kPivot steps of kBlockRows words that take the closed block
  std::uint32_t vertex = 0;     // of its first row
  // Of doubles: takes the first vertex whose distance to itself is negative when its turn comes, if
  // it is kNoVertex before; or null. Of pivots in the order of their vertices that one lies on a
  // negative cycle: none leads through earlier ones alone.
  std::uint32_t* negative = nullptr;
};

inline constexpr std::uint32_t kNoVertex = 0xffffffff;

/// Operands of one macro-tile, with every output that a product can have.
template <class Word>
struct TileOperands {
  using Bits = typename Word::Bits;

  const Bits* a;          // packed, depth x kBlockRows words
  const Bits* b;          // depth rows, `b_pitch` words apart
  Bits* c;                // kBlockRows rows, `pitch` words apart; no other block may write words
                          // of b, but b may be the block's own c
  Bits* packed;           // where columns of the result go as steps of a packed A, or null
  Bits* copy;             // where the result goes a second time, `b_pitch` words a row, or null
  std::uint32_t pitch;    // words
  std::uint32_t b_pitch;  // words
  int depth;              // steps of k, a multiple of kPivot
  unsigned store_groups;  // bit g: group g of 64 words is stored to c
  unsigned pack_groups;   // bit g: group g is packed; its first column is step 0 of `packed`
};                        // (two groups, in s32: the second one's is step 64)

}  // namespace apsp::gpu
