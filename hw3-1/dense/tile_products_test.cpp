// SPDX-License-Identifier: MIT
#include "hw3-1/dense/tile_products.hpp"

#include "common/core/schedule.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::cpu {
namespace {

using test::random_sample;
using test::Sample;

TEST_CASE("tile products: all of a dense graph, few of a path, those of each component") {
  constexpr std::size_t kTiles = 40, kVertices = kTiles * kTile;
  const Sample dense = random_sample(kVertices, 100 * kTiles * kTiles, 1, 1, 5);
  REQUIRE(tile_products(dense.graph()) == kTiles * kTiles * kTiles);
  // The rows of a round of a path are those above and its own four, its columns its own and the
  // next.
  const Sample path = test::chain(std::vector<Distance>(kVertices - 1, 1));
  constexpr std::size_t kRows = 4 + 8 + 12 + 16 + 20 + 24 + 28 + 32 + 36;
  constexpr std::size_t kLastRound = kTiles * 4 * 4;
  REQUIRE(tile_products(path.graph()) == kRows * 5 * 4 + kLastRound);
  REQUIRE(tile_products({kVertices, {}}) == kTiles * 4 * 4);
}

}  // namespace
}  // namespace apsp::cpu
