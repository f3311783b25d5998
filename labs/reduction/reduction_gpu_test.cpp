// SPDX-License-Identifier: MIT
#include "common/base/random.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/common/test_sizes.hpp"
#include "labs/reduction/reduction.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("every step of the reduction sums up", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t n : kEdgeSizes) {
    const RandomKey key(12, n);
    std::vector<std::uint32_t> in(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(key.word(i));
    const std::vector<std::uint32_t> expected = {reduce_on_cpu(in)};
    const auto operand = to_device(in);
    const auto room = to_device(std::vector<std::uint32_t>(reduction_room(n)));
    const auto sum = gpu::allocate_device<std::uint32_t>(1);
    for (const ReductionStep& step : reduction_steps()) {
      for (int run = 0; run < 2; ++run) {  // a run leaves the room as the next one needs it
        INFO(step.name << ", n = " << n << ", run " << run);
        gpu::check(cudaMemset(sum.get(), 0xa5, sizeof(std::uint32_t)), "spoil the sum");
        step.enqueue(operand.get(), n, room.get(), sum.get());
        REQUIRE(difference(to_host(sum.get(), 1), expected) == "");
      }
    }
  }
}

}  // namespace
}  // namespace apsp::labs
