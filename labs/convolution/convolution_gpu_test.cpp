// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/common/test_sizes.hpp"
#include "labs/convolution/convolution.hpp"
#include "labs/convolution/sample.hpp"
#include "labs/convolution/test_sizes.hpp"

namespace apsp::labs {
namespace {

template <class Steps, class Size, class Taps>
void require_steps(const Steps& steps, Size size, const std::vector<float>& in, const Taps& taps,
                   const std::vector<float>& expected) {
  constexpr std::size_t kGuard = 8;  // elements behind the result that must stay
  const auto operand = to_device(in);
  const auto stored = to_device(std::vector<float>(taps.begin(), taps.end()));
  const auto out = to_device(std::vector<float>(in.size() + kGuard, -12345));
  for (const auto& step : steps) {
    INFO(step.name);
    step.enqueue(size, operand.get(), taps, stored.get(), out.get());
    REQUIRE(difference(to_host(out.get(), in.size()), expected) == "");
    REQUIRE(to_host(out.get() + in.size(), kGuard) == std::vector<float>(kGuard, -12345));
    gpu::check(cudaMemset(out.get(), 0xa5, in.size() * sizeof(float)), "spoil the result");
  }
}

TEST_CASE("every step of the line convolves", "[gpu]") {
  (void)gpu::open_device(0);
  const auto taps = sample_taps<LineTaps>();
  for (const std::size_t n : kEdgeSizes) {
    INFO("n = " << n);
    const std::vector<float> in = small_integers(n, 63);
    require_steps(line_steps(), n, in, taps, convolve_line_on_cpu(in, taps));
  }
}

TEST_CASE("every step of the image convolves", "[gpu]") {
  (void)gpu::open_device(0);
  const auto taps = sample_taps<ImageTaps>();
  for (const ImageSize size : test::kImageSizes) {
    INFO(size.width << " x " << size.height);
    const std::vector<float> in = small_integers(size.width * size.height, 64);
    require_steps(image_steps(), size, in, taps, convolve_image_on_cpu(size, in, taps));
  }
}

}  // namespace
}  // namespace apsp::labs
