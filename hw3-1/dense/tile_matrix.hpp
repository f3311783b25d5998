// SPDX-License-Identifier: MIT
// The working matrix: V x V elements padded to whole tiles, tile after tile. A tile is contiguous
// and aligned, for the kernels and the prefetchers.
//
// A symmetric matrix is worked on at and below the diagonal alone: tile (j, i) is tile (i, j)
// transposed, and a tile above the diagonal holds nothing but what the rounds put there. As a
// triangle, it keeps half of the tiles. The rows of kTogether tiles are then equally long, up to
// the diagonal, so that the rows of a pivot lie at equal distances:
//
// clang-format off
//      [ x x         ]      x  tiles that are kept, for kTogether = 2
//      [ x x         ]
//      [ x x x x     ]
//      [ x x x x     ]
//      [ x x x x x x ]
//      [ x x x x x x ]
// clang-format on
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "apsp/real.hpp"
#include "common/base/pages.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/graph.hpp"
#include "common/core/schedule.hpp"
#include "common/core/width.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

template <typename Element>
class TileMatrix {
 public:
  static constexpr std::size_t kTileElements = kTile * kTile;

  /// Rows of tiles of a triangle that are equally long. A pivot does not reach beyond them.
  static constexpr std::size_t kTogether = 4;

  /// Returns the bytes of a matrix for V vertices, at most 8 EiB.
  [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t vertices) {
    const std::size_t tiles = Schedule::of(vertices, 1).tiles;
    return bytes_of_tiles(tiles * tiles);
  }

  /// Same for a triangle: half, and the panels of two rounds above the diagonal.
  [[nodiscard]] static constexpr std::size_t triangle_bytes_for(std::size_t vertices) {
    const std::size_t tiles = Schedule::of(vertices, 1).tiles;
    return bytes_of_tiles(tiles_before(tiles, tiles) + 2 * panel_tiles(tiles));
  }

  /// All rows, in `memory`; null: in pages of the system.
  explicit TileMatrix(std::size_t vertices, std::pmr::memory_resource* memory = nullptr)
      : TileMatrix(vertices, {0, Schedule::of(vertices, 1).tiles}, 0, memory) {}

  /// The tile rows `own`, and room for `guests` rows of tiles that belong to other processes.
  TileMatrix(std::size_t vertices, TileRange own, std::size_t guests,
             std::pmr::memory_resource* memory = nullptr)
      : vertices_(vertices),
        tiles_(Schedule::of(vertices, 1).tiles),
        own_(own),
        elements_((own.size() + guests) * tiles_ * kTileElements, memory),
        rows_(tiles_, nullptr) {
    for (std::size_t row = own.begin; row < own.end; ++row) {
      rows_[row] = elements_.data() + (row - own.begin) * row_elements();
    }
  }

  /// The triangle of a symmetric matrix.
  [[nodiscard]] static TileMatrix triangle(std::size_t vertices,
                                           std::pmr::memory_resource* memory = nullptr) {
    return TileMatrix(InTriangle{}, vertices, memory);
  }

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t tiles() const { return tiles_; }

  /// The tile rows that are here, guests not counted: all but in a matrix of several processes.
  [[nodiscard]] TileRange own() const { return own_; }

  /// Whether it is symmetric: tiles above the diagonal are those below it.
  [[nodiscard]] bool symmetric() const { return symmetric_; }

  /// Finds out whether it is symmetric, where all rows are here. From then on it is worked on below
  /// the diagonal alone. O(V^2), parallel; ends at the first difference.
  void find_symmetry();

  /// Elements of a row of tiles that is whole. They lie one after the other; rows that follow each
  /// other do so as well.
  [[nodiscard]] std::size_t row_elements() const { return tiles_ * kTileElements; }

  /// Elements from a row of tiles to the next one of its pivot.
  [[nodiscard]] std::size_t stride(std::size_t row) const {
    return in_triangle() ? width(row, tiles_) * kTileElements : row_elements();
  }

  /// Returns tiles (row, pivot) of the column panel of `round`, side by side. Above the diagonal of
  /// a symmetric matrix they are what the round before puts there.
  [[nodiscard]] Element* left(std::size_t round, TileRange pivot, std::size_t row) {
    if (!in_triangle() || row >= pivot.begin) return tile(row, pivot.begin);
    return panels_above(round) + row * pivot.size() * kTileElements;
  }

  /// Returns the first tile of (pivot, column) in the row panel of `round`. The next ones lie
  /// right_stride() apart. Above the diagonal likewise.
  [[nodiscard]] Element* right(std::size_t round, TileRange pivot, std::size_t column) {
    if (!in_triangle() || column < pivot.end) return tile(pivot.begin, column);
    return panels_above(round) + (pivot.end * pivot.size() + column - pivot.end) * kTileElements;
  }
  [[nodiscard]] std::size_t right_stride(TileRange pivot, std::size_t column) const {
    if (!in_triangle() || column < pivot.end) return stride(pivot.begin);
    return (tiles_ - pivot.end) * kTileElements;
  }

  /// Makes tile rows `rows` guests from number `guest` on, and returns where they lie. Earlier
  /// guests there are gone. One thread, while no other asks for these rows.
  Element* place(TileRange rows, std::size_t guest) {
    Element* const first = elements_.data() + (own_.size() + guest) * row_elements();
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      rows_[row] = first + (row - rows.begin) * row_elements();
    }
    return first;
  }

  /// A tile of an own row or a guest; in a triangle, one that is kept.
  [[nodiscard]] Element* tile(std::size_t row, std::size_t column) {
    return rows_[row] + column * kTileElements;
  }
  [[nodiscard]] const Element* tile(std::size_t row, std::size_t column) const {
    return rows_[row] + column * kTileElements;
  }
  [[nodiscard]] Element* at(std::size_t row, std::size_t column) {
    return tile(row / kTile, column / kTile) + row % kTile * kTile + column % kTile;
  }

  /// Returns whether any element of these tiles is finite.
  [[nodiscard]] bool is_reached(TileRange rows, TileRange columns) const;

  /// Makes every element infinite, 0 on the diagonal of real vertices, then every edge, in either
  /// form, its smallest weight clipped to infinity; of the own rows alone. Parallel: each thread
  /// first writes a contiguous share of the tile rows, which spreads the pages over all memory
  /// nodes. A triangle takes the edges at and below the diagonal: the graph is symmetric. Needs
  /// weights >= 0. O(V^2 + E).
  void scatter(const Graph& graph) requires std::integral<Element>;

  /// Same for weights that are not integers, rounded to elements.
  void scatter(std::span<const RealEdge> edges) requires std::floating_point<Element>;

  /// Same from a matrix of weights of its vertices. O(V^2), at the speed of memory.
  void scatter(const DenseWeights& weights);

  /// Copies the rows of `count` vertices from `first` on into row-major distances,
  /// kInfinity widened to kUnreachable. kRowsAtOnce rows of a tile row cost least.
  void widen(const TileKernels<Element>& kernels, std::size_t first, std::size_t count,
             Distance* rows) const requires std::integral<Element>;

 private:
  struct InTriangle {};
  TileMatrix(InTriangle, std::size_t vertices, std::pmr::memory_resource* memory)
      : vertices_(vertices),
        tiles_(Schedule::of(vertices, 1).tiles),
        own_{0, tiles_},
        symmetric_(true),
        elements_(triangle_bytes_for(vertices) / sizeof(Element), memory),
        rows_(tiles_, nullptr),
        panels_(elements_.data() + tiles_before(tiles_, tiles_) * kTileElements) {
    for (std::size_t row = 0; row < tiles_; ++row) {
      rows_[row] = elements_.data() + tiles_before(row, tiles_) * kTileElements;
    }
  }

  [[nodiscard]] static constexpr std::size_t bytes_of_tiles(std::size_t count) {
    constexpr std::size_t kTileBytes = kTileElements * sizeof(Element);
    return std::min(count, SIZE_MAX / 2 / kTileBytes) * kTileBytes;
  }

  /// Tiles of a row of a triangle that are kept, and of all rows before it; those of a round's
  /// panels above the diagonal.
  [[nodiscard]] static constexpr std::size_t width(std::size_t row, std::size_t tiles) {
    return std::min((row / kTogether + 1) * kTogether, tiles);
  }
  [[nodiscard]] static constexpr std::size_t tiles_before(std::size_t row, std::size_t tiles) {
    const std::size_t blocks = row / kTogether;
    return kTogether * kTogether * (blocks * (blocks + 1) / 2) +
           row % kTogether * width(row, tiles);
  }
  [[nodiscard]] static constexpr std::size_t panel_tiles(std::size_t tiles) {
    return kTogether * tiles;
  }

  [[nodiscard]] bool in_triangle() const { return panels_ != nullptr; }
  [[nodiscard]] Element* panels_above(std::size_t round) {
    return panels_ + round % 2 * panel_tiles(tiles_) * kTileElements;
  }

  /// Tiles of a row that hold elements of their own.
  [[nodiscard]] std::size_t worked_on(std::size_t row) const {
    return symmetric_ ? row + 1 : tiles_;
  }

  template <typename Weight>
  void scatter_rows(const Weight* weights);
  template <typename AnyEdge, typename Value>
  void scatter_edges(std::span<const AnyEdge> edges, const Value& value);
  void widen_above(std::size_t first, std::size_t end,
                   Distance* rows) const requires std::integral<Element>;

  std::size_t vertices_;
  std::size_t tiles_;
  TileRange own_;
  bool symmetric_ = false;
  Pages<Element> elements_;
  std::vector<Element*> rows_;  // where each tile row begins; null: not here
  Element* panels_ = nullptr;   // of a triangle: those above the diagonal, of two rounds
};

}  // namespace apsp::cpu
