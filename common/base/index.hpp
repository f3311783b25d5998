// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace apsp {

/// The number of a vertex, a step or a tree's node, 0 or more, as an index of arrays.
constexpr std::size_t index(std::int32_t number) {
  return static_cast<std::size_t>(number);
}

}  // namespace apsp
