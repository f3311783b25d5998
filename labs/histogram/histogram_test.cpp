// SPDX-License-Identifier: MIT
#include "labs/histogram/histogram.hpp"

#include "common/base/random.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/test_sizes.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("the counts on processors are those of a plain loop") {
  for (const std::size_t n : kEdgeSizes) {
    INFO("n = " << n);
    const RandomKey key(31, n);
    std::vector<std::uint32_t> in(n);
    std::vector<std::uint32_t> expected(kBins);
    for (std::size_t i = 0; i < n; ++i) {
      in[i] = static_cast<std::uint32_t>(key.word(i) % kBins);
      ++expected[in[i]];
    }
    REQUIRE(count_on_cpu(in) == expected);
  }
}

}  // namespace
}  // namespace apsp::labs
