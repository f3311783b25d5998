// SPDX-License-Identifier: MIT
// Disjoint subtrees of an elimination tree. Eliminating the positions of one touches nothing of
// another: all that it changes outside are the pairs between the higher neighbours of its root.
#pragma once

#include <cstddef>
#include <vector>

#include "common/sparse/elimination_tree.hpp"

namespace apsp::sparse {

/// The positions [begin, end) of a subtree, of which end - 1 is the root.
struct Subtree {
  std::size_t begin;
  std::size_t end;
};

/// Returns the largest subtrees of at most `most_work` relaxations, ascending, of which no root has
/// more than `most_ups` higher neighbours. A position in none of them is an ancestor of some, or
/// has too many of either by itself. O(V).
[[nodiscard]] std::vector<Subtree> subtrees_of(const EliminationTree& tree, double most_work,
                                               std::size_t most_ups);

}  // namespace apsp::sparse
