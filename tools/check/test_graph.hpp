// SPDX-License-Identifier: MIT
// For tests: graphs of every kind that a check must cope with, and their distances.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "common/core/graph.hpp"
#include "common/oracle/reference.hpp"

namespace apsp::test {

inline constexpr Distance kU = kUnreachable;

/// A graph and the memory that its edges lie in.
struct TestGraph {
  TestGraph(std::size_t vertices, std::vector<Edge> list) : edges(std::move(list)) {
    graph.vertices = vertices;
    graph.edges = edges;
    const auto [least, most] = std::ranges::minmax_element(edges, {}, &Edge::weight);
    if (!edges.empty()) {
      graph.smallest_weight = least->weight;
      graph.largest_weight = most->weight;
    }
  }
  TestGraph(const TestGraph&) = delete;
  TestGraph& operator=(const TestGraph&) = delete;

  [[nodiscard]] std::vector<Distance> distances() const {
    return reference::distances(graph).value();
  }

  std::vector<Edge> edges;
  Graph graph;
};

enum class Weights {
  kPositive,  // 1 to 4: many shortest paths of one length
  kSomeZero,  // 0 to 3
  kAllZero,
  kNegative,  // -9 to 12, many cycles of length zero, none below
};
inline constexpr Weights kAllWeights[] = {Weights::kPositive, Weights::kSomeZero, Weights::kAllZero,
                                          Weights::kNegative};

/// `edges` edges between any vertices, loops and repeated edges among them.
inline std::vector<Edge> random_edges(std::size_t vertices, std::size_t edges, Weights weights,
                                      std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::int32_t>(random() % bound); };
  std::vector<Distance> potential(vertices, 0);
  if (weights == Weights::kNegative) {
    for (Distance& p : potential) p = below(10);
  }
  std::vector<Edge> result(edges);
  for (Edge& e : result) {
    e = {below(vertices), below(vertices), 0};
    if (weights == Weights::kPositive) e.weight = 1 + below(4);
    if (weights == Weights::kSomeZero || weights == Weights::kNegative) e.weight = below(4);
    e.weight += potential[static_cast<std::size_t>(e.destination)] -
                potential[static_cast<std::size_t>(e.source)];
  }
  return result;
}

}  // namespace apsp::test
