// SPDX-License-Identifier: MIT
// Prepared graphs whose weights change.
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "library/test_prepared.hpp"

namespace {

using apsp::Distance;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Pair;
using apsp::Prepared;
using apsp::test::all_pairs;
using apsp::test::few_edges;
using apsp::test::require_answers;
using apsp::test::triple_loop;

}  // namespace

TEST_CASE("a prepared graph answers as a solve does, whatever its weights have become",
          "[prepared]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    EdgeList graph = few_edges(random);
    const bool undirected = seed % 2 == 0;
    INFO("seed " << seed << ", V = " << graph.vertices << ", E = " << graph.edges.size());
    Prepared prepared(graph, {.threads = static_cast<int>(seed % 3), .undirected = undirected});
    require_answers(prepared, graph, undirected);
    for (int round = 0; round < 3; ++round) {
      std::vector<Distance> weights;
      for (Edge& edge : graph.edges) {
        edge.weight = static_cast<Distance>(random() % 1000);
        weights.push_back(edge.weight);
      }
      prepared.update(weights);
      require_answers(prepared, graph, undirected);
      std::vector<std::size_t> edges;
      weights.clear();
      for (std::size_t n = graph.edges.empty() ? 0 : random() % 6; n > 0; --n) {
        edges.push_back(random() % graph.edges.size());
        weights.push_back(static_cast<Distance>(random() % 1000));
        graph.edges[edges.back()].weight = weights.back();
      }
      prepared.update(edges, weights);
      require_answers(prepared, graph, undirected);
    }
  }
}

TEST_CASE("weights of a prepared graph may be below 0", "[prepared]") {
  for (std::uint32_t seed = 1; seed <= 15; ++seed) {
    std::mt19937 random(seed);
    EdgeList graph = few_edges(random);
    INFO("seed " << seed << ", V = " << graph.vertices << ", E = " << graph.edges.size());
    // A path from s to t is longer by the height of t less that of s, a cycle as long as before.
    std::vector<Distance> height(graph.vertices);
    const auto some_weight = [&](const Edge& edge) {
      return static_cast<Distance>(random() % 50) +
             height[static_cast<std::size_t>(edge.destination)] -
             height[static_cast<std::size_t>(edge.source)];
    };
    Prepared prepared(graph);
    for (int round = 0; round < 3; ++round) {
      for (Distance& h : height) h = static_cast<Distance>(random() % 90);
      std::vector<Distance> weights;
      for (Edge& edge : graph.edges) weights.push_back(edge.weight = some_weight(edge));
      prepared.update(weights);
      require_answers(prepared, graph, false);
      require_answers(Prepared(graph), graph, false);
      std::vector<std::size_t> edges;
      weights.clear();
      for (std::size_t n = graph.edges.empty() ? 0 : random() % 6; n > 0; --n) {
        edges.push_back(random() % graph.edges.size());
        Edge& edge = graph.edges[edges.back()];
        weights.push_back(edge.weight = some_weight(edge));
      }
      prepared.update(edges, weights);
      require_answers(prepared, graph, false);
    }
  }
}

TEST_CASE("a negative cycle of a prepared graph is named, and changes nothing", "[prepared]") {
  const EdgeList graph{4, {{0, 1, 5}, {1, 2, -4}, {2, 0, 0}, {3, 3, 2}, {2, 3, 9}}};
  Prepared prepared(graph);
  const auto refused = [](const auto& call) {
    try {
      call();
    } catch (const apsp::NegativeCycle& cycle) {
      return cycle.vertices();
    }
    return std::vector<std::int32_t>();
  };
  using Edges = std::vector<std::size_t>;
  using Weights = std::vector<Distance>;
  const std::vector<std::int32_t> ring = {0, 1, 2}, loop = {3};
  REQUIRE(refused([&] { prepared.update(Edges{0}, Weights{3}); }) == ring);
  REQUIRE(refused([&] { prepared.update(Edges{3, 2, 2}, Weights{1, 7, -2}); }) == ring);
  REQUIRE(refused([&] { prepared.update(Edges{3}, Weights{-1}); }) == loop);
  REQUIRE(refused([&] { prepared.update(Weights{5, -6, 0, 0, 0}); }) == ring);
  require_answers(prepared, graph, false);
  prepared.update(Edges{0}, Weights{4});
  require_answers(prepared, {4, {{0, 1, 4}, {1, 2, -4}, {2, 0, 0}, {3, 3, 2}, {2, 3, 9}}}, false);
  REQUIRE(refused([&] { Prepared(EdgeList{2, {{0, 1, 5}, {1, 0, -6}}}); }).size() == 2);
  REQUIRE(refused([&] { Prepared(EdgeList{2, {{0, 1, -1}}}, {.undirected = true}); }).size() == 2);
}

TEST_CASE("ten thousand updates leave what a fresh solve finds", "[prepared]") {
  // A grid of 6 x 6 both ways, with some edges across, whose heights take some weights below 0.
  std::mt19937 random(39);
  constexpr std::int32_t kSide = 6;
  EdgeList graph{std::size_t{kSide} * kSide, {}};
  for (std::int32_t v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide)
      graph.edges.insert(graph.edges.end(), {{v, v + 1, 0}, {v + 1, v, 0}});
    if (v + kSide < kSide * kSide) graph.edges.push_back({v, v + kSide, 0});
    if (v % 5 == 0) graph.edges.push_back({v, static_cast<std::int32_t>(random() % 36), 0});
  }
  std::vector<Distance> height(graph.vertices);
  const auto set = [&](Edge& edge) {
    const std::uint32_t most = random() % 8 == 0 ? 5'000'000 : 40;
    return edge.weight = static_cast<Distance>(random() % most) +
                         height[static_cast<std::size_t>(edge.destination)] -
                         height[static_cast<std::size_t>(edge.source)];
  };
  Prepared prepared(graph, {.threads = 1});
  const std::vector<Pair> pairs = all_pairs(graph.vertices);
  std::vector<Distance> found(pairs.size());
  for (int update = 0; update < 10'000; ++update) {
    INFO("update " << update);
    std::vector<std::size_t> edges;
    std::vector<Distance> weights;
    if (update % 1000 == 0) {
      for (Distance& h : height) h = update % 2000 == 0 ? 0 : static_cast<Distance>(random() % 30);
      for (Edge& edge : graph.edges) weights.push_back(set(edge));
      prepared.update(weights);
    } else {
      for (std::size_t n = 1 + random() % 4; n > 0; --n) {
        edges.push_back(random() % graph.edges.size());
        weights.push_back(set(graph.edges[edges.back()]));
      }
      prepared.update(edges, weights);
    }
    prepared.distances(pairs, found);
    const bool equal = found == triple_loop(graph);
    REQUIRE(equal);
    if (update % 100 == 0) require_answers(prepared, graph, false);
  }
}
