// SPDX-License-Identifier: MIT
#include "common/gpu/team/partition.hpp"

#include <algorithm>
#include <set>

namespace apsp::gpu {

std::vector<BlockRange> partition(const Schedule& schedule, std::size_t devices) {
  const std::size_t rounds = schedule.rounds();
  const std::size_t shares = std::min(devices, rounds);
  std::vector<BlockRange> ranges;
  std::size_t begin = 0;  // in pivots
  for (std::size_t n = 0; n < shares; ++n) {
    const std::size_t left = shares - n;
    const std::size_t end = begin + (rounds - begin) / left;
    ranges.push_back({schedule.pivot(begin).begin, schedule.pivot(end - 1).end});
    begin = end;
  }
  return ranges;
}

std::vector<std::size_t> owners(const Schedule& schedule, const std::vector<BlockRange>& shares) {
  std::vector<std::size_t> owner(schedule.rounds());
  std::size_t share = 0;
  for (std::size_t round = 0; round < owner.size(); ++round) {
    while (!shares[share].contains(schedule.pivot(round).begin)) ++share;
    owner[round] = share;
  }
  return owner;
}

std::size_t Lineup::distinct() const {
  return std::set<std::size_t>(devices.begin(), devices.end()).size();
}

std::size_t Lineup::most_sharing() const {
  std::ptrdiff_t most = 0;
  for (const std::size_t device : devices)
    most = std::max(most, std::ranges::count(devices, device));
  return static_cast<std::size_t>(most);
}

std::vector<Layout> layouts_for(std::size_t vertices, int elements_per_word, std::size_t members,
                                bool half) {
  const std::size_t rows = (vertices + members - 1) / members;
  Layout whole = Layout::whole(vertices, elements_per_word, pivots_for(vertices, rows));
  whole.half = half;
  const std::size_t together = half ? whole.window().square : whole.schedule().depth;
  std::vector<Layout> layouts;
  for (const BlockRange& share : partition({whole.row_blocks(), together}, members)) {
    layouts.push_back(whole);
    layouts.back().held = share;
  }
  return layouts;
}

}  // namespace apsp::gpu
