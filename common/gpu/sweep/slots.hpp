// SPDX-License-Identifier: MIT
// Which distances of a sweep lie in fast memory, and where.
//
// On the way down, the distance to a vertex is read until the last of its descendants that has it
// as a higher neighbour. From its own step to that one it keeps a slot; then another vertex takes
// it. On the way up, the same holds backwards in time: a vertex is written first by that descendant
// and is done at its own step. One assignment serves both ways. The core has no part in it: ways
// up end below it.
// Where slots are too few, the vertices that are read least for the time that they take are
// spilled: they are read from device memory. Reads on the way up count: a step has its turn there
// once for each source below it.
// Source: the linear scan of register allocation, M. Poletto and V. Sarkar, ACM TOPLAS 21 (1999).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/gpu/sweep/traversal.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

/// The slots of all steps.
struct Slots {
  static constexpr std::int32_t kNone = -1;     // no other step reads it
  static constexpr std::int32_t kSpilled = -2;  // in device memory

  std::vector<std::int32_t> of_step;  // in [0, count), or one of the two
  std::size_t count = 0;              // at most the capacity
  double spilled_reads = 0;           // on the ways up from all sources
};

/// For each step, how long and how often it is read.
struct Lifetimes {
  /// Of no tree.
  Lifetimes() = default;
  /// O(fill).
  Lifetimes(const sparse::EliminationTree& tree, const Traversal& traversal);

  std::vector<std::int32_t> last;  // step that reads it; -1: none does, or it is in the core
  std::vector<double> reads;       // on the ways up from all sources
  std::size_t most_alive = 0;      // slots with which none is spilled
  std::size_t most_with_core = 0;  // same, and a way down reads a step of the core once from memory
};

/// O(V log V). Needs a capacity of at least 1.
[[nodiscard]] Slots assign_slots(const Lifetimes& lifetimes, std::size_t capacity);

}  // namespace apsp::gpu
