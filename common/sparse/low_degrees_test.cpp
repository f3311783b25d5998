// SPDX-License-Identifier: MIT
#include "common/sparse/low_degrees.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "common/base/threads.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/outline.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp;
using sparse::Pattern;
using sparse::Remainder;
using test::Sample;

namespace {

using Neighbours = std::vector<std::set<std::int32_t>>;

/// The neighbours of all vertices after the eliminations, by the definition. `most`: the most that
/// a vertex had when it was eliminated.
struct Truth {
  Neighbours neighbours;
  std::size_t most = 0;
};

Truth eliminated(const Pattern& pattern, const std::vector<std::int32_t>& order) {
  Truth truth;
  Neighbours& all = truth.neighbours;
  for (std::size_t v = 0; v < pattern.vertices(); ++v) {
    all.emplace_back(pattern.of(v).begin(), pattern.of(v).end());
  }
  for (const std::int32_t vertex : order) {
    const std::set<std::int32_t> joined = all[static_cast<std::size_t>(vertex)];
    truth.most = std::max(truth.most, joined.size());
    for (const std::int32_t neighbour : joined) {
      auto& row = all[static_cast<std::size_t>(neighbour)];
      row.insert(joined.begin(), joined.end());
      row.erase(neighbour);
      row.erase(vertex);
    }
    all[static_cast<std::size_t>(vertex)].clear();
  }
  return truth;
}

/// Returns the vertices that could still be eliminated.
std::vector<std::int32_t> require_remainder(const Pattern& pattern, const Remainder& remainder) {
  std::vector<std::int32_t> all = remainder.eliminated;
  all.insert(all.end(), remainder.vertices.begin(), remainder.vertices.end());
  std::sort(all.begin(), all.end());
  std::vector<std::int32_t> every(pattern.vertices());
  for (std::size_t v = 0; v < every.size(); ++v) every[v] = static_cast<std::int32_t>(v);
  REQUIRE(all == every);
  REQUIRE(std::is_sorted(remainder.vertices.begin(), remainder.vertices.end()));
  const Truth truth = eliminated(pattern, remainder.eliminated);
  REQUIRE(truth.most <= 3);
  REQUIRE(remainder.pattern.vertices() == remainder.vertices.size());
  std::vector<std::int32_t> possible;
  for (std::size_t n = 0; n < remainder.vertices.size(); ++n) {
    std::vector<std::int32_t> row;
    std::size_t widest = 0;
    for (const std::int32_t place : remainder.pattern.of(n)) {
      row.push_back(remainder.vertices[static_cast<std::size_t>(place)]);
      widest = std::max(widest, remainder.pattern.of(static_cast<std::size_t>(place)).size());
    }
    const auto& expected = truth.neighbours[static_cast<std::size_t>(remainder.vertices[n])];
    REQUIRE(row == std::vector<std::int32_t>(expected.begin(), expected.end()));
    if (row.size() <= 3 && widest < 8) possible.push_back(remainder.vertices[n]);
  }
  return possible;
}

Pattern pattern_of(const Sample& sample) {
  return sparse::pattern_of(sample.graph());
}

double fill_of(const Pattern& pattern) {
  return sparse::Outline(pattern, sparse::minimum_degree(pattern)).counts(0).fill();
}

}  // namespace

TEST_CASE("eliminating low degrees leaves what the definition leaves", "[sparse]") {
  std::size_t eliminated = 0;
  std::size_t all = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 80;
    Sample sample = test::random_sample(vertices, random() % (3 * vertices), 0, 9, seed);
    if (seed % 3 == 0) {  // wide ones
      for (std::size_t n = 0; n < vertices; ++n) {
        sample.edges.push_back({static_cast<std::int32_t>(n),
                                static_cast<std::int32_t>(random() % (1 + vertices / 20)), 1});
      }
    }
    CAPTURE(seed, vertices);
    const Pattern pattern = pattern_of(sample);
    const std::optional<Remainder> remainder = sparse::eliminate_low_degrees(pattern);
    std::size_t low = 0;
    for (std::size_t v = 0; v < vertices; ++v) low += pattern.of(v).size() <= 3 ? 1 : 0;
    if (remainder) {
      REQUIRE(remainder->eliminated.size() >= vertices / 8);
      static_cast<void>(require_remainder(pattern, *remainder));
      eliminated += remainder->eliminated.size();
    } else {
      REQUIRE((low < vertices / 2 || seed % 3 == 0));
    }
    all += vertices;
  }
  REQUIRE(eliminated > all / 3);
}

TEST_CASE("all of a tree, a ring and a ladder has low degrees", "[sparse]") {
  for (const Sample& sample :
       {test::chain(std::vector<Distance>(700, 1), 50), test::ring(600, 1), test::star(9),
        test::grid(2, 500, 1, 1), test::grid(3, 400, 1, 1), Sample{7, {}}, Sample{}}) {
    const auto remainder = sparse::eliminate_low_degrees(pattern_of(sample));
    REQUIRE(remainder);
    REQUIRE(remainder->eliminated.size() == sample.vertices);
    REQUIRE(remainder->pattern.vertices() == 0);
    REQUIRE(remainder->pattern.neighbours.empty());
  }
  REQUIRE(!sparse::eliminate_low_degrees(pattern_of(test::grid(40, 40, 1, 1))));
  REQUIRE(!sparse::eliminate_low_degrees(pattern_of(test::star(2000))));  // beside a wide one
}

TEST_CASE("parts of a large graph leave their borders, and the same for any threads", "[sparse]") {
  // 640 vertices across: ten parts, of 64 rows each.
  const Pattern pattern = pattern_of(test::thin_grid(640, 640, 3));
  REQUIRE(pattern.neighbours.size() >= std::size_t{1} << 20);
  const Remainder remainder = *sparse::eliminate_low_degrees(pattern);
  REQUIRE(remainder.vertices.size() < pattern.vertices() / 2);
  const std::vector<std::int32_t> possible = require_remainder(pattern, remainder);
  REQUIRE(!possible.empty());  // there were parts
  REQUIRE(possible.size() < std::size_t{9} * 2 * 640);
  for (const std::int32_t vertex : possible) {
    const std::size_t row = static_cast<std::size_t>(vertex) / 640;
    CAPTURE(vertex, row);
    REQUIRE((row % 64 == 63 || row % 64 == 0));
  }
  for (const int threads : {1, 2, 5}) {
    const ThreadCount count(threads);
    const Remainder again = *sparse::eliminate_low_degrees(pattern);
    REQUIRE(again.eliminated == remainder.eliminated);
    REQUIRE(again.vertices == remainder.vertices);
    REQUIRE(again.pattern.begin == remainder.pattern.begin);
    REQUIRE(again.pattern.neighbours == remainder.pattern.neighbours);
  }
}

TEST_CASE("hubs among the parts of a large graph stay, and so do their neighbours", "[sparse]") {
  Sample sample = test::thin_grid(640, 640, 6);
  std::mt19937 random(6);
  for (std::size_t hub = 100; hub < sample.vertices; hub += 20'000) {
    for (int n = 0; n < 30; ++n) {  // near ones, and of other parts
      const std::size_t other = hub + random() % (n < 25 ? 3'000 : sample.vertices);
      sample.edges.push_back(
          {static_cast<std::int32_t>(hub), static_cast<std::int32_t>(other % sample.vertices), 1});
    }
  }
  const Pattern pattern = pattern_of(sample);
  const Remainder remainder = *sparse::eliminate_low_degrees(pattern);
  REQUIRE(remainder.eliminated.size() > pattern.vertices() / 2);
  REQUIRE(require_remainder(pattern, remainder).size() > 640);  // there were parts
}

TEST_CASE("a long chain is ordered from its ends", "[sparse]") {
  constexpr std::size_t kEdges = 600'000;
  REQUIRE(fill_of(pattern_of(test::chain(std::vector<Distance>(kEdges, 1)))) == double{kEdges});
}

TEST_CASE("where numbers do not keep neighbours together there is one part", "[sparse]") {
  const Sample grid = test::thin_grid(640, 640, 4);
  const Pattern pattern = pattern_of(test::shuffled(grid, 8));
  const Remainder remainder = *sparse::eliminate_low_degrees(pattern);
  REQUIRE(require_remainder(pattern, remainder).size() < 100);  // refused once, beside full ones
  const double in_parts = fill_of(pattern_of(grid));
  const double in_one = fill_of(pattern);
  CAPTURE(in_parts, in_one);
  REQUIRE(in_parts < 1.02 * in_one);
  REQUIRE(in_one < 1.02 * in_parts);
}
