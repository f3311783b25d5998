// SPDX-License-Identifier: MIT
// The way down of one thread.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "common/gpu/sweep/lane_numbers.cuh"
#include "common/gpu/sweep/risen_steps.cuh"
#include "common/gpu/sweep/sweep_kernels.hpp"
#include "common/gpu/sweep/warp.cuh"
#include "common/gpu/sweep/words.cuh"

namespace apsp::gpu {

/// Units from one stage to the next in shared memory.
constexpr auto kStageRoom = static_cast<unsigned>(kStageUnits + kUnitsAhead);

/// Enqueues the copy of a stage to shared memory by all threads of the block.
__device__ __forceinline__ void copy_stage(const ProgramView& program, unsigned stage, Unit* ring) {
  constexpr auto kUnits = static_cast<unsigned>(kStageUnits);
  if (stage < program.stages) {
    const Unit* from = program.fall + static_cast<std::size_t>(stage) * kUnits;
    Unit* to = ring + stage % 2 * kStageRoom;
    for (unsigned n = threadIdx.x; n < kUnits; n += blockDim.x) {
      __pipeline_memcpy_async(to + n, from + n, sizeof(Unit));
    }
  }
  __pipeline_commit();
}

/// The unit that begins `at` bytes behind the beginning of shared memory.
__device__ __forceinline__ uint4 load(std::uint32_t at) {
  extern __shared__ uint4 shared[];
  return *reinterpret_cast<const uint4*>(reinterpret_cast<const char*>(shared) + at);
}

constexpr auto kUnitBytes = static_cast<std::uint32_t>(sizeof(Unit));

/// A group's head, and the first unit with arcs, if it has any.
struct Group {
  uint4 head;
  uint4 first;

  __device__ __forceinline__ void read(std::uint32_t at) {
    head = load(at);
    first = load(at + kUnitBytes);
  }
  [[nodiscard]] __device__ __forceinline__ std::uint32_t arc_bytes() const {
    return head.x & group::kArcBytes;
  }
  [[nodiscard]] __device__ __forceinline__ bool ends_stage() const {
    return (head.x & group::kEndOfStage) != 0;
  }
};

/// The way down of one thread's lanes.
template <class Word, Made kMade, bool kCore>
class Fall {
 public:
  /// Begins after the core. kCore: there is one. Without it the compiler finds loops that are
  /// a tenth faster. lengths: as rise() leaves it.
  __device__ Fall(const ThreadSlots& slots, Words* column, std::size_t pitch,
                  const ProgramView& program, CountingWindow* counts, RisenSteps& risen,
                  const Words* lengths)
      : slots_(slots),
        column_(column),
        pitch_(pitch),
        risen_(risen),
        here_(column),
        lengths_(lengths),
        rows_(program.rows_of_kept),
        counts_(counts) {
    if (kCore) {
      if (kMade != Made::kRows) {
#pragma unroll 4
        for (unsigned step = 0; step < program.core; ++step) {
          const Words distance = column[step * pitch];
          if (numbers_.template add<kMade>(distance, counts_)) {
            numbers_.template add_rare<kMade>(distance, counts_);
          }
        }
      }
      step_ = program.core;
      here_ += program.core * pitch;
    }
    if (kMade == Made::kCounts) row_ = *rows_;
    next_risen_ = risen_.next();
    begin_step();
  }

  /// Takes a group, whose units with arcs begin at `arcs`. They must not change before the step
  /// ends, or arrive() is called.
  __device__ __forceinline__ void take(const Group& group, std::uint32_t arcs) {
    if ((group.head.x & group::kFromMemory) == 0) {
      from_slots(group, arcs);
    } else {
      from_memory(arcs, group.arc_bytes());
    }
    if ((group.head.x & (group::kMore | group::kArrives)) != 0) {
      if ((group.head.x & group::kMore) != 0) return;
      arrive();
    }
    slots_[group.head.y] = distance_;
    if (kMade == Made::kCounts) {
      last_ = distance_.of[0];
    } else {
      *here_ = distance_;
      here_ += pitch_;
    }
    if (kMade != Made::kRows) {
      const bool rare = numbers_.template add<kMade>(distance_, counts_);
      const bool is_kept = kMade == Made::kCounts && (group.head.x & group::kKept) != 0;
      if (rare || is_kept) {  // one branch
        if (is_kept) {
          column_[row_ * pitch_] = distance_;
          row_ = *++rows_;
        }
        numbers_.template add_rare<kMade>(distance_, counts_);
      }
    }
    ++step_;
    begin_step();
  }

  /// Waits for what is read from memory, and uses it.
  __device__ __forceinline__ void arrive() {
    if (reading_ == 0) return;
#pragma unroll
    for (unsigned a = 0; a < kReads; ++a) {
      if (a * kUnitBytes >= reading_) continue;
      const uint4 arc = load(arcs_read_ + a * kUnitBytes);
      slots_[arc.z] = found_[a];
      distance_ = relax_words<Word>(distance_, found_[a], arc.y);
    }
    reading_ = 0;
  }

  /// kCounts: at the end of a stage, by all threads of the block. A barrier.
  __device__ __forceinline__ void move_window(unsigned stage) {
    const std::uint32_t value = element_of<Word>(last_, 0);
    counts_->move(value, value != kInfiniteElement<Word>, stage + 1);
  }

  [[nodiscard]] __device__ const LaneNumbers<Word>& numbers() const {
    return numbers_;
  }

 private:
  __device__ __forceinline__ void begin_step() {
    distance_ = infinite_words<Word>();
    if (step_ == next_risen_) {
      if (kMade == Made::kCounts) lengths_ -= pitch_;
      distance_ = kMade == Made::kCounts ? *lengths_ : *here_;
      next_risen_ = risen_.next();
    }
  }

  __device__ __forceinline__ void from_slots(const Group& group, std::uint32_t arcs) {
    Shortest<Word> shortest(slots_[group.head.z], group.head.w);
    const std::uint32_t bytes = group.arc_bytes();
    if (bytes > 0) {
      const Words x = slots_[group.first.x], z = slots_[group.first.z];
      shortest.relax_two(distance_, x, group.first.y, z, group.first.w);
      std::uint32_t at = arcs + kUnitBytes;
      const std::uint32_t end = arcs + bytes;
      // Most have few arcs: what the compiler does before an unrolled loop takes longer than it.
#pragma unroll 1
      for (; at + 4 * kUnitBytes <= end; at += 4 * kUnitBytes) pairs<4>(at, shortest);
      if (at < end) pairs<2>(at, shortest);
    }
    shortest.join(distance_);
  }

  template <int kCount>
  __device__ __forceinline__ void pairs(std::uint32_t arcs, Shortest<Word>& shortest) {
    uint4 two[kCount];
    Words x[kCount], z[kCount];
#pragma unroll
    for (int a = 0; a < kCount; ++a) two[a] = load(arcs + static_cast<unsigned>(a) * kUnitBytes);
#pragma unroll
    for (int a = 0; a < kCount; ++a) {
      x[a] = slots_[two[a].x];
      z[a] = slots_[two[a].z];
    }
#pragma unroll
    for (int a = 0; a < kCount; ++a) {
      shortest.relax_two(distance_, x[a], two[a].y, z[a], two[a].w);
    }
  }

  /// Begins to read: slots are read meanwhile.
  __device__ __forceinline__ void from_memory(std::uint32_t arcs, std::uint32_t bytes) {
    arrive();
#pragma unroll
    for (unsigned a = 0; a < kReads; ++a) {
      if (a * kUnitBytes < bytes) found_[a] = column_[load(arcs + a * kUnitBytes).x * pitch_];
    }
    arcs_read_ = arcs;
    reading_ = bytes;
  }

  static constexpr auto kReads = static_cast<unsigned>(group::kReads);

  const ThreadSlots slots_;
  Words* const column_;
  const std::size_t pitch_;
  RisenSteps& risen_;
  Words* here_;                // of the step: kRows, kNumbers
  const Words* lengths_;       // behind the next one that rose; from here on: kCounts
  const std::uint32_t* rows_;  // of the next step that is kept, and of those that follow
  std::uint32_t row_;          // of that step
  CountingWindow* const counts_;
  std::uint32_t last_ = Word::kInfinite;  // kCounts: the first word of the last step
  unsigned step_ = 0;
  unsigned next_risen_ = 0;
  Words distance_;
  Words found_[kReads];  // on its way from memory
  std::uint32_t arcs_read_ = 0;
  std::uint32_t reading_ = 0;  // bytes of their arcs
  LaneNumbers<Word> numbers_;
};

}  // namespace apsp::gpu
