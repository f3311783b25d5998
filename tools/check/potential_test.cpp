// SPDX-License-Identifier: MIT
#include "tools/check/potential.hpp"

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::TestGraph;

TEST_CASE("potentials make no weight negative") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 40;
    const TestGraph g(
        vertices, test::random_edges(vertices, random() % 200, test::Weights::kNegative, random));
    const std::vector<std::int64_t> h = potentials(g.graph);
    REQUIRE(h.size() == vertices);
    for (const Edge& e : g.edges) {
      REQUIRE(e.weight + h[static_cast<std::size_t>(e.source)] >=
              h[static_cast<std::size_t>(e.destination)]);
    }
  }
}

TEST_CASE("no negative weight, no potential") {
  REQUIRE(potentials(TestGraph(3, {{0, 1, 5}, {1, 0, 0}}).graph) ==
          std::vector<std::int64_t>(3, 0));
  REQUIRE(potentials(TestGraph(0, {}).graph).empty());
}

TEST_CASE("a negative cycle is named, along its edges") {
  using test::require_error;
  const TestGraph loop(3, {{0, 1, 1}, {2, 2, -1}});
  require_error(Fault::kNoAnswer, {"negative cycle", "2 -> 2"},
                [&] { (void)potentials(loop.graph); });
  // A tail into the cycle and one out of it are no part of it.
  const TestGraph cycle(5, {{0, 1, -7}, {1, 2, 3}, {2, 3, 4}, {3, 1, -8}, {3, 4, -9}});
  const auto error = test::error_of([&] { (void)potentials(cycle.graph); });
  REQUIRE(error.has_value());
  const std::string message = error->what();
  INFO(message);
  const bool named = message.ends_with(": 1 -> 2 -> 3 -> 1") ||
                     message.ends_with(": 2 -> 3 -> 1 -> 2") ||
                     message.ends_with(": 3 -> 1 -> 2 -> 3");
  REQUIRE(named);
}

}  // namespace
}  // namespace apsp::check
