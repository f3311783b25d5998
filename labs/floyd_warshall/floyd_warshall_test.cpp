// SPDX-License-Identifier: MIT
#include "labs/floyd_warshall/floyd_warshall.hpp"

#include "common/testing/catch.hpp"
#include "labs/floyd_warshall/sample.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("three vertices by hand") {
  constexpr int kNone = MinPlus::kZero;
  REQUIRE(close_on_cpu(3, {0, 2, 9, kNone, 0, 3, kNone, kNone, 0}) ==
          std::vector<int>{0, 2, 5, kNone, 0, 3, kNone, kNone, 0});
}

TEST_CASE("all pairs on processors are those of three plain loops") {
  for (const std::size_t n : kSampleSizes) {
    INFO(n << " vertices");
    std::vector<int> expected = sample_distances(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          expected[i * n + j] =
              std::min(expected[i * n + j], expected[i * n + k] + expected[k * n + j]);
        }
      }
    }
    REQUIRE(close_on_cpu(n, sample_distances(n)) == expected);
  }
}

}  // namespace
}  // namespace apsp::labs
