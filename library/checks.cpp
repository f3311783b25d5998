// SPDX-License-Identifier: MIT
#include "library/checks.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "common/base/error.hpp"
#include "common/base/index.hpp"
#include "common/base/plural.hpp"
#include "common/core/edge_check.hpp"

namespace apsp {

Graph checked_graph(GraphView view) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  if (view.vertices > kMost) {
    throw Error(Fault::kInput, fmt::format("the number of vertices is {}, expected 0 to {}",
                                           view.vertices, kMost));
  }
  Graph graph;
  graph.vertices = view.vertices;
  graph.edges = view.edges;
  if (const std::optional<BadEdge> bad = check_edges(graph)) {
    throw InvalidEdge(fmt::format("edge {}: {}", bad->edge, bad->problem), bad->edge);
  }
  return graph;
}

RowSet checked_set(std::size_t vertices, const std::optional<std::vector<std::int32_t>>& list,
                   const char* what) {
  if (!list) return RowSet(vertices);
  for (std::size_t n = 0; n < list->size(); ++n) {
    const std::int32_t vertex = (*list)[n];
    if (vertex >= 0 && static_cast<std::size_t>(vertex) < vertices) continue;
    throw Error(Fault::kUsage, fmt::format("{} {} is {}, expected {}", what, n, vertex,
                                           vertices == 0 ? "none in a graph of 0 vertices"
                                                         : fmt::format("0 to {}", vertices - 1)));
  }
  return {vertices, *list};
}

Distance checked_limit(double limit, const std::string& what) {
  if (!(limit >= 0)) {
    throw Error(Fault::kUsage, fmt::format("{} is {}, expected 0 or more", what, limit));
  }
  return limit < kUnreachable ? static_cast<Distance>(std::floor(limit)) : kUnreachable;
}

void require_order(std::span<const std::int32_t> order, std::size_t vertices) {
  std::vector<bool> seen(vertices, false);
  for (std::size_t n = 0; n < order.size(); ++n) {
    const bool is_vertex = order[n] >= 0 && index(order[n]) < vertices;
    if (!is_vertex || seen[index(order[n])]) {
      throw Error(Fault::kUsage, fmt::format("order {} is {}{}", n, order[n],
                                             is_vertex ? ", which was there before"
                                                       : fmt::format(", expected one of {}",
                                                                     counted(vertices, "vertex"))));
    }
    seen[index(order[n])] = true;
  }
  if (order.size() != vertices) {
    throw Error(Fault::kUsage, fmt::format("the order has {}, expected {}",
                                           counted(order.size(), "vertex"), vertices));
  }
}

}  // namespace apsp
