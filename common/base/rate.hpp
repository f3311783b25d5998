// SPDX-License-Identifier: MIT
// A rate of work for people: three digits and an SI prefix.
#pragma once

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace apsp {

/// Relaxations per second, >= 0, for example "51.9 G relax/s".
[[nodiscard]] inline std::string format_rate(double per_second) {
  constexpr std::array<std::string_view, 6> kPrefixes = {"", "k ", "M ", "G ", "T ", "P "};
  std::size_t prefix = 0;
  // 999.5 would be printed as 1000 with three digits.
  while (per_second >= 999.5 && prefix + 1 < kPrefixes.size()) {
    per_second /= 1000;
    ++prefix;
  }
  const int decimals = per_second < 9.995 ? 2 : per_second < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}relax/s", per_second, decimals, kPrefixes[prefix]);
}

}  // namespace apsp
