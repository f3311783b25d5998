// SPDX-License-Identifier: MIT
#include "common/sparse/minimum_degree.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/sparse/elimination_tree.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp;
using sparse::Pattern;
using test::Sample;

namespace {

bool holds_all(std::vector<std::int32_t> order, std::size_t vertices) {
  std::vector<std::int32_t> all(vertices);
  std::iota(all.begin(), all.end(), 0);
  std::sort(order.begin(), order.end());
  return order == all;
}

std::size_t fill_of(const Sample& sample) {
  const Pattern pattern = sparse::pattern_of(sample.graph());
  return sparse::analyse(pattern, sparse::minimum_degree(pattern)).ups.size();
}

void require_order(const Sample& sample) {
  const Pattern pattern = sparse::pattern_of(sample.graph());
  const sparse::Order order = sparse::minimum_degree(pattern);
  REQUIRE(holds_all(order.vertices, sample.vertices));
  REQUIRE(order.core == 0);
  REQUIRE(order.vertices == sparse::minimum_degree(pattern).vertices);
}

}  // namespace

TEST_CASE("a pattern lists each neighbour once, without loops", "[sparse]") {
  const Sample sample{4, {{0, 1, 5}, {1, 0, 7}, {2, 0, 1}, {2, 2, 0}, {0, 1, 9}}};
  const Pattern pattern = sparse::pattern_of(sample.graph());
  REQUIRE(pattern.begin == std::vector<std::size_t>{0, 2, 3, 4, 4});
  REQUIRE(pattern.neighbours == std::vector<std::int32_t>{1, 2, 0, 0});
  REQUIRE(sparse::pattern_of(Graph{}).vertices() == 0);
}

TEST_CASE("orders of all sizes are permutations, and repeat", "[sparse]") {
  for (const std::size_t vertices : {0, 1, 2, 3, 64, 300}) {
    for (const std::size_t degree : {0, 1, 3, 10}) {
      require_order(test::random_sample(vertices, vertices * degree, 0, 9, 17));
    }
  }
  require_order(test::random_sample(40, 1560, 0, 9, 1));
  Sample hubs = test::star(2000);  // rows that AMD takes for dense
  for (std::int32_t v = 1; v < 2000; ++v) hubs.edges.push_back({v, v % 3, 1});
  require_order(hubs);
}

TEST_CASE("minimum degree fills in nothing on trees, and little on rings", "[sparse]") {
  REQUIRE(fill_of(test::star(500)) == 499);
  REQUIRE(fill_of(test::chain(std::vector<Distance>(700, 1))) == 700);
  REQUIRE(fill_of(test::ring(600, 1)) == 2 * 600 - 3);
  REQUIRE(fill_of(test::shuffled(test::chain(std::vector<Distance>(700, 1), 50), 4)) == 700);
}

TEST_CASE("minimum degree fills in little on a grid", "[sparse]") {
  // SuiteSparse's AMD 5.12 fills in 196,332 pairs, the order by rows 990,000.
  REQUIRE(fill_of(test::grid(100, 100, 9, 1)) < 205'000);
  REQUIRE(fill_of(test::shuffled(test::grid(100, 100, 9, 1), 5)) < 210'000);
}

TEST_CASE("trees with a ring at their root fill in as little as their ring", "[sparse]") {
  // Leaves and branches go first, each without an element.
  Sample sample = test::ring(50, 1);
  for (std::int32_t v = 50; v < 2000; ++v) sample.edges.push_back({v / 3, v, 1});
  sample.vertices = 2000;
  REQUIRE(fill_of(sample) == 1950 + 2 * 50 - 3);
}
