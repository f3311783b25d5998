// SPDX-License-Identifier: MIT
// What the threads of a warp do together.
#pragma once

#include <cstdint>

#include "common/gpu/sweep/program.hpp"

namespace apsp::gpu {

constexpr unsigned kLanes = static_cast<unsigned>(kWarp);
constexpr unsigned kAll = ~0u;

/// The largest `value` of the warp, in all its threads.
__device__ __forceinline__ int warp_max(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAll, value);
#else
  for (unsigned lanes = kLanes / 2; lanes > 0; lanes /= 2) {
    value = max(value, __shfl_xor_sync(kAll, value, lanes));
  }
  return value;
#endif
}

/// `value`, which the compiler keeps in a register, as it does not know where it is from. Left to
/// itself it computes values again wherever they are used.
__device__ __forceinline__ std::uint32_t held(std::uint32_t value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// The sum of `value` over the warp, in all its threads.
__device__ __forceinline__ std::uint32_t warp_sum(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(kAll, value);
#else
  for (unsigned lanes = kLanes / 2; lanes > 0; lanes /= 2) {
    value += __shfl_xor_sync(kAll, value, lanes);
  }
  return value;
#endif
}

}  // namespace apsp::gpu
