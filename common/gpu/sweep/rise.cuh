// SPDX-License-Identifier: MIT
// The way up of one warp.
#pragma once

#include <cstdint>

#include "common/gpu/sweep/lane_numbers.cuh"
#include "common/gpu/sweep/risen_steps.cuh"
#include "common/gpu/sweep/sweep_kernels.hpp"
#include "common/gpu/sweep/warp.cuh"
#include "common/gpu/sweep/words.cuh"

namespace apsp::gpu {

/// The arcs of a step on the way up, 32 at a time: a thread holds one of them.
template <class Word>
class ArcsOfStep {
 public:
  __device__ ArcsOfStep(const ProgramView& program, unsigned begin, unsigned end)
      : next_(program.rise_arcs + begin + threadIdx.x % kLanes),
        end_(program.rise_arcs + end),
        none_{static_cast<std::uint32_t>((program.slots - 1) * kSlotBytes), Word::kInfinite} {}

  /// The next of them; beyond the last, arcs that change nothing.
  __device__ __forceinline__ RiseArc next() {
    const RiseArc arc = next_ < end_ ? *next_ : none_;
    next_ += kLanes;
    return arc;
  }

 private:
  const RiseArc* next_;
  const RiseArc* const end_;
  const RiseArc none_;
};

/// value = min(value, length + weight) at the places of kCount arcs, all different, which threads
/// from `first` on hold. The reads of all are under way together. in_memory: whether any place is
/// no slot.
template <class Word, int kCount>
__device__ __forceinline__ void push(const RiseArc& held, int first, bool in_memory,
                                     const Words& length, const ThreadSlots& slots, Words* column,
                                     std::size_t pitch) {
  std::uint32_t place[kCount];
  Words known[kCount];
#pragma unroll
  for (int a = 0; a < kCount; ++a) place[a] = __shfl_sync(kAll, held.place, first + a);
  const auto weight = [&](int a) { return __shfl_sync(kAll, held.weight, first + a); };
  if (!in_memory) {
#pragma unroll
    for (int a = 0; a < kCount; ++a) known[a] = slots[place[a]];
#pragma unroll
    for (int a = 0; a < kCount; ++a) {
      slots[place[a]] = relax_words<Word>(known[a], length, weight(a));
    }
    return;
  }
  const auto at = [&](int a) -> Words* {
    return (place[a] & RiseArc::kInMemory) != 0
               ? column + static_cast<std::size_t>(place[a] & ~RiseArc::kInMemory) * pitch
               : &slots[place[a]];
  };
#pragma unroll
  for (int a = 0; a < kCount; ++a) known[a] = *at(a);
#pragma unroll
  for (int a = 0; a < kCount; ++a) *at(a) = relax_words<Word>(known[a], length, weight(a));
}

/// The way up from the sources of one warp: for each ancestor of one, from the bottom, its length
/// to the batch, and the steps that have one to `risen`. Leaves all slots infinite. kCounts: the
/// lengths go to `lengths`, one below the other, which ends behind them.
template <class Word, Made kMade>
__device__ __forceinline__ void rise(const ProgramView& program, const std::int32_t* sources,
                                     Words* column, std::size_t pitch, const ThreadSlots& slots,
                                     RisenSteps& risen, Words*& lengths) {
  constexpr int kAtOnce = 16;
  constexpr int kCount = kWords * Word::kElements;  // lanes of the thread
  int source[kCount];
  int cursor[kCount];
#pragma unroll
  for (int lane = 0; lane < kCount; ++lane) source[lane] = cursor[lane] = sources[lane];
  const auto highest = [&] {
    int step = cursor[0];
#pragma unroll
    for (int lane = 1; lane < kCount; ++lane) step = max(step, cursor[lane]);
    return warp_max(step);
  };
  const auto leave = [&](int step, int parent) {
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      if (cursor[lane] == step) cursor[lane] = parent;
    }
  };
  const auto memory_of = [&](const RiseStep& step) -> Words& {
    return column[static_cast<std::size_t>(RiseStep::kInMemory - step.slot) * pitch];
  };
  const int first_step = highest();
  if (first_step < 0) return;
  for (int step = first_step; step >= 0; step = highest()) {
    const RiseStep present = program.rise[step];
    if (present.slot <= RiseStep::kInMemory) memory_of(present) = infinite_words<Word>();
    leave(step, present.parent);
  }
#pragma unroll
  for (int lane = 0; lane < kCount; ++lane) cursor[lane] = source[lane];
  int step = first_step;
  RiseStep present = program.rise[step];
  while (step >= 0) {
    ArcsOfStep<Word> arcs(program, present.begin, present.end);
    RiseArc held = arcs.next();
    Words length = infinite_words<Word>();
    if (present.slot >= 0) {
      length = slots[static_cast<std::uint32_t>(present.slot)];
      slots[static_cast<std::uint32_t>(present.slot)] = infinite_words<Word>();
    } else if (present.slot <= RiseStep::kInMemory) {
      length = memory_of(present);
      if (kMade == Made::kCounts) memory_of(present) = infinite_words<Word>();  // for others
    }
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      const int e = lane % Word::kElements;
      if (source[lane] == step) {
        length.of[lane / Word::kElements] &= Word::kElements == 2 ? 0xffff0000u >> (16 * e) : 0u;
      }
    }
    if (kMade == Made::kCounts) {
      *lengths = length;
      lengths += pitch;
    } else {
      column[static_cast<std::size_t>(step) * pitch] = length;
    }
    risen.mark(static_cast<unsigned>(step));
    leave(step, present.parent);
    const int following = highest();
    const RiseStep next = program.rise[max(following, 0)];  // arrives while arcs are pushed
    for (int left = static_cast<int>(present.end - present.begin); left > 0;
         left -= static_cast<int>(kLanes)) {
      const RiseArc ahead = arcs.next();
      unsigned in_memory = __ballot_sync(kAll, (held.place & RiseArc::kInMemory) != 0);
      for (int first = 0; first < min(left, static_cast<int>(kLanes)); first += kAtOnce) {
        push<Word, kAtOnce>(held, first, (in_memory & ((1u << kAtOnce) - 1)) != 0, length, slots,
                            column, pitch);
        in_memory >>= kAtOnce;
      }
      held = ahead;
    }
    step = following;
    present = next;
  }
}

}  // namespace apsp::gpu
