// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/launch.hpp"
#include "labs/common/operands.hpp"
#include "labs/floyd_warshall/floyd_warshall.hpp"
#include "labs/floyd_warshall/sample.hpp"
#include "labs/floyd_warshall/solver_rounds.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("every step of Floyd-Warshall finds all distances, twice", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t n : kSampleSizes) {
    const std::vector<int> start = sample_distances(n);
    const std::vector<int> expected = close_on_cpu(n, start);
    for (const ClosureStep& step : closure_steps()) {
      INFO(step.name << ", " << n << " vertices");
      const std::size_t side = blocks_for(n, step.multiple) * step.multiple;
      const auto operand = to_device(resized<int>(start, n, side));
      const auto matrix = gpu::allocate_device<int>(side * side);
      for (int run = 0; run < 2; ++run) {
        step.enqueue(side, operand.get(), matrix.get());
        REQUIRE(difference(resized<int>(to_host(matrix.get(), side * side), side, n), expected) ==
                "");
      }
    }
  }
}

void require_rounds(const std::vector<int>& devices) {
  (void)gpu::open_device(devices.front());
  for (const std::size_t n : kSampleSizes) {
    INFO(n << " vertices on " << devices.size() << " GPUs");
    const std::vector<int> start = sample_distances(n);
    const std::vector<int> expected = close_on_cpu(n, start);
    SolverRounds rounds(devices, n, start);
    for (int run = 0; run < 2; ++run) {
      rounds.enqueue();
      REQUIRE(difference(rounds.result(), expected) == "");
    }
  }
}

TEST_CASE("rounds of the kernels of hw3-2 find the same", "[gpu]") {
  require_rounds({0});
}

TEST_CASE("two GPUs find the same", "[gpu]") {
  if (apsp::test::kDevices < 2) {
    WARN("left out: one GPU is visible");
    return;
  }
  require_rounds({0, 1});
}

}  // namespace
}  // namespace apsp::labs
