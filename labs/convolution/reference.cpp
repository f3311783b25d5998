// SPDX-License-Identifier: MIT
#include <algorithm>

#include "labs/convolution/convolution.hpp"

namespace apsp::labs {
namespace {

/// The neighbours of element i, as distances in [-radius, radius], that lie in [0, n).
struct Neighbours {
  int first;
  int last;
};

Neighbours neighbours(std::size_t i, std::size_t n, int radius) {
  const auto most = static_cast<std::size_t>(radius);
  return {-static_cast<int>(std::min(i, most)), static_cast<int>(std::min(n - 1 - i, most))};
}

}  // namespace

std::vector<float> convolve_line_on_cpu(const std::vector<float>& in, const LineTaps& taps) {
  std::vector<float> out(in.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto [first, last] = neighbours(i, in.size(), kLineRadius);
    float sum = 0;
    for (int d = first; d <= last; ++d) sum += taps[d + kLineRadius] * in[i + d];
    out[i] = sum;
  }
  return out;
}

std::vector<float> convolve_image_on_cpu(ImageSize size, const std::vector<float>& in,
                                         const ImageTaps& taps) {
  std::vector<float> out(size.width * size.height);
#pragma omp parallel for schedule(static)
  for (std::size_t y = 0; y < size.height; ++y) {
    const auto [top, bottom] = neighbours(y, size.height, kImageRadius);
    for (std::size_t x = 0; x < size.width; ++x) {
      const auto [left, right] = neighbours(x, size.width, kImageRadius);
      float sum = 0;
      for (int v = top; v <= bottom; ++v) {
        for (int u = left; u <= right; ++u) {
          sum += taps[(v + kImageRadius) * kImageTaps + u + kImageRadius] *
                 in[(y + v) * size.width + x + u];
        }
      }
      out[y * size.width + x] = sum;
    }
  }
  return out;
}

}  // namespace apsp::labs
