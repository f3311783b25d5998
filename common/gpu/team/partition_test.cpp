// SPDX-License-Identifier: MIT
#include "common/gpu/team/partition.hpp"

#include <algorithm>

#include "common/gpu/team/route.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

TEST_CASE("every block of rows is held once, in whole pivots, in shares that differ by one pivot") {
  for (std::size_t blocks = 0; blocks <= 70; ++blocks) {
    for (const std::size_t depth : {1, 2}) {
      for (std::size_t devices = 1; devices <= 9; ++devices) {
        INFO(blocks << " blocks, " << depth << " a pivot, " << devices << " devices");
        const Schedule schedule{blocks, depth};
        const std::vector<BlockRange> shares = partition(schedule, devices);
        REQUIRE(shares.size() == std::min(devices, schedule.rounds()));
        std::size_t next = 0;
        std::size_t fewest = blocks;
        std::size_t most = 0;
        for (const BlockRange& share : shares) {
          REQUIRE(share.begin == next);
          REQUIRE(share.begin % depth == 0);
          REQUIRE(share.end > share.begin);
          next = share.end;
          fewest = std::min(fewest, (share.size() + depth - 1) / depth);
          most = std::max(most, (share.size() + depth - 1) / depth);
        }
        REQUIRE(next == blocks);
        REQUIRE((shares.empty() || most - fewest <= 1));
      }
    }
  }
}

TEST_CASE("the short last pivot goes to one of the larger shares") {
  // 7 blocks in pivots of two are 4 pivots: 2 + 2 + 3 blocks, not 4 + 2 + 1.
  const std::vector<BlockRange> shares = partition({7, 2}, 3);
  REQUIRE(shares.size() == 3);
  REQUIRE(shares[0].size() == 2);
  REQUIRE(shares[1].size() == 2);
  REQUIRE(shares[2].size() == 3);
}

TEST_CASE("the owner of a round holds its whole pivot") {
  for (std::size_t blocks = 1; blocks <= 40; ++blocks) {
    for (const std::size_t depth : {1, 2}) {
      for (std::size_t devices = 1; devices <= 9; ++devices) {
        const Schedule schedule{blocks, depth};
        const std::vector<BlockRange> shares = partition(schedule, devices);
        const std::vector<std::size_t> owner = owners(schedule, shares);
        REQUIRE(owner.size() == schedule.rounds());
        for (std::size_t round = 0; round < owner.size(); ++round) {
          const BlockRange pivot = schedule.pivot(round);
          INFO(blocks << " blocks, " << depth << " a pivot, " << devices << " devices, round "
                      << round);
          REQUIRE(shares.at(owner[round]).contains(pivot.begin));
          REQUIRE(shares.at(owner[round]).contains(pivot.end - 1));
        }
      }
    }
  }
}

TEST_CASE("shares of a half are whole squares, and all have as many columns") {
  for (const std::size_t vertices : {1, 300, 1025, 5000, 9000}) {
    for (const int elements : {1, 2}) {
      for (std::size_t members = 1; members <= 8; ++members) {
        INFO("V = " << vertices << ", " << elements << " a word, " << members << " members");
        std::size_t next = 0;
        for (const Layout& layout : layouts_for(vertices, elements, members, true)) {
          REQUIRE(layout.half);
          REQUIRE(layout.held.begin == next);
          REQUIRE(layout.held.begin % layout.window().square == 0);
          REQUIRE(layout.places() == layout.window().size() * layout.square_columns());
          next = layout.held.end;
        }
        REQUIRE(next == (vertices + kBlockRows - 1) / kBlockRows);
      }
    }
  }
}

TEST_CASE("every route brings the rows of every owner to every device") {
  for (const Route route : {Route::kDirect, Route::kChain}) {
    for (std::size_t devices = 1; devices <= 8; ++devices) {
      for (std::size_t owner = 0; owner < devices; ++owner) {
        for (std::size_t device = 0; device < devices; ++device) {
          std::size_t at = device;
          std::size_t steps = 0;
          for (; at != owner; ++steps) {
            INFO("owner " << owner << ", device " << device << " of " << devices << ", at " << at);
            REQUIRE(steps < devices);
            at = source_of(route, devices, owner, at);
            REQUIRE(at < devices);
          }
          REQUIRE((route == Route::kChain || steps <= 1));
        }
      }
    }
  }
}

}  // namespace
}  // namespace apsp::gpu
