// SPDX-License-Identifier: MIT
#include "common/sparse/relax_all.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "common/core/width.hpp"
#include "common/testing/catch.hpp"

namespace apsp::sparse {
namespace {

template <typename Length>
void require_relaxed(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto draw = [&] {
    return random() % 4 == 0 ? kInfinity<Length> : static_cast<Length>(random() % 2000);
  };
  std::vector<Length> lengths(count + 1), seconds(count);
  for (Length& length : lengths) length = draw();
  for (Length& second : seconds) second = draw();
  const auto first = static_cast<Length>(random() % 1000);
  std::vector<Length> expected = lengths;
  for (std::size_t n = 0; n < count; ++n) {
    expected[n] = std::min(lengths[n], static_cast<Length>(first + seconds[n]));
  }
  relax_all(lengths.data(), first, seconds.data(), count);
  INFO("count " << count << ", seed " << seed);
  REQUIRE(lengths == expected);  // and the one behind them is as it was
}

TEST_CASE("lengths in a row are relaxed to the last, and none behind", "[sparse]") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    for (const std::size_t count : {0, 1, 3, 7, 8, 15, 16, 17, 33, 100}) {
      require_relaxed<Distance>(count, seed);
      require_relaxed<double>(count, seed);
    }
  }
}

}  // namespace
}  // namespace apsp::sparse
