// SPDX-License-Identifier: MIT
// Dense graphs by their matrix, by the library's headers alone. The oracle is Floyd's triple loop
// over 64-bit integers; what a list of edges gives is tested elsewhere, and must be the same.
#include "apsp/matrix.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"

namespace {

using apsp::Distance;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::MatrixReading;
using apsp::Method;
using apsp::Settings;
using apsp::WeightMatrix;
using apsp::Width;
using apsp::test::copied;
using apsp::test::require_error;

constexpr double kInf = std::numeric_limits<double>::infinity();

/// A matrix of weights, 0 where there is no edge.
struct Weights {
  std::vector<std::int32_t> of;
  std::size_t vertices;

  [[nodiscard]] WeightMatrix matrix() const { return {std::span(of), vertices}; }

  /// Distances by Floyd's triple loop.
  [[nodiscard]] std::vector<Distance> expected(bool both_ways = false) const {
    constexpr std::int64_t kNone = std::int64_t{1} << 40;
    std::vector<std::int64_t> d(of.size(), kNone);
    for (std::size_t i = 0; i < vertices; ++i) {
      for (std::size_t j = 0; j < vertices; ++j) {
        const auto include = [&](std::int32_t w) {
          if (w != 0) d[i * vertices + j] = std::min<std::int64_t>(d[i * vertices + j], w);
        };
        include(of[i * vertices + j]);
        if (both_ways) include(of[j * vertices + i]);
      }
      d[i * vertices + i] = 0;
    }
    for (std::size_t k = 0; k < vertices; ++k) {
      for (std::size_t i = 0; i < vertices; ++i) {
        if (d[i * vertices + k] >= kNone / 2) continue;
        for (std::size_t j = 0; j < vertices; ++j) {
          d[i * vertices + j] =
              std::min(d[i * vertices + j], d[i * vertices + k] + d[k * vertices + j]);
        }
      }
    }
    std::vector<Distance> distances;
    distances.reserve(d.size());
    for (const std::int64_t length : d) {
      distances.push_back(length >= kNone / 2 ? kUnreachable : static_cast<Distance>(length));
    }
    return distances;
  }
};

/// `one_in`: of so many elements one is an edge. `lift` makes some negative, without a cycle.
Weights random_weights(std::size_t vertices, std::uint32_t one_in, std::int32_t most, bool lift,
                       std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> height(vertices);
  for (std::int32_t& h : height) h = lift ? static_cast<std::int32_t>(random() % 50) : 0;
  Weights made{std::vector<std::int32_t>(vertices * vertices), vertices};
  for (std::size_t i = 0; i < vertices; ++i) {
    for (std::size_t j = 0; j < vertices; ++j) {
      if (random() % one_in != 0) continue;
      const auto weight =
          1 + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(most));
      made.of[i * vertices + j] = weight + height[i] - height[j];
    }
  }
  return made;
}

std::vector<double> doubles(const std::vector<Distance>& distances, double unit) {
  std::vector<double> numbers;
  numbers.reserve(distances.size());
  for (const Distance d : distances) numbers.push_back(d == kUnreachable ? kInf : d * unit);
  return numbers;
}

TEST_CASE("a matrix gives the distances of its graph, by every method and width") {
  for (const std::size_t vertices : {0, 1, 2, 63, 64, 65, 127, 129, 300}) {
    for (const std::uint32_t one_in : {1U, 2U, 40U, 1000000U}) {
      INFO("V " << vertices << ", one element in " << one_in << " is an edge");
      const Weights weights = random_weights(vertices, one_in, 90, false, 5);
      const WeightMatrix matrix = weights.matrix();
      const std::vector<Distance> expected = weights.expected();
      REQUIRE(copied(apsp::solve(matrix).all()) == expected);
      for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
        REQUIRE(copied(apsp::solve(matrix, {.method = method}).all()) == expected);
      }
      for (const Width width : {Width::kU16, Width::kS32}) {
        REQUIRE(copied(apsp::solve(matrix, {.width = width, .method = Method::kDense}).all()) ==
                expected);
      }
      for (const std::string& isa : apsp::instruction_sets()) {
        Settings settings;
        settings.instruction_set = isa;
        REQUIRE(copied(apsp::solve(matrix, settings).all()) == expected);
      }
    }
  }
}

TEST_CASE("random matrices give what their edges give, with every setting") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 150;
    constexpr std::array<std::int32_t, 5> kMost = {9, 200, 5000, 100000, 10000000};
    const bool lift = seed % 5 == 0;
    const Weights weights = random_weights(vertices, static_cast<std::uint32_t>(1 + random() % 12),
                                           kMost[random() % kMost.size()], lift, seed);
    const WeightMatrix matrix = weights.matrix();
    const std::span<const apsp::Edge> edges = matrix.edges();
    const apsp::GraphView list = {vertices, edges};
    Settings settings;
    settings.threads = 1 + static_cast<int>(random() % 3);
    const bool undirected = !lift && random() % 3 == 0;
    settings.undirected = undirected;
    const auto some = [&] {
      std::vector<std::int32_t> vertices_of(1 + random() % vertices);
      for (std::int32_t& v : vertices_of) v = static_cast<std::int32_t>(random() % vertices);
      return vertices_of;
    };
    if (random() % 3 == 0) settings.sources = some();
    if (random() % 4 == 0) settings.targets = some();
    if (!lift && random() % 4 == 0) settings.limit = static_cast<double>(random() % 300);
    apsp::Summary by_matrix;
    apsp::Summary by_list;
    Settings first = settings;
    Settings second = settings;
    if (!settings.targets) first.summary = &by_matrix, second.summary = &by_list;
    const apsp::Distances rows = apsp::solve(list, second);
    std::vector<std::int32_t> parents(rows.all().size());
    std::vector<std::int32_t> same_parents(rows.all().size());
    if (random() % 3 == 0) first.predecessors = parents;
    if (!first.predecessors.empty()) {
      second.predecessors = same_parents;
      static_cast<void>(apsp::solve(list, second));
    }
    REQUIRE(copied(apsp::solve(matrix, first).all()) == copied(rows.all()));
    REQUIRE(by_matrix == by_list);
    REQUIRE(parents == same_parents);
    if (!settings.sources && !settings.targets && std::isinf(settings.limit)) {
      REQUIRE(copied(rows.all()) == weights.expected(undirected));
    }
  }
}

TEST_CASE("a symmetric matrix gives what one half of it gives in an undirected graph") {
  struct Facts final : apsp::Observer {
    bool symmetric = false;
    void fact(std::string_view key, const apsp::Fact& value) override {
      if (key == "symmetric") symmetric = value == apsp::Fact(true);
    }
  };
  for (const std::size_t vertices : {1, 64, 65, 200}) {
    INFO("V " << vertices);
    Weights half = random_weights(vertices, 2, 90, false, 6);
    Weights whole = half;
    for (std::size_t i = 0; i < vertices; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        half.of[i * vertices + j] = 0;
        whole.of[i * vertices + j] = whole.of[j * vertices + i];
      }
    }
    const auto solved = [&](const Weights& weights, bool undirected, bool symmetric) {
      Facts facts;
      Settings settings{.method = Method::kDense, .undirected = undirected, .observer = &facts};
      std::vector<Distance> rows = copied(apsp::solve(weights.matrix(), settings).all());
      REQUIRE(facts.symmetric == symmetric);
      return rows;
    };
    REQUIRE(solved(whole, false, true) == whole.expected());
    REQUIRE(solved(whole, true, true) == whole.expected());
    REQUIRE(solved(half, true, true) == whole.expected());
    REQUIRE(solved(half, false, vertices == 1) == half.expected());
  }
}

TEST_CASE("weights in units of a power of two are exact in floating-point numbers") {
  for (const int exponent : {-3, 0, -1060, 980}) {
    INFO("exponent " << exponent);
    const double unit = std::ldexp(1.0, exponent);
    const Weights weights = random_weights(130, 2, 63, false, 3);
    std::vector<double> scaled;
    for (const std::int32_t w : weights.of) scaled.push_back((2 * w - (w == 0 ? 0 : 1)) * unit);
    const WeightMatrix matrix(std::span<const double>(scaled), 130);
    REQUIRE(matrix.exponent() == exponent);
    Weights odd = weights;
    for (std::int32_t& w : odd.of) w = 2 * w - (w == 0 ? 0 : 1);
    std::vector<double> rows(scaled.size());
    apsp::solve_into(matrix, {}, std::span(rows));
    REQUIRE(rows == doubles(odd.expected(), unit));
    if (exponent == 0) continue;
    std::vector<Distance> integers(scaled.size());
    require_error(Fault::kUsage, {"multiples of 2^" + std::to_string(exponent)},
                  [&] { apsp::solve_into(matrix, {}, std::span(integers)); });
  }
}

TEST_CASE("lengths that pass 30 bits are added in floating-point numbers") {
  constexpr std::size_t kVertices = 70;
  std::vector<double> weights(kVertices * kVertices, 0);
  for (std::size_t v = 0; v + 1 < kVertices; ++v) weights[v * kVertices + v + 1] = 0x1p29;
  const WeightMatrix matrix(std::span<const double>(weights), kVertices);
  std::vector<double> rows(weights.size());
  apsp::solve_into(matrix, {}, std::span(rows));
  for (std::size_t j = 0; j < kVertices; ++j) REQUIRE(rows[j] == 0x1p29 * static_cast<double>(j));
  require_error(Fault::kNoAnswer, {"a length does not fit"},
                [&] { static_cast<void>(apsp::solve(matrix, {.width = Width::kS32})); });
}

/// Requires that lengths of real weights are those of the same edges, up to the bound.
template <typename T>
void require_real(std::uint32_t seed, const Settings& settings, std::uint32_t one_in) {
  std::mt19937 random(seed);
  const std::size_t vertices = 70 + random() % 100;
  std::vector<T> weights(vertices * vertices);
  for (T& w : weights) {
    w = random() % one_in == 0 ? static_cast<T>(random()) / static_cast<T>(3e9) : T{0};
  }
  const WeightMatrix matrix{std::span<const T>(weights), vertices};
  // Some floats are integers in one unit after all.
  REQUIRE((std::is_same_v<T, float> || !matrix.exponent()));
  const std::vector<apsp::RealEdge> edges = matrix.real_edges();
  const std::size_t rows = settings.sources ? settings.sources->size() : vertices;
  std::vector<T> found(rows * vertices);
  std::vector<T> expected(rows * vertices);
  apsp::solve_into(matrix, settings, std::span(found));
  apsp::solve_into(apsp::RealGraphView{vertices, edges}, settings, std::span(expected));
  const double eps = 2.0 * static_cast<double>(vertices + 2) * std::numeric_limits<T>::epsilon();
  for (std::size_t n = 0; n < found.size(); ++n) {
    if (std::isinf(expected[n])) {
      REQUIRE(std::isinf(found[n]));
    } else {
      REQUIRE(std::abs(found[n] - expected[n]) <= 2 * eps * std::abs(expected[n]));
    }
  }
}

TEST_CASE("weights that are no integers are solved from the matrix too") {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    const std::uint32_t one_in = seed % 3 == 0 ? 60 : 1 + seed % 4;
    Settings settings;
    if (seed % 4 == 1) settings.method = Method::kDense;
    settings.undirected = seed % 5 == 0;
    if (seed % 6 == 0) settings.sources = {{3, 1, 3}};
    if (seed % 7 == 0) settings.limit = 0.3;
    require_real<double>(seed, settings, one_in);
    require_real<float>(seed, settings, one_in);
  }
}

TEST_CASE("a double beyond float is refused where the lengths are floats") {
  std::vector<double> weights(std::size_t{80} * 80, 0.1);
  weights[7] = 1e300;
  const WeightMatrix matrix(std::span<const double>(weights), 80);
  std::vector<float> rows(weights.size());
  require_error(Fault::kInput, {"weight is 1e+300"},
                [&] { apsp::solve_into(matrix, {}, std::span(rows)); });
}

TEST_CASE("a negative cycle and negative loops are found in a matrix") {
  std::vector<double> weights(std::size_t{100} * 100, 3);
  weights[5 * 100 + 6] = -7;
  const auto solve = [&](const MatrixReading& reading) {
    const WeightMatrix matrix(std::span<const double>(weights), 100, reading);
    std::vector<double> rows(weights.size());
    apsp::solve_into(matrix, {}, std::span(rows));
    return rows[5 * 100 + 6];
  };
  REQUIRE_THROWS_AS(solve({}), apsp::NegativeCycle);
  weights[5 * 100 + 6] = -2;
  REQUIRE(solve({}) == -2);
  weights[4 * 100 + 4] = -1;
  REQUIRE_THROWS_AS(solve({}), apsp::NegativeCycle);
  REQUIRE(solve({.loops = false}) == -2);
}

TEST_CASE("a complete matrix of small weights needs no search for its width") {
  const Weights weights = random_weights(300, 1, 126, false, 1);
  apsp::test::Listener listener;
  Settings settings;
  settings.observer = &listener;
  REQUIRE(copied(apsp::solve(weights.matrix(), settings).all()) == weights.expected());
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic_tried")) == "u8");
  REQUIRE(std::get<std::string>(listener.facts.at("largest_distance")) ==
          "0 seen, at most " + std::to_string(126));
}

TEST_CASE("a matrix of another size, and settings that it has not, are refused") {
  const std::vector<double> weights(12);
  require_error(Fault::kUsage, {"the matrix has 12 elements, expected 3 x 3"},
                [&] { WeightMatrix(std::span<const double>(weights), 3); });
  require_error(Fault::kInput, {"the number of vertices is"},
                [&] { WeightMatrix(std::span<const double>(weights), std::size_t{1} << 31); });
  const std::vector<double> real(4, 0.1);
  const WeightMatrix matrix(std::span<const double>(real), 2);
  require_error(Fault::kUsage, {"not all integers"},
                [&] { static_cast<void>(apsp::solve(matrix)); });
  require_error(Fault::kUsage, {"not all integers"}, [&] { static_cast<void>(matrix.edges()); });
  require_error(Fault::kUsage, {"not all integers"},
                [&] { static_cast<void>(apsp::summary(matrix)); });
  std::vector<double> rows(3);
  require_error(Fault::kUsage, {"the memory for the rows has 3 elements"},
                [&] { apsp::solve_into(matrix, {}, std::span(rows)); });
  rows.resize(4);
  require_error(Fault::kUsage, {"a width is for weights"},
                [&] { apsp::solve_into(matrix, {.width = Width::kU8}, std::span(rows)); });
}

}  // namespace
