// SPDX-License-Identifier: MIT
#include "tools/check/proof.hpp"

#include <omp.h>

#include <algorithm>
#include <climits>

#include "common/core/potentials.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::TestGraph;
using RowList = std::vector<std::size_t>;

RowList wrong(const TestGraph& g, const std::vector<Distance>& distances) {
  return wrong_rows(g.graph, Potentials(g.graph).values(), distances, RowSet(g.graph.vertices));
}

TEST_CASE("right distances are proven") {
  unsigned seed = 0;
  for (const test::Weights weights : test::kAllWeights) {
    for (const std::size_t vertices : {1, 2, 3, 15, 16, 17, 32, 33, 70}) {
      for (const std::size_t degree : {0, 1, 2, 8}) {
        INFO("seed " << seed << ", vertices " << vertices << ", degree " << degree);
        std::mt19937 random(seed++);
        const TestGraph g(vertices,
                          test::random_edges(vertices, vertices * degree, weights, random));
        REQUIRE(wrong(g, g.distances()).empty());
      }
    }
  }
  REQUIRE(wrong(TestGraph(0, {}), {}).empty());
}

TEST_CASE("one wrong entry anywhere is found, whatever it is") {
  unsigned seed = 0;
  for (const test::Weights weights : test::kAllWeights) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::mt19937 random(seed);
      const std::size_t vertices = 1 + random() % 50;
      const TestGraph g(vertices,
                        test::random_edges(vertices, vertices * (random() % 5), weights, random));
      const std::vector<Distance> right = g.distances();
      const std::size_t x = random() % right.size();
      for (const Distance entry :
           {right[x] + 1, right[x] - 1, 0, kUnreachable, kUnreachable - 1, kUnreachable + 1,
            -kUnreachable, -kUnreachable + 1, INT_MAX, INT_MIN}) {
        if (entry == right[x]) continue;
        INFO("seed " << seed << ", entry " << x << " is " << entry << ", right is " << right[x]);
        std::vector<Distance> found = right;
        found[x] = entry;
        REQUIRE(wrong(g, found) == RowList{x / vertices});
      }
      ++seed;
    }
  }
}

// The proof's claim itself: a row passes if and only if it is right, over all rows of small
// numbers.
TEST_CASE("no wrong row passes, among all rows of four small distances") {
  constexpr std::size_t kVertices = 4;  // 7^4 = 2401 rows
  const std::vector<Distance> values = {-2, -1, 0, 1, 2, 3, kUnreachable};
  for (unsigned seed = 0; seed < 120; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::vector<Edge> edges =
        test::random_edges(kVertices, 3 + random() % 6, test::kAllWeights[seed % 4], random);
    // Weights near zero only, so that the distances are among the values.
    for (Edge& e : edges) e.weight = std::clamp(e.weight, seed % 4 == 3 ? -1 : 0, 1);
    const TestGraph g(kVertices, std::move(edges));
    const auto right = reference::distances(g.graph);
    if (!right) continue;  // clamping made a negative cycle
    std::vector<Distance> found = *right;
    std::size_t passed = 0;
    for (std::size_t code = 0; code < 2401; ++code) {
      found[0] = values[code % 7];
      found[1] = values[code / 7 % 7];
      found[2] = values[code / 49 % 7];
      found[3] = values[code / 343];
      const bool passes = wrong(g, found).empty();
      if (passes != (found == *right)) {
        FAIL("row " << found[0] << " " << found[1] << " " << found[2] << " " << found[3]);
      }
      passed += passes;
    }
    REQUIRE(passed <= 1);
  }
}

TEST_CASE("distances that only support each other are found") {
  constexpr Distance kU = kUnreachable;
  SECTION("unreachable vertices on a cycle of weight zero") {
    const TestGraph g(3, {{1, 2, 0}, {2, 1, 0}});
    REQUIRE(wrong(g, {0, kU, kU, kU, 0, 0, kU, 0, 0}).empty());
    REQUIRE(wrong(g, {0, 5, 5, kU, 0, 0, kU, 0, 0}) == RowList{0});
  }
  SECTION("an unreachable vertex with a loop of weight zero") {
    const TestGraph g(2, {{1, 1, 0}});
    REQUIRE(wrong(g, {0, kU, kU, 0}).empty());
    REQUIRE(wrong(g, {0, 3, kU, 0}) == RowList{0});
  }
  SECTION("reachable vertices, both one too small") {
    const TestGraph g(3, {{0, 1, 4}, {1, 2, 0}, {2, 1, 0}});
    REQUIRE(wrong(g, {0, 4, 4, kU, 0, 0, kU, 0, 0}).empty());
    REQUIRE(wrong(g, {0, 3, 3, kU, 0, 0, kU, 0, 0}) == RowList{0});
  }
  SECTION("and what hangs on them") {
    const TestGraph g(4, {{0, 1, 4}, {1, 2, 0}, {2, 1, 0}, {2, 3, 1}});
    REQUIRE(wrong(g, {0, 4, 4, 5, kU, 0, 0, 1, kU, 0, 0, 1, kU, kU, kU, 0}).empty());
    REQUIRE(wrong(g, {0, 3, 3, 4, kU, 0, 0, 1, kU, 0, 0, 1, kU, kU, kU, 0}) == RowList{0});
  }
  SECTION("on a cycle of a positive and a negative edge") {
    const TestGraph g(3, {{0, 1, 9}, {1, 2, 5}, {2, 1, -5}});
    REQUIRE(wrong(g, {0, 9, 14, kU, 0, 5, kU, -5, 0}).empty());
    REQUIRE(wrong(g, {0, 8, 13, kU, 0, 5, kU, -5, 0}) == RowList{0});
  }
  SECTION("in one row, beside a row that the same vertices are right in") {
    const TestGraph g(3, {{0, 1, 0}, {1, 0, 0}});
    REQUIRE(wrong(g, {0, 0, kU, 0, 0, kU, kU, kU, 0}).empty());
    REQUIRE(wrong(g, {0, 0, kU, 0, 0, kU, 7, 7, 0}) == RowList{2});
    // In all rows that can be wrong so, at different lengths.
    const TestGraph six(6, {{0, 1, 0}, {1, 0, 0}});
    std::vector<Distance> found = six.distances();
    for (const std::size_t i : {2, 4, 5}) {
      found[i * 6] = found[i * 6 + 1] = static_cast<Distance>(i);
    }
    REQUIRE(wrong(six, found) == RowList{2, 4, 5});
  }
  SECTION("in the last row of four that reach them") {
    const TestGraph g(4, {{1, 2, 0}, {2, 1, 0}, {0, 1, 5}, {3, 0, 1}});
    REQUIRE(wrong(g, {0, 5, 5, kU, kU, 0, 0, kU, kU, 0, 0, kU, 1, 6, 6, 0}).empty());
    REQUIRE(wrong(g, {0, 5, 5, kU, kU, 0, 0, kU, kU, 0, 0, kU, 1, 4, 4, 0}) == RowList{3});
  }
  SECTION("where an unreachable vertex seems to lead to them") {
    const TestGraph g(4, {{1, 2, -5}, {2, 3, 0}, {3, 2, 0}});
    REQUIRE(wrong(g, {0, kU, kU, kU, kU, 0, -5, -5, kU, kU, 0, 0, kU, kU, 0, 0}).empty());
    REQUIRE(wrong(g, {0, kU, kU - 5, kU - 5, kU, 0, -5, -5, kU, kU, 0, 0, kU, kU, 0, 0}) ==
            RowList{0});
  }
}

TEST_CASE("a length that does not fit is not taken for no path") {
  constexpr Distance kU = kUnreachable;
  const TestGraph fits(3, {{0, 1, kU - 2}, {1, 2, 1}});
  REQUIRE(wrong(fits, {0, kU - 2, kU - 1, kU, 0, 1, kU, kU, 0}).empty());
  const TestGraph exactly_no_path(3, {{0, 1, kU - 2}, {1, 2, 2}});
  REQUIRE(wrong(exactly_no_path, {0, kU - 2, kU, kU, 0, 2, kU, kU, 0}) == RowList{0});
  const TestGraph longest(3, {{0, 1, kU - 1}, {1, 2, kU - 1}});
  REQUIRE(wrong(longest, {0, kU - 1, kU, kU, 0, kU - 1, kU, kU, 0}) == RowList{0});
  const TestGraph shortest(3, {{0, 1, -kU + 1}, {1, 2, -kU + 1}});
  REQUIRE(wrong(shortest, {0, -kU + 1, -kU + 1, kU, 0, -kU + 1, kU, kU, 0}) == RowList{0});
  const TestGraph one_too_short(3, {{0, 1, -kU + 1}, {1, 2, -1}});
  REQUIRE(wrong(one_too_short, {0, -kU + 1, -kU, kU, 0, -1, kU, kU, 0}) == RowList{0});
  // A weight below zero from an unreachable vertex is no way to get anywhere.
  const TestGraph apart(3, {{1, 2, -kU + 1}});
  REQUIRE(wrong(apart, {0, kU, kU, kU, 0, -kU + 1, kU, kU, 0}).empty());
  REQUIRE(wrong(apart, {0, kU, 1, kU, 0, -kU + 1, kU, kU, 0}) == RowList{0});
}

TEST_CASE("potentials are not believed: an edge below zero under them proves nothing") {
  const TestGraph g(2, {{0, 1, -3}, {0, 1, 5}});
  const std::vector<Distance> right = {0, -3, kUnreachable, 0};
  const std::vector<std::int64_t> none = {0, 0};
  test::require_error(Fault::kInternal, {"below zero"},
                      [&] { (void)wrong_rows(g.graph, none, right, RowSet(2)); });
  REQUIRE(wrong(g, right).empty());
}

TEST_CASE("of many rows, all wrong ones are listed") {
  std::mt19937 random(11);
  const TestGraph g(75, test::random_edges(75, 300, test::Weights::kSomeZero, random));
  std::vector<Distance> found = g.distances();
  const RowList rows = {0, 15, 16, 40, 63, 74};
  for (const std::size_t i : rows) found[i * 75 + i] = 1;
  REQUIRE(wrong(g, found) == rows);
}

TEST_CASE("rows of any vertices are proven, each by its own vertex") {
  std::size_t wrong_ones = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 40;
    const TestGraph g(vertices, test::random_edges(vertices, vertices * (random() % 5),
                                                   test::kAllWeights[seed % 4], random));
    const std::vector<Distance> all = g.distances();
    const auto right_row = [&](std::size_t v) {
      return std::span(all).subspan(v * vertices, vertices);
    };
    std::vector<std::int32_t> sources(1 + random() % 50);
    for (std::int32_t& s : sources) s = static_cast<std::int32_t>(random() % vertices);
    std::vector<std::size_t> of(sources.begin(), sources.end());  // whose rows the file has
    switch (seed / 4 % 4) {
      case 0:
        break;
      case 1:
        std::swap(of[random() % of.size()], of[random() % of.size()]);
        break;
      case 2:
        of[random() % of.size()] = random() % vertices;
        break;
      default:
        std::shuffle(of.begin(), of.end(), random);
    }
    std::vector<Distance> found;
    for (const std::size_t v : of) {
      found.insert(found.end(), right_row(v).begin(), right_row(v).end());
    }
    if (seed % 3 == 0) found[random() % found.size()] += 1;
    RowList expected;
    for (std::size_t r = 0; r < sources.size(); ++r) {
      const auto row = std::span(found).subspan(r * vertices, vertices);
      const auto right = right_row(static_cast<std::size_t>(sources[r]));
      if (!std::equal(row.begin(), row.end(), right.begin())) expected.push_back(r);
    }
    wrong_ones += expected.size();
    const RowSet rows(vertices, sources);
    REQUIRE(wrong_rows(g.graph, Potentials(g.graph).values(), found, rows) == expected);
  }
  REQUIRE(wrong_ones > 500);
}

TEST_CASE("lengths that a file cannot hold are proven, and no other ones") {
  using reference::kNoPath;
  using Lengths = std::vector<reference::Length>;
  constexpr reference::Length kMost = kUnreachable - 1;
  const TestGraph g(5, {{0, 1, kMost}, {1, 2, kMost}, {3, 4, 0}, {4, 3, 0}});
  REQUIRE(proves(g.graph, 0, Lengths{0, kMost, 2 * kMost, kNoPath, kNoPath}));
  REQUIRE(proves(g.graph, 3, Lengths{kNoPath, kNoPath, kNoPath, 0, 0}));
  for (const Lengths& wrong :
       {Lengths{0, kMost, 2 * kMost + 1, kNoPath, kNoPath},
        Lengths{0, kMost, 2 * kMost - 1, kNoPath, kNoPath},
        Lengths{0, kMost, kNoPath, kNoPath, kNoPath}, Lengths{0, kMost, 2 * kMost, 7, 7},
        Lengths{1, kMost + 1, 2 * kMost + 1, kNoPath, kNoPath}}) {
    REQUIRE_FALSE(proves(g.graph, 0, wrong));
  }
}

TEST_CASE("a wrong row leaves nothing behind for the rows after it") {
  // Vertex 16 reaches the zero cycle of 1 and 2, vertex 0 does not.
  const TestGraph g(40, {{1, 2, 0}, {2, 1, 0}, {16, 1, 3}});
  std::vector<Distance> found = g.distances();
  found[1] = found[2] = 5;
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);  // so that the same memory serves both rows
  const RowList rows = wrong(g, found);
  omp_set_num_threads(threads);
  REQUIRE(rows == RowList{0});
}

}  // namespace
}  // namespace apsp::check
