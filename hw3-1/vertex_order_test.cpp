// SPDX-License-Identifier: MIT
// Orders are permutations, and the ones that are chosen save work.
#include "hw3-1/vertex_order.hpp"

#include <algorithm>
#include <random>

#include "common/core/schedule.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::cpu {
namespace {

using test::band;
using test::random_sample;
using test::ring;
using test::Sample;

void require_permutation(const VertexOrder& order, std::size_t vertices) {
  REQUIRE(order.positions.size() == vertices);
  REQUIRE(order.vertices.size() == vertices);
  for (std::size_t position = 0; position < vertices; ++position) {
    REQUIRE(order.vertex_at(position) < vertices);
    REQUIRE(order.position_of(order.vertices[position]) == position);
  }
}

TEST_CASE("the order of Cuthill and McKee is a permutation") {
  for (const std::size_t vertices : {0, 1, 2, 65, 300}) {
    for (const std::uint32_t seed : {1, 2, 3}) {
      INFO("V = " << vertices << ", seed " << seed);
      // Loops, repeats, isolated vertices and several components are among them.
      for (const std::size_t edges : {0, 1, 2, 4}) {
        const Sample sample = random_sample(vertices, edges * vertices / 2, 0, 9, seed);
        require_permutation(cuthill_mckee(sample.graph()), vertices);
      }
    }
  }
}

TEST_CASE("a path is found whatever its vertices' numbers") {
  const Sample path = test::shuffled(test::chain(std::vector<Distance>(999, 1)), 4);
  const VertexOrder order = cuthill_mckee(path.graph());
  for (const Edge& edge : path.edges) {
    const auto from = static_cast<std::ptrdiff_t>(order.position_of(edge.source));
    const auto to = static_cast<std::ptrdiff_t>(order.position_of(edge.destination));
    REQUIRE(std::abs(from - to) == 1);
  }
}

TEST_CASE("tile products: all of a dense graph, few of a path, those of each component") {
  constexpr std::size_t kTiles = 40, kVertices = kTiles * kTile;
  const Sample dense = random_sample(kVertices, 100 * kTiles * kTiles, 1, 1, 5);
  REQUIRE(tile_products(dense.graph(), {}) == kTiles * kTiles * kTiles);
  // Of a path, a round's rows are those above and its own four, its columns its own and the next.
  const Sample path = test::chain(std::vector<Distance>(kVertices - 1, 1));
  constexpr std::size_t kRows = 4 + 8 + 12 + 16 + 20 + 24 + 28 + 32 + 36;
  constexpr std::size_t kLastRound = kTiles * 4 * 4;
  REQUIRE(tile_products(path.graph(), {}) == kRows * 5 * 4 + kLastRound);
  REQUIRE(tile_products({kVertices, {}}, {}) == kTiles * 4 * 4);
}

TEST_CASE("an order is chosen where it saves work, and only there") {
  constexpr std::size_t kVertices = 3000, kMostEdges = 16 * kVertices;
  const Sample in_order = band(kVertices, 60, 4, true, 9, 6);
  const Sample shuffled = test::shuffled(in_order, 7);
  REQUIRE(choose_order(in_order.graph()).as_numbered());
  const VertexOrder order = choose_order(shuffled.graph());
  require_permutation(order, kVertices);
  REQUIRE(tile_products(shuffled.graph(), order) < tile_products(shuffled.graph(), {}) / 2);

  // Nothing to save.
  REQUIRE(choose_order(random_sample(kVertices, kMostEdges, 1, 9, 8).graph()).as_numbered());

  REQUIRE(may_need_order(random_sample(kVertices, kMostEdges, 1, 9, 8).graph()));
  REQUIRE(!may_need_order(random_sample(kVertices, kMostEdges + 1, 1, 9, 8).graph()));
  REQUIRE(may_need_order(ring(449, 1).graph()));  // 8 tiles
  REQUIRE(!may_need_order(ring(448, 1).graph()));
  REQUIRE(!may_need_order({0, {}}));
}

}  // namespace
}  // namespace apsp::cpu
