// SPDX-License-Identifier: MIT
// Long lists in messages.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace apsp {

/// The number of items up to which a list is shown whole.
inline constexpr std::size_t kShownWhole = 20;

/// Returns the texts `item(n)` of n in [0, count) with `separator` between them. A list of more
/// than kShownWhole items is cut in the middle: "0, 1, 2, 3, 4, ... 90 more ..., 95, 96, 97, 98,
/// 99".
template <typename Item>
[[nodiscard]] std::string elided(std::size_t count, std::string_view separator, const Item& item) {
  constexpr std::size_t kEnds = 5;
  std::string text;
  for (std::size_t n = 0; n < count; ++n) {
    if (n > 0) text += separator;
    if (n == kEnds && count > kShownWhole) {
      n = count - kEnds;
      text += fmt::format("... {} more ...{}", n - kEnds, separator);
    }
    text += fmt::format("{}", item(n));
  }
  return text;
}

/// Returns the `count` texts `vertex(n)` of a cycle and the first again: "1 -> 2 -> 1". Behind one
/// that is cut stands its number of vertices.
template <typename Vertex>
[[nodiscard]] std::string elided_cycle(std::size_t count, const Vertex& vertex) {
  const std::string text =
      fmt::format("{} -> {}", elided(count, " -> ", vertex), vertex(std::size_t{0}));
  return count > kShownWhole ? fmt::format("{}, {} vertices", text, count) : text;
}

}  // namespace apsp
