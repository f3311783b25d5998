// SPDX-License-Identifier: MIT
#include "common/sparse/prepared_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "apsp/real.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/sparse/outline.hpp"

namespace apsp::sparse {
namespace {

Pattern checked_pattern(const Graph& graph) {
  require_memory(OrderedGraph::bytes_for(graph),
                 fmt::format("the order of {} and {}", counted(graph.vertices, "vertex"),
                             counted(graph.edges.size(), "edge")));
  return pattern_of(graph);
}

EliminationTree checked_tree(const OrderedGraph& ordered, std::size_t edges) {
  constexpr std::uint64_t kBytesPerEdge = 40;  // the edges, as doubles too, and their pairs
  require_memory(ordered.bytes() + kBytesPerEdge * edges,
                 fmt::format("a prepared graph of {} with {:.0f} shortcuts",
                             counted(ordered.pattern.vertices(), "vertex"), ordered.fill));
  return analyse(ordered.pattern, ordered.tree, 0);
}

std::vector<RealEdge> real_edges(std::span<const Edge> edges) {
  std::vector<RealEdge> real;
  real.reserve(edges.size());
  for (const Edge& edge : edges) {
    real.push_back({edge.source, edge.destination, static_cast<double>(edge.weight)});
  }
  return real;
}

}  // namespace

bool lengths_are_exact(const Graph& graph) {
  constexpr double kMost = 9007199254740992;  // 2^53
  const double heaviest = std::max(std::abs(static_cast<double>(graph.smallest_weight)),
                                   std::abs(static_cast<double>(graph.largest_weight)));
  return static_cast<double>(graph.vertices) * heaviest <= kMost;
}

std::uint64_t OrderedGraph::bytes_for(const Graph& graph) {
  constexpr std::uint64_t kBytesPerEdge = 80;  // copies, ways, and the lists of both
  return Outline::bytes_for(graph.vertices, graph.edges.size(), 1) +
         kBytesPerEdge * graph.edges.size();
}

OrderedGraph::OrderedGraph(const Graph& graph, const std::optional<Order>& given)
    : pattern(checked_pattern(graph)), fill(0), work(0) {
  const Outline outline(pattern, given ? *given : minimum_degree(pattern));
  tree = outline.cut(0);
  const UpCounts counts = outline.counts(0);
  for (const UpCounts::Ups& ups : counts.ups) {
    fill += ups.all;
    work += static_cast<double>(ups.all) * ups.all;
  }
}

std::uint64_t OrderedGraph::bytes() const {
  constexpr double kBytesPerPair = 112;  // the tree, the lengths, the lists of both
  return static_cast<std::uint64_t>(kBytesPerPair * fill);
}

PreparedGraph::PreparedGraph(const Graph& graph, const OrderedGraph& ordered)
    : tree(checked_tree(ordered, graph.edges.size())),
      customization(real_edges(graph.edges), tree),
      pairs(tree) {}

}  // namespace apsp::sparse
