// SPDX-License-Identifier: MIT
// The order in which sweeps on a device go down an elimination tree.
//
// Step by step from the roots: a vertex after its parent, a subtree without a break. So when a
// vertex has its turn, all that it reads are ancestors on one way to the root, and vertices of the
// core, which have the first steps. Smaller subtrees have their turn first: then few ancestors are
// still to be read while the large ones last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

/// The core of an elimination tree, in the order of its positions, then a preorder of the tree.
struct Traversal {
  static constexpr std::int32_t kRoot = -1;

  /// Of no tree.
  Traversal() = default;
  /// O(V).
  explicit Traversal(const sparse::EliminationTree& tree);

  std::vector<std::int32_t> positions;          // at each step
  std::vector<std::int32_t> steps_of_position;  // the inverse
  std::vector<std::int32_t> steps_of_vertex;    // in the numbering of the graph
  std::vector<std::int32_t> parents;            // of each step; kRoot where there is none
  std::vector<std::int32_t> depths;             // of each step: its ancestors; 0 in the core
  std::size_t core = 0;                         // so many first steps
  std::size_t height = 0;                       // steps on the longest way from a root

  [[nodiscard]] std::size_t size() const { return positions.size(); }
};

}  // namespace apsp::gpu
