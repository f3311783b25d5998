// SPDX-License-Identifier: MIT
// The position of each vertex in the working matrix. In a good order most panels of a sparse graph
// hold no path for many rounds and are skipped (round_phases.hpp). The distances are the same in
// any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::cpu {

/// A permutation of the vertices and its inverse; both empty: as numbered.
struct VertexOrder {
  std::vector<std::int32_t> positions;  // of each vertex
  std::vector<std::int32_t> vertices;   // at each position

  [[nodiscard]] bool as_numbered() const { return positions.empty(); }
  [[nodiscard]] std::size_t position_of(std::int32_t vertex) const {
    return static_cast<std::size_t>(as_numbered() ? vertex
                                                  : positions[static_cast<std::size_t>(vertex)]);
  }
  [[nodiscard]] std::size_t vertex_at(std::size_t position) const {
    return as_numbered() ? position : static_cast<std::size_t>(vertices[position]);
  }
};

/// Computes the order of Cuthill and McKee: from a vertex on the rim of each component, breadth
/// first, vertices with few neighbours first. Edges count in both directions. The matrix of a grid
/// or a road network becomes a narrow band. O(V log V + E log E), 8 E + 20 V bytes. Source: E.
/// Cuthill, J. McKee, "Reducing the bandwidth of sparse symmetric matrices", ACM 1969; the rim: A.
/// George, J. W. H. Liu, "An implementation of a pseudoperipheral node finder", ACM TOMS 5 (1979).
[[nodiscard]] VertexOrder cuthill_mckee(const Graph& graph);

/// Returns the number of tile products that are not skipped in this order, at most: of T^3 for T
/// tiles a side.
/// O(E + T^3 / 64).
[[nodiscard]] std::size_t tile_products(const Graph& graph, const VertexOrder& order);

/// Returns whether an order may save work: of at most 16 V edges, and at least 8 tiles a side.
[[nodiscard]] bool may_need_order(const Graph& graph);

/// Returns the order of Cuthill and McKee if it saves a tenth of the tile products, otherwise the
/// vertices as numbered.
[[nodiscard]] VertexOrder choose_order(const Graph& graph);

}  // namespace apsp::cpu
