// SPDX-License-Identifier: MIT
#include "common/core/dense_weights.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "common/core/light_edges.hpp"
#include "common/core/longest_distance.hpp"
#include "common/core/width_choice.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_threads.hpp"

namespace apsp {
namespace {

using test::graph_of;
using test::random_sample;
using test::Sample;
using test::weights_of;

/// The lightest edge of each pair, by source, then destination.
std::vector<Edge> lightest(std::vector<Edge> edges) {
  const auto key = [](const Edge& e) { return std::tuple(e.source, e.destination, e.weight); };
  std::sort(edges.begin(), edges.end(),
            [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  const auto same = [](const Edge& a, const Edge& b) {
    return a.source == b.source && a.destination == b.destination;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  return edges;
}

std::vector<Edge> copied(std::span<const Edge> edges) {
  return {edges.begin(), edges.end()};
}

Distance largest_by_oracle(const Graph& graph) {
  reference::Length largest = 0;
  for (const reference::Length length : reference::floyd_warshall(graph)) {
    if (length != reference::kNoPath) largest = std::max(largest, length);
  }
  return static_cast<Distance>(largest);
}

/// Two dense graphs, and a heavy edge from one to the other.
Sample clusters(std::size_t vertices, Distance bridge, std::uint32_t seed) {
  Sample sample = random_sample(vertices, vertices * vertices, 1, 90, seed);
  const auto other = static_cast<std::int32_t>(vertices);
  for (const Edge& e : random_sample(vertices, vertices * vertices, 1, 90, seed + 1).edges) {
    sample.edges.push_back({e.source + other, e.destination + other, e.weight});
  }
  sample.edges.push_back({0, other, bridge});
  sample.vertices *= 2;
  return sample;
}

template <typename Element>
void check_list() {
  for (const std::size_t vertices : {0, 1, 2, 63, 64, 65, 129, 400}) {
    for (const std::size_t edges : {0UL, 3UL, vertices, vertices * vertices}) {
      INFO("V " << vertices << ", E " << edges);
      const Sample sample = random_sample(vertices, edges, 0, 250, 3);
      const std::vector<Edge> expected = lightest(sample.edges);
      const DenseWeights weights = weights_of<Element>(sample);
      REQUIRE_FALSE(weights.has_list());
      REQUIRE(copied(weights.edges()) == expected);
      REQUIRE(weights.edges().data() == weights.edges().data());
      REQUIRE(weights.edge_count() == expected.size());
      const std::vector<RealEdge> real = weights.real_edges(0.25);
      REQUIRE(real.size() == expected.size());
      for (std::size_t e = 0; e < real.size(); ++e) {
        REQUIRE(real[e] ==
                RealEdge{expected[e].source, expected[e].destination, 0.25 * expected[e].weight});
      }
      const Graph list = listed(graph_of(weights));
      REQUIRE(list.matrix == nullptr);
      REQUIRE(list.edges.data() == weights.edges().data());
    }
  }
}

TEST_CASE("a matrix lists the edges that it holds") {
  check_list<std::uint8_t>();
  check_list<std::uint16_t>();
  check_list<Distance>();
}

TEST_CASE("edges up to a weight are those of the list") {
  for (const Distance low : {-300, 0}) {
    const Sample sample = random_sample(130, 9000, low, 300, 4);
    const DenseWeights weights = weights_of<Distance>(sample);
    for (const Distance most : {-301, -300, -1, 0, 7, 299, 300, kUnreachable}) {
      std::vector<Edge> found;
      for (std::size_t row = 0; row < sample.vertices; ++row) {
        weights.for_each(row, most, [&](std::size_t column, auto weight) {
          found.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column),
                           static_cast<Distance>(weight)});
        });
      }
      std::vector<Edge> expected = lightest(sample.edges);
      std::erase_if(expected, [&](const Edge& e) { return e.weight > most; });
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("a matrix is complete without a loop, but not without any other edge") {
  for (const std::size_t vertices : {0, 1, 2, 64, 65}) {
    Sample sample{vertices, {}};
    for (std::size_t n = 0; n < vertices * vertices; ++n) {
      sample.edges.push_back(
          {static_cast<std::int32_t>(n / vertices), static_cast<std::int32_t>(n % vertices), 5});
    }
    REQUIRE(weights_of<std::uint8_t>(sample).complete());
    std::erase_if(sample.edges, [](const Edge& e) { return e.source == e.destination; });
    REQUIRE(weights_of<std::uint8_t>(sample).complete());
    if (vertices < 2) continue;
    sample.edges.pop_back();
    REQUIRE_FALSE(weights_of<std::uint8_t>(sample).complete());
    sample.edges.push_back({0, 0, 1});
    REQUIRE_FALSE(weights_of<std::uint8_t>(sample).complete());
  }
}

TEST_CASE("both ways the smaller weight counts") {
  for (const std::size_t vertices : {0, 1, 31, 32, 33, 65, 200, 400}) {
    Sample sample = random_sample(vertices, 5 * vertices, 0, 250, 6);
    const DenseWeights both = weights_of<std::uint8_t>(sample).both_ways();
    for (std::size_t e = sample.edges.size(); e-- > 0;) {
      const Edge edge = sample.edges[e];
      sample.edges.push_back({edge.destination, edge.source, edge.weight});
    }
    INFO("V " << vertices);
    REQUIRE(copied(both.edges()) == lightest(sample.edges));
    REQUIRE(both.edge_count() == both.edges().size());
  }
}

TEST_CASE("bounds of the largest distance hold in a matrix, and so do promises of light edges") {
  for (const std::size_t vertices : {40, 150}) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      INFO("V " << vertices << ", seed " << seed);
      const Sample sample =
          seed % 2 == 0 ? clusters(vertices / 2, 200, seed)
                        : random_sample(vertices, seed * vertices * vertices / 8, 0, 250, seed);
      const DenseWeights weights = weights_of<std::uint8_t>(sample);
      const Graph graph = graph_of(weights);
      test::with_threads(1 + static_cast<int>(seed % 3), [&] {
        const LightEdges light = light_edges(graph);
        const std::vector<Edge> all = copied(weights.edges());
        const auto below = [&](const std::vector<Edge>& edges) {
          return std::count_if(edges.begin(), edges.end(),
                               [&](const Edge& e) { return e.weight < light.omitted; });
        };
        if (light.whole) {
          REQUIRE(light.edges == all);
        } else {
          REQUIRE(below(light.edges) >= below(all));  // some are repeated
        }
        const Distance largest = largest_by_oracle(listed(graph));
        LongestDistance longest(graph);
        for (int round = 0; round < 6; ++round) {
          REQUIRE(longest.bounds().least <= largest);
          REQUIRE(longest.bounds().most >= largest);
          static_cast<void>(longest.search());
        }
        const WidthChoice choice = choose_width(graph, kWidths, {1e9, 1e9});
        REQUIRE(choice.bounds.most >= largest);
      });
    }
  }
}

TEST_CASE("light edges of a matrix keep the parts that only heavy edges join") {
  const Sample sample = clusters(120, 240, 5);
  const DenseWeights weights = weights_of<std::uint8_t>(sample);
  const LightEdges light = light_edges(graph_of(weights));
  REQUIRE_FALSE(light.whole);
  REQUIRE(light.edges.size() < weights.edge_count() / 2);
  REQUIRE(std::count_if(light.edges.begin(), light.edges.end(),
                        [](const Edge& e) { return e.weight == 240; }) == 1);
}

TEST_CASE("a matrix is symmetric where each two opposite elements are the same") {
  for (const std::size_t vertices : {0, 1, 2, 31, 32, 33, 100, 700}) {
    INFO("V = " << vertices);
    Sample sample = random_sample(vertices, 8 * vertices, 0, 9, 21);
    const DenseWeights any = weights_of<std::uint8_t>(sample);
    REQUIRE(any.symmetric() == (vertices < 2));
    REQUIRE(any.both_ways().symmetric());
    for (const Edge& e : copied(sample.edges)) {
      sample.edges.push_back({e.destination, e.source, e.weight});
    }
    REQUIRE(weights_of<std::uint16_t>(sample).symmetric());
    REQUIRE(graph_of(weights_of<Distance>(sample)).symmetric());
    if (vertices < 2) continue;
    const auto last = static_cast<std::int32_t>(vertices - 1);
    const DenseWeights both = weights_of<Distance>(sample);
    const auto changed_at = [&](std::int32_t row, std::int32_t column) {
      Pages<Distance> copy(vertices * vertices);
      both.visit([&](const auto* first) { std::copy_n(first, vertices * vertices, copy.data()); });
      copy.data()[static_cast<std::size_t>(row) * vertices + static_cast<std::size_t>(column)] = 10;
      return DenseWeights(vertices, std::move(copy), both.range());
    };
    REQUIRE_FALSE(changed_at(0, last).symmetric());
    REQUIRE_FALSE(changed_at(last, last - 1).symmetric());
  }
}

}  // namespace
}  // namespace apsp
