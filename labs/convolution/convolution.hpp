// SPDX-License-Identifier: MIT
// Weighted sums of neighbours, on a line and on an image. Elements outside count as 0.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace apsp::labs {

inline constexpr int kLineRadius = 7;
inline constexpr int kImageRadius = 2;
inline constexpr int kImageTaps = 2 * kImageRadius + 1;  // a side

/// The weights: element d + kLineRadius is that of the neighbour at distance d.
using LineTaps = std::array<float, 2 * kLineRadius + 1>;
/// Row-major: element (y + kImageRadius) * kImageTaps + x + kImageRadius.
using ImageTaps = std::array<float, std::size_t{kImageTaps} * kImageTaps>;

struct ImageSize {
  std::size_t width;
  std::size_t height;
};

/// out(i) = sum over d of taps(d) in(i + d), on all threads of the processor. O(n).
[[nodiscard]] std::vector<float> convolve_line_on_cpu(const std::vector<float>& in,
                                                      const LineTaps& taps);

/// out(y, x) = sum over v, u of taps(v, u) in(y + v, x + u), row-major. O(width x height).
[[nodiscard]] std::vector<float> convolve_image_on_cpu(ImageSize size, const std::vector<float>& in,
                                                       const ImageTaps& taps);

/// A step on a line of `n` elements: operands of the device, aligned to 16 bytes, that do not
/// overlap. The taps come twice: `stored` lie in device memory.
struct LineStep {
  std::string_view name;
  void (*enqueue)(std::size_t n, const float* in, const LineTaps& taps, const float* stored,
                  float* out);
};

/// The same on an image.
struct ImageStep {
  std::string_view name;
  void (*enqueue)(ImageSize size, const float* in, const ImageTaps& taps, const float* stored,
                  float* out);
};

/// The ladders, slowest first.
[[nodiscard]] std::span<const LineStep> line_steps();
[[nodiscard]] std::span<const ImageStep> image_steps();

}  // namespace apsp::labs
