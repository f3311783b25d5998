// SPDX-License-Identifier: MIT
#include "tools/generate/nearest.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"

using namespace apsp::generate;

namespace {

std::uint64_t squared_distance(std::uint64_t a, std::uint64_t b, std::uint64_t dimensions,
                               std::uint64_t seed) {
  std::uint64_t sum = 0;
  for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
    const auto apart = static_cast<std::int64_t>(coordinate(a, axis, seed)) -
                       static_cast<std::int64_t>(coordinate(b, axis, seed));
    sum += static_cast<std::uint64_t>(apart * apart);
  }
  return sum;
}

using Ends = std::pair<std::uint64_t, std::uint64_t>;

// Each vertex with its nearest, by trying all.
std::vector<Ends> brute_force(std::uint64_t vertices, std::uint64_t neighbours,
                              std::uint64_t dimensions, std::uint64_t seed) {
  std::vector<Ends> arcs;
  for (std::uint64_t vertex = 0; vertex < vertices; ++vertex) {
    std::vector<Ends> others;  // squared distance, number
    for (std::uint64_t other = 0; other < vertices; ++other) {
      if (other != vertex) {
        others.emplace_back(squared_distance(vertex, other, dimensions, seed), other);
      }
    }
    std::sort(others.begin(), others.end());
    for (std::uint64_t n = 0; n < neighbours; ++n) {
      arcs.emplace_back(vertex, others[n].second);
    }
  }
  return arcs;
}

std::vector<Ends> pairs_of(const Segments& segments) {
  std::vector<Ends> pairs;
  for (std::uint64_t i = 0; i < segments.size(); ++i) {
    const VertexPair pair = segments.pair(i);
    pairs.emplace_back(static_cast<std::uint64_t>(pair.source),
                       static_cast<std::uint64_t>(pair.destination));
  }
  return pairs;
}

// The shapes to try: vertices, neighbours, dimensions.
using Shape = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
const std::vector<Shape> kShapes = {{0, 0, 2},   {1, 0, 2},    {2, 1, 1},    {9, 8, 2},
                                    {17, 3, 1},  {300, 10, 2}, {300, 10, 3}, {400, 7, 1},
                                    {200, 0, 2}, {250, 5, 16}};

}  // namespace

TEST_CASE("the nearest neighbours are those that brute force finds, nearest first") {
  for (const auto& [vertices, neighbours, dimensions] : kShapes) {
    for (const std::uint64_t seed : {1U, 77U}) {
      INFO(vertices << " vertices, " << neighbours << " neighbours, " << dimensions
                    << " dimensions, seed " << seed);
      CHECK(pairs_of(make_nearest(vertices, neighbours, dimensions, true, seed)) ==
            brute_force(vertices, neighbours, dimensions, seed));
    }
  }
}

TEST_CASE("both ways, each pair once, by the lower vertex, then the higher") {
  for (const auto& [vertices, neighbours, dimensions] : kShapes) {
    INFO(vertices << " vertices, " << neighbours << " neighbours, " << dimensions << " dimensions");
    std::set<Ends> expected;
    for (const auto& [source, destination] : brute_force(vertices, neighbours, dimensions, 3)) {
      expected.emplace(std::min(source, destination), std::max(source, destination));
    }
    std::vector<Ends> both;
    for (const auto& [low, high] : expected) {
      both.emplace_back(low, high);
      both.emplace_back(high, low);
    }
    CHECK(pairs_of(make_nearest(vertices, neighbours, dimensions, false, 3)) == both);
  }
}

TEST_CASE("lengths are distances, to the nearest share of the longest") {
  constexpr std::uint64_t kSeed = 9;
  constexpr std::uint64_t kRange = 10000;
  const Segments segments = make_nearest(200, 6, 3, true, kSeed);
  const std::vector<Ends> pairs = pairs_of(segments);
  std::uint64_t longest = 0;
  for (const auto& [a, b] : pairs) {
    longest = std::max(longest, squared_distance(a, b, 3, kSeed));
  }
  for (std::uint64_t i = 0; i < segments.size(); ++i) {
    // (length / kRange)^2 between those of half a step less and half a step more, and rounding.
    const auto squared =
        static_cast<double>(squared_distance(pairs[i].first, pairs[i].second, 3, kSeed));
    const auto length = static_cast<double>(segments.length(i, kRange));
    const auto step = static_cast<double>(longest) / (1.0 * kRange * kRange);
    REQUIRE(squared >= (length - 0.51) * (length - 0.51) * step);
    REQUIRE(squared <= (length + 0.51) * (length + 0.51) * step);
  }
}

TEST_CASE("points in one place are 0 apart, and the lower number is nearer") {
  // On a line of 2^28 places some of 40,000 points meet.
  constexpr std::uint64_t kVertices = 40000;
  const Segments segments = make_nearest(kVertices, 1, 1, true, 1);
  std::uint64_t meet = 0;
  for (std::uint64_t i = 0; i < segments.size(); ++i) {
    const VertexPair pair = segments.pair(i);
    const bool together = coordinate(static_cast<std::uint64_t>(pair.source), 0, 1) ==
                          coordinate(static_cast<std::uint64_t>(pair.destination), 0, 1);
    REQUIRE((segments.length(i, std::uint64_t{1} << 32) == 0) == together);
    meet += together ? 1 : 0;
  }
  CHECK(meet >= 2);
}
