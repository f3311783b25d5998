// SPDX-License-Identifier: MIT
// Arithmetic on words, and the two ways to relax them that keep both of an SM's integer pipes busy.
#pragma once

#include <cstdint>

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

/// relax(known, first, second): min(known, first + second), element by element; one instruction of
/// the ALU pipe on sm_90. min3: the least of three. spread(x): the word whose every element is x.
template <class Word>
struct WordOps;

template <>
struct WordOps<S32> {
  static __device__ __forceinline__ std::uint32_t spread(std::uint32_t x) { return x; }
  static __device__ __forceinline__ std::uint32_t relax(std::uint32_t known, std::uint32_t first,
                                                        std::uint32_t second) {
    return static_cast<std::uint32_t>(
        __viaddmin_s32(static_cast<int>(first), static_cast<int>(second), static_cast<int>(known)));
  }
  static __device__ __forceinline__ std::uint32_t min3(std::uint32_t x, std::uint32_t y,
                                                       std::uint32_t z) {
    return static_cast<std::uint32_t>(
        __vimin3_s32(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)));
  }
};

template <>
struct WordOps<U16x2> {
  static __device__ __forceinline__ std::uint32_t spread(std::uint32_t x) {
    return x * 0x00010001u;
  }
  static __device__ __forceinline__ std::uint32_t relax(std::uint32_t known, std::uint32_t first,
                                                        std::uint32_t second) {
    return __viaddmin_u16x2(first, second, known);
  }
  static __device__ __forceinline__ std::uint32_t min3(std::uint32_t x, std::uint32_t y,
                                                       std::uint32_t z) {
    return __vimin3_u16x2(x, y, z);
  }
};

/// Element e of a word.
template <class Word>
__device__ __forceinline__ std::uint32_t element_of(std::uint32_t word, int e) {
  return Word::kElements == 2 ? word >> (16 * e) & 0xffffu : word;
}

template <class Word>
constexpr std::uint32_t kInfiniteElement =
    static_cast<std::uint32_t>(kInfinity<typename Word::Element>);

/// x + y on the pipe of the multiplier, which is idle otherwise: x * 1 + y. `one` must be a kernel
/// argument, because ptxas turns a visible 1 back into an addition on the ALU pipe.
__device__ __forceinline__ std::uint32_t add_by_multiplier(std::uint32_t x, std::uint32_t one,
                                                           std::uint32_t y) {
  std::uint32_t sum;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(one), "r"(y));
  return sum;
}

}  // namespace apsp::gpu
