// SPDX-License-Identifier: MIT
#include "labs/heat/heat.hpp"

#include "common/testing/catch.hpp"
#include "labs/heat/sample.hpp"
#include "labs/heat/test_sizes.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("one step by hand") {
  REQUIRE(diffuse_on_cpu({3, 3}, {9, 1, 9, 3, 9, 4, 9, 2, 9}, 1) ==
          std::vector<double>{9, 1, 9, 3, 2.5, 4, 9, 2, 9});
}

TEST_CASE("heat on processors is that of plain loops") {
  for (const Plate plate : test::kPlates) {
    for (const std::size_t steps : test::kStepCounts) {
      INFO(plate.rows << " x " << plate.columns << ", " << steps << " steps");
      const std::vector<double> start = sample_plate(plate, 5);
      std::vector<double> expected = start;
      for (std::size_t step = 0; step < steps; ++step) {
        const std::vector<double> old = expected;
        for (std::size_t n = 0; n < old.size(); ++n) {
          const std::size_t i = n / plate.columns;
          const std::size_t j = n % plate.columns;
          if (i == 0 || j == 0 || i == plate.rows - 1 || j == plate.columns - 1) continue;
          expected[n] =
              0.25 * (old[n - plate.columns] + old[n + plate.columns] + old[n - 1] + old[n + 1]);
        }
      }
      REQUIRE(diffuse_on_cpu(plate, start, steps) == expected);
    }
  }
}

}  // namespace
}  // namespace apsp::labs
