// SPDX-License-Identifier: MIT
// The widths that a solve can compute in, and their names.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>

#include "apsp/settings.hpp"  // IWYU pragma: export
#include "common/core/distance.hpp"

namespace apsp {

/// All widths, narrowest first. name() is the value of --arithmetic and of the report.
inline constexpr std::array kWidths = {Width::kU8, Width::kU16, Width::kS32};

/// Of devices: the bits of floats of 0 or more, which order like integers. The weights of its
/// graphs and its rows are such bits. Nobody names it; lengths round, so that nothing proves it
/// wide enough.
inline constexpr Width kF32 = Width{3};

/// Likewise, of doubles: the weights of a graph are those of its matrix alone, and in rows each
/// takes two Distances.
inline constexpr Width kF64 = Width{4};

/// Whether lengths of a width round.
[[nodiscard]] constexpr bool is_real(Width width) {
  return width == kF32 || width == kF64;
}

/// The value of --arithmetic: a width that is forced, or nothing for "auto".
using Arithmetic = std::optional<Width>;

/// "No path, or too long for this width": half of the element's range, so that the sum of two
/// elements never wraps. All values of a working matrix lie in [0, kInfinity<Element>].
template <typename Element>
inline constexpr Element kInfinity = std::numeric_limits<Element>::max() / 2;
template <>
inline constexpr Distance kInfinity<Distance> = kUnreachable;
template <>
inline constexpr float kInfinity<float> = std::numeric_limits<float>::infinity();
template <>
inline constexpr double kInfinity<double> = std::numeric_limits<double>::infinity();

static_assert(kInfinity<std::uint8_t> == 0x7f && kInfinity<std::uint16_t> == 0x7fff);

/// kInfinity of a width's element, not of kF64: distances below it fit.
[[nodiscard]] constexpr Distance infinity_of(Width width) {
  constexpr std::array<Distance, 4> kInfinities = {
      kInfinity<std::uint8_t>, kInfinity<std::uint16_t>, kInfinity<std::int32_t>,
      std::bit_cast<Distance>(kInfinity<float>)};
  return kInfinities[static_cast<std::size_t>(width)];
}

/// Bytes of a width's element.
[[nodiscard]] constexpr std::size_t bytes_of(Width width) {
  if (width == kF64) return sizeof(double);
  return width == kF32 ? sizeof(float) : std::size_t{1} << static_cast<std::size_t>(width);
}
static_assert(bytes_of(Width::kS32) == sizeof(std::int32_t));

}  // namespace apsp
