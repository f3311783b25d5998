// SPDX-License-Identifier: MIT
// The elimination tree of an order, without the fill.
// Source: J. W. H. Liu, "The role of elimination trees in sparse factorization", SIAM J. Matrix
// Anal. Appl. 11 (1990).
#pragma once

#include <cstdint>
#include <vector>

#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::sparse {

/// Positions count the vertices in an order of elimination that is a postorder of its tree: each
/// subtree is a range of positions, and a parent comes after its children.
struct OrderTree {
  static constexpr std::int32_t kRoot = -1;

  std::vector<std::int32_t> vertices;   // at each position
  std::vector<std::int32_t> positions;  // of each vertex
  std::vector<std::int32_t> parents;    // of each position; kRoot where it would be in the core

  [[nodiscard]] std::size_t size() const { return vertices.size(); }
};

/// Keeps the order but for branches, which it puts one after the other. Vertices of the core are
/// roots, and keep their places at the end. O(E log V) time.
[[nodiscard]] OrderTree tree_of(const Pattern& pattern, const Order& order);

}  // namespace apsp::sparse
