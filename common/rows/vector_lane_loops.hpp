// SPDX-License-Identifier: MIT
// The loops of LaneLoops on vectors. Only a file of an instruction set includes it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/rows/lane_loops.hpp"

namespace apsp {

/// Replaces a column by the smallest p of the arcs in each lane, for any instruction set.
template <class Isa>
void lower_column(const LaneArc* arcs, std::size_t count, std::uint32_t* column) {
  constexpr std::size_t kHalf = 32;
  for (std::size_t lane = 0; lane < kBatchLanes; ++lane) {
    column[lane] = static_cast<std::uint32_t>(kNoPredecessor);
  }
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t p = arcs[n].from;
    for (std::size_t first = 0; first < kBatchLanes; first += kHalf) {
      const auto bits = static_cast<std::uint32_t>(arcs[n].lanes >> first);
#pragma omp simd
      for (std::size_t lane = 0; lane < kHalf; ++lane) {
        const std::uint32_t candidate = (bits & 1U << lane) != 0 ? p : UINT32_MAX;
        const std::uint32_t known = column[first + lane];
        column[first + lane] = candidate < known ? candidate : known;
      }
    }
  }
}

/// `Isa` is of an unnamed namespace, so that each file keeps its own copy of the loops. It has
/// - Keys<Key>: the keys of a vertex, with reached() and equal(keys, weight), a word each;
/// - Words, kWords: a vector of so many words, with &, |, ^ and ~; gather(front, positions),
/// any(words);
/// - lower: see LaneLoops.
template <class Isa>
class VectorLaneLoops {
 public:
  static constexpr LaneLoops table(const char* name, bool (*runnable)()) {
    return {name,       runnable, append_tight<std::uint8_t>, append_tight<std::uint16_t>,
            Isa::lower, step};
  }

 private:
  using Words = typename Isa::Words;
  static constexpr std::size_t kWords = Isa::kWords;
  static constexpr std::size_t kParts = kGroup / kWords;

  template <typename Key>
  static std::size_t append_tight(const Key* keys, const Key* at, const Arc* arcs,
                                  std::size_t count, Distance most, LaneWord wanted,
                                  LaneArc* tight) {
    const typename Isa::template Keys<Key> lanes(at);
    wanted &= lanes.reached();
    std::size_t found = 0;
    for (std::size_t n = 0; n < count; ++n) {
      if (arcs[n].weight > most) break;  // and so are all that follow
      const auto p = static_cast<std::uint32_t>(arcs[n].vertex);
      const LaneWord equal =
          lanes.equal(keys + std::size_t{p} * kBatchLanes, arcs[n].weight) & wanted;
      tight[found] = {equal, p};
      found += equal != 0 ? 1 : 0;
    }
    return found;
  }

  /// Vector `part` of a group.
  static Words& part_of(GroupWords& words, std::size_t part) {
    return reinterpret_cast<Words*>(&words)[part];
  }
  static const Words& part_of(const GroupWords& words, std::size_t part) {
    return reinterpret_cast<const Words*>(&words)[part];
  }

  /// Handles a vector of a group. Returns the lanes that it reaches, and adds to `left` those that
  /// stay pending.
  static Words step_part(LaneSearch& search, std::uint32_t group, std::size_t part, Words& left) {
    constexpr std::size_t kKept = 16;
    const GroupEntries entries = search.groups[group];
    GroupWords* const lanes = search.lanes + entries.begin;
    const GroupPositions* const from = search.from + entries.begin;
    const auto front_of = [&](std::size_t k) {
      return Isa::gather(search.front,
                         reinterpret_cast<const std::uint32_t*>(from + k) + part * kWords);
    };
    Words kept[kKept];
    Words found = {};
    for (std::size_t k = 0; k < entries.count; ++k) {
      const Words front = front_of(k);
      if (k < kKept) kept[k] = front;
      found |= part_of(lanes[k], part) & front;
    }
    Words& pending = part_of(search.pending[group], part);
    const Words reached = found & pending;
    part_of(search.next_front[group], part) = reached;
    pending ^= reached;
    left |= pending;
    const Words choice = reached & part_of(search.several[group], part);
    if (Isa::any(choice)) {
      for (std::size_t k = 0; k < entries.count; ++k) {
        part_of(lanes[k], part) &= ~choice | (k < kKept ? kept[k] : front_of(k));
      }
    }
    return reached;
  }

  static bool step(LaneSearch& search) {
    Words reached = {};
    std::size_t active = 0;
    for (std::size_t n = 0; n < search.active_count; ++n) {
      const std::uint32_t group = search.active[n];
      Words left = {};
      for (std::size_t part = 0; part < kParts; ++part) {
        reached |= step_part(search, group, part, left);
      }
      // Lanes of a group that leaves here stay in one of the fronts. They reach nothing again, and
      // choose nothing, because all that they lead to has been reached by then.
      search.active[active] = group;
      active += Isa::any(left) ? 1 : 0;
    }
    search.active_count = active;
    return Isa::any(reached);
  }
};

}  // namespace apsp
