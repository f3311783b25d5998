// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "common/core/width.hpp"

namespace apsp::cpu {

/// Calls `function` with a zero of the width's element type.
template <typename Function>
auto with_element(Width width, Function function) {
  switch (width) {
    case Width::kU8:
      return function(std::uint8_t{});
    case Width::kU16:
      return function(std::uint16_t{});
    case Width::kS32:
      break;
  }
  return function(std::int32_t{});
}

}  // namespace apsp::cpu
