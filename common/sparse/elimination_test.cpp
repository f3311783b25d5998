// SPDX-License-Identifier: MIT
#include "common/sparse/elimination.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "common/oracle/reference.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp;
using sparse::EliminatedGraph;
using sparse::EliminationTree;
using test::Sample;

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// One row by definition: up from the source, then down to everything. Clipped to kUnreachable.
std::vector<Distance> row_of(const EliminationTree& tree, const EliminatedGraph& eliminated,
                             std::size_t source) {
  std::vector<Distance> at(tree.size(), kUnreachable);
  at[static_cast<std::size_t>(tree.positions[source])] = 0;
  for (std::size_t p = 0; p < tree.size(); ++p) {
    for (std::size_t n = tree.begin[p]; n < tree.begin[p + 1]; ++n) {
      Distance& up = at[static_cast<std::size_t>(tree.ups[n])];
      up = relax(up, at[p], eliminated.rising[n]);
    }
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

void require_exact(const Sample& sample) {
  const Graph graph = sample.graph();
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const auto order = sparse::minimum_degree(pattern, kNoLimit);
  const EliminationTree tree = sparse::analyse(pattern, *order, kNoLimit).value();
  const EliminatedGraph eliminated = sparse::eliminate(graph, tree);
  const std::vector<Distance> expected = reference::distances(graph).value();
  for (std::size_t s = 0; s < graph.vertices; ++s) {
    const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(s * graph.vertices);
    REQUIRE(row_of(tree, eliminated, s) ==
            std::vector<Distance>(begin, begin + static_cast<std::ptrdiff_t>(graph.vertices)));
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

TEST_CASE("lengths of kUnreachable and more count as no way", "[sparse]") {
  const Sample sample = test::chain({kUnreachable - 1, 1, 5});
  const Graph graph = sample.graph();
  const sparse::Pattern pattern = sparse::pattern_of(graph);
  const EliminationTree tree =
      sparse::analyse(pattern, *sparse::minimum_degree(pattern, kNoLimit), kNoLimit).value();
  const EliminatedGraph eliminated = sparse::eliminate(graph, tree);
  REQUIRE(row_of(tree, eliminated, 0) ==
          std::vector<Distance>{0, kUnreachable - 1, kUnreachable, kUnreachable});
  REQUIRE(*std::max_element(eliminated.rising.begin(), eliminated.rising.end()) <= kUnreachable);
}
