// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/shape.hpp"

#include <algorithm>

#include "common/gpu/sweep/program.hpp"

namespace apsp::gpu {
namespace {

std::size_t divided_up(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// Warps of a block that keeps nearly all reads in slots. With half as many slots as steps are
/// alive, one read in a hundred misses on grids, roads and graphs of near points; with an eighth,
/// a third on large grids. Of ways, the second-level cache has those: there warps count for more,
/// and a twenty-fourth will do.
std::size_t warps_for(std::size_t most_alive, std::size_t rows, Columns columns) {
  constexpr std::size_t kFewest = 4;
  const std::size_t wanted =
      (columns == Columns::kWays ? most_alive / 24 : most_alive * 9 / 20) + 2;
  return std::clamp(rows / wanted, kFewest, most_warps(columns));
}

}  // namespace

std::size_t SweepShape::pitch() const {
  return blocks * warps * kWordsOfWarp;
}

std::size_t warp_bytes(std::size_t steps, std::size_t rows) {
  return rows * kSlotBytes + divided_up(steps, kWarp) * sizeof(std::uint32_t);
}

SweepShape shape_for(std::size_t bytes, std::size_t most_alive, std::size_t words,
                     const SweepRoom& room, Columns columns) {
  const std::size_t rows = (room.shared_bytes - shared_bytes(0, 0)) / kSlotBytes;
  const std::size_t all = std::max<std::size_t>(1, divided_up(words, kWordsOfWarp));  // warps
  const std::size_t fitting = std::max<std::size_t>(1, room.batch_bytes / bytes);
  SweepShape shape{warps_for(most_alive, rows, columns), 0, 0};
  const std::size_t a_round = room.processors * shape.warps;
  if (columns == Columns::kWays && a_round <= fitting) {  // a batch for each round, all of one size
    const std::size_t rounds = divided_up(all, a_round);
    shape.warps = divided_up(all, rounds * room.processors);
    shape.blocks = divided_up(divided_up(all, rounds), shape.warps);
    shape.capacity = rows / shape.warps;
    return shape;
  }
  const std::size_t at_once = std::min(all, fitting);
  if (all <= fitting || at_once < a_round) {
    const std::size_t rounds = divided_up(at_once, a_round);
    shape.warps = divided_up(at_once, room.processors * rounds);
    // Not more than fit, unless one block more holds the rest of all.
    shape.blocks = all <= fitting ? divided_up(at_once, shape.warps)
                                  : std::max<std::size_t>(1, at_once / shape.warps);
  } else {
    shape.blocks = room.processors * (at_once / a_round);
  }
  shape.capacity = rows / shape.warps;
  return shape;
}

}  // namespace apsp::gpu
