// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/base/for_each_isa.hpp"
#include "labs/mandelbrot/mandelbrot.hpp"

namespace apsp::labs {
namespace {

constexpr std::uint32_t kLanes = 32;      // pixels that step together
constexpr std::uint32_t kUnchecked = 16;  // steps between two looks whether a lane is left

/// The dwells of kLanes neighbouring pixels: escape_time() with a mask for its loop's condition.
APSP_FOR_EACH_ISA
void escape_times_of_lanes(const View& view, std::uint32_t x, std::uint32_t y,
                           std::uint32_t (&dwells)[kLanes]) {
  const float imaginary = view.imaginary(y);
  float real[kLanes];
  float a[kLanes];
  float b[kLanes];
  std::uint32_t runs[kLanes];  // 1 until the pixel has escaped
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    real[lane] = view.real(x + lane);
    a[lane] = real[lane];
    b[lane] = imaginary;
    runs[lane] = 1;
    dwells[lane] = 0;
  }
  std::uint32_t any = 1;
  for (std::uint32_t step = 0; step < view.limit && any != 0;) {
    const std::uint32_t end = std::min(view.limit, step + kUnchecked);
    for (; step < end; ++step) {
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const float a2 = a[lane] * a[lane];
        const float b2 = b[lane] * b[lane];
        const float ab = a[lane] * b[lane];
        runs[lane] &= a2 + b2 < 4 ? 1U : 0U;
        dwells[lane] += runs[lane];
        b[lane] = ab + ab + imaginary;
        a[lane] = a2 - b2 + real[lane];
      }
    }
    any = 0;
    for (const std::uint32_t run : runs) any |= run;
  }
}

/// The result of looking at a border: its first dwell, whether all are that, and the steps taken.
struct Border {
  std::uint32_t dwell = 0;
  bool uniform = true;
  std::uint64_t steps = 0;
};

/// Divides squares of one picture.
struct Division {
  const View& view;
  const std::vector<std::uint32_t>& escape_times;
  std::vector<std::uint32_t>& dwells;

  [[nodiscard]] std::uint32_t dwell_of(Pixel pixel) const {
    return escape_times[view.at(pixel.x, pixel.y)];
  }

  /// Looks at `round` pixels at a time and stops after the first round that is not uniform.
  [[nodiscard]] Border look_at(const Box& box, std::uint32_t round) const {
    Border border;
    border.dwell = dwell_of(box.border_pixel(0));
    for (std::uint32_t first = 0; first < box.border() && border.uniform; first += round) {
      for (std::uint32_t i = first; i < std::min(box.border(), first + round); ++i) {
        const std::uint32_t dwell = dwell_of(box.border_pixel(i));
        border.uniform = border.uniform && dwell == border.dwell;
        border.steps += dwell;
      }
    }
    return border;
  }

  /// Returns the steps taken.
  std::uint64_t settle(const Square& square) {
    const Box box = square.within(view);
    if (box.pixels() == 0) return 0;
    const bool leaf = square.side == kLeafSide;
    const Border border = look_at(box, leaf ? box.border() : kBorderRound);
    std::uint64_t steps = border.steps;
    if (!border.uniform && !leaf) {
      for (std::uint32_t i = 0; i < kDivision * kDivision; ++i) steps += settle(square.child(i));
      return steps;
    }
    for (std::uint32_t i = 0; i < box.pixels(); ++i) {
      const Pixel pixel = box.pixel(i);
      dwells[view.at(pixel.x, pixel.y)] = border.uniform ? border.dwell : dwell_of(pixel);
    }
    for (std::uint32_t i = 0; !border.uniform && i < box.inner(); ++i) {
      steps += dwell_of(box.inner_pixel(i));
    }
    return steps;
  }
};

}  // namespace

std::vector<std::uint32_t> escape_times_on_cpu(const View& view) {
  std::vector<std::uint32_t> dwells(view.pixels());
#pragma omp parallel for schedule(dynamic)
  for (std::uint32_t y = 0; y < view.height; ++y) {
    for (std::uint32_t x = 0; x < view.width; x += kLanes) {
      std::uint32_t lanes[kLanes];
      escape_times_of_lanes(view, x, y, lanes);
      std::copy_n(lanes, std::min(kLanes, view.width - x), dwells.data() + view.at(x, y));
    }
  }
  return dwells;
}

DividedPicture divide_on_cpu(const View& view, const std::vector<std::uint32_t>& escape_times) {
  DividedPicture picture;
  picture.dwells.resize(view.pixels());
  Division division{view, escape_times, picture.dwells};
  std::uint64_t steps = 0;
  std::uint64_t differing = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : steps)
  for (std::uint32_t y = 0; y < view.height; y += kRootSide) {
    for (std::uint32_t x = 0; x < view.width; x += kRootSide) {
      steps += division.settle({x, y, kRootSide});
    }
  }
#pragma omp parallel for schedule(static) reduction(+ : differing)
  for (std::size_t i = 0; i < escape_times.size(); ++i) {
    differing += picture.dwells[i] != escape_times[i] ? 1 : 0;
  }
  picture.steps = steps;
  picture.differing = differing;
  return picture;
}

}  // namespace apsp::labs
