// SPDX-License-Identifier: MIT
// Pictures of the Mandelbrot set: the dwell of every pixel, by escape time and by the division of
// Mariani and Silver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "labs/mandelbrot/view.hpp"

namespace apsp::labs {

/// The dwell of each pixel, row-major, by all threads of the processor. O(pixels x limit).
[[nodiscard]] std::vector<std::uint32_t> escape_times_on_cpu(const View& view);

/// A picture by division, and what it costs.
struct DividedPicture {
  std::vector<std::uint32_t> dwells;
  std::uint64_t steps = 0;      // of escape_time(), in all pixels that are computed
  std::uint64_t differing = 0;  // pixels whose dwell is not their escape time
};

/// The division of Mariani and Silver on the squares of view.hpp. A square whose border has one
/// dwell is filled with it; others are divided, down to leaves, whose pixels are computed. Takes
/// the dwells of `escape_times` in place of computing them again. O(pixels).
[[nodiscard]] DividedPicture divide_on_cpu(const View& view,
                                           const std::vector<std::uint32_t>& escape_times);

/// Operands of the device: `dwells` has room for pixels(), `room` for mandelbrot_room() words, both
/// with any content.
struct MandelbrotOperands {
  View view;
  std::uint32_t* dwells;
  unsigned long long* room;
};

struct MandelbrotStep {
  std::string_view name;
  bool divides;  // by Mariani and Silver: then the result is that of divide_on_cpu()
  void (*enqueue)(const MandelbrotOperands& operands);
};

/// The ladder, slowest first.
[[nodiscard]] std::span<const MandelbrotStep> mandelbrot_steps();

/// Words of device memory that each step needs beside the picture.
[[nodiscard]] std::size_t mandelbrot_room(const View& view);

}  // namespace apsp::labs
