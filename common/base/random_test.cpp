// SPDX-License-Identifier: MIT
#include "common/base/random.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

TEST_CASE("SplitMix64 gives the published numbers") {
  // From Vigna's splitmix64.c, with the seeds that other libraries' tests use.
  const std::array<std::uint64_t, 5> seed_0 = {0xe220a8397b1dcdafU, 0x6e789e6aa1b965f4U,
                                               0x06c45d188009454fU, 0xf88bb8a8724c81ecU,
                                               0x1b39896a51a8749bU};
  const std::array<std::uint64_t, 5> seed_1234567 = {6457827717110365317U, 3203168211198807973U,
                                                     9817491932198370423U, 4593380528125082431U,
                                                     16408922859458223821U};
  SplitMix64 first(0);
  SplitMix64 second(1234567);
  for (std::size_t i = 0; i < seed_0.size(); ++i) {
    CHECK(first.next() == seed_0[i]);
    CHECK(second.next() == seed_1234567[i]);
  }
}

TEST_CASE("a bounded draw is uniform") {
  SplitMix64 random(7);
  for (const std::uint64_t bound : {1U, 2U, 3U, 7U, 100U, 1001U}) {
    std::vector<std::size_t> counts(bound);
    const std::size_t draws = 1000 * bound;
    for (std::size_t i = 0; i < draws; ++i) {
      const std::uint64_t draw = random.below(bound);
      REQUIRE(draw < bound);
      ++counts[draw];
    }
    double chi_square = 0;
    for (const std::size_t count : counts) {
      const double off = static_cast<double>(count) - 1000;
      chi_square += off * off / 1000;
    }
    // Mean bound - 1, standard deviation sqrt(2 (bound - 1)); six of them for a seed that is fixed.
    const auto freedom = static_cast<double>(bound - 1);
    INFO("bound " << bound);
    CHECK((chi_square - freedom) * (chi_square - freedom) <= 36 * 2 * freedom);
  }
}

TEST_CASE("a bounded draw stays even where words do not divide evenly") {
  // Four words fall on three numbers here. If none were refused, multiples of three would come half
  // of the time instead of a third.
  const std::uint64_t bound = (std::uint64_t{1} << 62) * 3;
  SplitMix64 random(8);
  std::array<double, 3> counts{};
  constexpr double kThird = 30000;
  for (int i = 0; i < 3 * kThird; ++i) {
    const std::uint64_t draw = random.below(bound);
    REQUIRE(draw < bound);
    counts[draw % 3] += 1;
  }
  for (const double count : counts) {
    CHECK(count > kThird - 1000);
    CHECK(count < kThird + 1000);
  }
}

TEST_CASE("words of a key are the numbers of one stream", "[random]") {
  // As --verify-seed promises: the same rows and edges again, from one version to the next.
  const RandomKey key(5, 3);
  SplitMix64 same(mix(mix(5 + SplitMix64::kGamma) + 3 * SplitMix64::kGamma));
  for (std::uint64_t index = 0; index < 9; ++index) REQUIRE(key.word(index) == same.next());
}

TEST_CASE("words are scaled evenly and within bounds", "[random]") {
  REQUIRE(scale(0, 10) == 0);
  REQUIRE(scale(~std::uint64_t{0}, 10) == 9);
  REQUIRE(scale(std::uint64_t{1} << 63, 10) == 5);
  REQUIRE(scale(~std::uint64_t{0}, 1) == 0);
}

TEST_CASE("a random subset is ascending, of the size asked for and fixed by its seed", "[random]") {
  for (const std::size_t end : {0, 1, 5, 100}) {
    for (std::size_t count = 0; count <= end; count += 1 + end / 7) {
      const std::vector<std::size_t> subset = random_subset(end, count, 4);
      INFO(count << " of " << end);
      REQUIRE(subset.size() == count);
      REQUIRE(std::ranges::adjacent_find(subset, std::greater_equal<>()) == subset.end());
      REQUIRE((subset.empty() || subset.back() < end));
      REQUIRE(subset == random_subset(end, count, 4));
    }
  }
  REQUIRE(random_subset(1000, 10, 4) != random_subset(1000, 10, 5));
}

TEST_CASE("every set of two of four numbers is drawn as often", "[random]") {
  std::map<std::vector<std::size_t>, int> drawn;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) ++drawn[random_subset(4, 2, seed)];
  REQUIRE(drawn.size() == 6);
  for (const auto& [set, times] : drawn) {
    INFO(set[0] << ", " << set[1]);
    CHECK(times > 850);
    CHECK(times < 1150);
  }
}

TEST_CASE("fresh seeds differ and fit a command line", "[random]") {
  const std::uint64_t first = fresh_seed();
  REQUIRE(first != fresh_seed());
  REQUIRE(first <= INT64_MAX);
}

}  // namespace
}  // namespace apsp
