// SPDX-License-Identifier: MIT
// Lengths between pairs of vertices, without their rows.
//
// In an eliminated graph a shortest path from s to t rises to a common ancestor of both and falls
// from there. The label of a vertex has the length of the best way up to each of its ancestors,
// itself the first, and another the ways down from them; the length of a pair is the least sum over
// the ancestors that its labels share, which are the last ones of both.
//
// Ancestors of a higher neighbour are the last of the vertex's own. So a label is made of those of
// the higher neighbours, element by element, in loops that vectors do, for each up u of v, which is
// its d-th ancestor:
//     label(v)[d ..] = min(itself, w(v,u) + label(u)[0 ..]).
// Where many labels are wanted, those of all their ancestors are made on the way down, one of each
// depth at a time. Where few are, each is made alone, from the vertex up.
// Source: of the search, J. Dibbelt, B. Strasser and D. Wagner, "Customizable contraction
// hierarchies", ACM JEA 21 (2016); of labels along a tree, D. Ouyang, L. Qin, L. Chang, X. Lin,
// Y. Zhang and Q. Zhu, "When hierarchy meets 2-hop-labeling", SIGMOD 2018.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/core/graph.hpp"
#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::sparse {

/// What the queries along one tree share. The tree has no core, and outlives this.
class PairLengths {
 public:
  /// O(V).
  explicit PairLengths(const EliminationTree& tree);

  /// The most ancestors that a vertex has, itself included.
  [[nodiscard]] std::size_t height() const { return height_; }

  /// Fills out[n] with the length from pairs[n].source to its destination, kInfinity<double>: no
  /// path. `bytes` of memory for labels, at least two of them, for each thread; by default 256 MiB,
  /// and an eighth of the memory there is for all together. In parallel. A few
  /// microseconds a pair on roads where there are many; where there are few some ten, sixty at
  /// V = 6,000,000.
  void find(const Eliminated<double>& lengths, std::span<const Pair> pairs, std::span<double> out,
            std::optional<std::size_t> bytes = std::nullopt) const;

 private:
  class Labels;

  [[nodiscard]] std::size_t common_ancestors(std::size_t a, std::size_t b) const;

  const EliminationTree& tree_;
  std::vector<std::int32_t> depths_;  // of each position; 0: a root
  std::vector<std::int32_t> jumps_;   // to a further ancestor, or the root itself
  std::vector<std::uint64_t> arcs_;   // of each position and all its ancestors
  std::size_t height_ = 0;
};

}  // namespace apsp::sparse
