// SPDX-License-Identifier: MIT
// The 32-bit words that the device computes on: one s32 distance, two u16 distances, or the bits of
// one float.
#pragma once

#include <array>
#include <cstdint>

#include "common/core/width.hpp"

namespace apsp::gpu {

/// Widths of integers that devices compute in.
inline constexpr std::array kWidths = {Width::kU16, Width::kS32};

/// One 32-bit distance a word.
struct S32 {
  using Element = std::int32_t;
  static constexpr Width kWidth = Width::kS32;
  static constexpr bool kReal = false;
  static constexpr int kElements = 1;  // in a word
  static constexpr Element kInfiniteElement = kInfinity<Element>;
  static constexpr std::uint32_t kInfinite = static_cast<std::uint32_t>(kInfiniteElement);
  static constexpr Distance kNoPath = kUnreachable;  // in a row that leaves the device
};

/// Two 16-bit distances a word, the lower column in the lower half. Both are at most 0x7fff, so the
/// sum of two words carries from neither half.
struct U16x2 {
  using Element = std::uint16_t;
  static constexpr Width kWidth = Width::kU16;
  static constexpr bool kReal = false;
  static constexpr int kElements = 2;
  static constexpr Element kInfiniteElement = kInfinity<Element>;
  static constexpr std::uint32_t kInfinite = kInfiniteElement * 0x00010001u;
  static constexpr Distance kNoPath = kUnreachable;
};

/// The bits of a float of 0 or more, or infinity: they order like integers, so that all but the sum
/// is that of S32. A sum rounds to nearest.
struct F32 {
  using Element = std::int32_t;
  static constexpr Width kWidth = kF32;
  static constexpr bool kReal = true;
  static constexpr int kElements = 1;
  static constexpr Element kInfiniteElement = infinity_of(kF32);
  static constexpr std::uint32_t kInfinite = static_cast<std::uint32_t>(kInfiniteElement);
  static constexpr Distance kNoPath = kInfiniteElement;
};

/// Calls `function` with the word of a width of integers that devices compute in.
template <class Function>
auto with_integer_word(Width width, const Function& function) {
  return width == Width::kU16 ? function(U16x2{}) : function(S32{});
}

/// Same, with that of floats as well.
template <class Function>
auto with_word(Width width, const Function& function) {
  return width == kF32 ? function(F32{}) : with_integer_word(width, function);
}

}  // namespace apsp::gpu
