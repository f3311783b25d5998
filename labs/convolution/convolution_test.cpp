// SPDX-License-Identifier: MIT
#include "labs/convolution/convolution.hpp"

#include "common/testing/catch.hpp"
#include "labs/common/test_sizes.hpp"
#include "labs/convolution/sample.hpp"
#include "labs/convolution/test_sizes.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("the convolution of a line on processors is that of plain loops") {
  const auto taps = sample_taps<LineTaps>();
  for (const std::size_t n : kEdgeSizes) {
    INFO("n = " << n);
    const std::vector<float> in = small_integers(n, 61);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t t = 0; t < taps.size(); ++t) {
        const std::size_t at = i + t;  // of the line with kLineRadius zeros before it
        if (at >= kLineRadius && at < n + kLineRadius)
          expected[i] += taps[t] * in[at - kLineRadius];
      }
    }
    REQUIRE(convolve_line_on_cpu(in, taps) == expected);
  }
}

TEST_CASE("the convolution of an image on processors is that of plain loops") {
  const auto taps = sample_taps<ImageTaps>();
  for (const ImageSize size : test::kImageSizes) {
    INFO(size.width << " x " << size.height);
    const std::vector<float> in = small_integers(size.width * size.height, 62);
    std::vector<float> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      for (std::size_t t = 0; t < taps.size(); ++t) {
        const std::size_t y = i / size.width + t / kImageTaps;  // with zeros before, as above
        const std::size_t x = i % size.width + t % kImageTaps;
        if (y < kImageRadius || y >= size.height + kImageRadius) continue;
        if (x < kImageRadius || x >= size.width + kImageRadius) continue;
        expected[i] += taps[t] * in[(y - kImageRadius) * size.width + x - kImageRadius];
      }
    }
    REQUIRE(convolve_image_on_cpu(size, in, taps) == expected);
  }
}

}  // namespace
}  // namespace apsp::labs
