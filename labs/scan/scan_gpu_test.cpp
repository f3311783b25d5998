// SPDX-License-Identifier: MIT
#include "common/base/random.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/common/test_sizes.hpp"
#include "labs/scan/scan.hpp"

namespace apsp::labs {
namespace {

void require_scans(std::size_t n) {
  const RandomKey key(22, n);
  std::vector<std::uint32_t> in(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(key.word(i));
  const std::vector<std::uint32_t> expected = scan_on_cpu(in);
  const auto operand = to_device(in);
  const std::size_t words = scan_room(n);
  const auto room = gpu::allocate_device<std::uint32_t>(words);
  constexpr std::size_t kGuard = 8;  // elements behind the result that must stay
  const auto out = gpu::allocate_device<std::uint32_t>(n + kGuard);
  for (const ScanStep& step : scan_steps()) {
    INFO(step.name << ", n = " << n);
    gpu::check(cudaMemset(room.get(), 0xa5, words * sizeof(std::uint32_t)), "spoil the room");
    gpu::check(cudaMemset(out.get(), 0xa5, (n + kGuard) * sizeof(std::uint32_t)), "spoil the scan");
    step.enqueue(operand.get(), n, room.get(), out.get());
    REQUIRE(difference(to_host(out.get(), n), expected) == "");
    REQUIRE(to_host(out.get() + n, kGuard) == std::vector<std::uint32_t>(kGuard, 0xa5a5a5a5));
  }
}

TEST_CASE("every step of the scan gives the prefix sums", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t n : kEdgeSizes) require_scans(n);
  for (const std::size_t n : {16383, 16384, 16385}) require_scans(n);  // about a tile
}

TEST_CASE("every step of the scan works on many tiles", "[gpu][long]") {
  (void)gpu::open_device(0);
  require_scans(5000003);  // a last turn that some blocks sit out
  require_scans((std::size_t{1} << 24) +
                1);  // three levels of blocks, look-backs over many windows
}

}  // namespace
}  // namespace apsp::labs
