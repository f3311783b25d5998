// SPDX-License-Identifier: MIT
// A decimal fraction between 0 and 1, kept exactly: densities and probabilities never pass through
// floating point, whose rounding differs between machines.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/random.hpp"

namespace apsp::generate {

/// numerator / denominator, in [0, 1]. The denominator is a power of ten, at most 10^18.
struct Fraction {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;

  /// This share of `total`, rounded to the nearest integer, halves up. total < 2^62.
  [[nodiscard]] constexpr std::uint64_t of(std::uint64_t total) const noexcept {
    return static_cast<std::uint64_t>((Wide{total} * numerator + denominator / 2) / denominator);
  }

  /// True with this probability, exactly.
  [[nodiscard]] constexpr bool draw(SplitMix64& random) const noexcept {
    return random.below(denominator) < numerator;
  }

  /// Reads digits with at most one point ("0.25", "1", ".5"), at most 18 of them behind it.
  /// Nothing where the text is anything else or the value is above 1.
  [[nodiscard]] static constexpr std::optional<Fraction> parse(std::string_view text) noexcept {
    constexpr std::uint64_t kLargestDenominator = 1'000'000'000'000'000'000U;
    Fraction fraction;
    bool digits = false;
    bool point = false;
    for (const char c : text) {
      if (c == '.' && !point) {
        point = true;
      } else if (c >= '0' && c <= '9' && fraction.denominator < kLargestDenominator &&
                 fraction.numerator <= fraction.denominator) {
        digits = true;
        fraction.numerator = fraction.numerator * 10 + static_cast<std::uint64_t>(c - '0');
        fraction.denominator *= point ? 10 : 1;
      } else {
        return std::nullopt;
      }
    }
    if (!digits || fraction.numerator > fraction.denominator) {
      return std::nullopt;
    }
    return fraction;
  }
};

}  // namespace apsp::generate
