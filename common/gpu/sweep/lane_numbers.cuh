// SPDX-License-Identifier: MIT
// What a sweep makes of distances beside rows.
#pragma once

#include <cstdint>

#include "common/gpu/dense/summary_kernels.hpp"
#include "common/gpu/sweep/counting_window.cuh"
#include "common/gpu/sweep/words.cuh"

namespace apsp::gpu {

/// What a sweep makes of the distances.
enum class Made {
  kRows,     // nothing else
  kNumbers,  // the numbers of lanes as well
  kCounts,   // numbers and counts, and no rows: Columns::kWays
};

/// The numbers of a thread's lanes.
template <class Word>
class LaneNumbers {
 public:
  static constexpr int kCount = kWords * Word::kElements;

  /// kCounts: counts them as well. Returns whether add_rare() has to follow.
  template <Made kMade>
  [[nodiscard]] __device__ __forceinline__ bool add(const Words& words, CountingWindow* counts) {
    bool rare = false;
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      const std::uint32_t distance = lane_of(words, lane);
      rare |= kMade == Made::kCounts ? counts->count(distance) : distance == kInfiniteElement<Word>;
      sum_[lane] += distance;
      above_[lane] = __viaddmax_u32(distance, kAbove, above_[lane]);
    }
    return rare;
  }

  /// What is infinite or far among them.
  template <Made kMade>
  __device__ __forceinline__ void add_rare(const Words& words, CountingWindow* counts) {
#pragma unroll
    for (int lane = 0; lane < kCount; ++lane) {
      const std::uint32_t distance = lane_of(words, lane);
      if (distance == kInfiniteElement<Word>) {
        ++unreached_[lane];
        sum_[lane] -= distance;
      } else if (kMade == Made::kCounts) {
        counts->count_far(distance);
      }
    }
  }

  /// Of a lane, for so many steps.
  [[nodiscard]] __device__ __forceinline__ DeviceRowNumbers of(int lane,
                                                               std::uint32_t steps) const {
    return {sum_[lane], above_[lane] == 0 ? 0 : above_[lane] - kAbove, steps - unreached_[lane]};
  }

 private:
  __device__ __forceinline__ static std::uint32_t lane_of(const Words& words, int lane) {
    return element_of<Word>(words.of[lane / Word::kElements], lane % Word::kElements);
  }

  /// Added to a distance: the larger it is, the larger; the infinite one is 0.
  static constexpr std::uint32_t kAbove = 0u - kInfiniteElement<Word>;

  unsigned long long sum_[kCount] = {};
  std::uint32_t above_[kCount] = {};  // the largest plus kAbove; 0: all are infinite
  std::uint32_t unreached_[kCount] = {};
};

}  // namespace apsp::gpu
