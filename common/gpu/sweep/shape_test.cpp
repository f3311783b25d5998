// SPDX-License-Identifier: MIT
// Warps, slots and blocks of a sweep, in rooms of many sizes.
#include "common/gpu/sweep/shape.hpp"

#include <algorithm>
#include <cstddef>

#include "common/gpu/sweep/program.hpp"
#include "common/testing/catch.hpp"

namespace apsp::gpu {
namespace {

TEST_CASE("a shape keeps to the room that a device has") {
  for (const std::size_t steps : {1, 33, 5'000, 300'000}) {
    for (const std::size_t alive : {0, 1, 70, 900, 100'000}) {
      for (const std::size_t shared : {48, 64, 99, 227}) {
        for (const std::size_t warps : {1, 3, 100, 5'000, 1'000'000}) {
          const std::size_t bytes = warp_bytes(steps, steps);
          const SweepRoom room{132, shared * 1024, warps * bytes};
          for (const std::size_t words :
               {std::size_t{1}, std::size_t{32}, std::size_t{33}, steps}) {
            INFO(steps << " steps, " << alive << " alive, " << shared << " KiB, " << warps
                       << " warps, " << words << " words");
            const SweepShape shape = shape_for(bytes, alive, words, room, Columns::kAll);
            REQUIRE(shape.warps >= 1);
            REQUIRE(shape.warps <= most_warps(Columns::kAll));
            REQUIRE(shape.blocks >= 1);
            REQUIRE(shape.capacity >= 2);
            REQUIRE(shared_bytes(shape.warps, shape.capacity) <= room.shared_bytes);
            const std::size_t needed = (words + kWordsOfWarp - 1) / kWordsOfWarp;
            if (needed <= warps) {
              REQUIRE(shape.pitch() >= words);  // one batch, with less than a block to spare
              REQUIRE((shape.blocks - 1) * shape.warps < needed);
            } else {
              REQUIRE(shape.blocks * shape.warps <= warps);
            }
            const SweepShape round = shape_for(bytes, alive, words, room, Columns::kWays);
            REQUIRE(round.warps >= 1);
            REQUIRE(round.warps <= most_warps(Columns::kWays));
            REQUIRE(round.blocks >= 1);
            REQUIRE(shared_bytes(round.warps, round.capacity) <= room.shared_bytes);
            const std::size_t batches = (words + round.pitch() - 1) / round.pitch();
            if (warps >= room.processors * most_warps(Columns::kWays)) {
              REQUIRE(round.blocks <= room.processors);
              REQUIRE(batches <= 1 + needed / (room.processors * round.warps));
            } else {
              REQUIRE(round.blocks * round.warps <= std::max(warps, needed));
              REQUIRE((needed <= warps || round.blocks * round.warps <= warps));
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace apsp::gpu
