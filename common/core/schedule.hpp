// SPDX-License-Identifier: MIT
// Blocked Floyd-Warshall as index arithmetic alone: which tiles each round touches. No distances,
// no threads, no device.
//
// The V x V matrix is cut into kTile x kTile tiles, T = ceil(V / kTile) a side. Round r closes its
// pivot, the block of depth x depth tiles on the diagonal from tile r * depth on. The other tiles
// of the pivot's rows and columns are the panels. All other tiles are the remainder:
//
// clang-format off
//                 outside   pivot   outside
//      outside  [ remainder  panel  remainder ]
//      pivot    [   panel    pivot    panel   ]
//      outside  [ remainder  panel  remainder ]
// clang-format on
//
// Source: G. Venkataraman, S. Sahni, S. Mukhopadhyaya, "A Blocked All-Pairs Shortest-Paths
// Algorithm", ACM JEA 8 (2003).
#pragma once

#include <algorithm>
#include <cstddef>

namespace apsp {

/// Vertices along one side of a tile.
inline constexpr std::size_t kTile = 64;

/// A half-open range of indices, of what its alias or its declaration names.
struct IndexRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] constexpr std::size_t size() const { return end - begin; }
  [[nodiscard]] constexpr bool contains(std::size_t index) const {
    return begin <= index && index < end;
  }
  /// The n-th index that is not in the range, n from 0.
  [[nodiscard]] constexpr std::size_t outside(std::size_t n) const {
    return n < begin ? n : n + size();
  }
};

/// A half-open range of tile rows or columns, kTile vertices each.
using TileRange = IndexRange;

/// The n-th index that is in neither of two adjoining ranges (`second` begins where `first` ends,
/// or is empty).
[[nodiscard]] constexpr std::size_t outside_both(IndexRange first, IndexRange second,
                                                 std::size_t n) {
  return IndexRange{first.begin, first.end + second.size()}.outside(n);
}

/// Rounds of one solve, counted in tiles of kTile vertices or, on a device, in larger blocks.
struct Schedule {
  std::size_t tiles;  // T, tiles a side
  std::size_t depth;  // tiles along a side of a round's pivot, perhaps fewer in the last; > 0

  [[nodiscard]] static constexpr Schedule of(std::size_t vertices, std::size_t depth) {
    return {(vertices + kTile - 1) / kTile, depth};
  }
  [[nodiscard]] constexpr std::size_t rounds() const { return (tiles + depth - 1) / depth; }

  /// Round r's pivot tiles; empty, at the end of the matrix, for r >= rounds().
  [[nodiscard]] constexpr IndexRange pivot(std::size_t round) const {
    return {std::min(round * depth, tiles), std::min((round + 1) * depth, tiles)};
  }
};

}  // namespace apsp
