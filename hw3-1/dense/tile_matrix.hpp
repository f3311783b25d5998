// SPDX-License-Identifier: MIT
// The working matrix: V x V elements padded to whole tiles, tile after tile. A tile is contiguous
// and aligned, for the kernels and the prefetchers.
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

  /// Returns the bytes of a matrix for V vertices, at most 8 EiB.
  [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t vertices) {
    constexpr std::size_t kTileBytes = kTileElements * sizeof(Element);
    const std::size_t tiles = Schedule::of(vertices, 1).tiles;
    return std::min(tiles * tiles, SIZE_MAX / 2 / kTileBytes) * kTileBytes;
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

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] std::size_t tiles() const { return tiles_; }

  /// The tile rows that are here, guests not counted: all but in a matrix of several processes.
  [[nodiscard]] TileRange own() const { return own_; }

  /// Elements of a row of tiles, which lie one after the other; rows that follow each other do so
  /// as well.
  [[nodiscard]] std::size_t row_elements() const { return tiles_ * kTileElements; }

  /// Makes tile rows `rows` guests from number `guest` on, and returns where they lie. Earlier
  /// guests there are gone. One thread, while no other asks for these rows.
  Element* place(TileRange rows, std::size_t guest) {
    Element* const first = elements_.data() + (own_.size() + guest) * row_elements();
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      rows_[row] = first + (row - rows.begin) * row_elements();
    }
    return first;
  }

  /// A tile of an own row or a guest.
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
  /// nodes. Needs weights >= 0. O(V^2 + E).
  void scatter(const Graph& graph) requires std::integral<Element>;

  /// Same for weights that are not integers, rounded to elements.
  void scatter(std::span<const RealEdge> edges) requires std::floating_point<Element>;

  /// Same from a matrix of weights of its vertices. O(V^2), at the speed of memory.
  void scatter(const DenseWeights& weights);

  /// Copies the rows of `count` vertices from `first` on into row-major distances,
  /// kInfinity widened to kUnreachable.
  void widen(const TileKernels<Element>& kernels, std::size_t first, std::size_t count,
             Distance* rows) const requires std::integral<Element>;

 private:
  template <typename Weight>
  void scatter_rows(const Weight* weights);
  template <typename AnyEdge, typename Value>
  void scatter_edges(std::span<const AnyEdge> edges, const Value& value);

  std::size_t vertices_;
  std::size_t tiles_;
  TileRange own_;
  Pages<Element> elements_;
  std::vector<Element*> rows_;  // where each tile row begins; null: not here
};

}  // namespace apsp::cpu
