// SPDX-License-Identifier: MIT
// The unit of numbers that are integers times one power of two.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>

namespace apsp {

/// The bits that some numbers take, as powers of two: from the lowest that is set to above the
/// highest. So each number is a multiple of 2^lowest, and below 2^highest.
struct BitRange {
  int lowest = std::numeric_limits<int>::max();
  int highest = std::numeric_limits<int>::min();

  /// `number` is finite. Zero has no bits.
  void include(double number) {
    constexpr int kMantissa = std::numeric_limits<double>::digits - 1;
    constexpr int kBias = std::numeric_limits<double>::max_exponent - 1;
    constexpr std::uint64_t kFraction = (std::uint64_t{1} << kMantissa) - 1;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(number) << 1 >> 1;  // without the sign
    if (bits == 0) return;
    const bool normal = bits > kFraction;
    const int exponent = (normal ? static_cast<int>(bits >> kMantissa) : 1) - kBias - kMantissa;
    const std::uint64_t integer = (bits & kFraction) | (normal ? kFraction + 1 : 0);
    lowest = std::min(lowest, exponent + std::countr_zero(integer));
    highest = std::max(highest, exponent + static_cast<int>(std::bit_width(integer)));
  }
  void include(const BitRange& other) {
    lowest = std::min(lowest, other.lowest);
    highest = std::max(highest, other.highest);
  }

  /// Whether only zeros were included.
  [[nodiscard]] bool empty() const { return lowest > highest; }

  /// Returns the largest exponent in whose unit the numbers are integers below 2^30; 0 where it is
  /// empty. Nothing: there is none, or so long a length would be infinite.
  [[nodiscard]] std::optional<int> unit() const {
    constexpr int kBits = 30;
    constexpr int kMost = std::numeric_limits<double>::max_exponent - kBits;
    if (empty()) return 0;
    if (highest - lowest > kBits || highest > kMost) return std::nullopt;
    return lowest;
  }
};

}  // namespace apsp
