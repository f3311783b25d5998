// SPDX-License-Identifier: MIT
// Counts in messages: "1 edge", "2 edges".
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace apsp {

/// "1 edge", "0 edges", "1 entry", "2 entries", "1 vertex", "3 vertices": the count and its noun,
/// given in the singular.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with("ex")) {
    return fmt::format("{} {}ices", count, noun.substr(0, noun.size() - 2));
  }
  if (noun.ends_with("ry")) return fmt::format("{} {}ies", count, noun.substr(0, noun.size() - 1));
  return fmt::format("{} {}s", count, noun);
}

}  // namespace apsp
