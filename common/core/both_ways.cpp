// SPDX-License-Identifier: MIT
#include "common/core/both_ways.hpp"

#include <cstddef>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/base/threads.hpp"

namespace apsp {

BothWays::BothWays(const Graph& file) : graph_(file) {
  const std::size_t edges = file.edges.size();
  require_memory(2 * edges * sizeof(Edge), "a copy of " + counted(edges, "edge") + " both ways");
  edges_ = std::make_unique_for_overwrite<Edge[]>(2 * edges);
#pragma omp parallel for schedule(static) if (is_for_threads(edges))
  for (std::size_t e = 0; e < edges; ++e) {
    const Edge& edge = file.edges[e];
    edges_[e] = edge;
    edges_[edges + e] = {edge.destination, edge.source, edge.weight};
  }
  graph_.edges = {edges_.get(), 2 * edges};
  graph_.both_ways = true;
}

}  // namespace apsp
