// SPDX-License-Identifier: MIT
// The input of a sweep on a device: an eliminated graph, laid out in the order in which it is read.
//
// A warp sweeps from the sources of its lanes, two 32-bit words a thread. It holds slots, rows of
// its words, in shared memory; everything else that it reads again lies in its columns of the
// batch. All warps of a block read the same program, so they read it together.
//
// The columns hold the distances to all steps, or, where nobody wants the rows, those alone that a
// step may still read: steps on the way to its root. Then a row belongs to all steps of one depth,
// of which one at a time is on that way, going down as going up, and memory hardly grows with V.
//
// Rise: a vertex at a time, ancestors of a source alone. The slots of assign_slots() hold lengths.
// No way enters the core, whose distances lie in the batch before: see core_distances.hpp.
//
// Fall: all steps after the core in order, a group of arcs after the other. The slots of the fall
// are a cache whose whole future is known. Where a slot is missing, the vertex that is read again
// last loses its own. One that would be read even later is read from device memory without a slot.
//
// Source of that choice: L. A. Belady, IBM Systems Journal 5 (1966).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/width.hpp"
#include "common/gpu/sweep/shape.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/gpu/sweep/traversal.hpp"

namespace apsp::gpu {

/// Threads of a warp, their words, and the bytes of one slot of a warp. An arc is read once for
/// all words of a thread.
inline constexpr std::size_t kWarp = 32;
inline constexpr std::size_t kWordsOfThread = 2;
inline constexpr std::size_t kWordsOfWarp = kWarp * kWordsOfThread;
inline constexpr std::size_t kSlotBytes = kWordsOfWarp * sizeof(std::uint32_t);

/// Sixteen bytes of the fall: the head of a group, or arcs.
struct alignas(16) Unit {
  std::uint32_t x, y, z, w;
};

/// Units that a block reads at once. No group goes beyond them.
inline constexpr std::size_t kStageUnits = 256;

/// The head of a group. x: flags, and the bytes of the units with arcs that follow: none, or one
/// and whole batches, so that a warp reads a batch at a time. y: the slot that receives the
/// distance of the step, in bytes. (z, w): one arc. Units with arcs: two arcs, (x, y) and (z, w),
/// each a slot in bytes and a weight. With kFromMemory, where they are whole batches, one arc: the
/// row x, the weight y, and the slot z that keeps the value.
namespace group {
inline constexpr std::size_t kBatch = 2;               // units
inline constexpr std::size_t kReads = 8;               // units of a group with kFromMemory at most
inline constexpr std::uint32_t kArcBytes = 0xffff;     // the number
inline constexpr std::uint32_t kEndOfStage = 0x10000;  // no group: the next unit is a stage's
inline constexpr std::uint32_t kMore = 0x20000;        // further groups of the same step follow
inline constexpr std::uint32_t kFromMemory = 0x40000;  // the head has no arc
inline constexpr std::uint32_t kArrives = 0x80000;     // a step's last: another was kFromMemory
inline constexpr std::uint32_t kKept = 0x100000;       // a step's last: it is read from memory
}  // namespace group

/// Units that are read before it is known whether they belong to the next group.
inline constexpr std::size_t kUnitsAhead = 1;

/// Shared memory of a block of `warps` that hold `slots` each, beside two stages of units.
[[nodiscard]] constexpr std::size_t shared_bytes(std::size_t warps, std::size_t slots) {
  return 2 * (kStageUnits + kUnitsAhead) * sizeof(Unit) + warps * slots * kSlotBytes;
}

/// A step on the way up.
struct alignas(16) RiseStep {
  static constexpr std::int32_t kNoSlot = -1;    // no arc leads here
  static constexpr std::int32_t kInMemory = -2;  // less the row of the batch that has the lengths

  std::int32_t parent;       // Traversal::kRoot: none
  std::int32_t slot;         // in bytes, or one of the two
  std::uint32_t begin, end;  // of its arcs
};

/// An arc of the way up. Those of a step that lead to slots come first.
struct alignas(8) RiseArc {
  static constexpr std::uint32_t kInMemory = 0x80000000;  // then `place` holds the row

  std::uint32_t place;  // the slot in bytes
  std::uint32_t weight;
};

/// An eliminated graph in one width.
struct SweepProgram {
  std::vector<Unit> fall;  // whole stages
  std::vector<RiseStep> rise;
  std::vector<RiseArc> rise_arcs;
  std::vector<std::uint32_t> rows_of_kept;  // kWays: of the steps with kKept; one more at the end
  std::size_t core = 0;                     // so many first steps, and rows
  std::size_t rows = 0;                     // that it reads and writes
  std::size_t slots = 0;                    // that a warp needs
  double reads_from_memory = 0;             // of a fall
};

/// Slots of a program that has `capacity`: one is for what is not read again.
[[nodiscard]] constexpr std::size_t usable_slots(std::size_t capacity) {
  return capacity - 1;
}

/// The row of a batch in which a step of this number and depth finds its distance.
[[nodiscard]] constexpr std::size_t row_of(std::size_t step, const Traversal& traversal,
                                           Columns columns) {
  if (columns == Columns::kAll || step < traversal.core) return step;
  return traversal.core + static_cast<std::size_t>(traversal.depths[step]);
}

/// Rows that a program reads and writes.
[[nodiscard]] constexpr std::size_t rows_of(const Traversal& traversal, Columns columns) {
  return columns == Columns::kAll ? traversal.size() : traversal.core + traversal.height;
}

/// Needs a tree of which fewer than 2^31 pairs are filled, and a capacity of two slots or more.
/// O(fill capacity) at most; mostly O(fill), as few arcs miss their slot.
[[nodiscard]] SweepProgram program_of(const SweepGraph& graph, std::size_t capacity, Width width,
                                      Columns columns);

}  // namespace apsp::gpu
