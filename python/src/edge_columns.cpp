// SPDX-License-Identifier: MIT
#include "python/src/edge_columns.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "apsp/graph.hpp"

namespace apsp::python {

std::size_t GraphsOfEdges::graph_of(std::size_t edge) const {
  const auto after =
      std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(edge));
  return static_cast<std::size_t>(after - offsets.begin()) - 1;
}

std::string GraphsOfEdges::place_of(std::size_t edge) const {
  const std::size_t graph = graph_of(edge);
  return fmt::format("graph {}, edge {} (its number {})", graph, edge,
                     edge - static_cast<std::size_t>(offsets[graph]));
}

void GraphsOfEdges::refuse_vertex(std::size_t edge, const char* end, std::int64_t found) const {
  const std::int32_t vertices = sizes[graph_of(edge)];
  throw InvalidEdge(fmt::format("{}: {} is {}, expected {}", place_of(edge), end, found,
                                vertices == 0 ? "no edge in a graph of 0 vertices"
                                              : fmt::format("0 to {}", vertices - 1)),
                    edge);
}

void GraphsOfEdges::refuse_weight(std::size_t edge, std::int64_t found) const {
  throw InvalidEdge(fmt::format("{}: weight is {}, expected {} to {}", place_of(edge), found,
                                1 - kUnreachable, kUnreachable - 1),
                    edge);
}

}  // namespace apsp::python
