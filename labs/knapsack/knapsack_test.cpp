// SPDX-License-Identifier: MIT
#include "labs/knapsack/knapsack.hpp"

#include <algorithm>

#include "common/testing/catch.hpp"
#include "labs/knapsack/sample.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("the knapsack of the lecture") {
  const std::vector<Item> items = {{1, 1}, {2, 4}, {2, 5}, {4, 7}, {6, 11}};
  const KnapsackTable table = solve_knapsack_on_cpu(items, 11);
  REQUIRE(table.best == std::vector<std::uint32_t>{0, 1, 5, 6, 9, 10, 12, 13, 16, 17, 20, 21});
  REQUIRE(chosen_items(items, 11, table.decisions) == std::vector<std::uint8_t>{1, 1, 1, 0, 1});
}

TEST_CASE("the knapsack on processors is the best of all subsets") {
  for (std::size_t count = 0; count <= 10; ++count) {
    for (const std::size_t capacity : {0, 1, 5, 31, 32, 33, 100}) {
      INFO(count << " items, capacity " << capacity);
      const std::vector<Item> items = random_items(count, 30, 80 + count);
      const KnapsackTable table = solve_knapsack_on_cpu(items, capacity);
      std::vector<std::uint32_t> expected(capacity + 1);
      for (std::size_t subset = 0; subset < std::size_t{1} << count; ++subset) {
        Item all{0, 0};
        for (std::size_t i = 0; i < count; ++i) {
          if ((subset >> i & 1) == 0) continue;
          all.weight += items[i].weight;
          all.value += items[i].value;
        }
        for (std::size_t j = all.weight; j <= capacity; ++j) {
          expected[j] = std::max(expected[j], all.value);
        }
      }
      REQUIRE(table.best == expected);

      Item taken{0, 0};
      const std::vector<std::uint8_t> chosen = chosen_items(items, capacity, table.decisions);
      for (std::size_t i = 0; i < count; ++i) {
        taken.weight += chosen[i] * items[i].weight;
        taken.value += chosen[i] * items[i].value;
      }
      REQUIRE(taken.weight <= capacity);
      REQUIRE(taken.value == expected[capacity]);
    }
  }
}

}  // namespace
}  // namespace apsp::labs
