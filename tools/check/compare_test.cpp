// SPDX-License-Identifier: MIT
#include "tools/check/compare.hpp"

#include <vector>

#include "common/testing/catch.hpp"

namespace apsp::check {
namespace {

TEST_CASE("equal matrices have no difference") {
  const std::vector<Distance> matrix = {0, 5, kUnreachable, 0};
  REQUIRE(compare(matrix, matrix, 2).count == 0);
  REQUIRE(compare({}, {}, 0).count == 0);
}

TEST_CASE("every difference is counted, the first ten are kept in file order") {
  constexpr std::size_t kVertices = 100;
  const std::vector<Distance> expected(kVertices * kVertices, 7);
  std::vector<Distance> found = expected;
  found[99 * kVertices + 99] = 8;
  REQUIRE(compare(found, expected, kVertices).first == std::vector<Finding>{{99, 99, 8, "7"}});
  for (std::size_t j = 20; j < 28; ++j) found[3 * kVertices + j] = -1;
  for (std::size_t j = 0; j < 100; ++j) found[50 * kVertices + j] = kUnreachable;
  const Findings findings = compare(found, expected, kVertices);
  REQUIRE(findings.count == 109);
  REQUIRE(findings.tasks == 3);
  REQUIRE(findings.first.size() == 10);
  REQUIRE(findings.first[0] == Finding{3, 20, -1, "7"});
  REQUIRE(findings.first[7] == Finding{3, 27, -1, "7"});
  REQUIRE(findings.first[9] == Finding{50, 1, kUnreachable, "7"});
}

TEST_CASE("a finding is told with its place in the file, beyond 2^31 bytes too") {
  REQUIRE(describe({3, 1, 5, "4"}, Table({}, RowSet(10))) ==
          "row 3, column 1, byte 124: found 5, expected 4");
  REQUIRE(describe({1, 2, 5, "4"}, Table({}, RowSet(10, {7, 3}))) ==
          "row 1 (vertex 3), column 2, byte 48: found 5, expected 4");
  REQUIRE(describe({59999, 59999, kUnreachable, "0"}, Table({}, RowSet(60000))) ==
          "row 59999, column 59999, byte 14399999996: found 1073741823 (no path), expected 0");
  Table part({}, RowSet(10, {7, 3}), RowSet(10, {9, 8, 7}));
  REQUIRE(describe({1, 2, 5, "4"}, part) ==
          "row 1 (vertex 3), column 2 (vertex 7), byte 20: found 5, expected 4");
  part.reversed = true;
  REQUIRE(describe({1, 2, 5, "4"}, part) ==
          "row 2 (vertex 7), column 1 (vertex 3), byte 20: found 5, expected 4");
}

}  // namespace
}  // namespace apsp::check
