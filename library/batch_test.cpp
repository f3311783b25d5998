// SPDX-License-Identifier: MIT
// Batches of small graphs, held against the oracle's triple loop in 64 bits.
#include "apsp/batch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/observer.hpp"
#include "apsp/solve.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/batch_samples.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::CopiedEdges;
using test::Graphs;
using test::require_error;
using test::require_same;
using test::Sample;
using test::solved;

/// The oracle's distances, padded; nothing where a graph has no answer in this element.
template <typename Element>
std::optional<std::vector<Element>> expected(std::size_t vertices,
                                             const std::vector<Sample>& samples,
                                             Element no_path = kNoPath<Element>) {
  std::vector<Element> all(samples.size() * vertices * vertices, no_path);
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const auto distances = reference::distances(samples[g].graph());
    if (!distances) return std::nullopt;
    const std::size_t n = samples[g].vertices;
    for (std::size_t x = 0; x < n * n; ++x) {
      const Distance length = (*distances)[x];
      if (length == kUnreachable) continue;
      if (std::is_same_v<Element, std::uint16_t> && length >= 65535) return std::nullopt;
      all[(g * vertices + x / n) * vertices + x % n] = static_cast<Element>(length);
    }
  }
  return all;
}

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

/// Adds a difference of heights to each weight: negative edges, and every cycle keeps its length.
void tilt(Sample& sample, Distance most, std::mt19937& random) {
  std::vector<Distance> heights(sample.vertices);
  for (Distance& height : heights) {
    height = static_cast<Distance>(random() % (static_cast<std::uint32_t>(most) + 1));
  }
  for (Edge& edge : sample.edges) {
    edge.weight += heights[static_cast<std::size_t>(edge.source)] -
                   heights[static_cast<std::size_t>(edge.destination)];
  }
}

std::vector<Sample> random_samples(std::size_t vertices, std::size_t count, Distance most,
                                   Distance heights, std::mt19937& random) {
  std::vector<Sample> samples;
  for (std::size_t g = 0; g < count; ++g) {
    const std::size_t n = g % 3 == 0 ? vertices : random() % (vertices + 1);
    const std::array<std::size_t, 4> edges = {n / 2, n * 2, n * 4, n * n};
    samples.push_back(test::random_sample(n, edges[random() % edges.size()], 0, most,
                                          static_cast<std::uint32_t>(random())));
    tilt(samples.back(), heights, random);
  }
  return samples;
}

/// Keeps all steps; ends the batch after `after` graphs, by its wish or by an exception.
struct Steps final : Observer {
  enum class End { kNone, kCancel, kThrow };

  explicit Steps(End how = End::kNone, std::int64_t graphs = 0) : end(how), after(graphs) {}

  void advance(std::int64_t done, std::int64_t total) override {
    steps.emplace_back(done, total);
    if (end == End::kThrow && done >= after) throw std::out_of_range("enough");
  }
  [[nodiscard]] bool cancelled() override {
    return end == End::kCancel && (steps.empty() ? 0 : steps.back().first) >= after;
  }

  End end;
  std::int64_t after;
  std::vector<std::pair<std::int64_t, std::int64_t>> steps = {};
};

constexpr std::array<std::size_t, 12> kSizes = {0, 1, 2, 5, 16, 31, 32, 33, 63, 64, 65, 129};
constexpr std::array<std::size_t, 7> kEdgeSizes = {0, 1, 31, 32, 33, 64, 65};

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

TEST_CASE("fill stands for no path and beyond a graph's size, in every element") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_fill = [&](std::size_t vertices, auto fill) {
    using Element = decltype(fill);
    for (const Distance most : {9, 4'000, 40'000}) {
      INFO("N = " << vertices << ", fill " << fill << ", weights to " << most);
      const auto samples = random_samples(vertices, 5, most, 0, random);
      const auto truth = expected<Element>(vertices, samples, fill);
      if (!truth) continue;
      const Graphs<Element> graphs(vertices, samples);
      for (const std::string& isa : instruction_sets()) {
        const BatchSettings settings{.instruction_set = isa, .fill = static_cast<double>(fill)};
        require_same(solved(graphs.by_edges(), settings), *truth, vertices);
        require_same(solved(graphs.by_matrices(), settings), *truth, vertices);
      }
    }
  };
  for (const std::size_t vertices : kEdgeSizes) {
    for (const std::int32_t fill : {-1, 0, 3, 510, 32767, INT32_MIN, INT32_MAX}) {
      require_fill(vertices, fill);
    }
    for (const int fill : {0, 3, 510, 32767, 65534}) {
      require_fill(vertices, static_cast<std::uint16_t>(fill));
    }
    for (const float fill : {-1.0F, 510.0F, 0.1F, -kNoPath<float>}) require_fill(vertices, fill);
    for (const double fill : {-1.0, 32767.0, 0.1, 1e300}) require_fill(vertices, fill);
  }
  require_fill(300, std::int32_t{-1});
  std::vector<double> none(4, kNoPath<double>);
  solve_batch(DenseBatch<double>{2, none, {}}, {.fill = std::nan("")}, std::span(none));
  REQUIRE((std::isnan(none[1]) && std::isnan(none[2])));
  REQUIRE((none[0] == 0 && none[3] == 0));
  for (const std::size_t vertices : {2, 33}) {  // in vectors and without
    std::vector<double> zeros(vertices * vertices, kNoPath<double>);
    solve_batch(DenseBatch<double>{vertices, zeros, {}}, {.fill = -0.0}, std::span(zeros));
    REQUIRE(std::none_of(zeros.begin(), zeros.end(), [](double x) { return std::signbit(x); }));
  }
}

TEST_CASE("a distance may equal fill") {
  const Graphs<std::int32_t> graphs(4, {test::chain({4, -5}), test::chain({400'000, -400'001})});
  REQUIRE(solved(graphs.by_edges(), {.fill = -1})[2] == -1);
  REQUIRE(solved(graphs.by_matrices(), {.fill = -1})[16 + 2] == -1);
}

TEST_CASE("a fill that the element does not hold is refused") {
  const auto refused = [](auto zero, double fill, const std::string& message) {
    const Graphs<decltype(zero)> graphs(2, {test::chain({1})});
    require_error(Fault::kUsage, {message}, [&] { solved(graphs.by_edges(), {.fill = fill}); });
  };
  const std::string integer = "expected an integer from -2147483648 to 2147483647";
  refused(std::int32_t{}, 0.5, "fill is 0.5, " + integer);
  refused(std::int32_t{}, 2147483648.0, "fill is 2147483648, " + integer);
  refused(std::int32_t{}, std::nan(""), "fill is nan, " + integer);
  refused(std::int32_t{}, kNoPath<double>, "fill is inf, " + integer);
  refused(std::uint16_t{}, -1, "fill is -1, expected an integer from 0 to 65535");
  refused(std::uint16_t{}, 65536, "fill is 65536, expected an integer from 0 to 65535");
  refused(0.0F, 1e39, "fill is 1e+39, expected -3.4028234663852886e+38 to 3.4028234663852886e+38");
}

TEST_CASE("a length beyond the limit is no path, one of exactly the limit is one") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto require_limit = [&](auto zero, std::size_t vertices, Distance most, Distance heights) {
    using Element = decltype(zero);
    const auto samples = random_samples(vertices, 5, most, heights, random);
    const Graphs<Element> graphs(vertices, samples);
    const auto all = expected<std::int32_t>(vertices, samples);
    if (!all) return;
    for (const double limit : {0.0, 0.5, 2.0 * most, 2.0 * most + 0.5, 20.0 * most, 40'000.0}) {
      std::vector<Element> truth;
      bool fits = true;
      for (const std::int32_t length : *all) {
        const bool there = length != kUnreachable && length <= limit;
        fits &= !std::is_same_v<Element, std::uint16_t> || !there || length < 65535;
        truth.push_back(there ? static_cast<Element>(length) : Element{9});
      }
      if (!fits) continue;
      for (const std::string& isa : instruction_sets()) {
        INFO("N = " << vertices << ", limit " << limit << ", weights to " << most << ", " << isa);
        const BatchSettings settings{.instruction_set = isa, .fill = 9, .limit = limit};
        require_same(solved(graphs.by_edges(), settings), truth, vertices);
        require_same(solved(graphs.by_matrices(), settings), truth, vertices);
      }
    }
  };
  for (const std::size_t vertices : kEdgeSizes) {
    for (const Distance most : {1, 100, 9'000, 40'000}) {
      require_limit(std::uint16_t{}, vertices, most, 0);
      for (const Distance heights : {0, 500}) {
        require_limit(std::int32_t{}, vertices, most, heights);
        require_limit(0.0F, vertices, most, heights);
        require_limit(0.0, vertices, most, heights);
      }
    }
  }
  require_limit(std::int32_t{}, 300, 100, 0);
  require_limit(std::int32_t{}, 300, 100, 50);
}

TEST_CASE("a length beyond the limit need not fit into the element") {
  const Graphs<std::uint16_t> narrow(4, {test::chain({65534, 1})});
  REQUIRE(solved(narrow.by_edges(), {.limit = 65534})[1] == 65534);
  REQUIRE(solved(narrow.by_matrices(), {.limit = 65534})[2] == kNoPath<std::uint16_t>);
  require_error(Fault::kNoAnswer, {"the distance from vertex 0 to vertex 2 is 65535"},
                [&] { solved(narrow.by_edges(), {.limit = 65535}); });
  const Graphs<std::int32_t> far(4, {test::chain({kUnreachable - 1, 1})});
  REQUIRE(solved(far.by_edges(), {.limit = kUnreachable - 1})[1] == kUnreachable - 1);
  REQUIRE(solved(far.by_edges(), {.limit = kUnreachable - 1})[2] == kUnreachable);
}

TEST_CASE("a limit is rounded as weights of floating point are") {
  const std::vector<float> third = {0, 0.1F, kNoPath<float>, 0};
  std::vector<float> distances(4);
  solve_batch(DenseBatch<float>{2, third, {}}, {.limit = 0.1}, std::span(distances));
  REQUIRE(distances == third);
  solve_batch(DenseBatch<float>{2, third, {}}, {.limit = 0.09999}, std::span(distances));
  REQUIRE(distances[1] == kNoPath<float>);
  const std::vector<float> three = {0, 3, kNoPath<float>, 0};  // closed in 16 bits
  solve_batch(DenseBatch<float>{2, three, {}}, {.limit = 3 - 1e-12}, std::span(distances));
  REQUIRE(distances == three);
  solve_batch(DenseBatch<float>{2, three, {}}, {.limit = 1e300}, std::span(distances));
  REQUIRE(distances == three);
  for (const double wrong : {-1.0, std::nan("")}) {
    require_error(Fault::kUsage, {"limit is ", ", expected 0 or more"}, [&] {
      solve_batch(DenseBatch<float>{2, three, {}}, {.limit = wrong}, std::span(distances));
    });
  }
}

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

TEST_CASE("self-loops, repeated edges and elements above infinity") {
  const Graphs<std::int32_t> graphs(2, {{2, {{0, 1, 9}, {0, 1, 4}, {1, 1, 3}, {0, 1, 6}}}});
  REQUIRE(solved(graphs.by_edges()) == std::vector<std::int32_t>{0, 4, kUnreachable, 0});
  const std::vector<std::int32_t> matrix = {7, kUnreachable + 1, INT32_MAX, 8};
  std::vector<std::int32_t> distances(4);
  solve_batch(DenseBatch<std::int32_t>{2, matrix, {}}, {}, std::span(distances));
  REQUIRE(distances == std::vector<std::int32_t>{0, kUnreachable, kUnreachable, 0});
}

TEST_CASE("a bad edge is named with its graph, its number, what was found and expected") {
  const std::vector<Sample> good = {test::chain({1, 2}), test::chain({1, 2, 3})};
  const auto refused = [&](const BatchEdge<std::int32_t>& bad, const std::string& message) {
    for (const int threads : {1, 3}) {
      Graphs<std::int32_t> graphs(9, good);
      graphs.edges[3] = bad;
      graphs.edges[4] = {-1, -1, 1};
      const CopiedEdges<std::int32_t> copied(graphs.edges);
      for (const auto& batch : {graphs.by_edges(), graphs.by(copied)}) {
        try {
          (void)solved(batch, {.threads = threads});
          FAIL("not refused");
        } catch (const InvalidEdge& error) {
          REQUIRE(error.edge() == 3);
          REQUIRE(error.what() == message);
        }
      }
    }
  };
  refused({2, 4, 1}, "graph 1, edge 3 (its number 1): destination is 4, expected 0 to 3");
  refused({-7, 9, 1}, "graph 1, edge 3 (its number 1): source is -7, expected 0 to 3");
  refused({0, 1, kUnreachable},
          "graph 1, edge 3 (its number 1): weight is 1073741823, expected -1073741822 to "
          "1073741822");
  refused({0, 1, -kUnreachable},
          "graph 1, edge 3 (its number 1): weight is -1073741823, expected -1073741822 to "
          "1073741822");
  Graphs<std::uint16_t> narrow(4, good);
  narrow.edges[2].weight = 65535;
  require_error(Fault::kInput,
                {"graph 1, edge 2 (its number 0): weight is 65535, expected 0 to 65534"},
                [&] { solved(narrow.by_edges()); });
  Graphs<double> real(4, good);
  for (const double weight : {std::nan(""), -kNoPath<double>}) {
    real.edges[4].weight = weight;
    require_error(
        Fault::kInput,
        {"graph 1, edge 4 (its number 2): weight is ", "expected a number greater than -infinity"},
        [&] { solved(real.by_edges()); });
  }
  real.edges[4].weight = kNoPath<double>;
  REQUIRE(solved(real.by_edges())[16 + 3] == kNoPath<double>);
  require_error(Fault::kInput, {"graph 0, edge 0 (its number 0): source is 0, expected no edge in"},
                [&] {
                  const std::vector<Edge> edges = {{0, 0, 1}};
                  const std::vector<std::int64_t> offsets = {0, 1};
                  const std::vector<std::int32_t> sizes = {0};
                  solved(EdgeBatch<std::int32_t>{4, edges, offsets, sizes});
                });
}

TEST_CASE("what a table of edges throws ends the batch, of the smallest graph that fails") {
  class Broken final : public EdgeTable<float> {
   public:
    [[nodiscard]] std::size_t size() const override { return 40; }
    void read(std::size_t first, std::span<WeightedEdge<float>> edges) const override {
      if (first >= 10) throw std::out_of_range("edge " + std::to_string(first));
      std::fill(edges.begin(), edges.end(), WeightedEdge<float>{0, 1, 1});
    }
  };
  std::vector<std::int64_t> offsets(41);
  std::iota(offsets.begin(), offsets.end(), 0);
  const std::vector<std::int32_t> sizes(40, 2);
  const Broken broken;
  for (const int threads : {1, 4}) {
    REQUIRE_THROWS_WITH(solved(EdgeBatch<float>{2, {}, offsets, sizes, &broken}, {threads}),
                        "edge 10");
  }
  offsets.pop_back();
  require_error(Fault::kUsage, {"there are 40 offsets, expected 41"}, [&] {
    solved(EdgeBatch<float>{2, {}, offsets, sizes, &broken});
  });
}

TEST_CASE("a bad element of a matrix is named with its graph, row and column") {
  const std::vector<std::int32_t> sizes = {2, 2};
  const auto refused = [&](auto weight, const std::string& message) {
    using Element = decltype(weight);
    for (const std::string& isa : instruction_sets()) {
      for (const std::size_t at : {0, 3}) {
        std::vector<Element> matrices(18, kNoPath<Element>);
        matrices[9 + at] = weight;
        require_error(
            Fault::kInput,
            {"graph 1, row " + std::to_string(at / 3) + ", column 0: weight is " + message}, [&] {
              solved(DenseBatch<Element>{3, matrices, sizes}, {.instruction_set = isa});
            });
      }
    }
  };
  refused(-kUnreachable,
          "-1073741823, expected -1073741822 to 1073741822, or 1073741823 for no edge");
  refused(std::nan(""), "nan, expected a number greater than -infinity, or inf for no edge");
  refused(std::nanf(""), "nan, expected a number greater than -infinity, or inf for no edge");
  refused(-kNoPath<float>, "-inf, expected a number greater than -infinity");
}

TEST_CASE("a batch whose parts do not fit is refused, with what was found and expected") {
  const std::vector<Edge> edges = {{0, 1, 1}, {1, 0, 1}};
  std::vector<std::int32_t> out(8);
  const auto refused = [&](std::vector<std::int64_t> offsets, std::vector<std::int32_t> sizes,
                           const std::string& message, std::size_t vertices = 2) {
    require_error(Fault::kUsage, {message}, [&] {
      solve_batch(EdgeBatch<std::int32_t>{vertices, edges, offsets, sizes}, {}, std::span(out));
    });
  };
  refused({0, 2}, {2, 2}, "there are 2 offsets, expected 3: one more than sizes");
  refused({}, {}, "there are 0 offsets, expected 1");
  refused({1, 2, 2}, {2, 2}, "offset 0 is 1, expected 0");
  refused({0, 2, 1}, {2, 2}, "graph 1: its edges end at offset 1, expected 2 or more");
  refused({0, 1, 3}, {2, 2}, "offset 2 is 3, expected the number of edges, 2");
  refused({0, 1, 2}, {2, 3}, "graph 1: its size is 3, expected 0 to 2");
  refused({0, 1, 2}, {-1, 2}, "graph 0: its size is -1, expected 0 to 2");
  refused({0, 2}, {2}, "the distances have 8 elements, expected 4 for 1 graph of 2 x 2");
  refused({0, 2}, {2}, "64 bits do not count", std::size_t{1} << 40);
  require_error(
      Fault::kUsage, {"the weights have 7 elements, expected 4 for 1 graph of 2 x 2"}, [&] {
        solve_batch(DenseBatch<std::int32_t>{2, std::span(out).first(7), {}}, {}, std::span(out));
      });
  const DenseBatch<std::int32_t> dense{2, out, {}};
  std::vector<std::int32_t> to(8);
  require_error(Fault::kUsage, {"threads is -1, expected 0 to 4096"},
                [&] { solve_batch(dense, {.threads = -1}, std::span(to)); });
  require_error(Fault::kUsage, {"instruction set 'mmx' cannot run here"},
                [&] { solve_batch(dense, {.instruction_set = "mmx"}, std::span(to)); });
}

TEST_CASE("a length that the element does not hold is named with its graph and vertices") {
  const Graphs<std::uint16_t> graphs(40, {test::chain({1}), test::chain({65534, 1})});
  require_error(
      Fault::kNoAnswer,
      {"graph 1: the distance from vertex 0 to vertex 2 is 65535, expected less than 65535"},
      [&] { solved(graphs.by_edges()); });
  const Graphs<std::int32_t> far(40, {test::chain({1}), test::chain({kUnreachable - 1, 1})});
  require_error(Fault::kNoAnswer, {"graph 1: ", "from 0"}, [&] { solved(far.by_matrices()); });
}

TEST_CASE("of several bad graphs the first is named, whatever the number of threads") {
  std::vector<Sample> samples(400, test::chain({1, 2, 3}));
  samples[150].edges.push_back({3, 0, -9});                          // a negative cycle
  samples[170] = test::chain({kUnreachable - 1, kUnreachable - 1});  // a length out of range
  Graphs<std::int32_t> graphs(4, samples);
  graphs.edges[graphs.edges.size() - 2].source = 5;
  for (int threads = 1; threads <= 8; ++threads) {
    try {
      (void)solved(graphs.by_edges(), {.threads = threads});
      FAIL("not refused");
    } catch (const NegativeCycle& cycle) {
      REQUIRE(std::string(cycle.what()).starts_with("graph 150: "));
      REQUIRE(cycle.vertices() == std::vector<std::int32_t>{0, 1, 2, 3});
    }
  }
  const Graphs<float> real(4, samples);
  try {
    (void)solved(real.by_edges());
    FAIL("not refused");
  } catch (const NegativeCycle& cycle) {
    REQUIRE(std::string(cycle.what()).starts_with("graph 150: a negative cycle leads through"));
    REQUIRE(cycle.vertices().size() == 1);
  }
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

TEST_CASE("an observer is told how many graphs are solved") {
  std::vector<Sample> samples(1200, test::random_sample(64, 500, 0, 99, 1));
  samples.push_back(test::random_sample(300, 900, 0, 99, 2));  // solved after the small ones
  const Graphs<std::int32_t> graphs(300, samples);
  const auto truth = solved(graphs.by_edges());
  for (const int threads : {1, 3}) {
    Steps observer;
    REQUIRE(solved(graphs.by_edges(), {.threads = threads, .observer = &observer}) == truth);
    REQUIRE(observer.steps.size() > 5);
    REQUIRE(std::is_sorted(observer.steps.begin(), observer.steps.end()));
    REQUIRE(observer.steps.back() == std::pair<std::int64_t, std::int64_t>(1201, 1201));
  }
  Steps few;
  solved(Graphs<float>(3, {test::chain({1, 2})}).by_matrices(), {.observer = &few});
  REQUIRE(few.steps == std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}});
}

TEST_CASE("an observer ends a batch by its wish or by an exception") {
  const Graphs<std::uint16_t> small(
      64, std::vector<Sample>(1200, test::random_sample(64, 500, 0, 99, 1)));
  const Graphs<std::uint16_t> large(700, {test::random_sample(700, 2800, 0, 50, 3)});
  for (const Graphs<std::uint16_t>* graphs : {&small, &large}) {
    for (const int threads : {1, 3}) {
      for (const std::int64_t after : {0, 1, 300}) {
        if (after > 1 && graphs == &large) continue;
        INFO("threads " << threads << ", after " << after << " graphs of " << graphs->vertices);
        Steps cancels(Steps::End::kCancel, after);
        require_error(Fault::kCancelled, {"the solve was cancelled"}, [&] {
          solved(graphs->by_edges(), {.threads = threads, .observer = &cancels});
        });
        REQUIRE((cancels.steps.empty() || cancels.steps.back().first < 1200));
        Steps throws(Steps::End::kThrow, after);
        REQUIRE_THROWS_AS(solved(graphs->by_matrices(), {.threads = threads, .observer = &throws}),
                          std::out_of_range);
      }
    }
  }
  REQUIRE(solved(small.by_edges()) == solved(small.by_matrices()));
}

TEST_CASE("an observer ends a batch within a large graph") {
  struct Later final : Observer {
    [[nodiscard]] bool cancelled() override { return ++asked > 1; }
    int asked = 0;  // the first time before the batch
  } later;
  const Graphs<std::int32_t> graphs(700,
                                    {test::chain({5}), test::random_sample(700, 9000, 0, 9, 3)});
  require_error(Fault::kCancelled, {"the solve was cancelled"},
                [&] { solved(graphs.by_edges(), {.observer = &later}); });
  REQUIRE(later.asked > 1);
}

}  // namespace apsp
