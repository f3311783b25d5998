// SPDX-License-Identifier: MIT
#include "common/sparse/elimination.hpp"

#include <algorithm>
#include <random>

#include "common/oracle/reference.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/outline.hpp"
#include "common/sparse/subtrees.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp;
using sparse::EliminatedGraph;
using sparse::EliminationTree;
using test::Sample;

namespace {

/// Distances between the vertices of the core, row-major, by definition.
std::vector<Distance> closed_core(const sparse::CoreGraph<Distance>& core) {
  const std::size_t size = core.vertices();
  std::vector<Distance> from(size * size);
  for (std::size_t v = 0; v < size; ++v) {
    core.departures(v, std::span(from).subspan(v * size, size));
  }
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t v = 0; v < size; ++v) {
      for (std::size_t u = 0; u < size; ++u) {
        from[v * size + u] = relax(from[v * size + u], from[v * size + k], from[k * size + u]);
      }
    }
  }
  return from;
}

/// One row by definition: up from the source, across the core, then down to everything. Clipped to
/// kUnreachable.
std::vector<Distance> row_of(const EliminationTree& tree, const EliminatedGraph& eliminated,
                             const std::vector<Distance>& core, std::size_t source) {
  std::vector<Distance> at(tree.size(), kUnreachable);
  at[static_cast<std::size_t>(tree.positions[source])] = 0;
  for (std::size_t p = 0; p < tree.size(); ++p) {
    for (std::size_t n = tree.begin[p]; n < tree.begin[p + 1]; ++n) {
      Distance& up = at[static_cast<std::size_t>(tree.ups[n])];
      up = relax(up, at[p], eliminated.rising[n]);
    }
  }
  const std::size_t size = tree.core_size();
  const std::vector<Distance> arrived(at.begin() + static_cast<std::ptrdiff_t>(tree.core_begin),
                                      at.end());
  for (std::size_t v = 0; v < size; ++v) {
    Distance& length = at[tree.core_begin + v];
    for (std::size_t u = 0; u < size; ++u) length = relax(length, arrived[u], core[u * size + v]);
  }
  for (std::size_t p = tree.size(); p-- > 0;) {
    for (std::size_t n = tree.begin[p]; n < tree.begin[p + 1]; ++n) {
      at[p] = relax(at[p], at[static_cast<std::size_t>(tree.ups[n])], eliminated.falling[n]);
    }
  }
  std::vector<Distance> row(tree.size());
  for (std::size_t p = 0; p < tree.size(); ++p) {
    row[static_cast<std::size_t>(tree.vertices[p])] = at[p];
  }
  return row;
}

/// Without a core, with one that an outline finds, with a third and with all of the vertices.
void require_exact(const Sample& sample) {
  const Graph graph = sample.graph();
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const std::vector<Distance> expected = reference::distances(graph).value();
  std::vector<sparse::Order> orders = {sparse::minimum_degree(pattern)};
  const std::size_t fifth = graph.vertices / 5;
  orders.push_back({sparse::Outline(pattern, orders[0]).cut(fifth).vertices, fifth});
  for (const std::size_t core : {graph.vertices / 3, graph.vertices}) {
    orders.push_back(orders[0]);
    orders.back().core = core;
  }
  for (const sparse::Order& order : orders) {
    INFO("core " << order.core);
    const EliminationTree tree = sparse::analyse(pattern, order);
    const EliminatedGraph eliminated = sparse::eliminate(graph, tree);
    for (const double part : {0.0, 1.0, 60.0, 1000.0, 1e9}) {
      INFO("parts of " << part);
      const EliminatedGraph in_parts = sparse::eliminate(graph, tree, part);
      REQUIRE(in_parts.rising == eliminated.rising);
      REQUIRE(in_parts.falling == eliminated.falling);
    }
    const std::vector<Distance> core = closed_core({graph.edges, tree, eliminated});
    for (std::size_t s = 0; s < graph.vertices; ++s) {
      const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(s * graph.vertices);
      REQUIRE(row_of(tree, eliminated, core, s) ==
              std::vector<Distance>(begin, begin + static_cast<std::ptrdiff_t>(graph.vertices)));
    }
  }
}

}  // namespace

TEST_CASE("rows of an eliminated graph are those of the oracle", "[sparse]") {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 60;
    const std::size_t edges = random() % (3 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 9, 1000, 18'000'000}[random() % 5];
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights to " << high);
    require_exact(test::random_sample(vertices, edges, 0, high, seed));
  }
  require_exact(test::shuffled(test::band(90, 4, 2, true, 50, 3), 8));
  require_exact(test::chain({kUnreachable - 2, 1}));
}

TEST_CASE("subtrees are disjoint, whole and no larger than asked for", "[sparse]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 200;
    const Sample sample = test::random_sample(vertices, random() % (2 * vertices + 1), 0, 9, seed);
    const sparse::Pattern pattern = sparse::pattern_of(sample.graph());
    sparse::Order order = sparse::minimum_degree(pattern);
    if (seed % 3 == 0) order.core = vertices / 4;
    const EliminationTree tree = sparse::analyse(pattern, order);
    const double most_work = static_cast<double>(random() % 300);
    const std::size_t most_ups = random() % 8;
    INFO("seed " << seed << ", V = " << vertices << ", " << most_work << ", " << most_ups);
    std::size_t last = 0;
    for (const auto& [begin, end] : sparse::subtrees_of(tree, most_work, most_ups)) {
      REQUIRE(begin >= last);
      REQUIRE(begin < end);
      REQUIRE(end <= tree.core_begin);
      last = end;
      double work = 0;
      for (std::size_t p = begin; p < end; ++p) {
        work += static_cast<double>(tree.up(p).size() * tree.up(p).size());
        const auto parent = static_cast<std::size_t>(tree.parents[p]);
        if (p + 1 < end) REQUIRE((parent > p && parent < end));
      }
      REQUIRE(work <= most_work);
      REQUIRE(tree.up(end - 1).size() <= most_ups);
      for (std::size_t p = 0; p < tree.core_begin; ++p) {  // children of others are others
        if (p >= begin && p < end) continue;
        const std::int32_t parent = tree.parents[p];
        REQUIRE((parent < static_cast<std::int32_t>(begin) ||
                 parent >= static_cast<std::int32_t>(end)));
      }
    }
  }
}

TEST_CASE("lengths of kUnreachable and more count as no way", "[sparse]") {
  const Sample sample = test::chain({kUnreachable - 1, 1, 5});
  const Graph graph = sample.graph();
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const EliminationTree tree = sparse::analyse(pattern, sparse::minimum_degree(pattern));
  const EliminatedGraph eliminated = sparse::eliminate(graph, tree);
  REQUIRE(row_of(tree, eliminated, {}, 0) ==
          std::vector<Distance>{0, kUnreachable - 1, kUnreachable, kUnreachable});
  REQUIRE(*std::max_element(eliminated.rising.begin(), eliminated.rising.end()) <= kUnreachable);
}
