// SPDX-License-Identifier: MIT
#include "tools/stats/bars.hpp"

#include "common/testing/catch.hpp"

namespace apsp::stats {
namespace {

Histogram counted(const std::vector<Distance>& distances) {
  Histogram histogram;
  for (const Distance d : distances) {
    histogram.cover(d, d);
    ++histogram.counts()[histogram.bins().index(d)];
  }
  return histogram;
}

using Bars = std::vector<Bar>;

TEST_CASE("few distances have a bar each, the empty ones between them too") {
  REQUIRE(bars(Histogram(), 20).empty());
  REQUIRE(bars(counted({4, 4, 7}), 20) == Bars{{4, 4, 2}, {5, 5, 0}, {6, 6, 0}, {7, 7, 1}});
  REQUIRE(bars(counted({-1, 0}), 20) == Bars{{-1, -1, 1}, {0, 0, 1}});
}

TEST_CASE("many distances share bars of round widths") {
  REQUIRE(bars(counted({3, 4, 9}), 4) == Bars{{2, 3, 1}, {4, 5, 1}, {6, 7, 0}, {8, 9, 1}});
  REQUIRE(bars(counted({3, 4, 12}), 4) == Bars{{0, 4, 2}, {5, 9, 0}, {10, 14, 1}});
  REQUIRE(bars(counted({-7, 4, 12}), 3) == Bars{{-10, -1, 1}, {0, 9, 1}, {10, 19, 1}});
  const Bars thousands = bars(counted({0, 60'000}), 20);
  REQUIRE(thousands.size() == 13);
  REQUIRE(thousands[12] == Bar{60'000, 64'999, 1});
}

TEST_CASE("bars of wide bins are made of whole bins, and hold all pairs") {
  const Histogram histogram = counted({0, 5, 99'999, 1'000'000, 1'000'003});
  REQUIRE_FALSE(histogram.exact());
  const Bars found = bars(histogram, 20);
  REQUIRE(found.size() <= 20);
  std::uint64_t pairs = 0;
  for (const Bar& bar : found) {
    REQUIRE(bar.first % histogram.bins().width() == 0);
    REQUIRE((bar.last + 1) % histogram.bins().width() == 0);
    pairs += bar.pairs;
  }
  REQUIRE(pairs == 5);
  REQUIRE(found.front().pairs == 2);
  REQUIRE(found.back().pairs == 2);
}

}  // namespace
}  // namespace apsp::stats
