// SPDX-License-Identifier: MIT
// For tests: the graphs of a campaign. Many zero edges, zero cycles, negative weights, parts that
// no path joins, and lengths on both sides of every width's end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "tools/check/test_graph.hpp"

namespace apsp::test {

/// Groups of up to four vertices on zero cycles, with few edges between the groups.
inline std::vector<Edge> islands(std::size_t vertices, std::mt19937& random) {
  std::vector<Edge> edges;
  for (std::size_t first = 0; first < vertices;) {
    const std::size_t size = std::min<std::size_t>(1 + random() % 4, vertices - first);
    for (std::size_t k = 0; k < size; ++k) {
      edges.push_back({static_cast<std::int32_t>(first + k),
                       static_cast<std::int32_t>(first + (k + 1) % size), 0});
    }
    first += size;
  }
  const std::size_t bridges = vertices * (1 + random() % 6) / 8;
  for (const Edge& e : random_edges(vertices, bridges, Weights::kPositive, random)) {
    edges.push_back(e);
  }
  return edges;
}

/// Adds differences of random potentials: the same shortest paths, with weights below zero.
inline void add_potentials(std::vector<Edge>& edges, std::size_t vertices, std::mt19937& random) {
  std::vector<Distance> potential(vertices);
  for (Distance& p : potential) p = static_cast<Distance>(random() % 10);
  for (Edge& e : edges) {
    e.weight += potential[static_cast<std::size_t>(e.destination)] -
                potential[static_cast<std::size_t>(e.source)];
  }
}

/// Mostly small, up to `most`.
inline std::size_t vertices_for(std::uint32_t seed, std::size_t most, std::mt19937& random) {
  if (seed % 12 == 0) return most - random() % 20;
  return 2 + random() % (seed % 3 == 0 ? 20 : 64);
}

/// The graph number `seed` of a campaign, of 2 to `most` vertices (above 20). `random` begins at
/// that seed. Lengths cross the borders of every width.
inline TestGraph graph_for(std::uint32_t seed, std::size_t most, std::mt19937& random) {
  const std::size_t vertices = vertices_for(seed, most, random);
  std::vector<Edge> edges;
  if (seed % 2 == 0) {
    edges = islands(vertices, random);
    if (seed % 8 == 0) add_potentials(edges, vertices, random);
  } else {
    const std::size_t halves[] = {1, 2, 5, 16};  // edges of two vertices
    edges = random_edges(vertices, vertices * halves[seed / 2 % 4] / 2, kAllWeights[random() % 4],
                         random);
  }
  // The largest is such that no walk of V edges passes the range.
  const Distance scales[] = {1, 40, 9'000, (kUnreachable / 32) / static_cast<Distance>(vertices)};
  const Distance scale = scales[random() % 4];
  for (Edge& e : edges) e.weight *= scale;
  return TestGraph(vertices, std::move(edges));
}

}  // namespace apsp::test
