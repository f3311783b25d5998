// SPDX-License-Identifier: MIT
#include "common/core/idle_vertices.hpp"

#include <vector>

#include "common/base/plural.hpp"
#include "common/testing/catch.hpp"

namespace apsp {
namespace {

TEST_CASE("most vertices without an edge are described, few are not") {
  const std::vector<Edge> edges = {{0, 1090140, 3}, {1090140, 7, 1}};
  REQUIRE(count_vertices_with_edges(1090141, edges) == 3);
  REQUIRE(describe_idle_vertices(1090141, edges) == "of 1090141 vertices only 3 have an edge");
  REQUIRE(describe_idle_vertices(1000, {}) == "of 1000 vertices only 0 have an edge");
  REQUIRE(describe_idle_vertices(999, {}).empty());
  std::vector<Edge> half;
  for (std::int32_t v = 0; v < 1000; v += 2) half.push_back({v, v, 1});
  REQUIRE(describe_idle_vertices(1000, half).empty());
  half.pop_back();
  REQUIRE(describe_idle_vertices(1000, half) == "of 1000 vertices only 499 have an edge");
}

TEST_CASE("a count and its noun agree") {
  REQUIRE(counted(0, "edge") == "0 edges");
  REQUIRE(counted(1, "edge") == "1 edge");
  REQUIRE(counted(2, "arc") == "2 arcs");
  REQUIRE(counted(1, "vertex") == "1 vertex");
  REQUIRE(counted(3, "vertex") == "3 vertices");
  REQUIRE(counted(2, "entry") == "2 entries");
}

}  // namespace
}  // namespace apsp
