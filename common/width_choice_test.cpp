// SPDX-License-Identifier: MIT
#include "common/width_choice.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "common/catch.hpp"
#include "common/reference.hpp"

namespace apsp {
namespace {

TEST_CASE("a result is proven by completeness or by the bound, and only then") {
  REQUIRE(prove({126, true}, 1000, 127) == "every pair is reached below INF");
  REQUIRE(prove({100, false}, 26, 127) == "largest distance + largest weight < INF");
  REQUIRE_FALSE(prove({100, false}, 27, 127));
  // The sum may pass int32.
  REQUIRE_FALSE(prove({kUnreachable - 1, false}, kUnreachable - 1, kUnreachable));
}

TEST_CASE("the narrowest width leaves its infinity free") {
  REQUIRE(narrowest_width(0) == Width::kU8);
  REQUIRE(narrowest_width(126) == Width::kU8);
  REQUIRE(narrowest_width(127) == Width::kU16);
  REQUIRE(narrowest_width(32766) == Width::kU16);
  REQUIRE(narrowest_width(32767) == Width::kS32);
}

TEST_CASE("the estimate bounds the longest distance of strongly connected graphs") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 120;
    // A ring makes it strongly connected; up to V^2 random edges, so that both a thinned graph and
    // a whole one occur; few different weights, so that ties at the limit occur.
    const auto top = static_cast<Distance>(seed % 2 == 0 ? 1 : 1000);
    std::vector<Edge> edges;
    for (std::size_t v = 0; v < vertices; ++v) {
      edges.push_back(
          {static_cast<std::int32_t>(v), static_cast<std::int32_t>((v + 1) % vertices), 1});
    }
    for (std::size_t e = random() % (vertices * vertices); e > 0; --e) {
      edges.push_back({static_cast<std::int32_t>(random() % vertices),
                       static_cast<std::int32_t>(random() % vertices),
                       static_cast<Distance>(random() % static_cast<std::uint32_t>(top + 1))});
    }
    const Graph graph{vertices, edges, 0, std::max(top, 1)};
    const std::vector<Distance> exact = reference::distances(graph).value();
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges.size());
    REQUIRE(estimate_longest(graph) >= *std::max_element(exact.begin(), exact.end()));
  }
}

TEST_CASE("the estimate of a graph without edges is 0, and a huge one does not overflow") {
  REQUIRE(estimate_longest({5, {}, 0, 0}) == 0);
  const Edge heavy[] = {
      {0, 1, kUnreachable - 1}, {1, 2, kUnreachable - 1}, {2, 0, kUnreachable - 1}};
  REQUIRE(estimate_longest({3, heavy, kUnreachable - 1, kUnreachable - 1}) == kUnreachable);
}

}  // namespace
}  // namespace apsp
