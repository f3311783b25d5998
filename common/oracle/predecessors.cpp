// SPDX-License-Identifier: MIT
#include "common/oracle/predecessors.hpp"

#include <tuple>
#include <utility>

#include "common/oracle/reference.hpp"

namespace apsp::reference {
namespace {

constexpr std::int32_t kNone = -9999;

/// The length and the number of edges of a path.
using Cost = std::pair<Length, Length>;

constexpr Cost kNoCost = {kNoPath, 0};

std::size_t index(std::int32_t vertex) {
  return static_cast<std::size_t>(vertex);
}

Cost extend(Cost cost, const Edge& edge) {
  return {cost.first + edge.weight, cost.second + 1};
}

std::vector<Cost> costs_from(const Graph& graph, std::size_t source) {
  std::vector<Cost> costs(graph.vertices, kNoCost);
  costs[source] = {0, 0};
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : graph.edges) {
      if (costs[index(edge.source)] == kNoCost) continue;
      const Cost cost = extend(costs[index(edge.source)], edge);
      if (cost >= costs[index(edge.destination)]) continue;
      costs[index(edge.destination)] = cost;
      changed = true;
    }
  }
  return costs;
}

/// Extends paths from one vertex by every edge to a vertex that is not on them.
class AllPaths {
 public:
  AllPaths(const Graph& graph, std::size_t source)
      : graph_(graph),
        on_path_(graph.vertices, false),
        best_(graph.vertices, {kNoPath, 0, kNone}),
        source_(source) {
    follow(static_cast<std::int32_t>(source), {0, 0});
  }

  [[nodiscard]] std::int32_t before(std::size_t vertex) const {
    return vertex == source_ ? kNone : std::get<2>(best_[vertex]);
  }

 private:
  using Path = std::tuple<Length, Length, std::int32_t>;  // length, edges, vertex before the last

  void follow(std::int32_t vertex, Cost cost) {
    on_path_[index(vertex)] = true;
    for (const Edge& edge : graph_.edges) {
      if (edge.source != vertex || on_path_[index(edge.destination)]) continue;
      const Cost longer = extend(cost, edge);
      Path& best = best_[index(edge.destination)];
      best = std::min(best, Path{longer.first, longer.second, vertex});
      follow(edge.destination, longer);
    }
    on_path_[index(vertex)] = false;
  }

  const Graph& graph_;
  std::vector<bool> on_path_;
  std::vector<Path> best_;
  std::size_t source_;
};

}  // namespace

std::vector<std::int32_t> predecessors(const Graph& graph) {
  const std::size_t n = graph.vertices;
  std::vector<std::int32_t> result(n * n, kNone);
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<Cost> costs = costs_from(graph, i);
    for (const Edge& edge : graph.edges) {
      const std::size_t j = index(edge.destination);
      if (j == i || costs[index(edge.source)] == kNoCost) continue;
      if (extend(costs[index(edge.source)], edge) != costs[j]) continue;
      std::int32_t& known = result[i * n + j];
      if (known == kNone || edge.source < known) known = edge.source;
    }
  }
  return result;
}

std::vector<std::int32_t> predecessors_of_all_paths(const Graph& graph) {
  std::vector<std::int32_t> result;
  for (std::size_t i = 0; i < graph.vertices; ++i) {
    const AllPaths paths(graph, i);
    for (std::size_t j = 0; j < graph.vertices; ++j) result.push_back(paths.before(j));
  }
  return result;
}

}  // namespace apsp::reference
