// SPDX-License-Identifier: MIT
// The inner loops of a batch of predecessors: a set of them for each instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "common/core/arc.hpp"
#include "common/core/distance.hpp"

namespace apsp {

/// Rows of a batch: a lane is a row.
inline constexpr std::size_t kBatchLanes = 64;

/// A bit for each lane.
using LaneWord = std::uint64_t;

/// The key of a vertex that no path leads to. Sums that pass it stay there.
template <typename Key>
inline constexpr Key kNoLaneKey = std::numeric_limits<Key>::max();

/// An arc into a vertex, and the lanes in which it is tight.
struct LaneArc {
  LaneWord lanes;
  std::uint32_t from;  // a vertex
};

/// Vertices that a step handles together, and a word or a position of each.
inline constexpr std::size_t kGroup = 8;
struct alignas(64) GroupWords {
  std::array<LaneWord, kGroup> of = {};
};
struct alignas(32) GroupPositions {
  std::array<std::uint32_t, kGroup> of = {};
};

/// Where the tight arcs into a group of vertices lie: entry `begin` + k holds arc k of each.
struct GroupEntries {
  std::uint32_t begin;
  std::uint32_t count;
};

/// A search of all lanes, breadth first. Vertices have positions: group and place in it.
struct LaneSearch {
  const GroupEntries* groups;
  GroupWords* lanes;           // of each entry: those in which its arcs are tight
  const GroupPositions* from;  // of each entry: the positions that its arcs leave
  const GroupWords* several;   // of each group: lanes in which more than one arc is tight
  GroupWords* pending;         // of each group: lanes that are not reached yet
  const LaneWord* front;       // by position: lanes that the last step reached
  GroupWords* next_front;      // of each group: lanes that this step reaches
  std::uint32_t* active;       // groups with pending lanes, ascending
  std::size_t active_count;
};

/// A set of loops.
struct LaneLoops {
  /// Appends to `tight` those of a vertex's arcs, up to a weight, that are tight in a wanted lane,
  /// and returns their number. Lanes without a path are never tight. The keys of vertex p begin at
  /// keys[p * kBatchLanes], those of the vertex are `at`; both are 64-byte aligned. `arcs` ascend
  /// by weight. There is room for all arcs.
  template <typename Key>
  using AppendTight = std::size_t (*)(const Key* keys, const Key* at, const Arc* arcs,
                                      std::size_t count, Distance most, LaneWord wanted,
                                      LaneArc* tight);

  const char* name;
  bool (*runnable)();
  AppendTight<std::uint8_t> append_u8;
  AppendTight<std::uint16_t> append_u16;

  /// Replaces a column of kBatchLanes numbers by the smallest p of the arcs in each lane;
  /// kNoPredecessor where there is none. `column` is 64-byte aligned.
  void (*lower)(const LaneArc* arcs, std::size_t count, std::uint32_t* column);

  /// Follows one more edge in all lanes. Takes the lanes that are reached from those pending, and
  /// the groups without pending lanes from those active. Where several arcs are tight, leaves only
  /// those lanes in entries in which the arc ends a path with the fewest edges. Returns whether
  /// some lane of some vertex was reached.
  bool (*step)(LaneSearch& search);

  [[nodiscard]] AppendTight<std::uint8_t> append(std::uint8_t /*key*/) const { return append_u8; }
  [[nodiscard]] AppendTight<std::uint16_t> append(std::uint16_t /*key*/) const {
    return append_u16;
  }
};

extern const LaneLoops kAvx512LaneLoops;
extern const LaneLoops kAvx2LaneLoops;
extern const LaneLoops kPortableLaneLoops;

/// Returns the sets that this processor can run, the fastest first; the last runs anywhere.
[[nodiscard]] std::span<const LaneLoops* const> runnable_lane_loops();

}  // namespace apsp
