// SPDX-License-Identifier: MIT
#include "common/core/schedule.hpp"

#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

TEST_CASE("the rounds' pivots are every tile once, in order") {
  for (const std::size_t vertices : {0, 1, 63, 64, 65, 128, 129, 1000}) {
    for (const std::size_t depth : {1, 2, 3, 4}) {
      INFO("V = " << vertices << ", depth " << depth);
      const Schedule schedule = Schedule::of(vertices, depth);
      REQUIRE(schedule.tiles * kTile >= vertices);
      REQUIRE(schedule.tiles * kTile < vertices + kTile);
      std::size_t next = 0;
      for (std::size_t round = 0; round < schedule.rounds(); ++round) {
        const TileRange pivot = schedule.pivot(round);
        REQUIRE(pivot.begin == next);
        REQUIRE(pivot.size() > 0);
        REQUIRE(pivot.size() <= depth);
        next = pivot.end;
      }
      REQUIRE(next == schedule.tiles);
      REQUIRE(schedule.pivot(schedule.rounds()).size() == 0);
    }
  }
}

TEST_CASE("the tiles outside a range, and outside two, are each met once") {
  const Schedule schedule{10, 3};
  for (std::size_t round = 0; round < schedule.rounds(); ++round) {
    const TileRange pivot = schedule.pivot(round);
    const TileRange next = schedule.pivot(round + 1);
    std::vector<int> met(schedule.tiles, 0);
    for (std::size_t n = 0; n < schedule.tiles - pivot.size(); ++n) ++met[pivot.outside(n)];
    for (std::size_t t = 0; t < schedule.tiles; ++t) REQUIRE(met[t] == (pivot.contains(t) ? 0 : 1));
    std::vector<int> met_rest(schedule.tiles, 0);
    for (std::size_t n = 0; n < schedule.tiles - pivot.size() - next.size(); ++n) {
      ++met_rest[outside_both(pivot, next, n)];
    }
    for (std::size_t t = 0; t < schedule.tiles; ++t) {
      REQUIRE(met_rest[t] == (pivot.contains(t) || next.contains(t) ? 0 : 1));
    }
  }
}

}  // namespace
}  // namespace apsp
