// SPDX-License-Identifier: MIT
// Graphs for the tests of prepared graphs, and what these must answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "library/test_graphs.hpp"

namespace apsp::test {

/// Vertices that have few edges, some weights of 0, loops and repeated edges.
inline EdgeList few_edges(std::mt19937& random) {
  EdgeList graph{1 + random() % 40, {}};
  const auto vertices = static_cast<std::uint32_t>(graph.vertices);
  for (std::size_t n = random() % (3 * graph.vertices); n > 0; --n) {
    graph.edges.push_back({static_cast<std::int32_t>(random() % vertices),
                           static_cast<std::int32_t>(random() % vertices),
                           static_cast<Distance>(random() % 50)});
  }
  return graph;
}

/// Each pair of vertices, by source.
inline std::vector<Pair> all_pairs(std::size_t vertices) {
  std::vector<Pair> pairs;
  for (std::size_t s = 0; s < vertices; ++s) {
    for (std::size_t t = 0; t < vertices; ++t) {
      pairs.push_back({static_cast<std::int32_t>(s), static_cast<std::int32_t>(t)});
    }
  }
  return pairs;
}

/// The distances by the textbook, V^3: of few vertices quicker than to ask a solver ten thousand
/// times.
inline std::vector<Distance> triple_loop(const EdgeList& graph) {
  const std::size_t vertices = graph.vertices;
  std::vector<Distance> to(vertices * vertices, kUnreachable);
  for (std::size_t v = 0; v < vertices; ++v) to[v * vertices + v] = 0;
  for (const Edge& edge : graph.edges) {
    Distance& own = to[static_cast<std::size_t>(edge.source) * vertices +
                       static_cast<std::size_t>(edge.destination)];
    own = std::min(own, edge.weight);
  }
  for (std::size_t k = 0; k < vertices; ++k) {
    for (std::size_t s = 0; s < vertices; ++s) {
      const Distance first = to[s * vertices + k];
      if (first == kUnreachable) continue;
      for (std::size_t t = 0; t < vertices; ++t) {
        const Distance second = to[k * vertices + t];
        if (second == kUnreachable) continue;
        to[s * vertices + t] = std::min(to[s * vertices + t], first + second);
      }
    }
  }
  return to;
}

/// The path that a row of predecessors leads along.
inline std::vector<std::int32_t> path_along(std::span<const std::int32_t> predecessors,
                                            const Pair& pair) {
  std::vector<std::int32_t> path = {pair.destination};
  while (path.back() != pair.source) {
    path.push_back(predecessors[static_cast<std::size_t>(path.back())]);
    if (path.back() == kNoPredecessor) return {};
  }
  return {path.rbegin(), path.rend()};
}

/// The paths are those that the predecessors of a solve lead along.
inline void require_paths(const Prepared& prepared, const EdgeList& graph, bool undirected) {
  const std::size_t vertices = graph.vertices;
  std::vector<std::int32_t> predecessors(vertices * vertices);
  (void)solve(graph, {.undirected = undirected, .predecessors = predecessors});
  std::vector<Pair> pairs = all_pairs(vertices);
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(7));
  const Paths paths = prepared.paths(pairs);
  REQUIRE(paths.size() == pairs.size());
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    INFO("from " << pairs[n].source << " to " << pairs[n].destination);
    const auto row = std::span(predecessors)
                         .subspan(static_cast<std::size_t>(pairs[n].source) * vertices, vertices);
    REQUIRE(std::ranges::equal(paths[n], path_along(row, pairs[n])));
  }
}

/// All that it answers is what a solve of the graph answers.
inline void require_answers(const Prepared& prepared, const EdgeList& graph, bool undirected) {
  REQUIRE(std::equal(prepared.edges().begin(), prepared.edges().end(), graph.edges.begin(),
                     graph.edges.end()));
  const std::vector<Distance> expected = copied(solve(graph, {.undirected = undirected}).all());
  const std::vector<Pair> pairs = all_pairs(graph.vertices);
  std::vector<Distance> found(pairs.size(), -1);
  prepared.distances(pairs, found);
  REQUIRE(found == expected);
  REQUIRE(copied(prepared.solve().all()) == expected);
  for (const Method method : {Method::kDense, Method::kSweep}) {
    REQUIRE(copied(prepared.solve({.method = method}).all()) == expected);
  }
  require_paths(prepared, graph, undirected);
}

}  // namespace apsp::test
