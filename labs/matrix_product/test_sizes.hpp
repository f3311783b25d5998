// SPDX-License-Identifier: MIT
// Operands for the tests of products.
#pragma once

#include <vector>

#include "common/base/random.hpp"
#include "labs/matrix_product/matrix_product.hpp"

namespace apsp::labs::test {

/// Empty, single, and about tiles of 8, 16 and 128; odd shapes.
inline constexpr ProductSize kProductSizes[] = {
    {0, 0, 0},       {0, 3, 2},       {2, 0, 3},     {1, 1, 1},       {1, 5, 1},
    {7, 8, 9},       {15, 16, 17},    {16, 16, 16},  {17, 15, 16},    {31, 33, 32},
    {64, 1, 64},     {127, 129, 128}, {128, 8, 128}, {128, 128, 128}, {129, 127, 130},
    {200, 300, 100}, {1, 257, 259},   {257, 7, 1},   {131, 36, 260}};

/// Small numbers, for which floats are exact; now and then no path.
template <class Semiring>
[[nodiscard]] std::vector<typename Semiring::Element> numbers(std::size_t count,
                                                              std::uint64_t seed) {
  constexpr bool kPaths = std::is_same_v<Semiring, MinPlus>;
  std::vector<typename Semiring::Element> values(count);
  const RandomKey key(seed, count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<int>(key.word(i) % 17);
    values[i] = static_cast<typename Semiring::Element>(!kPaths        ? number - 8
                                                        : number == 16 ? MinPlus::kZero
                                                                       : number * 1000);
  }
  return values;
}

}  // namespace apsp::labs::test
