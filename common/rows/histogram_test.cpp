// SPDX-License-Identifier: MIT
#include "common/rows/histogram.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "common/testing/catch.hpp"

namespace {

using apsp::Bins;
using apsp::Distance;
using apsp::Histogram;
using apsp::kUnreachable;

void count(Histogram& histogram, Distance distance) {
  histogram.cover(distance, distance);
  ++histogram.counts()[histogram.bins().index(distance)];
}

Histogram counted(const std::vector<Distance>& distances) {
  Histogram histogram;
  for (const Distance distance : distances) count(histogram, distance);
  return histogram;
}

/// By sorting.
Distance percentile_of(std::vector<Distance> distances, std::size_t percent) {
  std::sort(distances.begin(), distances.end());
  return distances[(distances.size() * percent + 99) / 100 - 1];
}

}  // namespace

TEST_CASE("bins are as narrow as the range allows, to its last distance", "[histogram]") {
  REQUIRE(Bins::covering(0, 65535) == Bins{0, false});
  REQUIRE(Bins::covering(0, 65536) == Bins{1, false});
  REQUIRE(Bins::covering(0, kUnreachable - 1) == Bins{14, false});
  REQUIRE(Bins::covering(-1, 32767) == Bins{0, true});
  REQUIRE(Bins::covering(-1, 32768) == Bins{1, true});
  REQUIRE(Bins::covering(-32768, 0) == Bins{0, true});
  REQUIRE(Bins::covering(-32769, 0) == Bins{1, true});
  REQUIRE(Bins::covering(-kUnreachable + 1, kUnreachable - 1) == Bins{15, true});
  for (const Bins bins : {Bins{0, false}, Bins{14, false}, Bins{15, true}}) {
    for (const std::size_t b : {std::size_t{0}, std::size_t{1}, Bins::kCount - 1}) {
      REQUIRE(bins.index(bins.lower(b)) == b);
      REQUIRE(bins.index(bins.upper(b)) == b);
    }
  }
}

TEST_CASE("no order and no partition changes a histogram", "[histogram]") {
  std::mt19937 random(7);
  for (const Distance low : {0, -70'000, -kUnreachable + 1}) {
    std::vector<Distance> distances;
    for (const std::int64_t high : {30LL, 5'000LL, 65'535LL, 65'536LL, 10'000'000LL}) {
      for (int n = 0; n < 200; ++n) {
        const auto range = static_cast<std::uint64_t>(high - low + 1);
        distances.push_back(low + static_cast<Distance>(random() % range));
      }
    }
    const Histogram expected = counted(distances);
    REQUIRE(expected.total() == distances.size());
    for (int trial = 0; trial < 5; ++trial) {
      std::shuffle(distances.begin(), distances.end(), random);
      REQUIRE(counted(distances) == expected);
      Histogram sum;
      const auto cut = distances.begin() + static_cast<std::ptrdiff_t>(random() % 1000);
      sum.add(counted({distances.begin(), cut}));
      sum.add(counted({cut, distances.end()}));
      REQUIRE(sum == expected);
      sum.clear();
      REQUIRE(sum == Histogram());
    }
    // Each distance in its bin.
    const Bins& bins = expected.bins();
    std::vector<std::uint64_t> counts(Bins::kCount);
    for (const Distance distance : distances) {
      std::size_t b = 0;
      while (bins.upper(b) < distance) ++b;
      ++counts[b];
    }
    REQUIRE(counts == expected.counts());
  }
}

TEST_CASE("percentiles are those of the sorted distances", "[histogram]") {
  REQUIRE_FALSE(Histogram().percentile(50).has_value());
  std::mt19937 random(3);
  for (const std::size_t size : {1, 2, 3, 10, 99, 100, 101, 1000}) {
    std::vector<Distance> distances;
    for (std::size_t n = 0; n < size; ++n) {
      distances.push_back(static_cast<Distance>(random() % 60) - 20);
    }
    const Histogram histogram = counted(distances);
    REQUIRE(histogram.exact());
    for (const unsigned percent : {1, 50, 90, 95, 99, 100}) {
      CAPTURE(size, percent);
      REQUIRE(histogram.percentile(percent) == percentile_of(distances, percent));
    }
  }
}

TEST_CASE("in wide bins a percentile is the end of its bin, but never beyond all", "[histogram]") {
  const Histogram histogram = counted({8, 9, 1000, 100'000});
  REQUIRE_FALSE(histogram.exact());
  REQUIRE(histogram.bins().width() == 2);
  REQUIRE(histogram.percentile(25) == 9);
  REQUIRE(histogram.percentile(75) == 1001);
  REQUIRE(histogram.percentile(100) == 100'000);
}
