// SPDX-License-Identifier: MIT
// Predecessors of batches: of integers against the oracle, of floating point by following them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"
#include "library/test_batches.hpp"

namespace apsp {
namespace {

using test::CopiedEdges;
using test::Graphs;
using test::random_sample;
using test::random_samples;
using test::require_error;
using test::Sample;
using test::solved;

/// The oracle's predecessors, padded to N vertices, or packed one after the other where N is 0; of
/// distances beyond the limit none.
std::vector<std::int32_t> predecessors_of(std::size_t vertices, const std::vector<Sample>& samples,
                                          double limit = std::numeric_limits<double>::infinity()) {
  std::vector<std::int32_t> all;
  for (const Sample& sample : samples) {
    const std::size_t n = sample.vertices;
    const std::size_t width = vertices == 0 ? n : vertices;
    const auto distances = reference::distances(sample.graph()).value();
    const auto of_graph = reference::predecessors(sample.graph());
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        const bool wanted = i < n && j < n && static_cast<double>(distances[i * n + j]) <= limit;
        all.push_back(wanted ? of_graph[i * n + j] : kNoPredecessor);
      }
    }
  }
  return all;
}

/// Solves with predecessors. Requires the distances that are there without them.
template <typename Element, template <typename> class Batch>
std::vector<std::int32_t> predecessors_by(const Batch<Element>& batch, BatchSettings settings) {
  const std::vector<Element> alone = solved(batch, settings);
  std::vector<std::int32_t> found(alone.size(), 7);
  settings.predecessors = found;
  REQUIRE(solved(batch, settings) == alone);
  return found;
}

template <typename Element>
void require_oracle(std::size_t vertices, const std::vector<Sample>& samples) {
  const auto truth = predecessors_of(vertices, samples);
  const Graphs<Element> graphs(vertices, samples);
  const CopiedEdges<Element> copied(graphs.edges);
  for (const std::string& isa : instruction_sets()) {
    INFO("N = " << vertices << ", " << isa);
    const BatchSettings settings{.threads = 2, .instruction_set = isa};
    REQUIRE(predecessors_by(graphs.by_edges(), settings) == truth);
    REQUIRE(predecessors_by(graphs.by(copied), settings) == truth);
    REQUIRE(predecessors_by(graphs.by_matrices(), settings) == truth);
  }
}

/// A graph whose weights are no integers, all different.
struct RealGraph {
  std::size_t vertices;
  std::vector<double> weights;  // infinity: no edge
};

RealGraph real_graph(std::size_t n, double density, bool negative, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<double> heights(n, 0);
  if (negative) std::ranges::generate(heights, [&] { return unit(random); });
  RealGraph graph{n, std::vector<double>(n * n, std::numeric_limits<double>::infinity())};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (unit(random) >= density) continue;
      graph.weights[i * n + j] = i == j ? 0.5 : unit(random) + heights[i] - heights[j];
    }
  }
  return graph;
}

/// Every path that predecessors lead along is there, ends at its source, and is as long as told.
template <typename Element>
void require_paths(const RealGraph& graph) {
  const std::size_t n = graph.vertices;
  const std::vector<Element> weights(graph.weights.begin(), graph.weights.end());
  const DenseBatch<Element> batch{n, weights, {}};
  std::vector<Element> d(n * n), alone(n * n);
  std::vector<std::int32_t> p(n * n, 7);
  solve_batch(batch, {}, std::span(alone));
  solve_batch(batch, {.predecessors = p}, std::span(d));
  REQUIRE(d == alone);
  const auto rounding =
      2 * static_cast<double>(n) * static_cast<double>(std::numeric_limits<Element>::epsilon());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::int32_t* const row = p.data() + i * n;
      if (i == j || std::isinf(d[i * n + j])) {
        REQUIRE(row[j] == kNoPredecessor);
        continue;
      }
      double length = 0;
      double size = 1;
      std::size_t at = j;
      for (std::size_t edges = 0; at != i; ++edges) {
        REQUIRE(edges < n);
        REQUIRE(row[at] >= 0);
        const auto before = static_cast<std::size_t>(row[at]);
        const auto weight = static_cast<double>(weights[before * n + at]);
        length += weight;
        size += std::abs(weight);
        at = before;
      }
      REQUIRE(std::abs(length - static_cast<double>(d[i * n + j])) <= rounding * size);
    }
  }
}

}  // namespace

TEST_CASE("predecessors of a batch of integers are those of the oracle") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t vertices : {0, 1, 2, 31, 33}) {
    require_oracle<std::int32_t>(vertices, random_samples(vertices, 2, 0, 0, random));
    require_oracle<std::int32_t>(vertices, random_samples(vertices, 2, 40'000, 0, random));
    require_oracle<std::int32_t>(vertices, random_samples(vertices, 3, 3, 9, random));  // negative
    require_oracle<std::uint16_t>(vertices, random_samples(vertices, 3, 3, 0, random));
  }
  require_oracle<std::int32_t>(65, {random_sample(65, 300, 0, 5, seed)});
  require_oracle<std::int32_t>(40, {test::chain({kUnreachable - 100, 1, 2}), test::ring(40, 0)});
}

TEST_CASE("predecessors of a batch keep to its limit and its forms") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t vertices : {33, 300}) {
    const std::vector<Sample> samples = {random_sample(vertices, vertices * 3, 0, 9, seed),
                                         random_sample(vertices / 2, vertices, 0, 9, seed + 1)};
    const Graphs<std::int32_t> graphs(vertices, samples);
    const BatchSettings near{.fill = -1, .limit = 7.5};
    REQUIRE(predecessors_by(graphs.by_edges(), near) == predecessors_of(vertices, samples, 7.5));
    auto both = samples;
    for (Sample& sample : both) {
      const std::vector<Edge> edges = sample.edges;
      for (const Edge& edge : edges) {
        sample.edges.push_back({edge.destination, edge.source, edge.weight});
      }
    }
    const BatchSettings undirected{.undirected = true};
    REQUIRE(predecessors_by(graphs.by_edges(), undirected) == predecessors_of(vertices, both));
    const auto packed = predecessors_of(0, samples);
    std::vector<std::int32_t> distances(packed.size()), found(packed.size(), 7);
    solve_batch(graphs.by_edges(), {.packed = true, .predecessors = found}, std::span(distances));
    REQUIRE(found == packed);
  }
  const std::vector<std::uint16_t> adjacency = {0, 1, 0, 1, 0, 0, 0, 0, 0};
  const BatchSettings zeros{.zero_is_no_edge = true};
  const std::vector<std::int32_t> truth = {-9999, 0, -9999, 1, -9999, -9999, -9999, -9999, -9999};
  REQUIRE(predecessors_by(DenseBatch<std::uint16_t>{3, adjacency, std::vector<std::int32_t>{3}},
                          zeros) == truth);
}

TEST_CASE("predecessors of a batch of floating point lead along its paths") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const std::size_t vertices : {1, 2, 31, 33, 64, 65, 150}) {
    for (const double density : {0.03, 0.2, 1.0}) {
      for (const bool negative : {false, true}) {
        INFO("N = " << vertices << ", " << density << ", negative " << negative);
        const RealGraph graph = real_graph(vertices, density, negative, random);
        require_paths<double>(graph);
        require_paths<float>(graph);
      }
    }
  }
  const std::vector<double> cycle = {0, -1, 0.5, 0};
  std::vector<double> distances(4);
  std::vector<std::int32_t> predecessors(4);
  REQUIRE_THROWS_AS(solve_batch(DenseBatch<double>{2, cycle, {}}, {.predecessors = predecessors},
                                std::span(distances)),
                    NegativeCycle);
}

TEST_CASE("predecessors of another number than the distances are refused") {
  const Graphs<std::int32_t> graphs(3, {test::chain({1, 2})});
  std::vector<std::int32_t> few(8);
  require_error(Fault::kUsage, {"the predecessors have 8 elements, expected 9"},
                [&] { solved(graphs.by_edges(), {.predecessors = few}); });
  const Graphs<std::int32_t> cycles(2, {Sample{2, {{0, 1, -1}, {1, 0, 0}}}});
  std::vector<std::int32_t> found(4);
  REQUIRE_THROWS_AS(solved(cycles.by_edges(), {.predecessors = found}), NegativeCycle);
}

}  // namespace apsp
