// SPDX-License-Identifier: MIT
// The core of an eliminated graph, closed: a dense matrix of tiles that carries a batch of sources
// from the vertices of the core that they rise to, to all vertices of the core, as tile products.
//
// Row v of the matrix holds the distances to v: row v of the product of it and the batch's lanes is
// then min over u of (lanes of u + distance from u to v).
#pragma once

#include <cstddef>
#include <vector>

#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/pages.hpp"
#include "hw3-1/tile_matrix.hpp"
#include "hw3-1/vertex_order.hpp"

namespace apsp::cpu {

/// The lanes of all vertices of a core, in tiles: `columns` tiles side by side, a row of tiles for
/// each 64 vertices.
template <typename Element>
class CoreLanes {
 public:
  CoreLanes(std::size_t vertices, std::size_t columns);

  /// kTile lanes of a vertex, those of tile column `column`.
  [[nodiscard]] Element* at(std::size_t vertex, std::size_t column) {
    return tile(vertex / kTile, column) + vertex % kTile * kTile;
  }
  [[nodiscard]] Element* tile(std::size_t row, std::size_t column) {
    return elements_.data() + (row * columns_ + column) * (kTile * kTile);
  }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  /// Of each row of tiles: whether a lane is finite. Set by those who fill the lanes.
  [[nodiscard]] std::vector<unsigned char>& reached() { return reached_; }

  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t columns);

 private:
  std::size_t columns_;
  Pages<Element> elements_;
  std::vector<unsigned char> reached_;
};

template <typename Element>
class ClosedCore {
 public:
  /// Closes `core`: vertices^3 relaxations by OpenMP's default number of threads.
  ClosedCore(const sparse::CoreGraph& core, const KernelSet& kernels);

  /// Replaces the lanes of every vertex v by min over u of (lanes of u + distance from u to v),
  /// clipped to infinity, in the first `columns` columns of tiles. Only rows of tiles that are
  /// reached count. `packed` has packed_bytes(). At most vertices^2 x 64 x columns relaxations, on
  /// one thread.
  void carry(CoreLanes<Element>& lanes, std::size_t columns, std::byte* packed) const;

  [[nodiscard]] std::size_t vertices() const { return matrix_.vertices(); }
  [[nodiscard]] std::size_t packed_bytes() const;

  /// Bytes for a core of `vertices`, work memory included.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, const KernelSet& kernels);

 private:
  VertexOrder order_;  // as numbered
  TileMatrix<Element> matrix_;
  const TileKernels<Element>& kernels_;
};

}  // namespace apsp::cpu
