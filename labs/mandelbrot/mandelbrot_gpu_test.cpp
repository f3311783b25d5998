// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/mandelbrot/mandelbrot.hpp"
#include "labs/mandelbrot/test_sizes.hpp"

namespace apsp::labs {
namespace {

void require_pictures(const View& view) {
  const std::vector<std::uint32_t> times = escape_times_on_cpu(view);
  const DividedPicture divided = divide_on_cpu(view, times);
  const std::size_t bytes = view.pixels() * sizeof(std::uint32_t);
  const std::size_t words = mandelbrot_room(view);
  const auto dwells = gpu::allocate_device<std::uint32_t>(view.pixels());
  const auto room = gpu::allocate_device<unsigned long long>(words);
  for (const MandelbrotStep& step : mandelbrot_steps()) {
    INFO(step.name << ", " << view.width << " x " << view.height << ", limit " << view.limit);
    gpu::check(cudaMemset(dwells.get(), 0xa5, bytes), "spoil the picture");
    gpu::check(cudaMemset(room.get(), 0xa5, words * sizeof(unsigned long long)), "spoil the room");
    step.enqueue({view, dwells.get(), room.get()});
    REQUIRE(difference(to_host(dwells.get(), view.pixels()),
                       step.divides ? divided.dwells : times) == "");
  }
}

TEST_CASE("every step of the ladder finds the dwells, to the last one", "[gpu]") {
  (void)gpu::open_device(0);
  for (const View& view : test::kViews) require_pictures(view);
}

TEST_CASE("many squares are launched and queued", "[gpu][long]") {
  (void)gpu::open_device(0);
  require_pictures({4096, 4100, 200});
}

}  // namespace
}  // namespace apsp::labs
