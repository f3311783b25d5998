// SPDX-License-Identifier: MIT
// A picture of the Mandelbrot set: its pixels, the squares that they are divided into, their dwell.
#pragma once

#include <cstddef>
#include <cstdint>

#include "labs/common/semiring.hpp"

namespace apsp::labs {

/// The part of the complex plane from -1.5 - i, the first pixel, to 0.5 + i. Sides are below 2^24.
struct View {
  std::uint32_t width;
  std::uint32_t height;
  std::uint32_t limit;  // the largest dwell; points of the set have it

  [[nodiscard]] APSP_BOTH_SIDES std::size_t pixels() const { return std::size_t{width} * height; }
  [[nodiscard]] APSP_BOTH_SIDES std::size_t at(std::uint32_t x, std::uint32_t y) const {
    return std::size_t{y} * width + x;
  }
  [[nodiscard]] APSP_BOTH_SIDES float real(std::uint32_t x) const {
    return -1.5F + static_cast<float>(x) / static_cast<float>(width) * 2;
  }
  [[nodiscard]] APSP_BOTH_SIDES float imaginary(std::uint32_t y) const {
    return -1 + static_cast<float>(y) / static_cast<float>(height) * 2;
  }
};

/// Floating-point operations of a step of escape_time().
inline constexpr double kStepOperations = 8;

/// The dwell: steps z = z^2 + c from z = c for as long as |z| < 2, `limit` at most. Exact in the
/// order below: code that calls it is compiled without fused multiply-adds.
[[nodiscard]] inline APSP_BOTH_SIDES std::uint32_t escape_time(const View& view, std::uint32_t x,
                                                               std::uint32_t y) {
  const float real = view.real(x);
  const float imaginary = view.imaginary(y);
  float a = real;
  float b = imaginary;
  float a2 = a * a;
  float b2 = b * b;
  std::uint32_t dwell = 0;
  while (dwell < view.limit && a2 + b2 < 4) {
    const float ab = a * b;
    b = ab + ab + imaginary;
    a = a2 - b2 + real;
    a2 = a * a;
    b2 = b * b;
    ++dwell;
  }
  return dwell;
}

struct Pixel {
  std::uint32_t x;
  std::uint32_t y;
};

/// The pixels [x, x + width) x [y, y + height), of which the outermost are the border.
struct Box {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t width;
  std::uint32_t height;

  [[nodiscard]] APSP_BOTH_SIDES std::uint32_t pixels() const { return width * height; }
  [[nodiscard]] APSP_BOTH_SIDES std::uint32_t border() const {
    return width <= 2 || height <= 2 ? pixels() : 2 * (width + height) - 4;
  }
  [[nodiscard]] APSP_BOTH_SIDES std::uint32_t inner() const { return pixels() - border(); }

  /// Pixel i of [0, pixels()), row by row.
  [[nodiscard]] APSP_BOTH_SIDES Pixel pixel(std::uint32_t i) const {
    return {x + i % width, y + i / width};
  }
  /// Pixel i of [0, border()): the upper row, the lower one, then both columns from above.
  [[nodiscard]] APSP_BOTH_SIDES Pixel border_pixel(std::uint32_t i) const {
    if (width <= 2 || height <= 2) return pixel(i);
    if (i < width) return {x + i, y};
    if (i < 2 * width) return {x + i - width, y + height - 1};
    const std::uint32_t rest = i - 2 * width;
    return {rest % 2 == 0 ? x : x + width - 1, y + 1 + rest / 2};
  }
  /// Pixel i of [0, inner()), row by row.
  [[nodiscard]] APSP_BOTH_SIDES Pixel inner_pixel(std::uint32_t i) const {
    return {x + 1 + i % (width - 2), y + 1 + i / (width - 2)};
  }
};

// ----- squares of Mariani and Silver -----

inline constexpr std::uint32_t kRootSide = 256;     // of the squares that cover the picture
inline constexpr std::uint32_t kLeafSide = 16;      // of those whose pixels are computed one by one
inline constexpr std::uint32_t kDivision = 4;       // children of a square, a side
inline constexpr std::uint32_t kBorderRound = 256;  // border pixels between two comparisons

/// A square of the division, which may reach beyond the picture.
struct Square {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t side;

  /// Child i of [0, kDivision^2).
  [[nodiscard]] APSP_BOTH_SIDES Square child(std::uint32_t i) const {
    const std::uint32_t part = side / kDivision;
    return {x + i % kDivision * part, y + i / kDivision * part, part};
  }
  /// The square's pixels in the picture; none where it begins beyond it.
  [[nodiscard]] APSP_BOTH_SIDES Box within(const View& view) const {
    if (x >= view.width || y >= view.height) return {x, y, 0, 0};
    return {x, y, side < view.width - x ? side : view.width - x,
            side < view.height - y ? side : view.height - y};
  }
};

}  // namespace apsp::labs
