// SPDX-License-Identifier: MIT
#include "tools/generate/permutation.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/testing/catch.hpp"

using apsp::generate::ceiling_sqrt;
using apsp::generate::Key;
using apsp::generate::Permutation;
using apsp::generate::Purpose;

TEST_CASE("the rounded-up square root is exact at the borders") {
  CHECK(ceiling_sqrt(0) == 0);
  CHECK(ceiling_sqrt(1) == 1);
  CHECK(ceiling_sqrt(2) == 2);
  for (const std::uint64_t root : {2U, 3U, 1000U, 94906267U, 2147483647U}) {
    CHECK(ceiling_sqrt(root * root - 1) == root);
    CHECK(ceiling_sqrt(root * root) == root);
    CHECK(ceiling_sqrt(root * root + 1) == root + 1);
  }
}

TEST_CASE("a permutation takes every number once") {
  const auto check = [](std::uint64_t size, std::uint64_t tweak) {
    const Permutation permutation(size, Key(size, Purpose::kPlaces));
    std::vector<bool> taken(size);
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t image = permutation(i, tweak);
      INFO("size " << size << ", index " << i << ", image " << image);
      REQUIRE(image < size);
      REQUIRE_FALSE(taken[image]);
      taken[image] = true;
    }
  };
  for (std::uint64_t size = 1; size < 300; ++size) {
    check(size, 0);
    check(size, size);
  }
  check(65536, 0);
  check(999983, 1);  // a prime: the radix cannot be exact
}

TEST_CASE("in a domain of 2^61 numbers images stay inside and differ") {
  const std::uint64_t size = std::uint64_t{2147483647} * 2147483646;
  const Permutation permutation(size, Key(1, Purpose::kPlaces));
  std::vector<std::uint64_t> images;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    images.push_back(permutation(i));
    images.push_back(permutation(size - 1 - i));
  }
  for (const std::uint64_t image : images) {
    REQUIRE(image < size);
  }
  std::sort(images.begin(), images.end());
  CHECK(std::adjacent_find(images.begin(), images.end()) == images.end());
}

TEST_CASE("all permutations of a small domain come equally often") {
  // By key, and for one key by tweak. 720 and 120 permutations, each expected 100 times.
  for (const std::uint64_t size : {5U, 6U}) {
    for (const bool by_tweak : {false, true}) {
      std::map<std::string, int> counts;
      const std::size_t all = size == 6 ? 720 : 120;
      for (std::uint64_t i = 0; i < 100 * all; ++i) {
        const Permutation permutation(size, Key(by_tweak ? 0 : i, Purpose::kPlaces));
        std::string images;
        for (std::uint64_t j = 0; j < size; ++j) {
          images += static_cast<char>('0' + permutation(j, by_tweak ? i : 0));
        }
        ++counts[images];
      }
      CHECK(counts.size() == all);
      double chi_square = 0;
      for (const auto& [images, count] : counts) {
        chi_square += (count - 100.0) * (count - 100.0) / 100;
      }
      const double freedom = static_cast<double>(all) - 1;
      INFO("size " << size << ", by tweak " << by_tweak << ", chi-square " << chi_square);
      CHECK((chi_square - freedom) * (chi_square - freedom) <= 36 * 2 * freedom);
    }
  }
}
