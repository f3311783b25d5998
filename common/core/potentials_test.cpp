// SPDX-License-Identifier: MIT
#include "common/core/potentials.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::Sample;

/// Weights from 0 to 3 and the differences of numbers below 10: cycles of length zero, none below.
Sample without_negative_cycle(std::size_t vertices, std::size_t edges, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Distance> heights(vertices);
  for (Distance& height : heights) height = static_cast<Distance>(random() % 10);
  Sample sample = test::random_sample(vertices, edges, 0, 3, seed);
  for (Edge& e : sample.edges) {
    e.weight += heights[static_cast<std::size_t>(e.destination)] -
                heights[static_cast<std::size_t>(e.source)];
  }
  return sample;
}

TEST_CASE("potentials are the smallest distances and make no weight negative", "[potentials]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    const std::size_t vertices = 1 + seed % 40;
    const Sample sample = without_negative_cycle(vertices, seed * 7 % 200, seed);
    const Graph graph = sample.graph();
    const Potentials potentials(graph);
    REQUIRE(potentials.values().size() == vertices);
    for (const Edge& e : graph.edges) REQUIRE(potentials.reduced(e) >= 0);
    const std::vector<reference::Length> exact = reference::floyd_warshall(graph);
    for (std::size_t v = 0; v < vertices; ++v) {
      reference::Length least = 0;
      for (std::size_t u = 0; u < vertices; ++u) least = std::min(least, exact[u * vertices + v]);
      REQUIRE(potentials[v] == least);
    }
    REQUIRE(potentials.least() == std::ranges::min(potentials.values()));

    const ReducedGraph reduced(graph, potentials);
    REQUIRE(reduced.fits());
    REQUIRE(reduced.graph().edges.size() == graph.edges.size());
    REQUIRE(reduced.graph().smallest_weight >= 0);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      REQUIRE(reduced.graph().edges[e].source == graph.edges[e].source);
      REQUIRE(reduced.graph().edges[e].destination == graph.edges[e].destination);
      REQUIRE(reduced.graph().edges[e].weight == potentials.reduced(graph.edges[e]));
      REQUIRE(reduced.graph().edges[e].weight <= reduced.graph().largest_weight);
      REQUIRE(reduced.graph().edges[e].weight >= reduced.graph().smallest_weight);
    }
  }
}

TEST_CASE("no negative weight, no potential", "[potentials]") {
  const Sample sample{3, {{0, 1, 5}, {1, 0, 0}}};
  REQUIRE(std::ranges::count(Potentials(sample.graph()).values(), 0) == 3);
  REQUIRE(Potentials(Graph{}).values().empty());
  REQUIRE(Potentials(Graph{}).least() == 0);
}

TEST_CASE("a negative cycle is named, along its edges", "[potentials]") {
  const Sample loop{3, {{0, 1, 1}, {2, 2, 4}, {2, 2, -1}}};
  require_error(Fault::kNoAnswer, {"negative cycle", ": 2 -> 2, weight -1"},
                [&] { (void)Potentials(loop.graph()); });
  // A tail into the cycle and one out of it are no part of it; of repeated edges the lightest is.
  const Sample cycle{
      5, {{0, 1, -7}, {1, 2, 3}, {2, 3, 9}, {2, 3, 4}, {3, 1, -8}, {3, 4, -9}, {3, 1, -2}}};
  require_error(Fault::kNoAnswer,
                {"negative cycle", ": 1 -> 2 -> 3 -> 1, weights 3, 4, -8, sum -1"},
                [&] { (void)Potentials(cycle.graph()); });
}

TEST_CASE("a cycle of all vertices is kept whole, and its message is short", "[potentials]") {
  constexpr std::size_t kVertices = 3000;
  Sample ring = test::shuffled(test::ring(kVertices, 0), 5);
  ring.edges[1234].weight = 70;
  ring.edges[77].weight = -71;
  try {
    (void)Potentials(ring.graph());
    FAIL("no error");
  } catch (const NegativeCycle& cycle) {
    REQUIRE(cycle.vertices().size() == kVertices);
    const std::string message = cycle.what();
    REQUIRE(message.ends_with(", sum -1"));
    REQUIRE(message.find("... 2990 more ...") != std::string::npos);
    REQUIRE(message.find(" -> 0, 3000 vertices, weights ") != std::string::npos);
    REQUIRE(message.size() < 300);
  }
}

TEST_CASE("potentials go beyond 32 bits", "[potentials]") {
  const Sample sample = test::chain(std::vector<Distance>(9, 1 - kUnreachable), 1);
  const Potentials potentials(sample.graph());
  REQUIRE(potentials.least() == -9 * std::int64_t{kUnreachable - 1});
  REQUIRE(potentials[10] == 0);
  require_error(Fault::kNoAnswer,
                {"the path from 0 to 2 is -2147483644, expected -1073741822 to 1073741822"},
                [&] { potentials.require_representable(); });
  // A reduced weight passes the range: vertex 10 reaches 9 over one edge.
  Sample wide = sample;
  wide.edges.push_back({10, 9, 0});
  REQUIRE_FALSE(ReducedGraph(wide.graph(), Potentials(wide.graph())).fits());
  Potentials(test::chain({1 - kUnreachable}).graph()).require_representable();
}

}  // namespace
}  // namespace apsp
