// SPDX-License-Identifier: MIT
// The cores that an order of elimination can be cut at, by counts alone: the fill of a dense graph
// has no room.
//
// A core must be closed upward in the elimination tree, so that all that an elimination outside it
// joins is above. Here it is made of the vertices with the most higher neighbours, and all their
// ancestors. Cores of all sizes are so ranked once: each is a part of the next.
//
// The positions that a vertex is a higher neighbour of are a subtree below it. Its leaves, and the
// places where the ways up from them meet, are found without the fill. Counts are sums of them.
// Source: J. R. Gilbert, E. G. Ng and B. W. Peyton, "An efficient algorithm to compute row and
// column counts for sparse Cholesky factorization", SIAM J. Matrix Anal. Appl. 15 (1994).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/order_tree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/sparse/up_counts.hpp"

namespace apsp::sparse {

class Outline {
 public:
  /// Takes an order without a core. O(E log V) time.
  Outline(const Pattern& pattern, const Order& order);

  /// Cores of a large graph that are counted at once, each by a thread: four to eight.
  [[nodiscard]] static std::size_t counted_together();

  /// Bytes at most of a pattern of so many edges, of its order, and of this with so many counts,
  /// one after the other.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t edges,
                                               std::size_t counts = counted_together());

  /// Counts of the elimination with a core of so many vertices. O(V + E) time.
  [[nodiscard]] UpCounts counts(std::size_t core) const;

  /// The tree with a core of so many vertices, which come last: what tree_of() makes of that order,
  /// in O(V) time.
  [[nodiscard]] OrderTree cut(std::size_t core) const;

 private:
  /// A leaf of the positions below a vertex.
  struct Leaf {
    std::int32_t position;
    std::int32_t meet;  // where the way up from here meets that of the leaf before; -1: of none
  };

  [[nodiscard]] std::vector<bool> members(std::size_t core) const;  // by position
  void find_leaves(const Pattern& pattern);
  void count_all();
  void rank();

  OrderTree tree_;
  std::vector<std::int32_t> sizes_;    // of each position's subtree
  std::vector<std::size_t> begin_;     // V + 1: where the leaves of each position begin
  std::vector<Leaf> leaves_;           // room for each lower neighbour
  std::vector<std::int32_t> found_;    // of each position: how many leaves
  std::vector<std::int32_t> ups_;      // of each position: its higher neighbours
  std::vector<std::int32_t> by_rank_;  // positions, those first that are first in a core
};

}  // namespace apsp::sparse
