// SPDX-License-Identifier: MIT
// Batches of small graphs, held against the oracle's triple loop in 64 bits.
#include "apsp/batch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

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
using test::random_samples;
using test::require_error;
using test::require_same;
using test::Sample;
using test::solved;

/// Solves all forms in every instruction set, each with another number of threads.
template <typename Element>
void require_exact(std::size_t vertices, const std::vector<Sample>& samples, int& threads) {
  const Graphs<Element> graphs(vertices, samples);
  const CopiedEdges<Element> copied(graphs.edges);
  const auto truth = expected<Element>(vertices, samples);
  for (const std::string& isa : instruction_sets()) {
    threads = threads % 8 + 1;
    INFO("instruction set " << isa << ", threads " << threads << ", N = " << vertices);
    const BatchSettings settings{.threads = threads, .instruction_set = isa};
    if (!truth) {
      require_error(Fault::kNoAnswer, {"graph "}, [&] { solved(graphs.by_edges(), settings); });
      require_error(Fault::kNoAnswer, {"graph "}, [&] { solved(graphs.by(copied), settings); });
      require_error(Fault::kNoAnswer, {"graph "}, [&] { solved(graphs.by_matrices(), settings); });
      continue;
    }
    require_same(solved(graphs.by_edges(), settings), *truth, vertices);
    require_same(solved(graphs.by(copied), settings), *truth, vertices);
    require_same(solved(graphs.by_matrices(), settings), *truth, vertices);
  }
}

constexpr std::array<std::size_t, 12> kSizes = {0, 1, 2, 5, 16, 31, 32, 33, 63, 64, 65, 129};

}  // namespace

TEST_CASE("random batches have the oracle's distances in every element and instruction set") {
  const std::uint32_t first = std::random_device{}();
  int threads = 0;
  for (std::uint32_t seed = first; seed != first + 12; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = kSizes[seed % kSizes.size()];
    const std::size_t count = vertices > 64 ? 3 : 1 + random() % 9;
    for (const Distance most : {0, 3, 400}) {
      const auto samples = random_samples(vertices, count, most, 0, random);
      require_exact<std::int32_t>(vertices, samples, threads);
      require_exact<std::uint16_t>(vertices, samples, threads);
      require_exact<float>(vertices, samples, threads);
      require_exact<double>(vertices, samples, threads);
      const auto tilted = random_samples(vertices, count, most, 1000, random);
      require_exact<std::int32_t>(vertices, tilted, threads);
      require_exact<float>(vertices, tilted, threads);
      require_exact<double>(vertices, tilted, threads);
    }
    const auto heavy = random_samples(vertices, count, 40'000, 0, random);
    require_exact<std::uint16_t>(vertices, heavy, threads);
    for (const Distance heights : {0, 4'000'000}) {
      const auto far = random_samples(vertices, count, 4'000'000, heights, random);
      require_exact<std::int32_t>(vertices, far, threads);
      require_exact<double>(vertices, far, threads);
    }
    require_exact<std::int32_t>(
        vertices, random_samples(vertices, count, kUnreachable / 2, kUnreachable / 2 - 1, random),
        threads);
    require_exact<std::int32_t>(
        vertices, random_samples(vertices, count, kUnreachable - 1, 0, random), threads);
  }
}

TEST_CASE("random batches with negative cycles are refused as the oracle refuses them") {
  const std::uint32_t first = std::random_device{}();
  int threads = 0;
  for (std::uint32_t seed = first; seed != first + 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 40;
    const Sample sample = test::random_sample(vertices, random() % (vertices * 2), -1,
                                              seed % 2 == 0 ? 9 : 1'000'000, seed);
    require_exact<std::int32_t>(vertices, {sample}, threads);
    require_exact<double>(vertices, {sample}, threads);
  }
}

TEST_CASE("the widths of a batch are exact on both sides of their borders") {
  int threads = 0;
  for (const std::int32_t n : {2, 7, 31, 32, 33}) {
    for (const Distance border : {0x7fff, 0x8000, 0x10000, kUnreachable}) {
      for (Distance weight = border / n - 2; weight <= border / n + 2; ++weight) {
        INFO("n " << n << ", weight " << weight);
        const std::vector<Distance> weights(static_cast<std::size_t>(n - 2), weight);
        const Sample apart = test::chain(weights, 1);
        Sample falling = apart;
        for (Edge& edge : falling.edges) edge.weight = -weight;
        Sample half = apart;  // of which one vertex reaches nothing, so that infinity falls
        for (std::size_t e = 0; e < half.edges.size(); e += 2) half.edges[e].weight = -weight;
        const auto size = static_cast<std::size_t>(n);
        require_exact<std::int32_t>(size, {apart}, threads);
        require_exact<std::int32_t>(size, {falling}, threads);
        require_exact<std::int32_t>(size, {half}, threads);
        if (weight < 65535) require_exact<std::uint16_t>(size, {apart}, threads);
      }
    }
  }
}

TEST_CASE("floating point is the triple loop, sum for sum") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_loop = [&](auto zero, std::size_t n) {
    using Element = decltype(zero);
    std::vector<Element> truth(n * n);
    for (Element& weight : truth) {
      weight = static_cast<Element>(random()) / 3;
      if (random() % 3 == 0) weight = kNoPath<Element>;
    }
    const std::vector<Element> matrix = truth;
    for (std::size_t v = 0; v < n; ++v) truth[v * n + v] = 0;
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          truth[i * n + j] = std::min(truth[i * n + j], truth[i * n + k] + truth[k * n + j]);
        }
      }
    }
    for (const std::string& isa : instruction_sets()) {
      const std::vector<std::int32_t> sizes = {static_cast<std::int32_t>(n)};
      require_same(solved(DenseBatch<Element>{n, matrix, sizes}, {.instruction_set = isa}), truth,
                   n);
    }
  };
  for (const std::size_t n : {1, 7, 32, 50, 150}) {
    require_loop(0.0F, n);
    require_loop(0.0, n);
  }
}

TEST_CASE("lengths beyond the largest floating-point number are infinite") {
  const std::vector<float> matrix = {
      0, 3e38F, kNoPath<float>, kNoPath<float>, 0, 3e38F, kNoPath<float>, kNoPath<float>, 0};
  std::vector<float> distances(9);
  solve_batch(DenseBatch<float>{3, matrix, {}}, {}, std::span(distances));
  REQUIRE(distances[1] == 3e38F);
  REQUIRE(distances[2] == kNoPath<float>);
}

TEST_CASE("batches without graphs, vertices or sizes") {
  std::vector<std::int32_t> none;
  const std::vector<std::int64_t> zero = {0};
  solve_batch(EdgeBatch<std::int32_t>{32, {}, zero, {}}, {}, std::span(none));
  solve_batch(DenseBatch<std::int32_t>{32, {}, {}}, {}, std::span(none));
  solve_batch(DenseBatch<std::int32_t>{}, {}, std::span(none));
  const std::vector<std::int32_t> empty = {0, 0};
  REQUIRE(solved(DenseBatch<std::int32_t>{0, {}, empty}).empty());
  const std::vector<std::int32_t> matrices = {0, 5, kUnreachable, 0, 0, kUnreachable, 7, 0};
  std::vector<std::int32_t> distances(8);
  solve_batch(DenseBatch<std::int32_t>{2, matrices, {}}, {}, std::span(distances));
  REQUIRE(distances == matrices);
}

TEST_CASE("graphs of more than 256 vertices are solved beside small ones") {
  int threads = 0;
  std::vector<Sample> samples;
  for (const std::size_t n : {3, 300, 0, 256, 257}) {
    samples.push_back(test::random_sample(n, 4 * n, 0, 300, static_cast<std::uint32_t>(n)));
  }
  require_exact<std::int32_t>(301, samples, threads);
  require_exact<std::uint16_t>(301, samples, threads);
  require_exact<float>(301, samples, threads);
}

TEST_CASE("self-loops, repeated edges and elements above infinity") {
  const Graphs<std::int32_t> graphs(2, {{2, {{0, 1, 9}, {0, 1, 4}, {1, 1, 3}, {0, 1, 6}}}});
  REQUIRE(solved(graphs.by_edges()) == std::vector<std::int32_t>{0, 4, kUnreachable, 0});
  const std::vector<std::int32_t> matrix = {7, kUnreachable + 1, INT32_MAX, 8};
  std::vector<std::int32_t> distances(4);
  solve_batch(DenseBatch<std::int32_t>{2, matrix, {}}, {}, std::span(distances));
  REQUIRE(distances == std::vector<std::int32_t>{0, kUnreachable, kUnreachable, 0});
}

TEST_CASE("batches in several threads at once do not disturb each other") {
  std::mt19937 random(5);
  const auto samples = random_samples(33, 60, 100, 0, random);
  const Graphs<std::int32_t> graphs(33, samples);
  const auto truth = expected<std::int32_t>(33, samples);
  std::array<std::vector<std::int32_t>, 4> found;
  std::vector<std::thread> callers;
  callers.reserve(found.size());
  for (auto& result : found) {
    callers.emplace_back([&] { result = solved(graphs.by_edges(), {.threads = 2}); });
  }
  for (std::thread& caller : callers) caller.join();
  for (const auto& result : found) require_same(result, *truth, 33);
}

}  // namespace apsp
