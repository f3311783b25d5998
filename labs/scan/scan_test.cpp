// SPDX-License-Identifier: MIT
#include "labs/scan/scan.hpp"

#include "common/base/random.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/test_sizes.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("the scan of the lecture") {
  REQUIRE(scan_on_cpu({3, 1, 7, 0, 4, 1, 6, 3}) ==
          std::vector<std::uint32_t>{0, 3, 4, 11, 11, 15, 16, 22});
}

TEST_CASE("the scan on processors is that of a plain loop") {
  for (const std::size_t n : kEdgeSizes) {
    INFO("n = " << n);
    const RandomKey key(21, n);
    std::vector<std::uint32_t> in(n);
    std::vector<std::uint32_t> expected(n);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      in[i] = static_cast<std::uint32_t>(key.word(i));
      expected[i] = sum;
      sum += in[i];
    }
    REQUIRE(scan_on_cpu(in) == expected);
  }
}

}  // namespace
}  // namespace apsp::labs
