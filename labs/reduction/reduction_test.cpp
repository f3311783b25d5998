// SPDX-License-Identifier: MIT
#include "labs/reduction/reduction.hpp"

#include "common/base/random.hpp"
#include "common/testing/catch.hpp"
#include "labs/common/test_sizes.hpp"

namespace apsp::labs {
namespace {

TEST_CASE("the sum on processors is that of a plain loop") {
  for (const std::size_t n : kEdgeSizes) {
    INFO("n = " << n);
    const RandomKey key(11, n);
    std::vector<std::uint32_t> in(n);
    std::uint32_t expected = 0;
    for (std::size_t i = 0; i < n; ++i) expected += in[i] = static_cast<std::uint32_t>(key.word(i));
    REQUIRE(reduce_on_cpu(in) == expected);
  }
}

}  // namespace
}  // namespace apsp::labs
