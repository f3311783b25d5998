// SPDX-License-Identifier: MIT
// The words that the device computes on: of 32 bits one s32 distance, two u16 distances, or the
// bits of one float; of 64 the bits of one double.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/core/width.hpp"

namespace apsp::gpu {

/// Widths of integers that devices compute in.
inline constexpr std::array kWidths = {Width::kU16, Width::kS32};

/// One 32-bit distance a word.
struct S32 {
  using Bits = std::uint32_t;  // the word
  using Element = std::int32_t;
  static constexpr Width kWidth = Width::kS32;
  static constexpr bool kReal = false;
  static constexpr int kElements = 1;  // in a word
  static constexpr Element kInfiniteElement = kInfinity<Element>;
  static constexpr Bits kInfinite = static_cast<Bits>(kInfiniteElement);
  static constexpr Distance kNoPath = kUnreachable;  // in a row that leaves the device
};

/// Two 16-bit distances a word, the lower column in the lower half. Both are at most 0x7fff, so the
/// sum of two words carries from neither half.
struct U16x2 {
  using Bits = std::uint32_t;
  using Element = std::uint16_t;
  static constexpr Width kWidth = Width::kU16;
  static constexpr bool kReal = false;
  static constexpr int kElements = 2;
  static constexpr Element kInfiniteElement = kInfinity<Element>;
  static constexpr Bits kInfinite = kInfiniteElement * 0x00010001u;
  static constexpr Distance kNoPath = kUnreachable;
};

/// The bits of a float of 0 or more, or infinity: they order like integers, so that all but the sum
/// is that of S32. A sum rounds to nearest.
struct F32 {
  using Bits = std::uint32_t;
  using Element = std::int32_t;
  static constexpr Width kWidth = kF32;
  static constexpr bool kReal = true;
  static constexpr int kElements = 1;
  static constexpr Element kInfiniteElement = infinity_of(kF32);
  static constexpr Bits kInfinite = static_cast<Bits>(kInfiniteElement);
  static constexpr Distance kNoPath = kInfiniteElement;
};

/// The bits of a double, also a negative one: they are compared as numbers. A row that leaves the
/// device has two Distances for each.
struct F64 {
  using Bits = std::uint64_t;
  using Element = std::int64_t;
  static constexpr Width kWidth = kF64;
  static constexpr bool kReal = true;
  static constexpr int kElements = 1;
  static constexpr Element kInfiniteElement = std::bit_cast<Element>(kInfinity<double>);
  static constexpr Bits kInfinite = static_cast<Bits>(kInfiniteElement);
  static constexpr Element kNoPath = kInfiniteElement;
};

/// Distances that an element of a row takes, when it leaves the device.
template <class Word>
inline constexpr std::size_t kRowDistances = sizeof(typename Word::Bits) / sizeof(Distance);

/// Calls `function` with the word of a width of integers that devices compute in.
template <class Function>
auto with_integer_word(Width width, const Function& function) {
  return width == Width::kU16 ? function(U16x2{}) : function(S32{});
}

/// Same, with that of floats as well: words of 32 bits.
template <class Function>
auto with_word(Width width, const Function& function) {
  return width == kF32 ? function(F32{}) : with_integer_word(width, function);
}

/// Same, with that of doubles as well: the words of the dense method.
template <class Function>
auto with_dense_word(Width width, const Function& function) {
  return width == kF64 ? function(F64{}) : with_word(width, function);
}

}  // namespace apsp::gpu
