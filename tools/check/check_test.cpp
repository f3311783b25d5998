// SPDX-License-Identifier: MIT
#include "tools/check/check.hpp"

#include <omp.h>

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::kU;
using test::TestGraph;
Verdict check(const TestGraph& g, const std::vector<Distance>& d, const Rows& rows = {}) {
  return check_graph(g.graph, {d, RowSet(g.graph.vertices)}, rows);
}

TEST_CASE("a proof of all rows is the default and says so") {
  const TestGraph g(3, {{0, 1, 4}, {1, 2, 3}});
  std::vector<Distance> d = g.distances();
  const Verdict right = check(g, d);
  REQUIRE(right.right);
  REQUIRE(right.findings.empty());
  REQUIRE(right.line ==
          "right: 3 x 3, all rows proven: each of 2 edges obeyed, each length attained by a path");
  d[2] = 8;
  const Verdict wrong = check(g, d);
  REQUIRE_FALSE(wrong.right);
  REQUIRE(wrong.findings == std::vector<std::string>{
                                "row 0, column 2, byte 8: found 8, expected 7 (distance 4 from 0 "
                                "to 1, then edge 1 of weight 3)"});
  REQUIRE(wrong.line == "wrong: 3 x 3, 1 wrong entry in 1 row");
  REQUIRE(check(TestGraph(0, {}), {}).right);
}

TEST_CASE("ten entries are told, all are counted, with any number of threads") {
  const TestGraph g(60, {{0, 1, 4}, {1, 0, 4}});
  const std::vector<Distance> zeros(3600, 0);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const Verdict one = check(g, zeros);
  omp_set_num_threads(5);
  const Verdict five = check(g, zeros);
  omp_set_num_threads(threads);
  REQUIRE(one.findings.size() == 10);
  REQUIRE(one.line == "wrong: 60 x 60, 3540 wrong entries in 60 rows");
  REQUIRE(five.findings == one.findings);
  REQUIRE(five.line == one.line);
}

TEST_CASE("all rows are proven only where that is affordable") {
  const TestGraph g(20, {{0, 1, 1}, {1, 2, 1}});  // 22 visits a row, 374 for 17 rows
  const Rows enough{.affordable_visits = 440, .sample_visits = 374};
  const Rows too_few{.affordable_visits = 439, .sample_visits = 374};
  REQUIRE(check(g, g.distances(), enough).line.find("all rows proven") != std::string::npos);
  REQUIRE(check(g, g.distances(), too_few).line.find("17 of 20 rows") != std::string::npos);
  // Where more rows are wrong than a sample has, all wrong rows are counted, not all entries.
  const std::vector<Distance> zeros(400, 0);
  REQUIRE(check(g, zeros, enough).line ==
          "wrong: 20 x 20, 20 wrong rows; 323 wrong entries in the first 17 of them");
  REQUIRE(check(g, zeros, {.sample_visits = 1}).line ==
          "wrong: 20 x 20, 20 wrong rows; 304 wrong entries in the first 16 of them");
}

TEST_CASE("a sample tells its rows, its seed and what it saw of the others") {
  std::mt19937 random(5);
  const TestGraph g(50, test::random_edges(50, 150, test::Weights::kSomeZero, random));
  std::vector<Distance> d = g.distances();
  const Verdict right = check(g, d, {8, 3});
  REQUIRE(right.right);
  REQUIRE(
      right.line ==
      "right as far as checked: 50 x 50; 8 of 50 rows recomputed by Dijkstra (seed 3): 0 wrong "
      "entries; all rows: 0 violations of a zero diagonal, the range of lengths and d(u,v) <= w "
      "for 150 edges");
  d[20 * 50 + 20] = -1;
  const Verdict swept = check(g, d, {1, 3});  // row 20 is not in this sample
  REQUIRE_FALSE(swept.right);
  REQUIRE(swept.line.starts_with("wrong: 50 x 50; 1 of 50 rows"));
  REQUIRE(swept.line.find("0 wrong entries; all rows: 1 violation of") != std::string::npos);
  d[20 * 50 + 20] = 0;

  // One entry made smaller in a way that only its own row tells: some samples hit it, some do not.
  std::size_t x = 0;
  while (d[x] == 0 || d[x] == kU) ++x;
  --d[x];
  std::size_t hits = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) hits += !check(g, d, {10, seed}).right;
  INFO("hits " << hits << " of an expected 80, standard deviation 8");
  REQUIRE(hits > 40);
  REQUIRE(hits < 120);
  REQUIRE(check(g, d, {10, 77}).line == check(g, d, {10, 77}).line);
  REQUIRE(check(g, d, {49, 77}).line.find("49 of 50 rows") != std::string::npos);
  REQUIRE(check(g, d, {50, 77}).line == "wrong: 50 x 50, 1 wrong entry in 1 row");
}

TEST_CASE("negative weights are recomputed by Bellman-Ford") {
  std::mt19937 random(6);
  const TestGraph g(30, test::random_edges(30, 90, test::Weights::kNegative, random));
  REQUIRE(check(g, g.distances()).right);
  const Verdict sample = check(g, g.distances(), {4, 1});
  REQUIRE(sample.right);
  REQUIRE(sample.line.find("4 of 30 rows recomputed by Bellman-Ford") != std::string::npos);
}

TEST_CASE("sizes that differ are both named") {
  const TestGraph g(3, {});
  const std::vector<Distance> d(16, 0);
  const Verdict against_graph = check_graph(g.graph, {d, RowSet(4)}, {});
  REQUIRE_FALSE(against_graph.right);
  REQUIRE(against_graph.line ==
          "wrong: found 4 x 4 distances, expected 3 x 3 (the graph has 3 vertices)");
  const Verdict two = check_equal({d, RowSet(4)}, {std::span(d).first(9), RowSet(3)});
  REQUIRE_FALSE(two.right);
  REQUIRE(two.line == "wrong: found 4 x 4 distances, expected 3 x 3");
}

TEST_CASE("rows of some vertices are checked, and named with their vertices") {
  const TestGraph g(4, {{0, 1, 4}, {1, 2, 3}, {2, 3, 1}, {3, 0, 2}});
  const RowSet rows(4, {3, 1, 3});
  const std::vector<Distance> right = {2, 6, 9, 0, 6, 0, 3, 4, 2, 6, 9, 0};
  REQUIRE(check_graph(g.graph, {right, rows}, {}).line ==
          "right: 3 x 4, all rows proven: each of 4 edges obeyed, each length attained by a path");
  const Verdict sample = check_graph(g.graph, {right, rows}, {2, 1});
  REQUIRE(sample.right);
  REQUIRE(sample.line.starts_with("right as far as checked: 3 x 4; 2 of 3 rows recomputed"));
  // The rows in another order, with other vertices, of another number.
  const Verdict swapped = check_graph(g.graph, {right, RowSet(4, {1, 3, 3})}, {});
  REQUIRE(swapped.line == "wrong: 3 x 4, 8 wrong entries in 2 rows");
  REQUIRE(swapped.findings[0] ==
          "row 0 (vertex 1), column 0, byte 0: found 2, expected 6 (no path is shorter)");
  REQUIRE(swapped.findings[1] ==
          "row 0 (vertex 1), column 1, byte 4: found 6, expected 0 (the diagonal)");
  REQUIRE(check_graph(g.graph, {right, RowSet(4, {3, 1, 2})}, {}).line ==
          "wrong: 3 x 4, 4 wrong entries in 1 row");
  const Verdict swept = check_graph(g.graph, {right, RowSet(4, {3, 1, 2})}, {1, 3});
  REQUIRE_FALSE(swept.right);
  REQUIRE(check_graph(g.graph, {right, RowSet(5, {3, 1, 3})}, {}).line ==
          "wrong: found 3 x 5 distances, expected 4 x 4 (the graph has 4 vertices)");
  // A size that is a square by chance.
  const std::vector<Distance> row = {2, 6, 9, 0};
  REQUIRE(check_graph(g.graph, {row, RowSet(2)}, {}).line ==
          "wrong: found 2 x 2 distances, expected 4 x 4 (the graph has 4 vertices); the size is "
          "also that of 1 row of 4, which need --sources, or of columns, which need --targets");
  REQUIRE(check_equal({right, rows}, {right, rows}).line == "right: 3 x 4, all entries equal");
  REQUIRE(check_equal({right, rows}, {row, RowSet(4, {3})}).line ==
          "wrong: found 3 x 4 distances, expected 1 x 4");
  std::vector<Distance> other = right;
  other[5] = 1;
  REQUIRE(check_equal({other, rows}, {right, rows}).findings[0] ==
          "row 1 (vertex 1), column 1, byte 20: found 1, expected 0");
}

TEST_CASE("whole columns are proven, and named with their vertices") {
  const TestGraph g(4, {{0, 1, 4}, {1, 2, 3}, {2, 3, 1}, {3, 0, 2}});
  const RowSet all(4);
  const RowSet columns(4, {3, 1});
  std::vector<Distance> d = {8, 4, 4, 0, 1, 7, 0, 6};
  const Verdict right = check_graph(g.graph, {d, all, columns}, {});
  REQUIRE(right.right);
  REQUIRE(
      right.line ==
      "right: 4 x 2, all columns proven: each of 4 edges obeyed, each length attained by a path");
  REQUIRE(check_graph(g.graph, {d, all, columns}, {1, 1})
              .line.starts_with("right as far as checked: 4 x 2; 1 of 2 columns recomputed by "
                                "Dijkstra (seed 1): 0 wrong "
                                "entries; all columns: 0 violations of a zero diagonal, the range "
                                "of lengths and d(u,v) <= w "
                                "for those between its vertices of 4 edges"));
  d[0] = 9;
  d[5] = 6;
  d[6] = 5;
  const Verdict wrong = check_graph(g.graph, {d, all, columns}, {});
  REQUIRE(wrong.line == "wrong: 4 x 2, 3 wrong entries in 2 columns");
  REQUIRE(wrong.findings ==
          std::vector<std::string>{
              "row 0, column 0 (vertex 3), byte 0: found 9, expected 8 (edge 0 of weight 4, then "
              "distance 4 from 1 to 3)",
              "row 3, column 0 (vertex 3), byte 24: found 5, expected 0 (the diagonal)",
              "row 2, column 1 (vertex 1), byte 20: found 6, expected 7 (no path is shorter)"});
  // The reversed graph has the reversed cycle: messages name that of the graph.
  const TestGraph cycle(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, -3}});
  test::require_error(Fault::kNoAnswer, {"0 -> 1 -> 2 -> 0"}, [&] {
    (void)check_graph(cycle.graph, {std::span(d).first(3), RowSet(3), RowSet(3, {1})}, {});
  });
}

TEST_CASE("some rows of some columns are computed anew, and that is proven") {
  const TestGraph g(4, {{0, 1, 4}, {1, 2, 3}, {2, 3, 1}, {3, 0, 2}});
  const RowSet rows(4, {3, 0});
  const RowSet columns(4, {1, 3, 1});
  std::vector<Distance> d = {6, 0, 6, 4, 8, 4};
  REQUIRE(check_graph(g.graph, {d, rows, columns}, {}).line ==
          "right: 2 x 3, all entries proven: equal to those of whole rows by Dijkstra, in which "
          "each of 4 edges is obeyed, each length attained by a path");
  const std::vector<Distance> turned = {0, 8, 6, 4, 6, 4};
  REQUIRE(check_graph(g.graph, {turned, RowSet(4, {3, 0, 3}), RowSet(4, {3, 1})}, {}).findings ==
          std::vector<std::string>{
              "row 1 (vertex 0), column 0 (vertex 3), byte 8: found 6, expected 8 (no path is "
              "shorter)",
              "row 2 (vertex 3), column 0 (vertex 3), byte 16: found 6, expected 0 (the diagonal)",
              "row 0 (vertex 3), column 1 (vertex 1), byte 4: found 8, expected 6 (edge 3 of "
              "weight 2, then distance 4 from 0 to 1)",
              "row 2 (vertex 3), column 1 (vertex 1), byte 20: found 4, expected 6 (no path is "
              "shorter)"});
  d[4] = 9;
  const Verdict wrong = check_graph(g.graph, {d, rows, columns}, {});
  REQUIRE(wrong.line == "wrong: 2 x 3, 1 wrong entry in 1 row");
  REQUIRE(wrong.findings ==
          std::vector<std::string>{"row 1 (vertex 0), column 1 (vertex 3), byte 16: found 9, "
                                   "expected 8 (distance 7 from 0 to 2, then edge 2 of weight 1)"});
  // More rows than are recomputed together.
  std::vector<std::int32_t> many(200, 3);
  std::vector<std::int32_t> as_many(201, 1);
  std::vector<Distance> sixes(std::size_t{200} * 201, 6);
  REQUIRE(check_graph(g.graph, {sixes, RowSet(4, many), RowSet(4, as_many)}, {}).right);
  sixes[std::size_t{150} * 201 + 7] = 5;
  REQUIRE(check_graph(g.graph, {sixes, RowSet(4, many), RowSet(4, as_many)}, {})
              .findings[0]
              .starts_with(
                  "row 150 (vertex 3), column 7 (vertex 1), byte 120628: found 5, expected 6"));
  REQUIRE(check_equal({d, rows, columns}, {d, rows, columns}).line ==
          "right: 2 x 3, all entries equal");
  REQUIRE(check_equal({d, rows, columns}, {d, RowSet(4, {3, 0, 1}), RowSet(4, {1, 3})}).line ==
          "wrong: found 2 x 3 distances, expected 3 x 2");
}

TEST_CASE("two matrices are compared") {
  const std::vector<Distance> expected = {0, 5, kU, 0};
  std::vector<Distance> found = expected;
  REQUIRE(check_equal({found, RowSet(2)}, {expected, RowSet(2)}).line ==
          "right: 2 x 2, all entries equal");
  REQUIRE(check_equal({found, RowSet(2)}, {expected, RowSet(2)}).right);
  found[2] = 1;
  const Verdict wrong = check_equal({found, RowSet(2)}, {expected, RowSet(2)});
  REQUIRE_FALSE(wrong.right);
  REQUIRE(wrong.line == "wrong: 2 x 2, 1 entry differs in 1 row");
  REQUIRE(wrong.findings == std::vector<std::string>{
                                "row 1, column 0, byte 8: found 1, expected 1073741823 (no path)"});
}

TEST_CASE("a graph without an answer is told apart from wrong distances") {
  const TestGraph cycle(2, {{0, 1, 1}, {1, 0, -2}});
  test::require_error(Fault::kNoAnswer, {"negative cycle"}, [&] {
    (void)check(cycle, {0, 1, -2, 0});
  });
  const TestGraph too_long(3, {{0, 1, kU - 1}, {1, 2, kU - 1}});
  test::require_error(Fault::kNoAnswer, {"from 0 to 2", "2147483644"}, [&] {
    (void)check(too_long, {0, kU - 1, kU, kU, 0, kU - 1, kU, kU, 0});
  });
}

}  // namespace
}  // namespace apsp::check
