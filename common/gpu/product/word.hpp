// SPDX-License-Identifier: MIT
// The 32-bit words that the device computes on: one s32 distance, or two u16 distances.
#pragma once

#include <array>
#include <cstdint>

#include "common/core/width.hpp"

namespace apsp::gpu {

/// Widths that devices compute in.
inline constexpr std::array kWidths = {Width::kU16, Width::kS32};

/// One 32-bit distance a word.
struct S32 {
  using Element = std::int32_t;
  static constexpr int kElements = 1;  // in a word
  static constexpr std::uint32_t kInfinite = static_cast<std::uint32_t>(kInfinity<Element>);
};

/// Two 16-bit distances a word, the lower column in the lower half. Both are at most 0x7fff, so the
/// sum of two words carries from neither half.
struct U16x2 {
  using Element = std::uint16_t;
  static constexpr int kElements = 2;
  static constexpr std::uint32_t kInfinite = kInfinity<Element> * 0x00010001u;
};

/// Calls `function` with the word of a width that devices compute in.
template <class Function>
auto with_word(Width width, const Function& function) {
  return width == Width::kU16 ? function(U16x2{}) : function(S32{});
}

}  // namespace apsp::gpu
