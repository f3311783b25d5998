// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/operands.hpp"
#include "labs/heat/heat.hpp"
#include "labs/heat/pair.hpp"
#include "labs/heat/sample.hpp"
#include "labs/heat/test_sizes.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("every step of the ladder diffuses heat, to the last bit", "[gpu]") {
  (void)gpu::open_device(0);
  for (const Plate plate : test::kPlates) {
    const std::vector<double> start = sample_plate(plate, 5);
    const std::size_t bytes = plate.points() * sizeof(double);
    const auto operand = to_device(start);
    const auto first = gpu::allocate_device<double>(plate.points());
    const auto second = gpu::allocate_device<double>(plate.points());
    for (const std::size_t steps : test::kStepCounts) {
      const std::vector<double> expected = diffuse_on_cpu(plate, start, steps);
      for (const HeatStep& step : heat_steps()) {
        INFO(step.name << ", " << plate.rows << " x " << plate.columns << ", " << steps
                       << " steps");
        gpu::check(cudaMemset(first.get(), 0xa5, bytes), "spoil the room");
        gpu::check(cudaMemset(second.get(), 0xa5, bytes), "spoil the room");
        const double* result =
            step.enqueue({plate, steps, operand.get(), first.get(), second.get()});
        REQUIRE(difference(to_host(result, plate.points()), expected) == "");
        REQUIRE(difference(to_host(operand.get(), plate.points()), start) == "");
      }
    }
  }
}

TEST_CASE("two GPUs give the same plate", "[gpu]") {
  if (apsp::test::kDevices < 2) {
    WARN("left out: one GPU is visible");
    return;
  }
  (void)gpu::open_device(0);
  for (const Plate plate : {Plate{8, 5}, Plate{9, 64}, Plate{57, 55}, Plate{130, 127}}) {
    const std::vector<double> start = sample_plate(plate, 5);
    HeatPair pair(plate, start);
    for (const std::size_t steps : test::kStepCounts) {
      INFO(plate.rows << " x " << plate.columns << ", " << steps << " steps");
      pair.enqueue(steps);
      REQUIRE(difference(pair.result(), diffuse_on_cpu(plate, start, steps)) == "");
    }
  }
}

}  // namespace
}  // namespace apsp::labs
