// SPDX-License-Identifier: MIT
// The lengths of an eliminated graph, kept right while the weights of its edges change.
//
// All of them: the edges' own lengths are placed again, and eliminated. Some of them: pairs of the
// fill are looked at from the lowest position up. A pair changes with an edge of its own, or with a
// triangle whose lower two sides have changed. Where one of these became shorter, the pair is
// lowered to it. Where one that was as short as the pair became longer, the pair is computed anew
// from all its triangles. Anything else leaves it as it is.
// Source: J. Dibbelt, B. Strasser and D. Wagner, "Customizable contraction hierarchies", ACM
// Journal of Experimental Algorithmics 21 (2016).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::sparse {

/// The edges of a graph that change their weights and nothing else, along an elimination tree
/// without a core. Lengths are doubles: sums of integers are exact as far as 2^53, and larger ones
/// stay larger. With negative weights all must be exact; then they are right as long as no cycle
/// has a negative length.
class Customization {
 public:
  /// The lengths of `edges`, whose pattern `tree` was made of. `tree` outlives this. O(E log V) and
  /// an elimination; 48 bytes a pair of the fill, 24 an edge.
  Customization(std::span<const RealEdge> edges, const EliminationTree& tree);

  [[nodiscard]] const Eliminated<double>& lengths() const { return lengths_; }

  /// The least weight of the edges with the ends of `edge`, in its direction; its own for a loop.
  [[nodiscard]] double lightest(std::size_t edge) const;

  /// Whether a cycle has a negative length. Its two highest vertices are a pair whose lengths add
  /// up to less than 0. O(E), and of the fill where a weight is negative.
  [[nodiscard]] bool has_negative_cycle() const;

  /// Gives all edges these weights, in their order. O(E) and an elimination.
  void update(std::span<const double> weights);

  /// Gives `edges`, numbers in the order of all, these weights. Of one named twice the last weight
  /// counts. The result is that of update() of all weights. O(1) for what does not matter, mostly
  /// some hundred relaxations for an edge that does.
  void update(std::span<const std::size_t> edges, std::span<const double> weights);

 private:
  /// A direction of a pair: twice the number of the pair, and 1 more for the way down.
  using Way = std::size_t;
  static constexpr Way kLoop = ~Way{0};

  struct Lengths {
    double rising;
    double falling;
  };

  using Down = std::pair<std::int32_t, std::size_t>;  // a lower neighbour, and the pair

  /// The work of an update of some edges.
  class Changes;

  void make_downs();
  [[nodiscard]] std::span<const Down> downs(std::size_t position) const;
  [[nodiscard]] double shortest_own(Way way) const;
  [[nodiscard]] std::size_t pair(std::int32_t low, std::int32_t high) const;
  [[nodiscard]] Lengths recomputed(std::size_t pair, std::size_t low) const;

  const EliminationTree& tree_;
  std::vector<double> weights_;           // of the edges
  std::vector<Way> ways_;                 // of the edges
  std::vector<std::size_t> begin_;        // of each way, and an end: where its edges begin
  std::vector<std::size_t> edges_;        // of each way
  std::vector<std::size_t> downs_begin_;  // of each position, and an end: where its downs begin
  std::vector<Down> downs_;
  Eliminated<double> lengths_;
};

}  // namespace apsp::sparse
