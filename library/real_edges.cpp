// SPDX-License-Identifier: MIT
#include "library/real_edges.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "apsp/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"

namespace apsp {
namespace {

/// Throws InvalidEdge unless edge number `e` is good; `most` is the largest weight.
void check_edge(const RealEdge& edge, std::size_t e, std::size_t vertices, double most) {
  const auto check_vertex = [&](const char* field, std::int32_t vertex) {
    if (vertex >= 0 && static_cast<std::size_t>(vertex) < vertices) return;
    throw InvalidEdge(fmt::format("edge {}: {} is {}, expected {}", e, field, vertex,
                                  vertices == 0 ? "no edge in a graph of 0 vertices"
                                                : fmt::format("0 to {}", vertices - 1)),
                      e);
  };
  check_vertex("source", edge.source);
  check_vertex("destination", edge.destination);
  if (edge.weight >= -most && (edge.weight <= most || std::isinf(edge.weight))) return;
  if (std::isnan(edge.weight)) return;
  throw InvalidEdge(fmt::format("edge {}: weight is {}, expected {} to {}, or infinity or NaN for "
                                "no edge",
                                e, edge.weight, -most, most),
                    e);
}

bool is_negative_zero(double weight) {
  return weight == 0 && std::signbit(weight);
}

}  // namespace

CheckedEdges checked_edges(RealGraphView graph, double most, bool both_ways) {
  bool as_they_are = !both_ways;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const RealEdge& edge = graph.edges[e];
    check_edge(edge, e, graph.vertices, most);
    as_they_are &= std::isfinite(edge.weight) && !is_negative_zero(edge.weight);
  }
  if (as_they_are) return CheckedEdges(graph.edges);
  const std::size_t ways = both_ways ? 2 : 1;
  require_memory(std::uint64_t{graph.edges.size()} * ways * sizeof(RealEdge),
                 "a copy of " + counted(graph.edges.size(), "edge"));
  std::vector<RealEdge> edges;
  edges.reserve(graph.edges.size() * ways);
  for (RealEdge edge : graph.edges) {
    if (!std::isfinite(edge.weight)) continue;
    edge.weight += 0.0;  // -0.0 becomes 0
    edges.push_back(edge);
    if (both_ways) edges.push_back({edge.destination, edge.source, edge.weight});
  }
  return CheckedEdges(std::move(edges));
}

bool has_negative(std::span<const RealEdge> edges) {
  return std::any_of(edges.begin(), edges.end(),
                     [](const RealEdge& edge) { return edge.weight < 0; });
}

}  // namespace apsp
