// SPDX-License-Identifier: MIT
#include "common/core/longest_distance.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>

#include "common/core/light_edges.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

using test::random_sample;
using test::Sample;

/// The largest distance of all pairs that have a path, at most kUnreachable.
Distance largest_distance(const Graph& graph) {
  reference::Length largest = 0;
  for (const reference::Length length : reference::floyd_warshall(graph)) {
    if (length != reference::kNoPath) largest = std::max(largest, length);
  }
  return static_cast<Distance>(std::min<reference::Length>(largest, kUnreachable));
}

/// Appends the edges of `other`, its vertices numbered after all others.
void append(Sample& sample, const Sample& other) {
  const auto shift = static_cast<std::int32_t>(sample.vertices);
  for (const Edge& e : other.edges) {
    sample.edges.push_back({e.source + shift, e.destination + shift, e.weight});
  }
  sample.vertices += other.vertices;
}

Sample both_ways(Sample sample) {
  for (std::size_t e = sample.edges.size(); e-- > 0;) {
    const Edge edge = sample.edges[e];
    sample.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  return sample;
}

/// Two graphs of many light edges, and a heavy edge from one to the other.
Sample far_clusters(std::size_t vertices, Distance bridge, bool back, std::uint32_t seed) {
  Sample sample = random_sample(vertices, vertices * 60, 1, 9, seed);
  append(sample, random_sample(vertices, vertices * 60, 1, 9, seed + 1));
  const auto other = static_cast<std::int32_t>(vertices);
  sample.edges.push_back({0, other, bridge});
  if (back) sample.edges.push_back({other, 0, bridge});
  return sample;
}

/// A vertex in the middle of paths that end there or begin there.
Sample star(std::size_t rays, Distance weight, bool both) {
  Sample sample{rays + 1, {}};
  for (std::size_t r = 1; r <= rays; ++r) {
    sample.edges.push_back({static_cast<std::int32_t>(r), 0, weight});
    if (both || r % 2 == 0) sample.edges.push_back({0, static_cast<std::int32_t>(r), weight});
  }
  return sample;
}

std::map<std::string, Sample> samples(std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::size_t vertices = 2 + random() % 25;
  const auto heaviest = static_cast<Distance>(random() % 2 == 0 ? 3 : 1000);
  const auto graph = [&](std::size_t edges, Distance low, Distance high) {
    return random_sample(vertices, edges, low, high, ++seed);
  };
  std::map<std::string, Sample> found = {
      {"sparse", graph(2 * vertices, 0, heaviest)},
      {"tree-like", graph(vertices, 0, heaviest)},
      {"dense", graph(vertices * vertices / 2, 0, heaviest)},
      {"repeated, thinned", graph(100 * vertices, 0, heaviest)},
      {"thinned, few weights", graph(100 * vertices, 7, 8)},
      {"thinned, one weight", graph(100 * vertices, 5, 5)},
      {"zero weights", graph(3 * vertices, 0, 0)},
      {"zero weights, thinned", graph(80 * vertices, 0, 0)},
      {"huge weights", graph(4 * vertices, kUnreachable / 9, kUnreachable - 1)},
      {"both ways", both_ways(graph(2 * vertices, 0, heaviest))},
      {"band", test::shuffled(test::band(vertices, 5, 3, true, heaviest, seed), seed)},
      {"acyclic", test::shuffled(test::band(vertices, 9, 2, false, heaviest, seed), seed)},
      {"chain", test::shuffled(test::chain(std::vector<Distance>(vertices, heaviest), 3), seed)},
      {"ring", test::ring(vertices, heaviest)},
      {"star", star(vertices, heaviest, true)},
      {"star, one way", star(vertices, heaviest, false)},
      {"clusters", far_clusters(vertices, 500, true, seed)},
      {"clusters, one way", far_clusters(vertices, 500, false, seed)},
  };
  Sample apart = graph(3 * vertices, 0, heaviest);
  append(apart, graph(3 * vertices, 0, 3 * heaviest));
  append(apart, Sample{2, {}});
  found["apart"] = apart;
  Sample sinks = graph(60 * vertices, 0, 9);  // thinned, with vertices that one heavy edge reaches
  append(sinks, Sample{2, {{0, 1, 1}}});
  sinks.edges.push_back({0, static_cast<std::int32_t>(vertices), 700});
  found["thinned, with sinks"] = sinks;
  return found;
}

TEST_CASE("each bound of the largest distance holds after every round", "[longest]") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    for (const auto& [kind, sample] : samples(1000 * seed)) {
      INFO("seed " << 1000 * seed << ", " << kind << ", V = " << sample.vertices);
      const Graph graph = sample.graph();
      const Distance largest = largest_distance(graph);
      LongestDistance longest(graph);
      const bool whole = light_edges(graph).whole;
      std::size_t rounds = 0;
      do {
        const LongestBounds& bounds = longest.bounds();
        INFO("D = " << largest << ", round " << rounds << ": " << bounds.least << " " << bounds.seen
                    << " " << bounds.most);
        REQUIRE(bounds.rounds == rounds);
        REQUIRE(bounds.least <= largest);
        REQUIRE(bounds.most >= largest);
        REQUIRE(bounds.least <= bounds.seen);
        REQUIRE(bounds.explored >= 0);
        REQUIRE(bounds.explored <= 1);
        if (whole) REQUIRE(bounds.least == bounds.seen);
        ++rounds;
      } while (longest.search());
      // In the end every vertex has been searched from.
      REQUIRE(longest.bounds().seen >= largest);
      if (whole) REQUIRE(longest.bounds().most == largest);
    }
  }
}

TEST_CASE("two rounds see the largest distance of most graphs", "[longest]") {
  std::size_t graphs = 0, found = 0;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    for (const auto& [kind, sample] : samples(1000 * seed)) {
      LongestDistance longest(sample.graph());
      (void)longest.search();
      (void)longest.search();
      ++graphs;
      found += longest.bounds().seen >= largest_distance(sample.graph());
    }
  }
  INFO(found << " of " << graphs);
  REQUIRE(10 * found >= 8 * graphs);  // as width_choice.cpp takes for granted
}

TEST_CASE("graphs without a search", "[longest]") {
  for (const std::size_t vertices : {0, 1, 5}) {
    LongestDistance longest({vertices, {}, 0, 0});
    REQUIRE_FALSE(longest.search());
    REQUIRE(longest.bounds().seen == 0);
    REQUIRE(longest.bounds().most == 0);
  }
}

TEST_CASE("lengths that fit no file stop at kUnreachable", "[longest]") {
  const Sample heavy = test::ring(4, kUnreachable - 1);
  LongestDistance longest(heavy.graph());
  REQUIRE(longest.search());
  REQUIRE(longest.bounds().seen == kUnreachable);
  REQUIRE(longest.bounds().most == kUnreachable);
}

TEST_CASE("the bounds of a path are exact after few rounds, whatever its vertices are called",
          "[longest]") {
  for (const bool both : {false, true}) {
    const Sample path = test::chain(std::vector<Distance>(300, 2));
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
      const Sample sample = test::shuffled(both ? both_ways(path) : path, seed);
      LongestDistance longest(sample.graph());
      for (int round = 0; round < 6; ++round) (void)longest.search();
      INFO("seed " << seed);
      REQUIRE(longest.bounds().seen == 600);
      if (both) REQUIRE(longest.bounds().most == 600);
    }
  }
}

TEST_CASE("light edges keep the parts that only heavy edges join", "[light edges]") {
  for (const int threads : {1, 3}) {
    test::with_threads(threads, [&] {
      const Sample sample = far_clusters(100, 1'000'000, true, 5);
      const LightEdges light = light_edges(sample.graph());
      INFO(threads << " threads");
      REQUIRE_FALSE(light.whole);
      REQUIRE(light.edges.size() < sample.edges.size() / 2);
      REQUIRE(std::count_if(light.edges.begin(), light.edges.end(),
                            [](const Edge& e) { return e.weight == 1'000'000; }) == 2);
    });
  }
}

TEST_CASE("edges that are left out weigh as much as promised", "[light edges]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    for (const auto& [kind, sample] : samples(1000 * seed)) {
      INFO("seed " << 1000 * seed << ", " << kind);
      const LightEdges light = light_edges(sample.graph());
      const auto below = [&](const std::vector<Edge>& edges) {
        return std::count_if(edges.begin(), edges.end(),
                             [&](const Edge& e) { return e.weight < light.omitted; });
      };
      if (light.whole) {
        REQUIRE(light.edges == sample.edges);
      } else {
        REQUIRE(below(light.edges) >= below(sample.edges));  // some are repeated
      }
    }
  }
}

}  // namespace
}  // namespace apsp
