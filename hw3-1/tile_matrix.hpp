// SPDX-License-Identifier: MIT
// The working matrix: V x V elements padded to whole tiles, tile after tile, so that a tile is one
// contiguous, aligned piece for the kernels and the prefetchers. Rows and columns are places: which
// vertex stands where, a VertexOrder says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/core/graph.hpp"
#include "common/core/schedule.hpp"
#include "common/core/width.hpp"
#include "hw3-1/pages.hpp"
#include "hw3-1/vertex_order.hpp"

namespace apsp::cpu {

template <typename Element>
class TileMatrix {
 public:
  static constexpr std::size_t kTileElements = kTile * kTile;

  /// Memory of a matrix for V vertices, before any is taken. What no 63 bits hold counts as 8 EiB.
  [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t vertices) {
    constexpr std::size_t kTileBytes = kTileElements * sizeof(Element);
    const std::size_t tiles = Schedule::of(vertices, 1).tiles;
    return std::min(tiles * tiles, SIZE_MAX / 2 / kTileBytes) * kTileBytes;
  }

  /// `order` must outlive the matrix.
  TileMatrix(std::size_t vertices, const VertexOrder& order)
      : vertices_(vertices),
        order_(order),
        tiles_(Schedule::of(vertices, 1).tiles),
        elements_(tiles_ * tiles_ * kTileElements) {}

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] const VertexOrder& order() const { return order_; }
  [[nodiscard]] std::size_t tiles() const { return tiles_; }

  [[nodiscard]] Element* tile(std::size_t row, std::size_t column) {
    return elements_.data() + (row * tiles_ + column) * kTileElements;
  }
  [[nodiscard]] const Element* tile(std::size_t row, std::size_t column) const {
    return elements_.data() + (row * tiles_ + column) * kTileElements;
  }
  [[nodiscard]] Element* at(std::size_t row, std::size_t column) {
    return tile(row / kTile, column / kTile) + row % kTile * kTile + column % kTile;
  }

  /// Whether any element of these tiles is finite.
  [[nodiscard]] bool is_reached(TileRange rows, TileRange columns) const;

  /// Every element infinite, 0 on the diagonal of real vertices, then every edge at its smallest
  /// weight clipped to infinity. Parallel; each thread touches a contiguous share of the tile rows
  /// first, which spreads the pages over the memories of a machine with several. O(V^2 + E).
  /// Needs weights >= 0.
  void scatter(const Graph& graph);

  /// Copies the rows of `count` vertices from `first` on into row-major distances, by vertex,
  /// kInfinity widened to kUnreachable.
  void widen(std::size_t first, std::size_t count, Distance* rows) const;

 private:
  std::size_t vertices_;
  const VertexOrder& order_;
  std::size_t tiles_;
  Pages<Element> elements_;
};

}  // namespace apsp::cpu
