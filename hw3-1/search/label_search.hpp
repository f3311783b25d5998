// SPDX-License-Identifier: MIT
// Distances from many sources side by side by label correcting: each vertex whose distances have
// changed lowers those at the ends of its edges, in rounds, until none changes. A vertex is looked
// at more often than by Dijkstra's algorithm, but for all sources of a batch at once and without a
// queue. Wins where no order of elimination is good, on random graphs and networks.
//
// Source: rounds of all vertices that have changed are the Bellman-Ford algorithm's, with several
// sources in the lanes of vectors as in M. Then et al. (see bit_kernels.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/width.hpp"
#include "common/sparse/frontier.hpp"
#include "common/sparse/label_graph.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// A graph in one width.
template <typename Element>
struct LabelWeights {
  /// Clips the weights to kInfinity<Element>. `graph` and `kernels` outlive it.
  LabelWeights(const sparse::LabelGraph& graph, const KernelSet& kernels);

  [[nodiscard]] static std::size_t bytes_for(std::size_t edges) { return edges * sizeof(Element); }

  /// Whether d(s,t) = d(t,s) is known for all s and t.
  [[nodiscard]] static bool symmetric() { return false; }

  const sparse::LabelGraph& graph;
  std::vector<Element> weights;
  const LaneKernels<Element>& kernels;
};

/// The memory of one thread that searches, and the batch that it holds. Positions are the numbers
/// of the graph.
template <typename Element>
class LabelSearch {
 public:
  explicit LabelSearch(const LabelWeights<Element>& weights);

  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices) {
    return vertices * kRowBytes + sparse::Frontier::bytes_for(vertices) + vertices / 8 +
           sizeof(std::uint64_t);
  }

  /// Computes the distances from `sources`, at most kBatch positions, to all positions. Lanes
  /// beyond the sources hold infinity. At most V rounds of E relaxations a source; LabelSample says
  /// how many on a graph.
  void run(std::span<const std::int32_t> sources);

  /// Same, and calls use(position, row) with each position from `first` on, descending. `row` is
  /// null where no source reaches it.
  template <typename Use>
  void visit(std::span<const std::int32_t> sources, std::size_t first, const Use& use) {
    run(sources);
    for (std::size_t p = size(); p-- > first;) use(p, is_reached(p) ? row(p) : nullptr);
  }

  /// Distances to the vertex at `position` since the last run: kBatch lanes, exact below
  /// kInfinity<Element>.
  [[nodiscard]] const Element* row(std::size_t position) const {
    return rows_.data() + position * kBatch<Element>;
  }

  /// Positions.
  [[nodiscard]] std::size_t size() const { return vertices_; }

 private:
  [[nodiscard]] bool is_reached(std::size_t position) const {
    return (reached_[position / sparse::Frontier::kWord] >> position % sparse::Frontier::kWord &
            1) != 0;
  }
  void clear();

  const LabelWeights<Element>& weights_;
  const std::size_t vertices_;
  Pages<Element> rows_;  // of each position
  sparse::Frontier frontier_;
  std::vector<std::uint64_t> reached_;  // a bit for each position: a row that is not infinite
};

}  // namespace apsp::cpu
