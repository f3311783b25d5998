// SPDX-License-Identifier: MIT
// A graph without the signs of its weights.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp {

/// A copy with every weight w as |w|, for the choice of a method before negative weights are
/// reduced: what that costs depends on the edges far more than on their weights.
class AbsoluteWeights {
 public:
  explicit AbsoluteWeights(const Graph& original)
      : edges_(original.edges.begin(), original.edges.end()), graph_(original) {
    for (Edge& edge : edges_) edge.weight = std::abs(edge.weight);
    graph_.edges = edges_;
    graph_.largest_weight = std::max(original.largest_weight, -original.smallest_weight);
    graph_.smallest_weight = 0;
  }
  AbsoluteWeights(const AbsoluteWeights&) = delete;
  AbsoluteWeights& operator=(const AbsoluteWeights&) = delete;

  /// A view, valid as long as this object.
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  std::vector<Edge> edges_;
  Graph graph_;
};

}  // namespace apsp
