// SPDX-License-Identifier: MIT
// The forms of a batch that its settings choose: edges that lead both ways, zeros that are no
// edges, and results without padding.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/solve.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"
#include "library/test_batches.hpp"

namespace apsp {
namespace {

using test::CopiedEdges;
using test::expected;
using test::Graphs;
using test::kEdgeSizes;
using test::random_samples;
using test::require_error;
using test::require_same;
using test::Sample;
using test::solved;

}  // namespace

TEST_CASE("edges of an undirected batch lead both ways, the lighter of two counts") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_both_ways_of = [](auto zero, std::size_t vertices,
                                       const std::vector<Sample>& samples) {
    using Element = decltype(zero);
    auto both = samples;
    for (Sample& sample : both) {
      const std::vector<Edge> edges = sample.edges;
      for (const Edge& edge : edges) {
        sample.edges.push_back({edge.destination, edge.source, edge.weight});
      }
    }
    const auto truth = expected<Element>(vertices, both);
    const Graphs<Element> graphs(vertices, samples);
    const CopiedEdges<Element> copied(graphs.edges);
    for (const std::string& isa : instruction_sets()) {
      INFO("N = " << vertices << ", " << isa);
      const BatchSettings settings{.instruction_set = isa, .undirected = true};
      if (!truth) {
        require_error(Fault::kNoAnswer, {"graph "}, [&] { solved(graphs.by_edges(), settings); });
        continue;
      }
      require_same(solved(graphs.by_edges(), settings), *truth, vertices);
      require_same(solved(graphs.by(copied), settings), *truth, vertices);
      require_same(solved(graphs.by_matrices(), settings), *truth, vertices);
    }
  };
  const auto require_both_ways = [&](auto zero, std::size_t vertices, Distance most) {
    INFO("weights to " << most);
    require_both_ways_of(zero, vertices, random_samples(vertices, 5, most, 0, random));
  };
  for (const std::size_t vertices : {33, 300}) {  // long lengths that fit
    require_both_ways_of(std::int32_t{}, vertices, {test::chain({kUnreachable - 100, 1, 2})});
  }
  for (const std::size_t vertices : kEdgeSizes) {
    for (const Distance most : {0, 100, 9'000, 40'000}) {
      require_both_ways(std::uint16_t{}, vertices, most);
      require_both_ways(std::int32_t{}, vertices, most);
      require_both_ways(0.0F, vertices, most);
      require_both_ways(0.0, vertices, most);
    }
  }
  for (const Distance most : {100, kUnreachable - 1}) {
    require_both_ways(std::int32_t{}, 33, most);
    require_both_ways(std::int32_t{}, 300, most);
  }
  require_both_ways(0.0, 300, 100);
}

TEST_CASE("a negative edge of an undirected batch is a negative cycle") {
  const auto require_cycle = [](auto zero) {
    const Graphs<decltype(zero)> graphs(4, {test::chain({1, 2}), test::chain({3, -1})});
    REQUIRE(solved(graphs.by_edges())[16 + 2] == 2);
    for (const std::string& isa : instruction_sets()) {
      for (const bool dense : {false, true}) {
        try {
          const BatchSettings settings{.instruction_set = isa, .undirected = true};
          dense ? solved(graphs.by_matrices(), settings) : solved(graphs.by_edges(), settings);
          FAIL("not refused");
        } catch (const NegativeCycle& cycle) {
          REQUIRE(std::string(cycle.what()).starts_with("graph 1: "));
        }
      }
    }
  };
  require_cycle(std::int32_t{});
  require_cycle(0.0F);
  require_cycle(0.0);
}

TEST_CASE("packed results follow each other without padding") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_packed = [&](auto zero, std::size_t vertices, Distance most) {
    using Element = decltype(zero);
    const auto samples = random_samples(vertices, 7, most, 0, random);
    const auto padded = expected<Element>(vertices, samples);
    if (!padded) return;
    std::vector<Element> truth;
    for (std::size_t g = 0; g < samples.size(); ++g) {
      const std::size_t n = samples[g].vertices;
      for (std::size_t x = 0; x < n * n; ++x) {
        truth.push_back((*padded)[(g * vertices + x / n) * vertices + x % n]);
      }
    }
    const Graphs<Element> graphs(vertices, samples);
    for (const std::string& isa : instruction_sets()) {
      INFO("N = " << vertices << ", weights to " << most << ", " << isa);
      const BatchSettings settings{.threads = 3, .instruction_set = isa, .packed = true};
      std::vector<Element> found(truth.size(), Element{77});
      solve_batch(graphs.by_edges(), settings, std::span(found));
      REQUIRE(found == truth);
      std::fill(found.begin(), found.end(), Element{77});
      solve_batch(graphs.by_matrices(), settings, std::span(found));
      REQUIRE(found == truth);
    }
  };
  for (const std::size_t vertices : kEdgeSizes) {
    for (const Distance most : {0, 100, 40'000}) {
      require_packed(std::uint16_t{}, vertices, most);
      require_packed(std::int32_t{}, vertices, most);
      require_packed(0.0F, vertices, most);
      require_packed(0.0, vertices, most);
    }
  }
  require_packed(std::int32_t{}, 300, 100);
  const std::vector<std::int32_t> matrices = {0, 5, kUnreachable, 0};
  std::vector<std::int32_t> found(4);
  solve_batch(DenseBatch<std::int32_t>{2, matrices, {}}, {.packed = true}, std::span(found));
  REQUIRE(found == matrices);
  const Graphs<std::int32_t> two(3, {test::chain({1}), test::chain({1, 2})});
  require_error(Fault::kUsage, {"the packed distances have 4 elements, expected 13 for 2 graphs"},
                [&] { solve_batch(two.by_edges(), {.packed = true}, std::span(found)); });
}

TEST_CASE("0 beside the diagonal is no edge where it is asked for") {
  const std::vector<std::uint16_t> adjacency = {0, 1, 0, 1, 0, 0, 0, 0, 0};
  const std::vector<std::uint16_t> truth = {0, 1, 65535, 1, 0, 65535, 65535, 65535, 0};
  std::vector<std::uint16_t> distances(9);
  for (const std::string& isa : instruction_sets()) {
    solve_batch(DenseBatch<std::uint16_t>{3, adjacency, {}},
                {.instruction_set = isa, .zero_is_no_edge = true}, std::span(distances));
    REQUIRE(distances == truth);
  }
  solve_batch(DenseBatch<std::uint16_t>{3, adjacency, {}}, {}, std::span(distances));
  REQUIRE(distances[2] == 0);
}

}  // namespace apsp
