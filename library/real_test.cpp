// SPDX-License-Identifier: MIT
// Weights that are not integers, by the library's headers alone.
#include <omp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"
#include "library/test_reals.hpp"

namespace {

using apsp::Fault;
using apsp::Method;
using apsp::RealEdge;
using apsp::RealEdgeList;
using apsp::Settings;
using apsp::solve_into;
using apsp::test::exact;
using apsp::test::expected;
using apsp::test::Integer;
using apsp::test::kInfinity;
using apsp::test::kNoPath;
using apsp::test::random_real_graph;
using apsp::test::require_bounded;
using apsp::test::require_error;
using apsp::test::solved;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <typename Element>
bool same_bits(const std::vector<Element>& a, const std::vector<Element>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](Element x, Element y) {
    return x == y && std::signbit(x) == std::signbit(y);
  });
}

}  // namespace

TEST_CASE("rounded lengths keep their bound by every method and instruction set") {
  const std::uint64_t seed = std::random_device{}();
  std::mt19937_64 random(seed);
  for (const std::size_t vertices : {0, 1, 2, 63, 64, 65, 130, 193}) {
    for (const bool lift : {false, true}) {
      INFO("seed " << seed << ", V " << vertices << ", negative " << lift);
      const RealEdgeList graph =
          random_real_graph(vertices, vertices * (2 + random() % 9), lift, random);
      const std::vector<Integer> lengths = expected(graph);
      for (const std::string& isa : apsp::instruction_sets()) {
        for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
          INFO(isa << ", " << name(method));
          Settings settings;
          settings.instruction_set = isa;
          settings.method = method;
          settings.threads = 1 + static_cast<int>(random() % 3);
          require_bounded(graph, lengths, solved<double>(graph, settings));
          require_bounded(graph, lengths, solved<float>(graph, settings));
        }
      }
      require_bounded(graph, lengths, solved<double>(graph));
    }
  }
}

TEST_CASE("rounded lengths by sweeps: components, cores, chosen rows and columns") {
  const std::uint64_t seed = std::random_device{}();
  std::mt19937_64 random(seed);
  for (const bool lift : {false, true}) {
    INFO("seed " << seed << ", negative " << lift);
    // A part that keeps a core of several strips, a part that is eliminated, and lone vertices.
    RealEdgeList graph = random_real_graph(300, 2400, lift, random);
    for (RealEdge edge : random_real_graph(90, 120, lift, random).edges) {
      graph.edges.push_back({edge.source + 300, edge.destination + 300, edge.weight});
    }
    graph.vertices = 400;
    const std::vector<Integer> lengths = expected(graph);
    Settings settings;
    settings.method = Method::kSweep;
    for (const std::string& isa : apsp::instruction_sets()) {
      INFO(isa);
      settings.instruction_set = isa;
      settings.threads = 1 + static_cast<int>(random() % 3);
      require_bounded(graph, lengths, solved<double>(graph, settings));
      require_bounded(graph, lengths, solved<float>(graph, settings));
    }
    // A core pays where tiles are much faster than single relaxations: the last set is portable.
    // Several threads wait for each other in each round of its closure.
    settings.instruction_set = {};
    settings.threads = 1;
    apsp::test::Listener listener;
    settings.observer = &listener;
    require_bounded(graph, lengths, solved<double>(graph, settings));
    REQUIRE(std::get<std::int64_t>(listener.facts.at("core")) > 128);
    settings.sources = {{399, 7, 7, 310, 0}};
    settings.targets = {{0, 320, 5}};
    std::vector<Integer> wanted;
    for (const std::int32_t i : *settings.sources) {
      for (const std::int32_t j : *settings.targets) {
        wanted.push_back(lengths[static_cast<std::size_t>(i) * 400 + static_cast<std::size_t>(j)]);
      }
    }
    require_bounded(graph, lengths, wanted, solved<double>(graph, settings));
  }
}

TEST_CASE("a map with real weights is swept, within the bound of searches") {
  const std::uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  constexpr std::int32_t kSide = 45;
  RealEdgeList graph{std::size_t{kSide} * kSide, {}};
  for (std::int32_t v = 0; v < kSide * kSide; ++v) {
    const auto add = [&](std::int32_t u) {
      graph.edges.push_back({v, u, std::ldexp(static_cast<double>(random() >> 11), -53)});
    };
    if (v % kSide + 1 < kSide) add(v + 1);
    if (v + kSide < kSide * kSide) add(v + kSide);
  }
  apsp::test::Listener listener;
  Settings settings{.threads = 1, .undirected = true, .observer = &listener};
  const std::vector<double> swept = solved<double>(graph, settings);
  REQUIRE(std::get<std::string>(listener.facts.at("method")) == "sweep");
  REQUIRE(listener.last == std::int64_t{kSide} * kSide);
  settings.method = Method::kSearch;
  const std::vector<double> searched = solved<double>(graph, settings);
  std::size_t wrong = 0;
  const double eps = std::numeric_limits<double>::epsilon();
  for (std::size_t n = 0; n < swept.size(); ++n) {
    const double bound = 4 * (kSide * kSide + 2) * eps * searched[n];
    wrong += !(std::abs(swept[n] - searched[n]) <= bound);
  }
  REQUIRE(wrong == 0);

  std::vector<std::int32_t> before(swept.size());
  settings.method = Method::kSweep;
  settings.predecessors = before;  // found by searches
  REQUIRE(same_bits(solved<double>(graph, settings), searched));
}

TEST_CASE("integers times a power of two are exact") {
  const std::uint64_t seed = std::random_device{}();
  std::mt19937_64 random(seed);
  for (const int exponent : {0, -3, 20, -60, -1074, 900}) {
    for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
      INFO("seed " << seed << ", exponent " << exponent << ", " << name(method));
      apsp::EdgeList integers{150, {}};
      RealEdgeList graph{150, {}};
      for (int e = 0; e < 600; ++e) {
        const auto from = static_cast<std::int32_t>(random() % 150);
        const auto to = static_cast<std::int32_t>(random() % 150);
        const auto weight = static_cast<std::int32_t>(random() % 100'000) + (to - from) * 100;
        if (weight < 0 && to < from) continue;
        integers.edges.push_back({from, to, std::max(weight, (to - from) * 100)});
        graph.edges.push_back({from, to, std::ldexp(integers.edges.back().weight, exponent)});
      }
      const apsp::Distances lengths = apsp::solve(integers);
      std::vector<double> wanted;
      std::vector<float> rounded;
      for (const apsp::Distance length : lengths.all()) {
        const bool none = length == apsp::kUnreachable;
        wanted.push_back(none ? kInfinity : std::ldexp(length, exponent));
        rounded.push_back(static_cast<float>(wanted.back()));
      }
      Settings settings;
      settings.method = method;
      REQUIRE(same_bits(solved<double>(graph, settings), wanted));
      if (std::abs(exponent) < 100) REQUIRE(same_bits(solved<float>(graph, settings), rounded));
    }
  }
}

TEST_CASE("integers beyond the integer solver stay exact below 2^53") {
  const double large = 1125899906842623.0;  // 2^50 - 1
  for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
    Settings settings;
    settings.method = method;
    REQUIRE(solved<double>({3, {{0, 1, large}, {1, 2, 1}}}, settings) ==
            std::vector<double>{0, large, large + 1, kInfinity, 0, 1, kInfinity, kInfinity, 0});
    // Each fits, the sum does not.
    REQUIRE(solved<double>({3, {{0, 1, 1e9}, {1, 2, 1e9}}}, settings)[2] == 2e9);
  }
}

TEST_CASE("zeros, infinities, NaN and denormals are as in SciPy") {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const RealEdgeList graph{
      4, {{0, 1, -0.0}, {1, 2, kNan}, {1, 2, kInfinity}, {2, 3, tiny}, {3, 2, 0.1}, {0, 0, 5.5}}};
  for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
    Settings settings;
    settings.method = method;
    const std::vector<double> d = solved<double>(graph, settings);
    REQUIRE(same_bits(d, {0, 0, kInfinity, kInfinity, kInfinity, 0, kInfinity, kInfinity, kInfinity,
                          kInfinity, 0, tiny, kInfinity, kInfinity, 0.1, 0}));
    // Beyond the largest number.
    REQUIRE(solved<double>({3, {{0, 1, 1.1e308}, {1, 2, 1.1e308}}}, settings)[2] == kInfinity);
  }
  REQUIRE(solved<double>({0, {}}).empty());
}

TEST_CASE("an edge that is none is refused with its number") {
  const auto refused = [](RealEdge bad, const std::string& text) {
    const RealEdgeList graph{2, {{0, 1, 0.1}, bad}};
    try {
      (void)solved<float>(graph);
      FAIL("accepted");
    } catch (const apsp::InvalidEdge& error) {
      REQUIRE(error.edge() == 1);
      REQUIRE(std::string(error.what()).find(text) != std::string::npos);
    }
  };
  refused({0, 1, -kInfinity}, "weight is -inf");
  refused({0, 1, 1e39}, "weight is 1e+39");
  refused({0, 2, 1}, "destination is 2");
  refused({-1, 0, kNan}, "source is -1");
}

TEST_CASE("a cycle is negative if its exact sum is") {
  // In double, 0.1 + 0.2 is rounded up, so that the computed sum of the cycle is 0.
  const double back = -(0.1 + 0.2);
  const auto cycle = [](double c) {
    return RealEdgeList{3, {{0, 1, 0.1}, {1, 2, 0.2}, {2, 0, c}}};
  };
  REQUIRE((exact(0.1) + exact(0.2) + exact(back) < 0));
  try {
    (void)solved<double>(cycle(back));
    FAIL("accepted");
  } catch (const apsp::NegativeCycle& error) {
    REQUIRE(error.vertices() == std::vector<std::int32_t>{0, 1, 2});
    REQUIRE(std::string(error.what()).find("0 -> 1 -> 2 -> 0, sum -") != std::string::npos);
  }
  const std::vector<double> d = solved<double>(cycle(-0.3));
  REQUIRE((d[0] == 0 && d[4] == 0 && d[8] == 0));
  Settings undirected;
  undirected.undirected = true;
  REQUIRE_THROWS_AS(solved<double>({2, {{0, 1, -0.1}}}, undirected), apsp::NegativeCycle);
  REQUIRE_THROWS_AS(solved<double>({2, {{0, 0, -0.5}}}), apsp::NegativeCycle);
  require_error(Fault::kInput, {"expected a ratio"}, [] {
    (void)solved<double>({2, {{0, 1, -1e-30}, {1, 0, 1e30}}});
  });
}

TEST_CASE("settings of reals: sources, targets, both ways, predecessors") {
  const RealEdgeList graph{3, {{0, 1, 0.1}, {1, 2, 0.2}}};
  Settings settings;
  settings.undirected = true;
  settings.sources = {{2, 0}};
  settings.targets = {{1, 1, 0}};
  std::vector<std::int32_t> before(6);
  const std::vector<double> wanted = {0.2, 0.2, 0.2 + 0.1, 0.1, 0.1, 0};
  for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
    settings.method = method;
    REQUIRE(solved<double>(graph, settings) == wanted);
  }
  settings.predecessors = before;
  REQUIRE(solved<double>(graph, settings) == wanted);
  REQUIRE(before == std::vector<std::int32_t>{2, 2, 1, 0, 0, apsp::kNoPredecessor});
}

TEST_CASE("a limit of reals leaves out what is farther, by every method") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 30; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 200;
    const bool fractions = random() % 4 != 0;
    RealEdgeList graph{n, {}};
    for (std::size_t e = 0; e < n * (1 + seed % 6); ++e) {
      const double weight = fractions ? std::ldexp(random(), -30) : std::ldexp(random() % 9, -2);
      graph.edges.push_back({static_cast<std::int32_t>(random() % n),
                             static_cast<std::int32_t>(random() % n), weight});
    }
    Settings settings;
    settings.undirected = random() % 3 == 0;
    settings.method = Method::kSearch;
    std::vector<std::int32_t> before(n * n);
    settings.predecessors = before;
    std::vector<double> wanted = solved<double>(graph, settings);
    const double limit = std::array{0.0, 0.5, 2.0, wanted[random() % (n * n)], 1e300}[random() % 5];
    for (std::size_t x = 0; x < n * n; ++x) {
      if (wanted[x] <= limit) continue;
      wanted[x] = kInfinity;
      before[x] = apsp::kNoPredecessor;
    }
    settings.limit = limit;
    std::vector<std::int32_t> found(n * n);
    settings.predecessors = found;
    REQUIRE(solved<double>(graph, settings) == wanted);
    REQUIRE(found == before);
    settings.predecessors = {};
    settings.method.reset();
    REQUIRE(solved<double>(graph, settings) == wanted);
    for (const Method method : {Method::kDense, Method::kSweep}) {
      settings.method = method;
      const std::vector<double> lengths = solved<double>(graph, settings);
      for (std::size_t x = 0; x < n * n; ++x) {
        if (lengths[x] == wanted[x]) continue;
        // Rounded otherwise, a length may also lie on the other side of the limit.
        const double nearer = std::min(lengths[x], wanted[x]);
        const double other = std::min(std::max(lengths[x], wanted[x]), limit);
        REQUIRE(std::abs(nearer - other) <= 1e-12 * nearer);
      }
    }
  }
}

TEST_CASE("a limit between two numbers of float32 leaves out what is farther") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 60;
    const double unit = std::array{0.1, 3e37, 1e-45}[random() % 3];
    RealEdgeList graph{n, {{0, 0, 0.3}}};  // no integer times a power of two
    for (std::size_t e = 0; e < 4 * n; ++e) {
      graph.edges.push_back({static_cast<std::int32_t>(random() % n),
                             static_cast<std::int32_t>(random() % n),
                             unit * static_cast<double>(random() % 9)});
    }
    std::vector<std::int32_t> before(n * n), found(n * n);
    Settings settings{.method = Method::kSearch};
    settings.predecessors = before;
    const std::vector<float> all = solved<float>(graph, settings);
    settings.predecessors = found;
    const float some = std::min(all[random() % (n * n)], std::numeric_limits<float>::max());
    const double next = std::isfinite(std::nextafter(some, kInfinity))
                            ? double{std::nextafter(some, static_cast<float>(kInfinity))}
                            : 0x1p128;
    const double less = std::max(0.0, double{std::nextafter(some, -1.0F)});
    for (const double limit : {double{some}, (some + next) / 2, std::nextafter(next, 0.0),
                               std::nextafter(double{some}, 0.0), (some + less) / 2, 1e300, 0.0,
                               std::numeric_limits<double>::denorm_min()}) {
      INFO("limit " << limit);
      settings.limit = limit;
      // A length that rounds as the limit does is within it.
      const double rounded = limit < 0x1p128 ? double{static_cast<float>(limit)} : limit;
      std::vector<float> wanted = all;
      std::vector<std::int32_t> paths = before;
      for (std::size_t x = 0; x < n * n; ++x) {
        if (double{wanted[x]} <= std::max(limit, rounded)) continue;
        wanted[x] = std::numeric_limits<float>::infinity();
        paths[x] = apsp::kNoPredecessor;
      }
      REQUIRE(solved<float>(graph, settings) == wanted);
      REQUIRE(found == paths);
    }
  }
}

TEST_CASE("paths as long as the limit are within it in float32, by every method") {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  const RealEdgeList rounding{3, {{0, 1, 0.1}, {1, 2, 0.7}}};  // 0.1F is above 0.1
  const RealEdgeList exact_ones{3, {{0, 1, double{0.1F}}, {1, 2, 1}}};
  const RealEdgeList negative{3, {{0, 1, 0.1}, {1, 2, 0.7}, {2, 0, -0.3}}};
  for (const RealEdgeList& graph : {rounding, exact_ones, negative}) {
    for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
      INFO("method " << name(method));
      std::vector<std::int32_t> before(3);
      Settings settings{.method = method};
      settings.sources = {{0}};
      settings.predecessors = before;
      settings.limit = 0.1;
      REQUIRE(solved<float>(graph, settings) == std::vector<float>{0, 0.1F, kNone});
      REQUIRE(before == std::vector<std::int32_t>{apsp::kNoPredecessor, 0, apsp::kNoPredecessor});
      settings.limit = 0.0999;
      REQUIRE(solved<float>(graph, settings) == std::vector<float>{0, kNone, kNone});
    }
  }
  // An exact length that the limit does not round as is, but that is within it.
  const RealEdgeList large{2, {{0, 1, 0x1p24 + 1}}};
  Settings settings;
  settings.limit = 0x1p24 + 1;
  REQUIRE(solved<float>(large, settings)[1] == 0x1p24F);
  settings.limit = 0x1p24;
  REQUIRE(solved<float>(large, settings)[1] == kNone);
}

TEST_CASE("a limit of reals beside negative weights, by every method") {
  const std::uint64_t first = std::random_device{}();
  for (std::uint64_t seed = first; seed != first + 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const std::size_t n = 1 + random() % 60;
    RealEdgeList graph = random_real_graph(n, random() % (n * 6), true, random);
    if (random() % 3 == 0) {  // integers, in units of 2^-4
      for (RealEdge& edge : graph.edges) edge.weight = std::ldexp(std::ceil(16 * edge.weight), -4);
    }
    for (const std::optional<Method> method :
         {std::optional<Method>(), std::optional(Method::kDense), std::optional(Method::kSweep),
          std::optional(Method::kSearch)}) {
      for (const bool predecessors : {false, true}) {
        Settings settings;
        settings.method = method;
        std::vector<std::int32_t> before(n * n), found(n * n);
        if (predecessors) settings.predecessors = before;
        std::vector<double> wanted = solved<double>(graph, settings);
        settings.limit = std::array{0.0, 0.5, 20.0, std::max(0.0, wanted[random() % (n * n)]),
                                    1e300}[random() % 5];
        for (std::size_t x = 0; x < n * n; ++x) {
          if (wanted[x] <= settings.limit) continue;
          wanted[x] = kInfinity;
          before[x] = apsp::kNoPredecessor;
        }
        if (predecessors) settings.predecessors = found;
        REQUIRE(solved<double>(graph, settings) == wanted);
        if (predecessors) REQUIRE(found == before);
      }
    }
  }
  // A length beyond the limit that no integer holds does not round those within.
  const RealEdgeList graph{5,
                           {{3, 0, 0x1p24}, {0, 1, 1}, {1, 2, 1}, {2, 4, 0x1p30 - 2}, {4, 3, -1}}};
  Settings settings;
  settings.sources = {{3}};
  settings.limit = 0x1p25;
  REQUIRE(solved<float>(graph, settings) ==
          std::vector<float>{0x1p24F, 0x1p24F, 0x1p24F + 2, 0, static_cast<float>(kInfinity)});
}

TEST_CASE("summaries of weights that round are within their bound") {
  const std::uint64_t seed = std::random_device{}();
  std::mt19937_64 random(seed);
  for (const std::size_t vertices : {0, 1, 2, 40, 130}) {
    for (const Method method : {Method::kDense, Method::kSweep, Method::kSearch}) {
      INFO("seed " << seed << ", V " << vertices << ", " << name(method));
      const RealEdgeList graph =
          random_real_graph(vertices, vertices * (1 + random() % 6), false, random);
      const std::vector<Integer> exactly = expected(graph);
      Settings settings{.method = method};
      const apsp::RealSummary found = apsp::summary(graph, settings);
      REQUIRE(found.error >= 0);
      if (vertices > 2)
        REQUIRE(found.error <= 1e-3 * std::ldexp(found.units.diameter.value_or(1), found.exponent));
      double sum = 0;
      std::vector<double> lengths;
      for (std::size_t i = 0; i < vertices; ++i) {
        double farthest = -1;
        for (std::size_t j = 0; j < vertices; ++j) {
          if (i == j || exactly[i * vertices + j] == kNoPath) continue;
          const double length = std::ldexp(static_cast<double>(exactly[i * vertices + j]), -73);
          farthest = std::max(farthest, length);
          sum += length;
          lengths.push_back(length);
        }
        const auto& row = found.units.sources[i];
        REQUIRE(row.eccentricity.has_value() == (farthest >= 0));
        if (row.eccentricity) {
          REQUIRE(std::abs(std::ldexp(*row.eccentricity, found.exponent) - farthest) <=
                  found.error * (1 + 1e-9));
        }
      }
      REQUIRE(found.units.reachable == lengths.size());
      if (lengths.empty()) continue;
      const double mean = sum / static_cast<double>(lengths.size());
      REQUIRE(std::abs(std::ldexp(*found.units.mean, found.exponent) - mean) <=
              found.error * (1 + 1e-9));
      settings.limit = mean;
      const apsp::RealSummary near = apsp::summary(graph, settings);
      REQUIRE(std::ldexp(near.units.diameter.value_or(0), near.exponent) <= mean + near.error);
      const auto within = [&](double limit) {
        return static_cast<std::uint64_t>(std::count_if(
            lengths.begin(), lengths.end(), [=](double length) { return length <= limit; }));
      };
      REQUIRE(near.units.reachable >= within(mean - 2 * near.error));
      REQUIRE(near.units.reachable <= within(mean + 2 * near.error));
    }
  }
}

TEST_CASE("summaries of integers times a power of two are exact") {
  const RealEdgeList graph{3, {{0, 1, 0.75}, {1, 2, 0.25}}};
  const apsp::RealSummary found = apsp::summary(graph);
  REQUIRE(found.exponent == -2);
  REQUIRE(found.error == 0);
  REQUIRE(*found.units.diameter == 4);
  REQUIRE(apsp::summary(RealEdgeList{3, {{0, 1, -0.75}}}).units.sum == -3);
  require_error(Fault::kUsage, {"a summary of weights below 0"}, [] {
    (void)apsp::summary(RealEdgeList{3, {{0, 1, -0.1}, {1, 2, 0.3}}});
  });
}

TEST_CASE("a summary of integers beyond 32 bits rounds as that of decimals does") {
  const RealEdgeList graph{4, {{0, 1, 0x1p29 + 1}, {1, 2, 0x1p29}, {2, 3, 0x1p29}}};
  const apsp::RealSummary found = apsp::summary(graph);
  const double length = std::ldexp(*found.units.diameter, found.exponent);
  REQUIRE(std::abs(length - (3 * 0x1p29 + 1)) <= found.error);
  REQUIRE(found.error < 1e-6 * length);
  // What integers alone have, or what rounds to integers without a bound, is an error as before.
  RealEdgeList below = graph;
  below.edges.push_back({3, 2, -1});
  Settings narrow;
  narrow.width = apsp::Width::kS32;
  require_error(Fault::kNoAnswer, {"does not fit"}, [&] { (void)apsp::summary(below); });
  require_error(Fault::kNoAnswer, {"does not fit"}, [&] { (void)apsp::summary(graph, narrow); });
}

TEST_CASE("a summary of a path that no sample sees takes a wider unit") {
  // Eight sources see lengths of up to 50,000 edges of about 1, the first one more than twice that.
  RealEdgeList graph{120'000, {}};
  for (std::int32_t v = 0; v + 1 < 120'000; ++v) graph.edges.push_back({v, v + 1, 1.1});
  Settings settings;
  settings.sources = {{0, 119'999}};
  const apsp::RealSummary found = apsp::summary(graph, settings);
  const double length = 119'999 * 1.1;
  REQUIRE(std::abs(std::ldexp(*found.units.diameter, found.exponent) - length) <= found.error);
  REQUIRE(found.error < 1e-3 * length);
}

TEST_CASE("what only integers have is refused where lengths are rounded") {
  const RealEdgeList graph{2, {{0, 1, 0.1}}};
  apsp::Summary summary;
  Settings settings;
  settings.summary = &summary;
  require_error(Fault::kUsage, {"a summary is for"},
                [&] { (void)solved<double>(graph, settings); });
  settings.summary = nullptr;
  settings.width = apsp::Width::kU8;
  require_error(Fault::kUsage, {"a width is for"}, [&] { (void)solved<double>(graph, settings); });
  std::vector<double> small(3);
  require_error(Fault::kUsage, {"has 3 elements"},
                [&] { solve_into(graph, {}, std::span<double>(small)); });
}
