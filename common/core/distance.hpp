// SPDX-License-Identifier: MIT
// The semiring: distances under (min, +), the one definition of "no path", and relax.
#pragma once

#include <bit>
#include <cstdint>

namespace apsp {

static_assert(std::endian::native == std::endian::little,
              "the files are little-endian and are mapped, not decoded");

/// Length of a path, in the unit of the edge weights. The distance file holds these.
using Distance = std::int32_t;

/// No path. Every real length in a file lies strictly between -kUnreachable and kUnreachable.
/// kUnreachable + kUnreachable still fits in int32, so a sum of two distances never wraps.
inline constexpr Distance kUnreachable = (1 << 30) - 1;

/// The semiring's step: the better of a known length and the detour first + second.
template <typename T>
[[nodiscard]] constexpr T relax(T known, T first, T second) noexcept {
  const T detour = static_cast<T>(first + second);
  return detour < known ? detour : known;
}

}  // namespace apsp
