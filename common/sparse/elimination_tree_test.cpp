// SPDX-License-Identifier: MIT
#include "common/sparse/elimination_tree.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "common/sparse/outline.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"

using namespace apsp;
using sparse::EliminationTree;
using sparse::Order;
using sparse::OrderTree;
using sparse::Outline;
using sparse::Pattern;
using sparse::UpCounts;
using test::Sample;

namespace {

bool is_permutation(std::vector<std::int32_t> order, std::size_t vertices) {
  std::vector<std::int32_t> all(vertices);
  std::iota(all.begin(), all.end(), 0);
  std::sort(order.begin(), order.end());
  return order == all;
}

/// The sum of what positions outside the core reach of it.
double all_reached(const UpCounts& counts) {
  return std::accumulate(counts.reaches.begin(), counts.reaches.end(), 0.0,
                         [](double sum, const UpCounts::Reach& reach) {
                           return sum + static_cast<double>(reach.core) * reach.positions;
                         });
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
  const EliminationTree tree = sparse::analyse(pattern, order);
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
  const UpCounts counts = tree.counts();
  REQUIRE(counts.core == order.core);
  REQUIRE(counts.vertices() == tree.size());
  REQUIRE(static_cast<double>(order.core) + all_reached(counts) == reached);
  for (std::size_t p = 0; p < end; ++p) {
    REQUIRE(counts.ups[p].all == static_cast<std::int32_t>(tree.up(p).size()));
    REQUIRE(counts.ups[p].core == static_cast<std::int32_t>(tree.core_up(p).size()));
  }
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

/// Pairs of counts, in ascending order: an outline lists them in the order of another tree.
std::vector<std::pair<std::int32_t, std::int32_t>> sorted(const UpCounts& counts) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (const auto& [all, core] : counts.ups) pairs.emplace_back(all, core);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// The outline says what the whole analysis finds, for cores of some sizes, and each is closed
/// upward.
void require_outline(const Pattern& pattern, const Order& order) {
  const Outline outline(pattern, order);
  const std::size_t size = pattern.vertices();
  const EliminationTree whole = sparse::analyse(pattern, order);
  for (const std::size_t core : {std::size_t{0}, size / 7, size / 3, size / 2, size}) {
    INFO("core " << core);
    const OrderTree tree = outline.cut(core);
    const Order cut{tree.vertices, core};
    require_analysed(pattern, cut);
    const OrderTree same = sparse::tree_of(pattern, cut);
    REQUIRE(tree.vertices == same.vertices);
    REQUIRE(tree.positions == same.positions);
    REQUIRE(tree.parents == same.parents);
    std::vector<bool> in_core(size, false);  // by position of the whole
    for (std::size_t n = size - core; n < size; ++n) {
      in_core[static_cast<std::size_t>(
          whole.positions[static_cast<std::size_t>(cut.vertices[n])])] = true;
    }
    for (std::size_t p = 0; p < size; ++p) {
      if (!in_core[p]) continue;
      for (const std::int32_t up : whole.up(p)) REQUIRE(in_core[static_cast<std::size_t>(up)]);
    }
    const UpCounts counts = outline.counts(core);
    const UpCounts found = sparse::analyse(pattern, cut).counts();
    REQUIRE(counts.core == found.core);
    REQUIRE(all_reached(counts) == all_reached(found));
    REQUIRE(counts.reaches.size() == found.reaches.size());
    REQUIRE(sorted(counts) == sorted(found));
    REQUIRE(counts.fill() == found.fill());
  }
}

/// One thread analyses as the definition says, and four do the same.
void require_defined(const Pattern& pattern, const Order& order) {
  EliminationTree one;
  test::with_threads(1, [&] { one = sparse::analyse(pattern, order); });
  REQUIRE(one.core_size() == order.core);
  std::vector<std::set<std::int32_t>> wanted(one.size());
  for (std::size_t p = 0; p < one.core_begin; ++p) {
    for (const std::int32_t v : pattern.of(static_cast<std::size_t>(one.vertices[p]))) {
      const std::int32_t other = one.positions[static_cast<std::size_t>(v)];
      if (other > static_cast<std::int32_t>(p)) wanted[p].insert(other);
    }
    const auto up = one.up(p);
    REQUIRE(std::equal(up.begin(), up.end(), wanted[p].begin(), wanted[p].end()));
    if (up.empty()) continue;
    auto& parent = wanted[static_cast<std::size_t>(up.front())];
    parent.insert(up.begin() + 1, up.end());
    wanted[p].clear();
  }
  for (std::size_t p = one.core_begin; p < one.size(); ++p) REQUIRE(one.up(p).empty());
  test::with_threads(4, [&] {
    const EliminationTree four = sparse::analyse(pattern, order);
    REQUIRE(four.vertices == one.vertices);
    REQUIRE(four.positions == one.positions);
    REQUIRE(four.parents == one.parents);
    REQUIRE(four.begin == one.begin);
    REQUIRE(four.ups == one.ups);
  });
}

}  // namespace

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
    require_analysed(pattern, sparse::minimum_degree(pattern));
  }
  const Pattern grid = sparse::pattern_of(test::grid(9, 7, 9, 1).graph());
  require_analysed(grid, sparse::minimum_degree(grid));
}

TEST_CASE("an outline counts what an analysis finds, whatever the core", "[sparse]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 120;
    const std::size_t edges = random() % (3 * vertices + 1);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges);
    const Sample sample = test::random_sample(vertices, edges, 0, 9, seed);
    const Pattern pattern = sparse::pattern_of(sample.graph());
    Order any{std::vector<std::int32_t>(vertices)};
    std::iota(any.vertices.begin(), any.vertices.end(), 0);
    std::shuffle(any.vertices.begin(), any.vertices.end(), random);
    require_outline(pattern, any);
    require_outline(pattern, sparse::minimum_degree(pattern));
  }
  for (const Sample& sample :
       {test::random_sample(300, 900, 0, 9, 7), test::random_sample(60, 3540, 0, 9, 1),
        test::star(200), test::grid(15, 12, 9, 1), Sample{50, {}}}) {
    const Pattern pattern = sparse::pattern_of(sample.graph());
    require_outline(pattern, sparse::minimum_degree(pattern));
  }
}

TEST_CASE("an outline of many vertices is the same for any number of threads", "[sparse]") {
  // A band of edges to the next two: each vertex but the last two has these for higher neighbours.
  constexpr std::int32_t kVertices = 300'000;
  Sample band{kVertices, {}};
  for (std::int32_t v = 0; v < kVertices; ++v) {
    if (v + 1 < kVertices) band.edges.push_back({v, v + 1, 1});
    if (v + 2 < kVertices) band.edges.push_back({v, v + 2, 1});
  }
  const Pattern pattern = sparse::pattern_of(band.graph());
  Order order{std::vector<std::int32_t>(kVertices)};
  std::iota(order.vertices.begin(), order.vertices.end(), 0);
  for (const int threads : {1, 4}) {
    test::with_threads(threads, [&] {
      const Outline outline(pattern, order);
      for (const std::size_t core : {0, 1000}) {
        const UpCounts counts = outline.counts(core);
        REQUIRE(counts.fill() == (core == 0 ? 2.0 * kVertices - 3 : 2.0 * (kVertices - 1000)));
      }
    });
  }
}

TEST_CASE("an analysis of many vertices is that of its definition, for any threads", "[sparse]") {
  // The second has small subtrees between positions above them, and lists that many children share.
  Sample spine{600'000, {}};
  for (std::int32_t v = 0; v + 6 < 600'000; v += 6) {
    for (std::int32_t leg = 1; leg <= 6; ++leg) spine.edges.push_back({v, v + leg, 1});
    spine.edges.push_back({v + 1 + v % 5, 599'999 - v % 7, 1});
  }
  for (const Sample& sample : {test::thin_grid(640, 640, 5), spine}) {
    const Pattern pattern = sparse::pattern_of(sample.graph());
    REQUIRE(pattern.neighbours.size() >= std::size_t{1} << 20);
    Order order = sparse::minimum_degree(pattern);
    for (const std::size_t core : {0, 700}) {
      order.core = core;
      require_defined(pattern, order);
    }
  }
}

TEST_CASE("a core is what is left of a random graph", "[sparse]") {
  // The vertices with the most higher neighbours: what is outside fills in little.
  const Pattern random = sparse::pattern_of(test::random_sample(2000, 16000, 0, 9, 3).graph());
  const Outline outline(random, sparse::minimum_degree(random));
  REQUIRE(outline.counts(0).fill() > 500'000);
  REQUIRE(outline.counts(1200).fill() < 200'000);
}
