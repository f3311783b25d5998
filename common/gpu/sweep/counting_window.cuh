// SPDX-License-Identifier: MIT
// How a block counts distances.
#pragma once

#include <cstdint>

#include "common/core/distance.hpp"
#include "common/gpu/sweep/octave_bins.hpp"
#include "common/gpu/sweep/sweep_kernels.hpp"
#include "common/gpu/sweep/warp.cuh"

namespace apsp::gpu {

/// Counts distances by octave bins. Sources side by side are close to each other, and so are
/// vertices whose steps follow each other: most distances of a block lie in a window of some
/// thousand bins, in shared memory, that moves along. The others are counted in device memory.
/// Instructions bind the kernel, so that each is worth its place here.
class CountingWindow {
 public:
  /// `window`: of the block. infinite: what counts as far, wherever the window is. Where it is
  /// `used`, all threads call this.
  __device__ CountingWindow(std::uint32_t* window, const BatchView& batch, std::uint32_t infinite,
                            bool used)
      : window_(window),
        bins_(batch.window_bins),
        offset_(OctaveBins{batch.widening}.offset()),
        log_copies_(batch.log_copies),
        own_(held(static_cast<std::uint32_t>(__cvta_generic_to_shared(window)) +
                  sizeof(std::uint32_t) * (threadIdx.x & ((1u << batch.log_copies) - 1)))),
        stride_(held(sizeof(std::uint32_t) << batch.log_copies)),
        last_(raised_bits(infinite)),
        counts_(batch.counts) {
    begin_at(raised_bits(0));
    if (!used) return;
    for (unsigned n = threadIdx.x; n < bins_; n += blockDim.x) window_[n] = 0;
    __syncthreads();
  }

  /// Counts a distance in the window, or, if it is far, in a bin that nobody asks for: without a
  /// branch, as the warps of a block wait for instructions. Returns whether it is far.
  __device__ __forceinline__ bool count(std::uint32_t distance) {
    const std::uint32_t place = place_of(distance);
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(own_ + place * stride_));
    return place == room_;
  }

  /// Counts a distance in device memory, if it is far. It is not infinite.
  __device__ __forceinline__ void count_far(std::uint32_t distance) {
    if (place_of(distance) != room_) return;
    atomicAdd(counts_ + (raised_bits(distance) - raised_bits(0)), 1ull);
  }

  /// By all threads of the block, when all have counted for the `time`th time: moves the window, if
  /// it has to, to where most warps' distances are on average, one of each thread, unless that is
  /// infinite. A barrier; when it returns, all threads have come.
  __device__ __forceinline__ void move(std::uint32_t distance, bool is_finite, unsigned time) {
    const unsigned lane = threadIdx.x % kLanes;
    const std::uint32_t zero = raised_bits(0);
    const std::uint32_t sum = warp_sum(is_finite ? raised_bits(distance) - zero : 0);
    const auto finite = static_cast<std::uint32_t>(__popc(__ballot_sync(kAll, is_finite)));
    // In two places by turns, so that one barrier serves.
    std::uint32_t* const of_warps = window_ + bins_ + kLanes * (1 + time % 2);
    if (lane == 0) of_warps[threadIdx.x / kLanes] = finite == 0 ? kNowhere : sum / finite;
    __syncthreads();
    const unsigned warps = blockDim.x / kLanes;
    const std::uint32_t mean = lane < warps ? of_warps[lane] : kNowhere;
    const std::uint32_t half = bins_ >> (log_copies_ + 1);
    const auto near = [&](std::uint32_t other) { return mean - other + half <= 2 * half; };
    int neighbors = 0;
    for (unsigned warp = 0; warp < warps; ++warp) neighbors += near(__shfl_sync(kAll, mean, warp));
    if (mean == kNowhere) neighbors = 0;
    const int best = warp_max(neighbors * static_cast<int>(kLanes) + static_cast<int>(lane));
    const bool counts = near(__shfl_sync(kAll, mean, best % static_cast<int>(kLanes)));
    const auto counted = static_cast<std::uint32_t>(__popc(__ballot_sync(kAll, counts)));
    const std::uint32_t middle = warp_sum(counts ? mean : 0) / counted;
    const bool all_infinite = best < static_cast<int>(kLanes);
    const std::uint32_t first = zero + (middle > half ? middle - half : 0);
    // Counts have 32 bits: a stage adds a million at most.
    constexpr unsigned kLongest = 1024;
    const bool stays = all_infinite || first + less_first_ + half / 4 <= half / 2;
    if (stays && time % kLongest != 0) return;
    flush();
    __syncthreads();
    if (!all_infinite) begin_at(first);
  }

  /// Adds the window to the counts in device memory. Barriers before and after are the caller's.
  __device__ __forceinline__ void flush() {
    for (unsigned n = threadIdx.x; n < bins_; n += blockDim.x) {
      const std::uint32_t found = window_[n];
      if (found == 0) continue;
      const std::uint32_t place = n >> log_copies_;
      window_[n] = 0;
      if (place >= room_) continue;
      atomicAdd(counts_ + (place - less_first_ - raised_bits(0)),
                static_cast<unsigned long long>(found));
    }
  }

 private:
  /// The bin of a distance, after those of smaller floats. See OctaveBins.
  __device__ __forceinline__ std::uint32_t raised_bits(std::uint32_t distance) const {
    constexpr int kMantissa = 23;
    return __float_as_uint(__uint2float_rz(distance + offset_)) >> (kMantissa - OctaveBins::kBits);
  }

  __device__ __forceinline__ std::uint32_t place_of(std::uint32_t distance) const {
    return __viaddmin_u32(raised_bits(distance), less_first_, room_);
  }

  /// The infinite one may share its bin with large distances, so that this bin is never inside.
  __device__ __forceinline__ void begin_at(std::uint32_t bits) {
    less_first_ = 0u - bits;
    room_ = min(bins_ >> log_copies_, last_ - bits);
  }

  static constexpr std::uint32_t kNowhere = 1u << 31;

  std::uint32_t* const window_;
  const std::uint32_t bins_;
  const std::uint32_t offset_;
  const std::uint32_t log_copies_;  // of each bin, for threads that have one distance
  const std::uint32_t own_;         // this thread's copy of the first bin
  const std::uint32_t stride_;      // bytes of a bin
  const std::uint32_t last_;        // raised_bits() of the infinite one
  unsigned long long* const counts_;
  std::uint32_t less_first_;  // minus raised_bits() of the window's first bin
  std::uint32_t room_;        // bins of the window; the place of a far distance
};

}  // namespace apsp::gpu
