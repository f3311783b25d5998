// SPDX-License-Identifier: MIT
// The semiring: distances under (min, +), and relax.
#pragma once

#include "apsp/graph.hpp"  // IWYU pragma: export

namespace apsp {

/// The semiring's step: the better of a known length and the detour first + second.
template <typename T>
[[nodiscard]] constexpr T relax(T known, T first, T second) noexcept {
  const T detour = static_cast<T>(first + second);
  return detour < known ? detour : known;
}

}  // namespace apsp
