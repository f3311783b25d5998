// SPDX-License-Identifier: MIT
#include "common/gpu/device/test_device.hpp"
#include "common/testing/catch.hpp"
#include "labs/knapsack/device_knapsack.hpp"

namespace apsp::labs {
namespace {

void require_solved(const std::vector<Item>& items, std::size_t capacity) {
  const KnapsackTable expected = solve_knapsack_on_cpu(items, capacity);
  for (const KnapsackStep& step : knapsack_steps()) {
    INFO(step.name << ", " << items.size() << " items, capacity " << capacity);
    DeviceKnapsack device(items, capacity);
    device.enqueue(step);
    REQUIRE_NOTHROW(device.require(step, expected));
  }
}

TEST_CASE("every step of the knapsack finds the best values and items", "[gpu]") {
  (void)gpu::open_device(0);
  for (const std::size_t capacity :
       {0,    1,    31,   32,   33,   255,  256,  1023, 1024,  3071,  3072, 3073,
        4095, 4096, 4097, 7167, 7168, 7169, 8191, 8192, 14335, 14336, 20000}) {
    for (const std::size_t count : {0, 1, 2, 7, 8, 9, 25}) {
      require_solved(random_items(count, 200, 81), capacity);
    }
  }
}

TEST_CASE("items as heavy as the halo and heavier, and items that never fit", "[gpu]") {
  (void)gpu::open_device(0);
  const std::vector<Item> items = {{1024, 5},  {1025, 7}, {0, 3},    {512, 9},   {512, 4}, {1, 1},
                                   {5000, 99}, {1024, 8}, {1023, 2}, {30000, 9}, {1, 6}};
  for (const std::size_t capacity : {0, 1023, 1024, 1025, 7168, 9000, 20000}) {
    require_solved(items, capacity);
  }
  require_solved(random_items(30, 3000, 82), 25000);
}

}  // namespace
}  // namespace apsp::labs
