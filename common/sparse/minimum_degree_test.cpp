// SPDX-License-Identifier: MIT
#include "common/sparse/minimum_degree.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "common/sparse/elimination_tree.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp;
using sparse::EliminationTree;
using sparse::Order;
using sparse::Pattern;
using test::Sample;

namespace {

Order order_of(const Pattern& pattern) {
  return sparse::minimum_degree(pattern).value();
}

bool is_permutation(std::vector<std::int32_t> order, std::size_t vertices) {
  std::vector<std::int32_t> all(vertices);
  std::iota(all.begin(), all.end(), 0);
  std::sort(order.begin(), order.end());
  return order == all;
}

/// The higher neighbours of each position below `end` after an elimination with sets, by the
/// definition.
std::vector<std::set<std::int32_t>> fill_by_sets(const Pattern& pattern,
                                                 const std::vector<std::int32_t>& vertices,
                                                 std::size_t end) {
  const std::size_t size = vertices.size();
  std::vector<std::int32_t> positions(size);
  for (std::size_t p = 0; p < size; ++p) {
    positions[static_cast<std::size_t>(vertices[p])] = static_cast<std::int32_t>(p);
  }
  std::vector<std::set<std::int32_t>> up(size);
  for (std::size_t p = 0; p < end; ++p) {
    for (const std::int32_t v : pattern.of(static_cast<std::size_t>(vertices[p]))) {
      const std::int32_t other = positions[static_cast<std::size_t>(v)];
      if (other > static_cast<std::int32_t>(p)) up[p].insert(other);
    }
  }
  for (std::size_t p = 0; p < end; ++p) {
    for (const std::int32_t u : up[p]) {
      for (const std::int32_t v : up[p]) {
        if (v > u && static_cast<std::size_t>(u) < end) up[static_cast<std::size_t>(u)].insert(v);
      }
    }
  }
  return up;
}

void require_analysed(const Pattern& pattern, const Order& order) {
  REQUIRE(is_permutation(order.vertices, pattern.vertices()));
  REQUIRE(order.core <= pattern.vertices());
  const EliminationTree tree = sparse::analyse(pattern, order).value();
  REQUIRE(is_permutation(tree.vertices, pattern.vertices()));
  REQUIRE(tree.core_size() == order.core);
  const std::size_t end = tree.core_begin;
  const auto expected = fill_by_sets(pattern, tree.vertices, end);
  REQUIRE(tree.size() == expected.size());
  EliminationTree::Work work;
  for (std::size_t p = 0; p < tree.size(); ++p) {
    const auto up = tree.up(p);
    REQUIRE(std::vector<std::int32_t>(up.begin(), up.end()) ==
            std::vector<std::int32_t>(expected[p].begin(), expected[p].end()));
    const bool in_tree = !up.empty() && static_cast<std::size_t>(up.front()) < end;
    REQUIRE(tree.parents[p] == (in_tree ? up.front() : EliminationTree::kRoot));
    for (const std::int32_t u : up) {
      for (const std::int32_t v : up) {
        if (u != v) ++(static_cast<std::size_t>(std::min(u, v)) < end ? work.tree : work.core);
      }
    }
  }
  REQUIRE(tree.work().tree == work.tree);
  REQUIRE(tree.work().core == work.core);
  // Every source reaches what is above it, step by step.
  double reached = 0;
  for (std::size_t source = 0; source < tree.size(); ++source) {
    std::set<std::int32_t> above = {static_cast<std::int32_t>(source)};
    for (auto p = above.begin(); p != above.end(); ++p) {
      above.insert(expected[static_cast<std::size_t>(*p)].begin(),
                   expected[static_cast<std::size_t>(*p)].end());
    }
    reached += static_cast<double>(
        std::distance(above.lower_bound(static_cast<std::int32_t>(end)), above.end()));
  }
  const double mean = tree.size() == 0 ? 0 : reached / static_cast<double>(tree.size());
  REQUIRE(tree.mean_core_reach(tree.size()) == mean);
  // The core keeps its place, and a postorder does not change the fill.
  REQUIRE(std::equal(tree.vertices.begin() + static_cast<std::ptrdiff_t>(end), tree.vertices.end(),
                     order.vertices.begin() + static_cast<std::ptrdiff_t>(end)));
  const auto by_order = fill_by_sets(pattern, order.vertices, end);
  const auto pairs = [](const auto& up) {
    return std::accumulate(up.begin(), up.end(), std::size_t{0},
                           [](std::size_t sum, const auto& set) { return sum + set.size(); });
  };
  REQUIRE(pairs(by_order) == tree.ups.size());
}

std::size_t fill_of(const Sample& sample) {
  const Pattern pattern = sparse::pattern_of(sample.graph());
  return sparse::analyse(pattern, order_of(pattern)).value().ups.size();
}

}  // namespace

TEST_CASE("a pattern lists each neighbour once, without loops", "[sparse]") {
  const Sample sample{4, {{0, 1, 5}, {1, 0, 7}, {2, 0, 1}, {2, 2, 0}, {0, 1, 9}}};
  const Pattern pattern = sparse::pattern_of(sample.graph());
  REQUIRE(pattern.begin == std::vector<std::size_t>{0, 2, 3, 4, 4});
  REQUIRE(pattern.neighbours == std::vector<std::int32_t>{1, 2, 0, 0});
  REQUIRE(sparse::pattern_of(Graph{}).vertices() == 0);
}

TEST_CASE("any order is analysed as sets say", "[sparse]") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 40;
    const std::size_t edges = random() % (4 * vertices + 1);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges);
    const Sample sample = test::random_sample(vertices, edges, 0, 9, seed);
    const Pattern pattern = sparse::pattern_of(sample.graph());
    Order any{std::vector<std::int32_t>(vertices)};
    std::iota(any.vertices.begin(), any.vertices.end(), 0);
    std::shuffle(any.vertices.begin(), any.vertices.end(), random);
    require_analysed(pattern, any);
    any.core = random() % (vertices + 1);
    require_analysed(pattern, any);
    require_analysed(pattern, order_of(pattern));
    require_analysed(pattern,
                     *sparse::minimum_degree(pattern, {.core_density = 0.3, .least_core = 4}));
  }
  require_analysed(sparse::pattern_of(test::grid(9, 7, 9, 1).graph()),
                   order_of(sparse::pattern_of(test::grid(9, 7, 9, 1).graph())));
}

TEST_CASE("minimum degree fills in nothing on trees, and little on rings", "[sparse]") {
  REQUIRE(fill_of(test::star(500)) == 499);
  REQUIRE(fill_of(test::chain(std::vector<Distance>(700, 1))) == 700);
  REQUIRE(fill_of(test::ring(600, 1)) == 2 * 600 - 3);
  REQUIRE(fill_of(test::shuffled(test::chain(std::vector<Distance>(700, 1), 50), 4)) == 700);
}

TEST_CASE("minimum degree fills in as little on a grid as libamd", "[sparse]") {
  // SuiteSparse's AMD 5.12 fills in 196,332 pairs, the order by rows 990,000.
  REQUIRE(fill_of(test::grid(100, 100, 9, 1)) < 205'000);
  REQUIRE(fill_of(test::shuffled(test::grid(100, 100, 9, 1), 5)) < 210'000);
}

TEST_CASE("orders of all sizes are permutations, and repeat", "[sparse]") {
  for (const std::size_t vertices : {0, 1, 2, 3, 64, 300}) {
    for (const std::size_t degree : {0, 1, 3, 10}) {
      const Sample sample = test::random_sample(vertices, vertices * degree, 0, 9, 17);
      const Pattern pattern = sparse::pattern_of(sample.graph());
      const auto order = order_of(pattern);
      REQUIRE(is_permutation(order.vertices, vertices));
      REQUIRE(order.vertices == order_of(pattern).vertices);
    }
  }
}

TEST_CASE("the leaves of a hub cost no look at its other edges", "[sparse]") {
  constexpr std::size_t kVertices = 50'000;
  const Pattern star = sparse::pattern_of(test::star(kVertices).graph());
  REQUIRE(sparse::minimum_degree(star, {.most_work = 4.0 * kVertices}).has_value());
}

TEST_CASE("too much work ends the order", "[sparse]") {
  const Pattern pattern = sparse::pattern_of(test::grid(30, 30, 9, 1).graph());
  REQUIRE_FALSE(sparse::minimum_degree(pattern, {.most_work = 1000}).has_value());
  REQUIRE(sparse::minimum_degree(pattern, {.most_work = 1e6}).has_value());
}

TEST_CASE("trees with a ring at their root fill in as little as their ring", "[sparse]") {
  // Leaves and branches go first, each without an element.
  Sample sample = test::ring(50, 1);
  for (std::int32_t v = 50; v < 2000; ++v) sample.edges.push_back({v / 3, v, 1});
  sample.vertices = 2000;
  REQUIRE(fill_of(sample) == 1950 + 2 * 50 - 3);
}

TEST_CASE("too much fill ends the order and the analysis", "[sparse]") {
  const Sample sample = test::random_sample(300, 6000, 0, 9, 3);
  const Pattern pattern = sparse::pattern_of(sample.graph());
  REQUIRE_FALSE(sparse::minimum_degree(pattern, {.most_fill = 2000}).has_value());
  const auto order = order_of(pattern);
  const auto fill = static_cast<double>(sparse::analyse(pattern, order)->ups.size());
  REQUIRE_FALSE(sparse::analyse(pattern, order, fill - 1).has_value());
  REQUIRE(sparse::analyse(pattern, order, fill).has_value());
  REQUIRE(sparse::minimum_degree(pattern, {.most_fill = fill}).has_value());
}

TEST_CASE("a core is what is left of a random graph, and nothing of a tree", "[sparse]") {
  const Pattern random = sparse::pattern_of(test::random_sample(2000, 16000, 0, 9, 3).graph());
  const Order order = *sparse::minimum_degree(random, {.core_density = 0.2});
  REQUIRE(is_permutation(order.vertices, 2000));
  REQUIRE(order.core > 500);
  REQUIRE(order.core < 1800);
  REQUIRE_FALSE(sparse::minimum_degree(random, {.most_core = order.core - 1, .core_density = 0.2}));
  REQUIRE(sparse::minimum_degree(random, {.most_core = order.core, .core_density = 0.2}));
  // The order before the core stays the same.
  const Order whole = *sparse::minimum_degree(random);
  REQUIRE(whole.core == 0);
  REQUIRE(std::equal(order.vertices.begin(), order.vertices.end() - std::ptrdiff_t(order.core),
                     whole.vertices.begin()));

  const Pattern chain = sparse::pattern_of(test::chain(std::vector<Distance>(3000, 1)).graph());
  REQUIRE(sparse::minimum_degree(chain, {.core_density = 0.2})->core == 0);
}

TEST_CASE("the core begins where a matrix is cheaper than to go on") {
  const Pattern random = sparse::pattern_of(test::random_sample(3000, 9000, 0, 9, 3).graph());
  const auto core = [&](double core_work, std::size_t least = 128, std::size_t largest = 3000) {
    const sparse::OrderLimits limits = {
        .least_core = least, .largest_core = largest, .core_work = core_work};
    return sparse::minimum_degree(random, limits)->core;
  };
  REQUIRE(core(0) == 0);
  REQUIRE(core(1e9) == 0);     // a matrix that takes for ever
  REQUIRE(core(1e-9) > 2000);  // one that takes nothing
  REQUIRE(core(1e-9, 128, 1500) <= 1500);
  REQUIRE(core(1e-9, 128, 1500) > 1000);
  REQUIRE(core(1e-9, 4000) == 0);  // too few vertices for it
  REQUIRE(core(1e-4) < core(1e-6));
  REQUIRE(core(1e-4) > 128);
  require_analysed(random, *sparse::minimum_degree(random, {.core_work = 1e-5}));
}
