// SPDX-License-Identifier: MIT
#include "common/core/reversed_graph.hpp"

#include <cstddef>

#include "common/base/threads.hpp"

namespace apsp {

ReversedGraph::ReversedGraph(const Graph& graph) : graph_(graph) {
  const std::size_t edges = graph.edges.size();
  edges_ = std::make_unique_for_overwrite<Edge[]>(edges);
#pragma omp parallel for schedule(static) if (is_for_threads(edges))
  for (std::size_t e = 0; e < edges; ++e) {
    const Edge& edge = graph.edges[e];
    edges_[e] = {edge.destination, edge.source, edge.weight};
  }
  graph_.edges = {edges_.get(), edges};
}

}  // namespace apsp
