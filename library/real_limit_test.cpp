// SPDX-License-Identifier: MIT
// Limits of lengths that round.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_reals.hpp"

namespace {

using apsp::Method;
using apsp::RealEdge;
using apsp::RealEdgeList;
using apsp::Settings;
using apsp::test::kInfinity;
using apsp::test::random_real_graph;
using apsp::test::solved;

}  // namespace

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
