// SPDX-License-Identifier: MIT
#include "tools/stats/text.hpp"

#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"

namespace apsp::stats {
namespace {

RowsSummary summary_of(const std::vector<Distance>& matrix, std::size_t vertices) {
  SummarySink sink{RowSet(vertices)};
  sink.put(0, matrix);
  return sink.finish();
}

constexpr Distance kNone = kUnreachable;

TEST_CASE("a summary of some rows says how many") {
  SummarySink sink(RowSet(3, {2, 0}));
  sink.put(0, std::vector<Distance>{kNone, kNone, 0, 0, 4, 6});
  const std::string shown = text(sink.finish(), "d", {"Bonn", "Rome", "Oslo"}, 60);
  REQUIRE(shown.starts_with("d: V = 3, 2 rows, 4 ordered pairs\n"));
  REQUIRE(shown.find("centre             Bonn\n") != std::string::npos);
  REQUIRE(shown.find("\n1 of 2 reach all others.\n") != std::string::npos);
}

TEST_CASE("a summary with a vertex apart, and names") {
  const RowsSummary summary =
      summary_of({0, 3, 7, kNone, kNone, 0, 4, kNone, 9, 12, 0, kNone, kNone, kNone, kNone, 0}, 4);
  REQUIRE(text(summary, "d", {"Bonn", "x\x1b", "Rome", "y"}, 60) ==
          "d: V = 4, 12 ordered pairs\n"
          "  reachable pairs    5 (41.67 %)\n"
          "  unreachable pairs  7\n"
          "  mean distance      7\n"
          "  sum of distances   35\n"
          "  diameter           12\n"
          "  radius             4\n"
          "  centre             x?\n"
          "  periphery          Rome\n"
          "  percentiles        50 %: 7, 90 %: 12, 95 %: 12, 99 %: 12\n"
          "Diameter, radius, centre and periphery are over the vertices that each vertex reaches:\n"
          "0 of 4 reach all others.\n"
          "\n"
          "distance  pairs  cumulative\n"
          "       3      1     20.00 %  ###############################\n"
          "       4      1     40.00 %  ###############################\n"
          "       5      0     40.00 %\n"
          "       6      0     40.00 %\n"
          "       7      1     60.00 %  ###############################\n"
          "       8      0     60.00 %\n"
          "       9      1     80.00 %  ###############################\n"
          "      10      0     80.00 %\n"
          "      11      0     80.00 %\n"
          "      12      1    100.00 %  ###############################\n");
}

TEST_CASE("nothing to summarise") {
  REQUIRE(text(summary_of({}, 0), "d", {}, 80) ==
          "d: V = 0, 0 ordered pairs\n"
          "  reachable pairs    0 (0.00 %)\n"
          "  unreachable pairs  0\n"
          "  mean distance      none\n"
          "  sum of distances   0\n"
          "  diameter           none\n"
          "  radius             none\n"
          "  centre             none\n"
          "  periphery          none\n"
          "  percentiles        50 %: none, 90 %: none, 95 %: none, 99 %: none\n");
}

TEST_CASE("long lists are cut, wide bins are owned up to") {
  std::vector<Distance> matrix(49, 100'000);
  for (std::size_t v = 0; v < 7; ++v) matrix[v * 8] = 0;
  const std::string shown = text(summary_of(matrix, 7), "d", {}, 80);
  REQUIRE(shown.find("7 vertices: 0, 1, 2, 3, 4, ...\n") != std::string::npos);
  REQUIRE(shown.find("50 %: 100000, ") != std::string::npos);
  REQUIRE(shown.find("(at most 1 too large)") != std::string::npos);
}

}  // namespace
}  // namespace apsp::stats
