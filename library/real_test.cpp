// SPDX-License-Identifier: MIT
// Weights that are not integers, by the library's headers alone.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
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
    const bool vectors = apsp::instruction_sets().size() > 1;
    REQUIRE(std::get<std::int64_t>(listener.facts.at("core")) > (vectors ? 128 : 0));
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
