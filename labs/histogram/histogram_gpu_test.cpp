// SPDX-License-Identifier: MIT
#include "common/base/random.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/common/test_sizes.hpp"
#include "labs/histogram/histogram.hpp"

namespace apsp::labs {
namespace {

void require_counted(const std::vector<std::uint32_t>& in) {
  const std::size_t n = in.size();
  const std::vector<std::uint32_t> expected = count_on_cpu(in);
  const auto operand = to_device(in);
  const auto room = gpu::allocate_device<std::byte>(histogram_room(n));
  const auto counts = gpu::allocate_device<std::uint32_t>(kBins);
  for (const HistogramStep& step : histogram_steps()) {
    INFO(step.name << ", n = " << n);
    gpu::check(cudaMemset(counts.get(), 0xa5, kBins * sizeof(std::uint32_t)), "spoil the counts");
    step.enqueue(operand.get(), n, room.get(), counts.get());
    REQUIRE(difference(to_host(counts.get(), kBins), expected) == "");
  }
}

TEST_CASE("every step of the histogram counts", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t n : kEdgeSizes) {
    const RandomKey key(32, n);
    std::vector<std::uint32_t> in(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(key.word(i) % kBins);
    require_counted(in);
    require_counted(std::vector<std::uint32_t>(n, 0));
    require_counted(std::vector<std::uint32_t>(n, kBins - 1));
  }
}

}  // namespace
}  // namespace apsp::labs
