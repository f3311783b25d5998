// SPDX-License-Identifier: MIT
// The steps of a way up, in the order of the way down.
#pragma once

#include <cstdint>

#include "common/gpu/sweep/warp.cuh"

namespace apsp::gpu {

/// The steps that the way up has written, for one warp.
class RisenSteps {
 public:
  explicit __device__ RisenSteps(std::uint32_t* bits) : bits_(bits) {}

  /// Marks a step, in descending order.
  __device__ __forceinline__ void mark(unsigned step) {
    if (step / kLanes != word_) {
      write();
      word_ = step / kLanes;
      open_ = 0;
    }
    open_ |= 1u << step % kLanes;
  }

  /// After the last mark; before the first next().
  __device__ __forceinline__ void finish(unsigned words) {
    write();
    __syncwarp();
    words_ = words;
    first_ = 0;
    load();
  }

  /// The marked steps in ascending order; kNone in the end.
  static constexpr unsigned kNone = ~0u;
  __device__ __forceinline__ unsigned next() {
    for (; first_ < words_; first_ += kLanes, load()) {
      const unsigned holders = __ballot_sync(kAll, open_ != 0);
      if (holders == 0) continue;
      const int holder = __ffs(static_cast<int>(holders)) - 1;
      const std::uint32_t bits = __shfl_sync(kAll, open_, holder);
      if (static_cast<int>(threadIdx.x % kLanes) == holder) open_ &= open_ - 1;
      return (first_ + static_cast<unsigned>(holder)) * kLanes +
             static_cast<unsigned>(__ffs(static_cast<int>(bits)) - 1);
    }
    return kNone;
  }

 private:
  __device__ __forceinline__ void write() {
    if (word_ != kNone && threadIdx.x % kLanes == 0) bits_[word_] = open_;
  }
  __device__ __forceinline__ void load() {
    const unsigned word = first_ + threadIdx.x % kLanes;
    open_ = word < words_ ? bits_[word] : 0;
  }

  std::uint32_t* bits_;
  unsigned word_ = kNone;   // marking: the word of the last step
  std::uint32_t open_ = 0;  // marking: that word; reading: this thread's, less what was returned
  unsigned words_ = 0;
  unsigned first_ = 0;  // reading: thread 0's word
};

}  // namespace apsp::gpu
