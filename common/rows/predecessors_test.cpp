// SPDX-License-Identifier: MIT
#include "common/rows/predecessors.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "common/core/potentials.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::Sample;

std::vector<std::int32_t> found(const Graph& graph, const std::vector<Distance>& distances) {
  const std::size_t n = graph.vertices;
  const PredecessorGraph predecessors(graph);
  PredecessorSearch search(predecessors);
  std::vector<std::int32_t> result(n * n, 12345);
  for (std::size_t i = 0; i < n; ++i) {
    search.run(i, std::span(distances).subspan(i * n, n), std::span(result).subspan(i * n, n));
  }
  return result;
}

/// The same by all rows at once, and by some of them.
std::vector<std::int32_t> found_together(const Graph& graph, const std::vector<Distance>& distances,
                                         std::size_t rows_at_once) {
  const std::size_t n = graph.vertices;
  const PredecessorGraph predecessors(graph);
  PredecessorSearch search(predecessors);
  std::vector<std::int32_t> result(n * n, 12345);
  for (std::size_t first = 0; first < n; first += rows_at_once) {
    std::vector<std::size_t> sources(std::min(rows_at_once, n - first));
    std::iota(sources.begin(), sources.end(), first);
    search.run(sources, std::span(distances).subspan(first * n, sources.size() * n),
               std::span(result).subspan(first * n, sources.size() * n));
  }
  return result;
}

/// Random weights in [0, most], shifted by the differences of random heights below `height`: no
/// cycle is negative, many of them are zero.
Sample random_graph(std::size_t vertices, std::size_t edges, Distance most, Distance height,
                    std::uint32_t seed) {
  Sample sample = test::random_sample(vertices, edges, 0, most, seed);
  std::mt19937 random(seed);
  std::vector<Distance> heights(vertices);
  for (Distance& h : heights) h = static_cast<Distance>(random() % static_cast<unsigned>(height));
  for (Edge& e : sample.edges) {
    e.weight += heights[static_cast<std::size_t>(e.destination)] -
                heights[static_cast<std::size_t>(e.source)];
  }
  return sample;
}

/// One of the kinds of small graphs, by its seed.
Sample small_graph(std::uint32_t seed, std::size_t most_vertices) {
  constexpr Distance kMost[] = {0, 1, 3, 1000, 30};
  constexpr Distance kHeights[] = {1, 1, 10, 100'000};
  const std::size_t vertices = 1 + seed % most_vertices;
  return random_graph(vertices, seed / 3 % (4 * vertices + 1), kMost[seed % 5],
                      kHeights[seed / 5 % 4], seed);
}

void require_both(const Sample& sample) {
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
  REQUIRE(found(sample.graph(), distances) == expected);
  REQUIRE(found_together(sample.graph(), distances, 64) == expected);
}

TEST_CASE("predecessors are those of all simple paths", "[predecessors]") {
  for (std::uint32_t seed = 0; seed < 4000; ++seed) {
    INFO("seed " << seed);
    const Sample sample = small_graph(seed, 7);
    const auto expected = reference::predecessors_of_all_paths(sample.graph());
    REQUIRE(reference::predecessors(sample.graph()) == expected);
    const std::vector<Distance> distances = reference::distances(sample.graph()).value();
    REQUIRE(found(sample.graph(), distances) == expected);
  }
}

TEST_CASE("predecessors are those of Bellman and Ford", "[predecessors]") {
  for (std::uint32_t seed = 0; seed < 20'000; ++seed) {
    INFO("seed " << seed);
    const Sample sample = small_graph(seed, 24);
    const std::vector<Distance> distances = reference::distances(sample.graph()).value();
    const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
    REQUIRE(found(sample.graph(), distances) == expected);
    REQUIRE(found_together(sample.graph(), distances, 64) == expected);
  }
}

TEST_CASE("a batch of rows has the predecessors of single rows", "[predecessors]") {
  constexpr Distance kMost[] = {0, 1, 3, 30, 1000, 20'000, 1'000'000};
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    INFO("seed " << seed);
    const std::size_t vertices = 12 + seed % 190;
    const Sample sample = random_graph(vertices, seed % 7919 * std::size_t{31} % (8 * vertices),
                                       kMost[seed % 7], seed % 3 == 0 ? 50 : 1, seed);
    const std::vector<Distance> distances = reference::distances(sample.graph()).value();
    const std::vector<std::int32_t> expected = found(sample.graph(), distances);
    REQUIRE(found_together(sample.graph(), distances, vertices) == expected);
    REQUIRE(found_together(sample.graph(), distances, 13 + seed % 60) == expected);
  }
}

TEST_CASE("a batch needs no AVX2", "[predecessors]") {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    INFO("seed " << seed);
    const std::size_t vertices = 40 + seed % 25;  // no more than lanes
    const Sample sample = random_graph(vertices, 5 * vertices, 1 + seed, 1, seed);
    const std::vector<Distance> distances = reference::distances(sample.graph()).value();
    CompressedRows<Arc> arcs =
        compress(vertices, sample.edges, {.end = RowRules::End::kDestination, .drop_loops = true});
    for (std::size_t v = 0; v < vertices; ++v) {
      std::ranges::sort(arcs.of(v), {}, [](const Arc& arc) { return arc.weight; });
    }
    std::vector<std::size_t> sources(vertices);
    std::iota(sources.begin(), sources.end(), 0);
    Distance reach = 0;
    for (const Distance d : distances) reach = std::max(reach, d == kUnreachable ? 0 : d);
    for (const bool avx2 : {false, true}) {
      std::vector<std::int32_t> result(vertices * vertices);
      PredecessorBatch batch(vertices, avx2);
      REQUIRE(batch.run(arcs, {sources, distances, {}, reach}, result));
      REQUIRE(result == reference::predecessors(sample.graph()));
    }
  }
}

TEST_CASE("paths of more edges than a batch counts", "[predecessors]") {
  for (const std::size_t vertices : {63, 64, 65, 66, 130}) {
    Sample chain{vertices, {}};
    for (std::int32_t v = 1; v < static_cast<std::int32_t>(vertices); ++v) {
      chain.edges.push_back({v - 1, v, v % 3});
      chain.edges.push_back({v - 1, v, v % 3});
    }
    const std::vector<Distance> distances = reference::distances(chain.graph()).value();
    REQUIRE(found_together(chain.graph(), distances, vertices) ==
            reference::predecessors(chain.graph()));
  }
}

TEST_CASE("light edges, and all where they are not enough", "[predecessors]") {
  // More than 32 edges a vertex, so that most are left out at first; with 40 and a chain of heavy
  // edges the largest distance is above those left out.
  for (const Distance most : {0, 1, 5, 1000, kUnreachable / 200}) {
    INFO("weights up to " << most);
    Sample sample = random_graph(60, 3400, most, 1, 7);
    require_both(sample);
    sample.vertices = 62;
    sample.edges.push_back({3, 60, most});
    sample.edges.push_back({60, 61, most});
    require_both(sample);
  }
}

TEST_CASE("edges of one weight, few and many", "[predecessors]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    const std::size_t vertices = 1 + seed % 70;
    Sample sample =
        test::random_sample(vertices, std::size_t{seed} * seed % (50 * vertices), 1, 1, seed);
    for (Edge& edge : sample.edges) edge.weight = static_cast<Distance>(1 + seed % 3 * 400);
    require_both(sample);
  }
}

TEST_CASE("predecessors at the ends of the format", "[predecessors]") {
  constexpr Distance kMost = kUnreachable - 1;
  const Sample far{4, {{0, 1, kMost}, {1, 2, -kMost}, {2, 1, kMost}, {3, 2, kMost}, {3, 1, kMost}}};
  require_both(far);
  const Sample low{3, {{0, 1, -kMost}, {0, 2, 5}, {2, 1, kMost}}};  // keys up to 2 kMost
  require_both(low);
}

TEST_CASE("a negative cycle has no predecessors", "[predecessors]") {
  const Sample sample{2, {{0, 1, -1}, {1, 0, 0}}};
  REQUIRE_THROWS_AS(PredecessorGraph(sample.graph()), NegativeCycle);
}

}  // namespace
}  // namespace apsp
