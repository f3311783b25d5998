// SPDX-License-Identifier: MIT
// The graph in which every edge leads the other way.
#pragma once

#include <memory>

#include "common/core/graph.hpp"

namespace apsp {

/// The edges of a graph from their destinations to their sources: its row t has the distances to t
/// of the graph itself.
class ReversedGraph {
 public:
  /// Edge n is edge n of `graph`. Takes 12 bytes an edge. O(E), in parallel.
  explicit ReversedGraph(const Graph& graph);

  /// A view, valid as long as this object.
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  std::unique_ptr<Edge[]> edges_;
  Graph graph_;
};

}  // namespace apsp
