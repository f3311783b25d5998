// SPDX-License-Identifier: MIT
#include "tools/check/sweep.hpp"

#include <climits>

#include "common/testing/catch.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::kU;
using test::TestGraph;
TEST_CASE("right distances pass the sweep") {
  for (unsigned seed = 0; seed < 80; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 30;
    const TestGraph g(n, test::random_edges(n, n * 3, test::kAllWeights[seed % 4], random));
    REQUIRE(sweep(g.graph, {g.distances(), RowSet(g.graph.vertices)}).count == 0);
  }
  REQUIRE(sweep(TestGraph(0, {}).graph, {{}, RowSet(0)}).count == 0);
}

TEST_CASE("the sweep sees the diagonal, the range and every edge") {
  const TestGraph g(3, {{0, 1, 4}, {1, 2, 3}, {1, 2, 2}});
  const Findings findings = sweep(g.graph, {std::vector<Distance>{0, kU, kU + 1,  //
                                                                  -1, 2, 3,       //
                                                                  INT_MIN, kU, INT_MAX},
                                            RowSet(3)});
  REQUIRE(findings.count == 7);
  REQUIRE(findings.first == std::vector<Finding>{
                                {0, 2, kU + 1, "0 to 1073741823 (no path)"},
                                {1, 0, -1, "0 to 1073741823 (no path)"},
                                {1, 1, 2, "0 (the diagonal)"},
                                {2, 0, INT_MIN, "0 to 1073741823 (no path)"},
                                {2, 2, INT_MAX, "0 (the diagonal)"},
                                {0, 1, kU, "at most 4 (edge 0 from 0 to 1)"},
                                {1, 2, 3, "at most 2 (edge 2 from 1 to 2)"},
                            });
}

TEST_CASE("below zero is a length only where a weight is") {
  const TestGraph g(2, {{0, 1, -5}});
  REQUIRE(sweep(g.graph, {std::vector<Distance>{0, -5, kU, 0}, RowSet(2)}).count == 0);
  REQUIRE(sweep(g.graph, {std::vector<Distance>{0, -kU, kU, 0}, RowSet(2)}).count == 1);
}

TEST_CASE("edges are held against every row of their source") {
  const TestGraph g(3, {{0, 1, 6}, {2, 1, 3}, {1, 0, 1}});
  const RowSet rows(3, {2, 0, 2});
  const Findings findings =
      sweep(g.graph, {std::vector<Distance>{kU, 4, 0, 0, 6, kU, kU, 5, 1}, rows});
  REQUIRE(findings.first == std::vector<Finding>{
                                {2, 2, 1, "0 (the diagonal)"},
                                {0, 1, 4, "at most 3 (edge 1 from 2 to 1)"},
                                {2, 1, 5, "at most 3 (edge 1 from 2 to 1)"},
                            });
}

TEST_CASE("a table of some columns is held against the edges between its vertices") {
  const TestGraph g(4, {{0, 1, 6}, {2, 1, 3}, {1, 0, 1}, {2, 3, 1}, {0, 2, 2}});
  const RowSet rows(4, {2, 0});
  const RowSet columns(4, {1, 2, 1});
  REQUIRE(sweep(g.graph, {std::vector<Distance>{3, 0, 3, 5, 2, 5}, rows, columns}).count == 0);
  // A length below the right one and a missing path pass: this is no proof.
  REQUIRE(sweep(g.graph, {std::vector<Distance>{3, 0, 2, 4, 2, 0}, rows, columns}).count == 0);
  const std::vector<Distance> wrong = {3, 1, 4, 7, kU, -1};
  REQUIRE(sweep(g.graph, {wrong, rows, columns}).first ==
          std::vector<Finding>{
              {0, 1, 1, "0 (the diagonal)"},
              {1, 2, -1, "0 to 1073741823 (no path)"},
              {1, 0, 7, "at most 6 (edge 0 from 0 to 1)"},
              {0, 2, 4, "at most 3 (edge 1 from 2 to 1)"},
              {1, 1, kU, "at most 2 (edge 4 from 0 to 2)"},
          });
}

TEST_CASE("edges are numbered through, and counted beyond the ten that are kept") {
  const TestGraph g(2, std::vector<Edge>(40'000, {0, 1, 6}));
  const Findings findings = sweep(g.graph, {std::vector<Distance>{0, 7, kU, 0}, RowSet(2)});
  REQUIRE(findings.count == 40'000);
  REQUIRE(findings.first.size() == 10);
  REQUIRE(findings.first[9].expected == "at most 6 (edge 9 from 0 to 1)");
}

}  // namespace
}  // namespace apsp::check
