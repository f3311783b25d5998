// SPDX-License-Identifier: MIT
// The message about a length that the distance file cannot hold.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/core/distance.hpp"

namespace apsp {

/// Whether the distance file holds a length.
[[nodiscard]] constexpr bool fits_format(std::int64_t length) {
  return length < kUnreachable && length > -kUnreachable;
}

/// Names the pair, the length and what the format holds.
[[nodiscard]] inline std::string describe_misfit(std::size_t from, std::size_t to,
                                                 std::int64_t length) {
  return fmt::format(
      "a length does not fit the distance file: the path from {} to {} is {}, expected {} to {}",
      from, to, length, 1 - kUnreachable, kUnreachable - 1);
}

}  // namespace apsp
