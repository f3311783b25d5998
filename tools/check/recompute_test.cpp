// SPDX-License-Identifier: MIT
#include "tools/check/recompute.hpp"

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::kU;
using test::TestGraph;
TEST_CASE("wrong entries of the rows asked for are found and explained") {
  const TestGraph g(4, {{0, 1, 4}, {1, 2, 3}, {1, 2, 2}, {2, 2, 0}});
  std::vector<Distance> d = g.distances();
  REQUIRE(d == std::vector<Distance>{0, 4, 6, kU, kU, 0, 2, kU, kU, kU, 0, kU, kU, kU, kU, 0});
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  REQUIRE(recompute(g.graph, {d, RowSet(g.graph.vertices)}, all).count == 0);
  d[0 * 4 + 1] = 3;
  d[0 * 4 + 2] = 9;
  d[0 * 4 + 3] = 12;
  d[2 * 4 + 2] = 1;
  d[3 * 4 + 0] = 2;
  const Findings findings = recompute(g.graph, {d, RowSet(g.graph.vertices)}, all);
  REQUIRE(findings.count == 5);
  REQUIRE(findings.tasks == 3);
  REQUIRE(findings.first == std::vector<Finding>{
                                {0, 1, 3, "4 (no path is shorter)"},
                                {0, 2, 9, "6 (distance 4 from 0 to 1, then edge 2 of weight 2)"},
                                {0, 3, 12, "1073741823 (no path)"},
                                {2, 2, 1, "0 (the diagonal)"},
                                {3, 0, 2, "1073741823 (no path)"},
                            });
  REQUIRE(recompute(g.graph, {d, RowSet(g.graph.vertices)}, std::vector<std::size_t>{1}).count ==
          0);
  REQUIRE(recompute(g.graph, {d, RowSet(g.graph.vertices)}, std::vector<std::size_t>{1, 3}).count ==
          1);
}

TEST_CASE("each wrong entry of a random matrix is found where it is") {
  unsigned seed = 0;
  for (const test::Weights weights : test::kAllWeights) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      INFO("seed " << seed);
      std::mt19937 random(seed++);
      const std::size_t n = 2 + random() % 30;
      const TestGraph g(n, test::random_edges(n, n * 2, weights, random));
      std::vector<Distance> d = g.distances();
      const std::size_t x = random() % d.size();
      d[x] = d[x] == kU ? 7 : kU;
      std::vector<std::size_t> rows(n);
      for (std::size_t i = 0; i < n; ++i) rows[i] = i;
      const Findings findings = recompute(g.graph, {d, RowSet(g.graph.vertices)}, rows);
      REQUIRE(findings.count == 1);
      REQUIRE(findings.first[0].row == x / n);
      REQUIRE(findings.first[0].column == x % n);
      REQUIRE(findings.first[0].found == d[x]);
    }
  }
}

TEST_CASE("a length outside the format is no answer") {
  const std::vector<std::size_t> row = {0};
  const TestGraph large(3, {{0, 1, kU - 2}, {1, 2, 2}});
  const std::vector<Distance> d(9, 0);
  test::require_error(Fault::kNoAnswer, {"from 0 to 2", "1073741823"}, [&] {
    (void)recompute(large.graph, {d, RowSet(large.graph.vertices)}, row);
  });
  const TestGraph small(3, {{0, 1, -kU + 2}, {1, 2, -2}});
  test::require_error(Fault::kNoAnswer, {"from 0 to 2", "-1073741823"}, [&] {
    (void)recompute(small.graph, {d, RowSet(small.graph.vertices)}, row);
  });
  const std::vector<Distance> entry = {kU - 2};
  REQUIRE(recompute(large.graph, {entry, {3, {0}}, {3, {1}}}, row).count == 0);
}

}  // namespace
}  // namespace apsp::check
