// SPDX-License-Identifier: MIT
#include "common/oracle/reference.hpp"

#include "common/testing/catch.hpp"

namespace apsp::reference {
namespace {

TEST_CASE("the oracles agree on a graph small enough to do by hand") {
  // 0 -> 1 -> 2 -> 0 with a shortcut that costs more, a repeated edge, and 3 apart.
  const Edge edges[] = {{0, 1, 4}, {1, 2, 3}, {2, 0, 1}, {0, 2, 9}, {0, 1, 2}, {1, 1, 5}};
  const Graph graph{4, edges, 1, 9};
  const std::vector<Distance> expected = {0,
                                          2,
                                          5,
                                          kUnreachable,  //
                                          4,
                                          0,
                                          3,
                                          kUnreachable,  //
                                          1,
                                          3,
                                          0,
                                          kUnreachable,  //
                                          kUnreachable,
                                          kUnreachable,
                                          kUnreachable,
                                          0};
  REQUIRE(distances(graph) == expected);
  const Adjacency adjacency(graph);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<Length> row = adjacency.dijkstra(i);
    REQUIRE(adjacency.bellman_ford(i) == row);
    for (std::size_t j = 0; j < 4; ++j) {
      const Distance d = expected[i * 4 + j];
      REQUIRE(row[j] == (d == kUnreachable ? kNoPath : d));
    }
  }
}

TEST_CASE("no answer exists for a negative cycle or a length outside the format") {
  const Edge cycle[] = {{0, 1, 1}, {1, 0, -2}};
  REQUIRE_FALSE(distances({2, cycle, -2, 1}));
  REQUIRE_FALSE(Adjacency({2, cycle, -2, 1}).bellman_ford(0));
  const Edge just_fits[] = {{0, 1, kUnreachable - 2}, {1, 2, 1}};
  REQUIRE(distances({3, just_fits, 1, kUnreachable - 2}).value()[2] == kUnreachable - 1);
  const Edge one_more[] = {{0, 1, kUnreachable - 2}, {1, 2, 2}};
  REQUIRE_FALSE(distances({3, one_more, 2, kUnreachable - 2}));
  REQUIRE(distances({0, {}, 0, 0}).value().empty());
}

}  // namespace
}  // namespace apsp::reference
