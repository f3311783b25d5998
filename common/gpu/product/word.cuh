// SPDX-License-Identifier: MIT
// Arithmetic on words, and the two ways to relax them that keep both of an SM's integer pipes busy.
#pragma once

#include <cstdint>

#include "common/gpu/product/word.hpp"

namespace apsp::gpu {

/// x + y on the pipe of the multiplier, which is idle otherwise: x * 1 + y. `one` must be a kernel
/// argument, because ptxas turns a visible 1 back into an addition on the ALU pipe.
__device__ __forceinline__ std::uint32_t add_by_multiplier(std::uint32_t x, std::uint32_t one,
                                                           std::uint32_t y) {
  std::uint32_t sum;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(one), "r"(y));
  return sum;
}

/// relax(known, first, second): min(known, first + second), element by element; one instruction of
/// the ALU pipe on sm_90, of floats two. min3: the least of three. sum: without the ALU pipe, `one`
/// as of add_by_multiplier(). spread(x): the word whose every element is x. relax_element: relax()
/// of single elements, Cells. kSummed: of 8 accumulators of a product, those that take two sums at
/// once.
template <class Word>
struct WordOps;

/// What words of integers share.
struct IntegerWordOps {
  using Cell = int;
  static __device__ __forceinline__ std::uint32_t sum(std::uint32_t x, std::uint32_t one,
                                                      std::uint32_t y) {
    return add_by_multiplier(x, one, y);
  }
  static __device__ __forceinline__ int relax_element(int known, int first, int second) {
    return __viaddmin_s32(first, second, known);
  }
  static constexpr int kSummed = 4;
};

template <>
struct WordOps<S32> : IntegerWordOps {
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
struct WordOps<F32> {
  using Cell = int;
  static __device__ __forceinline__ std::uint32_t spread(std::uint32_t x) { return x; }
  static __device__ __forceinline__ std::uint32_t relax(std::uint32_t known, std::uint32_t first,
                                                        std::uint32_t second) {
    return min(known, sum(first, 1, second));
  }
  static __device__ __forceinline__ std::uint32_t min3(std::uint32_t x, std::uint32_t y,
                                                       std::uint32_t z) {
    return WordOps<S32>::min3(x, y, z);
  }
  static __device__ __forceinline__ std::uint32_t sum(std::uint32_t x, std::uint32_t,
                                                      std::uint32_t y) {
    return __float_as_uint(__uint_as_float(x) + __uint_as_float(y));
  }
  static __device__ __forceinline__ int relax_element(int known, int first, int second) {
    return min(known, __float_as_int(__int_as_float(first) + __int_as_float(second)));
  }
  static constexpr int kSummed = 8;  // additions have a pipe of their own
};

/// Additions and comparisons of doubles share a pipe, half as wide as that of floats; the least of
/// two is a comparison and two selections. So kSummed is 0: no sums are taken at once.
template <>
struct WordOps<F64> {
  using Cell = long long;
  static __device__ __forceinline__ std::uint64_t spread(std::uint64_t x) { return x; }
  static __device__ __forceinline__ std::uint64_t relax(std::uint64_t known, std::uint64_t first,
                                                        std::uint64_t second) {
    return static_cast<std::uint64_t>(relax_element(static_cast<long long>(known),
                                                    static_cast<long long>(first),
                                                    static_cast<long long>(second)));
  }
  static __device__ __forceinline__ long long relax_element(long long known, long long first,
                                                            long long second) {
    const double sum = __longlong_as_double(first) + __longlong_as_double(second);
    const double before = __longlong_as_double(known);
    return __double_as_longlong(sum < before ? sum : before);
  }
  static constexpr int kSummed = 0;
};

template <>
struct WordOps<U16x2> : IntegerWordOps {
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
__device__ __forceinline__ typename Word::Bits element_of(typename Word::Bits word, int e) {
  return Word::kElements == 2 ? word >> (16 * e) & 0xffffu : word;
}

template <class Word>
constexpr
    typename Word::Bits kInfiniteElement = static_cast<typename Word::Bits>(Word::kInfiniteElement);

/// An element that holds a weight: clipped to infinity, or the bits of a float or double.
template <class Word>
__device__ __forceinline__ typename Word::Element element_of_weight(double weight) {
  if constexpr (sizeof(typename Word::Bits) == sizeof(double)) {
    return __double_as_longlong(weight + 0.0);  // -0 becomes 0
  } else if constexpr (Word::kReal) {
    return __float_as_int(static_cast<float>(weight) + 0.0f);  // -0 becomes 0
  } else {
    return static_cast<typename Word::Element>(fmin(weight, double{Word::kInfiniteElement}));
  }
}

}  // namespace apsp::gpu
