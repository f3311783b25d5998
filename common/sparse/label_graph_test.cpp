// SPDX-License-Identifier: MIT
#include "common/sparse/label_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/sparse/frontier.hpp"
#include "common/sparse/row_search.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::sparse {
namespace {

using test::random_sample;
using test::Sample;

LabelGraph graph_of(const Sample& sample) {
  return LabelGraph(compress(sample.vertices, sample.edges));
}

TEST_CASE("a numbering names each vertex once, those without edges last", "[labels]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 200;
    const Sample sample = random_sample(vertices, random() % (2 * vertices + 1), 0, 9, seed);
    INFO("seed " << seed << ", V = " << vertices);
    const LabelGraph graph = graph_of(sample);
    const Numbering& numbering = graph.numbering;
    REQUIRE(numbering.numbers.size() == vertices);
    REQUIRE(numbering.vertices.size() == vertices);
    for (std::size_t n = 0; n < vertices; ++n) {
      REQUIRE(numbering.numbers[static_cast<std::size_t>(numbering.vertices[n])] ==
              static_cast<std::int32_t>(n));
      REQUIRE((graph.begin[n] < graph.begin[n + 1]) == (n < numbering.with_edges));
    }
  }
}

TEST_CASE("a graph for labels has all edges with their weights", "[labels]") {
  using Entry = std::tuple<std::int32_t, std::int32_t, Distance>;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const Sample sample =
        random_sample(1 + std::size_t{seed} * 3, std::size_t{seed} * 9, 0, 900, seed);
    INFO("seed " << seed);
    const LabelGraph graph = graph_of(sample);
    std::vector<Entry> expected;
    std::vector<Entry> found;
    for (const Edge& e : sample.edges) expected.emplace_back(e.source, e.destination, e.weight);
    for (std::size_t n = 0; n + 1 < graph.begin.size(); ++n) {
      for (std::size_t e = graph.begin[n]; e < graph.begin[n + 1]; ++e) {
        found.emplace_back(graph.numbering.vertices[n],
                           graph.numbering.vertices[static_cast<std::size_t>(graph.ends[e])],
                           graph.weights[e]);
      }
    }
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    REQUIRE(found == expected);
  }
}

TEST_CASE("a frontier is looked at in ascending order, what is marked meanwhile later",
          "[labels]") {
  Frontier frontier(200);
  for (const std::size_t v : {199, 3, 64, 63, 3}) frontier.mark(v);
  std::vector<std::size_t> seen;
  REQUIRE(frontier.round([&](std::size_t v) {
    seen.push_back(v);
    frontier.mark(v == 3 ? 150 : 2);
  }));
  REQUIRE(seen == std::vector<std::size_t>{3, 63, 64, 199});
  seen.clear();
  REQUIRE(frontier.round([&](std::size_t v) { seen.push_back(v); }));
  REQUIRE(seen == std::vector<std::size_t>{2, 150});
  REQUIRE_FALSE(frontier.round([](std::size_t) { FAIL("nothing is marked"); }));
}

TEST_CASE("a sample of label correcting follows edges as often as they are lowered", "[labels]") {
  // From each vertex of a ring all others are reached, in as many rounds.
  const LabelSample once = sample_labels(graph_of(test::ring(100, 1)), 1e9).value();
  REQUIRE(once.share == 1);
  REQUIRE(once.rounds >= 100);
  REQUIRE(once.reached == 100);
  REQUIRE(once.arcs > 100);
  REQUIRE(once.arcs <= 1.3 * 17 * 100);
  REQUIRE(once.visits == test::Approx(once.arcs));
  // The more ways of different lengths, the more often.
  const LabelGraph random = graph_of(random_sample(2000, 16'000, 1, 1000, 3));
  const LabelSample often = sample_labels(random, 1e9).value();
  REQUIRE(often.arcs > 4 * 16'000);
  REQUIRE(often.arcs < 16 * 16'000);
  REQUIRE(often.rounds < 40);
  // Where it may follow fewer it is of one batch, which are much alike.
  const LabelSample half = sample_labels(random, often.arcs).value();
  REQUIRE(half.arcs == test::Approx(often.arcs).epsilon(0.1));
  REQUIRE(half.reached == test::Approx(often.reached).epsilon(0.1));
  REQUIRE(half.rounds == test::Approx(often.rounds).epsilon(0.2));
  // It ends early where it follows too many for one, or takes too many rounds.
  REQUIRE_FALSE(sample_labels(random, often.arcs / 2).has_value());
  REQUIRE_FALSE(sample_labels(graph_of(test::ring(400, 1)), 1e9).has_value());
  // Sources that no edge leaves are none.
  const LabelSample apart = sample_labels(graph_of({100, {{0, 1, 5}}}), 1e9).value();
  REQUIRE(apart.share == test::Approx(0.01));
  REQUIRE(apart.visits == test::Approx(1.3 * 2));
  REQUIRE(apart.reached == 2);
  REQUIRE(sample_labels(graph_of({5, {}}), 1e9).value().share == 0);
}

TEST_CASE("the ball of a hub is what few edges lead to", "[labels]") {
  const auto ball_of = [](const Sample& sample, std::size_t levels) {
    const HubBall ball = hub_ball(SearchGraph(sample.graph()), levels);
    return std::pair(ball.vertices, ball.is_all);
  };
  const Sample chain = test::chain({1, 2, 3, 4});  // from vertex 0, the first of those with an edge
  REQUIRE(ball_of(chain, 5) == std::pair(std::size_t{5}, true));
  REQUIRE(ball_of(chain, 4) == std::pair(std::size_t{5}, false));
  REQUIRE(ball_of(random_sample(3000, 12'000, 1, 9, 3), 32).first > 1500);
  REQUIRE(ball_of(random_sample(3000, 12'000, 1, 9, 3), 32).second);
  REQUIRE_FALSE(ball_of(test::grid(60, 60, 9, 3), 32).second);
  // A star beside a long chain: the vertex with the most edges reaches little.
  Sample apart = test::star(9);
  for (std::int32_t v = 9; v < 500; ++v) apart.edges.push_back({v, v + 1, 1 + v % 3});
  apart.vertices = 501;
  REQUIRE(ball_of(apart, 32) == std::pair(std::size_t{9}, true));
  REQUIRE(ball_of({4, {}}, 1) == std::pair(std::size_t{1}, true));
  REQUIRE(ball_of({0, {}}, 0) == std::pair(std::size_t{0}, true));
}

}  // namespace
}  // namespace apsp::sparse
