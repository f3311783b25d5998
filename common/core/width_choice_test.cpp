// SPDX-License-Identifier: MIT
#include "common/core/width_choice.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

TEST_CASE("a result is proven by completeness or by the bound, and only then") {
  REQUIRE(prove({126, true}, 1000, 127) == "every pair is reached below INF");
  REQUIRE(prove({100, false}, 26, 127) == "largest distance + largest weight < INF");
  REQUIRE_FALSE(prove({100, false}, 27, 127));
  // The sum may pass int32.
  REQUIRE_FALSE(prove({kUnreachable - 1, false}, kUnreachable - 1, kUnreachable));
}

constexpr Pace kSlow{1e12, 1e11};  // ten seconds in u8: every search is worth its time
constexpr Pace kFast{1e3, 1e11};   // no time: no search after the second round is

Width chosen(const test::Sample& sample, const Pace& pace = kSlow) {
  return choose_width(sample.graph(), kWidths, pace).width;
}

TEST_CASE("the pace of a width is its bytes' and what all widths have in common") {
  const Pace pace{1e12, 1e11, 3};
  REQUIRE(pace.seconds(Width::kU8) == 13);
  REQUIRE(pace.seconds(Width::kU16) == 23);
  REQUIRE(pace.seconds(Width::kS32) == 43);
}

TEST_CASE("where little is to be won the wider width is tried first") {
  // Every vertex of this ring sees 99, but the bound is 198: few such graphs go on to 127.
  const test::Sample sample = test::ring(100, 1);
  REQUIRE(choose_width(sample.graph(), kWidths, {1e3, 1e11, 1}).width == Width::kU16);
  REQUIRE(choose_width(sample.graph(), kWidths, {1e12, 1e11, 1}).width == Width::kU8);
}

TEST_CASE("a width ends before its infinity") {
  REQUIRE(infinity_of(Width::kU8) == 127);
  REQUIRE(infinity_of(Width::kU16) == 32767);
  REQUIRE(infinity_of(Width::kS32) == kUnreachable);
  REQUIRE(bytes_of(Width::kU8) == 1);
  REQUIRE(bytes_of(Width::kU16) == 2);
  REQUIRE(bytes_of(Width::kS32) == 4);
}

TEST_CASE("the chance that distances fit is certain where the bounds are, else in between") {
  REQUIRE(chance_to_fit({126, 126, 126, 1}, 127) == 1);
  REQUIRE(chance_to_fit({0, 200, 300, 1}, 127) == 0);
  REQUIRE(chance_to_fit({127, 127, kUnreachable, 1}, 127) == 0);
  double before = 1;
  for (const Distance seen : {10, 60, 100, 126}) {
    for (const std::size_t rounds : {1, 2, 9}) {
      const double chance = chance_to_fit({seen, seen, 300, rounds}, 127);
      INFO(seen << " seen in " << rounds << " rounds: " << chance);
      REQUIRE(chance > 0);
      REQUIRE(chance <= 1);
      if (rounds > 1) REQUIRE(chance >= chance_to_fit({seen, seen, 300, rounds - 1}, 127));
    }
    LongestBounds half{seen, seen, 300, 2};
    half.explored = 0.5;
    REQUIRE(chance_to_fit(half, 127) <= chance_to_fit({seen, seen, 300, 2}, 127));
    REQUIRE(chance_to_fit(half, 127) >= chance_to_fit({seen, seen, 300, 1}, 127));
    const double once = chance_to_fit({seen, seen, 300, 1}, 127);
    REQUIRE(once < before);
    before = once;
  }
}

TEST_CASE("the width of a path is right up to the last distance that fits") {
  for (const bool both : {false, true}) {
    for (const auto& [infinity, fits, next] :
         {std::tuple(127, Width::kU8, Width::kU16), std::tuple(32767, Width::kU16, Width::kS32)}) {
      for (Distance longest = infinity - 3; longest <= infinity + 2; ++longest) {
        // In two halves, so that one search from within finds neither end's distance.
        test::Sample path = test::chain({longest / 2, longest - longest / 2});
        for (std::size_t e = 0; both && e < 2; ++e) {
          const Edge edge = path.edges[e];
          path.edges.push_back({edge.destination, edge.source, edge.weight});
        }
        INFO("largest distance " << longest << (both ? ", both ways" : ""));
        REQUIRE(chosen(path) == (longest < infinity ? fits : next));
      }
    }
  }
}

TEST_CASE("two eccentricities need not add up: the narrow width is taken where it is exact") {
  // Through any vertex the bound is about twice the largest distance.
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    INFO("seed " << seed);
    const test::Sample ring = test::shuffled(test::ring(100, 1), seed);
    REQUIRE(chosen(ring) == Width::kU8);
    REQUIRE(chosen(test::shuffled(test::ring(127, 1), seed)) == Width::kU8);
    REQUIRE(chosen(test::shuffled(test::ring(128, 1), seed)) == Width::kU16);
  }
}

TEST_CASE("a sparse graph that is not strongly connected gets the narrow width it fits", "[long]") {
  // Each vertex leads to some before it, few lead back: most pairs have no path.
  std::size_t narrow = 0, narrowest = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    test::Sample sample{1000, {}};
    const auto heaviest = static_cast<std::uint32_t>(4 + random() % 20);
    for (std::int32_t v = 1; v < 1000; ++v) {
      for (std::size_t e = random() % 7; e > 0; --e) {
        const auto other = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(v));
        const auto weight = static_cast<Distance>(1 + random() % heaviest);
        sample.edges.push_back({v, other, weight});
        if (random() % 20 == 0) sample.edges.push_back({other, v, weight});
      }
    }
    Distance largest = 0;
    const reference::Adjacency adjacency(sample.graph());
    for (std::size_t v = 0; v < sample.vertices; ++v) {
      for (const reference::Length length : adjacency.dijkstra(v)) {
        if (length != reference::kNoPath)
          largest = std::max(largest, static_cast<Distance>(length));
      }
    }
    const Width width = chosen(sample);
    INFO("seed " << seed << ", largest distance " << largest << ": " << name(width));
    REQUIRE(width <= Width::kU16);
    if (largest >= 135) REQUIRE(width == Width::kU16);
    narrowest += largest < 127;
    narrow += largest < 127 && width == Width::kU8;
  }
  INFO(narrow << " of " << narrowest);
  REQUIRE(narrowest >= 5);
  REQUIRE(10 * narrow >= 9 * narrowest);
}

TEST_CASE("clusters that only heavy edges join are seen to be far apart") {
  test::Sample sample = test::random_sample(100, 6000, 1, 9, 3);
  for (const Edge& e : test::random_sample(100, 6000, 1, 9, 4).edges) {
    sample.edges.push_back({e.source + 100, e.destination + 100, e.weight});
  }
  sample.vertices = 200;
  sample.edges.push_back({0, 100, 500});
  sample.edges.push_back({100, 0, 500});
  for (const Pace& pace : {kSlow, kFast}) REQUIRE(chosen(sample, pace) == Width::kU16);
}

TEST_CASE("where attempts repeat, every part of a graph is searched for a bound") {
  // Two roads whose lengths the format might not hold, for all that V and the weights say.
  test::Sample sample = test::grid(60, 60, 1'000'000, 5);
  const std::size_t vertices = sample.vertices;
  const std::vector<Edge> edges = sample.edges;
  for (const Edge& edge : edges) {
    sample.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  const std::vector<Edge> road = sample.edges;
  for (Edge edge : road) {
    edge.source += static_cast<std::int32_t>(vertices);
    edge.destination += static_cast<std::int32_t>(vertices);
    sample.edges.push_back(edge);
  }
  sample.vertices = 2 * vertices;
  Pace pace = {1e9, 1e9};
  REQUIRE(choose_width(sample.graph(), kWidths, pace).bounds.most == kUnreachable);
  pace.repeats = true;
  const WidthChoice choice = choose_width(sample.graph(), kWidths, pace);
  REQUIRE(choice.bounds.most < kUnreachable);
  REQUIRE(choice.width == Width::kS32);
  pace.relaxations = 1e3;  // nothing is worth a search
  REQUIRE(choose_width(sample.graph(), kWidths, pace).bounds.most == kUnreachable);
}

TEST_CASE("the choice keeps to the widths that the program has") {
  constexpr std::array kTwo = {Width::kU16, Width::kS32};
  const auto two = [&](const test::Sample& sample) {
    return choose_width(sample.graph(), kTwo, kSlow).width;
  };
  REQUIRE(two(test::ring(10, 1)) == Width::kU16);
  REQUIRE(two(test::ring(10, 3000)) == Width::kU16);
  REQUIRE(two(test::ring(10, 4000)) == Width::kS32);
  REQUIRE(two(test::ring(10, kUnreachable - 1)) == Width::kS32);
  REQUIRE(two({0, {}}) == Width::kU16);
  REQUIRE(two({5, {}}) == Width::kU16);
}

TEST_CASE("a limit of the distances takes no wider numbers than it needs, and no search") {
  const test::Sample sample = test::chain(std::vector<Distance>(300, 1000));
  const auto chosen = [&](Distance limit, const Pace& pace) {
    return choose_width(sample.graph(), kWidths, pace, limit);
  };
  REQUIRE(chosen(kUnreachable, kSlow).width == Width::kS32);
  for (const auto& [limit, width] :
       {std::pair{126, Width::kU8}, std::pair{127, Width::kU16}, std::pair{32766, Width::kU16},
        std::pair{32767, Width::kS32}}) {
    INFO("limit " << limit);
    REQUIRE(chosen(limit, kSlow).width == width);
    const WidthChoice searches = chosen(limit, {0, 1, 1e9, true});
    REQUIRE(searches.width == width);
    REQUIRE(searches.bounds.rounds == 0);
    REQUIRE(searches.bounds.most == limit);
  }
}

TEST_CASE("few searches are sooner made twice than bounded before") {
  const test::Sample sample = test::chain(std::vector<Distance>(300, 10'000'000));
  const auto chosen = [&](const Pace& pace) { return choose_width(sample.graph(), kWidths, pace); };
  const WidthChoice few = chosen({0, 1, 1e-7, true});
  REQUIRE(few.width == Width::kS32);
  REQUIRE(few.bounds.rounds == 0);
  REQUIRE(few.bounds.most == kUnreachable);
  REQUIRE(chosen({0, 1, 1e3, true}).bounds.rounds > 0);    // of many
  REQUIRE(chosen({0, 1, 1e-7, false}).bounds.rounds > 0);  // no second attempt
}

TEST_CASE("searches whose lengths fit s32 whatever they are have no look before") {
  const test::Sample fits = test::chain(std::vector<Distance>(300, kUnreachable / 300 - 1));
  const WidthChoice choice = choose_width(fits.graph(), kWidths, {0, 1, 1e3, true});
  REQUIRE(choice.width == Width::kS32);
  REQUIRE(choice.bounds.rounds == 0);
  const test::Sample may_not = test::chain(std::vector<Distance>(300, kUnreachable / 300 + 1));
  REQUIRE(choose_width(may_not.graph(), kWidths, {0, 1, 1e3, true}).bounds.rounds > 0);
  // Lengths that potentials reduced need more room.
  const test::Sample reduced = test::ring(300, 1000);
  const auto bounds_for = [&](Distance room) {
    return choose_width(reduced.graph(), kWidths, {0, 1, 1e3, true}, kUnreachable, nullptr, room)
        .bounds;
  };
  REQUIRE(bounds_for(299'001).rounds == 0);
  REQUIRE(bounds_for(299'000).rounds > 0);
  REQUIRE(bounds_for(0).rounds > 0);
}

TEST_CASE("a solve that takes no time gets two rounds of searches") {
  const test::Sample sample = test::shuffled(test::ring(100, 1), 7);
  REQUIRE(choose_width(sample.graph(), kWidths, kFast).bounds.rounds == 2);
  REQUIRE(choose_width(sample.graph(), kWidths, kSlow).bounds.rounds > 2);
}

TEST_CASE("a look that began before changes no choice") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Distance largest = std::vector<Distance>{1, 40, 900, 30'000}[seed % 4];
    const std::size_t vertices = std::size_t{3} * seed;
    const std::size_t edges = std::size_t{seed} * (seed % 7);
    const test::Sample sample = test::random_sample(vertices, edges, 0, largest, seed);
    const Graph graph = sample.graph();
    for (const Pace& pace : {kSlow, kFast, Pace{1e8, 1e11, 0, true}}) {
      INFO("seed " << seed << ", " << pace.relaxations << " relaxations");
      auto begun = std::make_unique<LongestDistance>(graph);
      (void)begun->search();
      const WidthChoice alone = choose_width(graph, kWidths, pace);
      const WidthChoice choice = choose_width(graph, kWidths, pace, kUnreachable, std::move(begun));
      REQUIRE(choice.width == alone.width);
      REQUIRE(choice.bounds.rounds == alone.bounds.rounds);
      REQUIRE(choice.bounds.seen == alone.bounds.seen);
      REQUIRE(choice.bounds.least == alone.bounds.least);
      REQUIRE(choice.bounds.most == alone.bounds.most);
    }
  }
}

}  // namespace
}  // namespace apsp
