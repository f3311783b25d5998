// SPDX-License-Identifier: MIT
#include "common/oracle/predecessors.hpp"

#include "common/testing/catch.hpp"

namespace apsp::reference {
namespace {

constexpr std::int32_t kNone = -9999;

TEST_CASE("predecessors by hand: fewest edges, then the smallest", "[predecessors]") {
  // To 3 lead 0-1-3 and 0-2-3 of length 4, and 0-1-2-3 through 1-2 of weight 0; 4 is apart.
  const Edge edges[] = {{0, 1, 2}, {0, 2, 2}, {1, 2, 0}, {1, 3, 2},
                        {2, 3, 2}, {2, 1, 0}, {3, 3, 0}};
  const Graph graph{5, edges, 0, 2};
  const std::vector<std::int32_t> expected = {kNone, 0,     0,     1,     kNone,  //
                                              kNone, kNone, 1,     1,     kNone,  //
                                              kNone, 2,     kNone, 2,     kNone,  //
                                              kNone, kNone, kNone, kNone, kNone,  //
                                              kNone, kNone, kNone, kNone, kNone};
  REQUIRE(predecessors(graph) == expected);
  REQUIRE(predecessors_of_all_paths(graph) == expected);
}

TEST_CASE("a shorter path of more edges beats a longer one", "[predecessors]") {
  const Edge edges[] = {{0, 2, 3}, {0, 1, -4}, {1, 2, 6}, {2, 0, 5}};
  const Graph graph{3, edges, -4, 6};
  const std::vector<std::int32_t> expected = {kNone, 0, 1, 2, kNone, 1, 2, 0, kNone};
  REQUIRE(predecessors(graph) == expected);
  REQUIRE(predecessors_of_all_paths(graph) == expected);
  REQUIRE(predecessors(Graph{}).empty());
}

}  // namespace
}  // namespace apsp::reference
