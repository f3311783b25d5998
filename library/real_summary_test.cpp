// SPDX-License-Identifier: MIT
// Summaries of weights that are not integers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_reals.hpp"

namespace {

using apsp::Fault;
using apsp::Method;
using apsp::RealEdgeList;
using apsp::Settings;
using apsp::test::expected;
using apsp::test::Integer;
using apsp::test::kNoPath;
using apsp::test::random_real_graph;
using apsp::test::require_error;

}  // namespace

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
