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

TEST_CASE("predecessors are those of Bellman and Ford", "[predecessors][long]") {
  for (std::uint32_t seed = 0; seed < 20'000; ++seed) {
    INFO("seed " << seed);
    const Sample sample = small_graph(seed, 24);
    const std::vector<Distance> distances = reference::distances(sample.graph()).value();
    const std::vector<std::int32_t> expected = reference::predecessors(sample.graph());
    REQUIRE(found(sample.graph(), distances) == expected);
    REQUIRE(found_together(sample.graph(), distances, 64) == expected);
  }
}

TEST_CASE("a batch of rows has the predecessors of single rows", "[predecessors][long]") {
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

/// The arcs into each vertex with the weights of keys, ascending by weight.
CompressedRows<Arc> arcs_into(const Sample& sample, std::span<const Distance> potentials) {
  std::vector<Edge> edges = sample.edges;
  for (Edge& e : edges) {
    if (potentials.empty()) break;
    e.weight += potentials[static_cast<std::size_t>(e.source)] -
                potentials[static_cast<std::size_t>(e.destination)];
  }
  CompressedRows<Arc> arcs =
      compress(sample.vertices, edges, {.end = RowRules::End::kDestination, .drop_loops = true});
  for (std::size_t v = 0; v < sample.vertices; ++v) {
    std::ranges::sort(arcs.of(v), {}, [](const Arc& arc) { return arc.weight; });
  }
  return arcs;
}

/// The batches in which an instruction set gave an answer, by the bytes of a key.
struct Answers {
  int narrow = 0;
  int wide = 0;
};

/// Requires that a batch of the last rows has the right predecessors.
void require_batch(const Sample& sample, std::size_t rows, const LaneLoops& loops,
                   Answers& answers) {
  const std::size_t n = sample.vertices;
  const std::vector<Distance> distances = reference::distances(sample.graph()).value();
  std::vector<Distance> potentials;
  if (sample.graph().smallest_weight < 0) {
    const Potentials of_graph(sample.graph());
    potentials.assign(of_graph.values().begin(), of_graph.values().end());
  }
  const auto some = std::span(distances).subspan((n - rows) * n);
  const auto row_of = [&](std::size_t r) { return some.subspan(r * n, n); };
  Distance reach = 0;
  for (std::size_t at = 0; at < some.size(); ++at) {
    const Distance h = potentials.empty() ? 0 : potentials[at % n];
    if (some[at] != kUnreachable) reach = std::max(reach, some[at] - h);
  }
  PredecessorBatch batch(n, loops);
  for (std::size_t r = 0; r < rows; ++r) {
    if (batch.add(n - rows + r, row_of(r), potentials)) continue;
    REQUIRE(reach > LaneKeys::kLargest);
    return;
  }
  REQUIRE(batch.reach() == reach);
  std::vector<std::int32_t> result(rows * n, 12345);
  if (!batch.run(arcs_into(sample, potentials), result)) return;
  const std::vector<std::int32_t> all = reference::predecessors(sample.graph());
  const auto expected = std::span(all).subspan((n - rows) * n);
  REQUIRE(std::ranges::equal(result, expected));
  std::vector<Distance> again(n);
  for (std::size_t r = 0; r < rows; ++r) {
    batch.distances(r, potentials, again);
    REQUIRE(std::ranges::equal(again, row_of(r)));
  }
  ++(reach < 255 ? answers.narrow : answers.wide);
}

TEST_CASE("every instruction set of a batch has the right predecessors", "[predecessors]") {
  constexpr std::size_t kVertices[] = {1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 140};
  constexpr Distance kMost[] = {0, 1, 3, 30, 60, 100, 1000, 20'000};
  for (const LaneLoops* loops : runnable_lane_loops()) {
    INFO("instruction set " << loops->name);
    Answers answers;
    for (std::uint32_t seed = 0; seed < 224; ++seed) {
      INFO("seed " << seed);
      const std::size_t vertices = kVertices[seed % 14];
      Sample sample = random_graph(vertices, seed * std::size_t{37} % (7 * vertices + 1),
                                   kMost[seed / 14 % 8], seed % 3 == 0 ? 40 : 1, seed);
      const std::vector<Edge> again(
          sample.edges.begin(),
          sample.edges.begin() + static_cast<std::ptrdiff_t>(sample.edges.size() / 2));
      sample.edges.insert(sample.edges.end(), again.begin(), again.end());
      require_batch(sample, std::min<std::size_t>(vertices, 64 - seed % 5), *loops, answers);
    }
    REQUIRE(answers.narrow > 60);
    REQUIRE(answers.wide > 40);
  }
}

/// Keys just below those of no path, where sums leave their bits.
TEST_CASE("the largest keys of a batch", "[predecessors]") {
  for (const LaneLoops* loops : runnable_lane_loops()) {
    INFO("instruction set " << loops->name);
    Answers answers;
    for (const Distance reach : {253, 254, 255, 256, 65'533, 65'534}) {
      INFO("reach " << reach);
      // Vertex 5 is out of reach; 3 and 4 are at `reach` by two paths each.
      const Sample sample{6,
                          {{0, 1, reach - 1},
                           {0, 2, reach},
                           {1, 3, 1},
                           {2, 3, 0},
                           {2, 4, 0},
                           {1, 4, 1},
                           {3, 4, 0},
                           {4, 3, 0},
                           {5, 0, 0},
                           {5, 1, 7}}};
      require_batch(sample, 6, *loops, answers);
    }
    REQUIRE(answers.narrow == 2);
    REQUIRE(answers.wide == 4);
  }
}

TEST_CASE("paths of more edges than a batch counts", "[predecessors]") {
  for (const std::size_t vertices : {63, 64, 65, 66, 130, 400, 801}) {
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
