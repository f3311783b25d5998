// SPDX-License-Identifier: MIT
#include "common/core/potentials.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "common/base/elided.hpp"
#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/base/threads.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/least_lengths.hpp"
#include "common/core/misfit.hpp"

namespace apsp {
namespace {

/// A cycle as the edges of a graph make it.
struct Cycle {
  std::vector<std::int32_t> vertices;  // in the direction of the edges, the smallest first
  std::vector<Distance> weights;       // [n]: of the lightest edge from vertices[n] to the next
  std::int64_t length = 0;
};

/// Looks the cycle's edges up in the graph itself. Throws Error(kInternal) unless all are there and
/// their sum is negative: a wrong witness would accuse a good graph. O(V + E).
Cycle checked_cycle(const Graph& graph, std::vector<std::int32_t> vertices) {
  const std::size_t size = vertices.size();
  std::vector<std::int32_t> position(graph.vertices, -1);
  for (std::size_t n = 0; n < size; ++n) {
    position[static_cast<std::size_t>(vertices[n])] = static_cast<std::int32_t>(n);
  }
  std::vector<Distance> weights(size, kUnreachable);
  for (const Edge& edge : graph.edges) {
    const std::int32_t n = position[static_cast<std::size_t>(edge.source)];
    if (n < 0) continue;
    const auto from = static_cast<std::size_t>(n);
    if (vertices[from + 1 == size ? 0 : from + 1] != edge.destination) continue;
    weights[from] = std::min(weights[from], edge.weight);
  }
  Cycle cycle{std::move(vertices), std::move(weights), 0};
  cycle.length = std::accumulate(cycle.weights.begin(), cycle.weights.end(), std::int64_t{0});
  if (cycle.length >= 0 || std::ranges::count(cycle.weights, kUnreachable) > 0) {
    throw Error(Fault::kInternal, "a negative cycle was found that the graph does not have");
  }
  return cycle;
}

/// "1 -> 2 -> 1, weights -7, 3, sum -4"; of a loop "2 -> 2, weight -1".
std::string describe(const Cycle& cycle) {
  const std::size_t size = cycle.vertices.size();
  const std::string path = elided_cycle(size, [&](std::size_t n) { return cycle.vertices[n]; });
  if (size == 1) return fmt::format("{}, weight {}", path, cycle.length);
  return fmt::format("{}, weights {}, sum {}", path,
                     elided(size, ", ", [&](std::size_t n) { return cycle.weights[n]; }),
                     cycle.length);
}

/// Throws NegativeCycle. `vertices`: of the cycle, along its edges, the smallest first.
[[noreturn]] void refuse_cycle(const Graph& graph, std::vector<std::int32_t> vertices) {
  const Cycle cycle = checked_cycle(graph, std::move(vertices));
  throw NegativeCycle(
      "the graph has a negative cycle, so that no path is shortest: " + describe(cycle),
      cycle.vertices);
}

/// Refuses an undirected graph with an edge below 0: there and back it is a cycle.
[[noreturn]] void refuse_negative_edge(const Graph& graph) {
  const Edge& edge = *std::ranges::find_if(graph.edges, [](const Edge& e) { return e.weight < 0; });
  if (edge.source == edge.destination) refuse_cycle(graph, {edge.source});
  refuse_cycle(graph,
               {std::min(edge.source, edge.destination), std::max(edge.source, edge.destination)});
}

}  // namespace

Potentials::Potentials(const Graph& graph) {
  if (graph.smallest_weight >= 0) {
    values_.assign(graph.vertices, 0);
    return;
  }
  if (graph.both_ways) refuse_negative_edge(graph);
  require_memory(compression_bytes(graph.vertices, graph.edges.size()) +
                     kLeastLengthBytes<std::int64_t> * graph.vertices,
                 "the potentials of " + counted(graph.vertices, "vertex"));
  const CompressedRows<Arc> arcs = compress(graph.vertices, graph.edges);
  auto found = least_lengths<std::int64_t>(arcs, [](const Arc& arc) { return arc.weight; });
  if (!found.cycle.empty()) refuse_cycle(graph, std::move(found.cycle));
  values_ = std::move(found.lengths);
  parents_ = std::move(found.parents);
}

std::int64_t Potentials::least() const {
  return values_.empty() ? 0 : *std::ranges::min_element(values_);
}

void Potentials::require_representable() const {
  const auto low = std::ranges::find_if(values_, [](auto h) { return h <= -kUnreachable; });
  if (low == values_.end()) return;
  const auto vertex = static_cast<std::int32_t>(low - values_.begin());
  std::int32_t from = vertex;
  while (parents_[static_cast<std::size_t>(from)] != LeastLengths<std::int64_t>::kNone) {
    from = parents_[static_cast<std::size_t>(from)];
  }
  throw Error(Fault::kNoAnswer, describe_misfit(static_cast<std::size_t>(from),
                                                static_cast<std::size_t>(vertex), *low));
}

ReducedGraph::ReducedGraph(const Graph& graph, const Potentials& potentials) {
  const std::size_t edges = graph.edges.size();
  require_memory(edges * sizeof(Edge),
                 fmt::format("a copy of {} with reduced weights, because some are negative,",
                             counted(edges, "edge")));
  edges_ = std::make_unique_for_overwrite<Edge[]>(edges);
  std::int64_t least = kUnreachable;
  std::int64_t most = 0;
#pragma omp parallel for schedule(static) reduction(min      \
                                                    : least) \
    reduction(max                                            \
              : most) if (is_for_threads(edges))
  for (std::size_t e = 0; e < edges; ++e) {
    const Edge& edge = graph.edges[e];
    const std::int64_t weight = potentials.reduced(edge);
    least = std::min(least, weight);
    most = std::max(most, weight);
    edges_[e] = {edge.source, edge.destination,
                 static_cast<Distance>(std::min<std::int64_t>(weight, kUnreachable))};
  }
  if (least < 0) throw Error(Fault::kInternal, "potentials leave an edge below zero");
  fits_ = most < kUnreachable;
  Edge* end = edges_.get() + edges;
  if (!fits_) {
    end = std::remove_if(edges_.get(), end, [](const Edge& e) { return e.weight == kUnreachable; });
    most = kUnreachable - 1;
  }
  graph_ = {graph.vertices, std::span(edges_.get(), end), static_cast<Distance>(least),
            static_cast<Distance>(most)};
}

}  // namespace apsp
