// SPDX-License-Identifier: MIT
#include "tools/generate/fraction.hpp"

#include "common/testing/catch.hpp"

using apsp::SplitMix64;
using apsp::generate::Fraction;

TEST_CASE("decimal fractions are read exactly") {
  for (const char* const half : {"0.5", ".5", "0.50", "00.5000"}) {
    INFO(half);
    const auto fraction = Fraction::parse(half);
    REQUIRE(fraction);
    CHECK(fraction->of(100) == 50);
  }
  CHECK(Fraction::parse("0")->of(100) == 0);
  CHECK(Fraction::parse("1")->of(100) == 100);
  CHECK(Fraction::parse("1.000")->of(100) == 100);
  CHECK(Fraction::parse("0.123456789012345678")->numerator == 123456789012345678U);
}

TEST_CASE("what is no fraction is refused") {
  for (const char* const text : {"", ".", "1.1", "2", "-0.5", "+0.5", "0.5x", " 0.5", "0,5", "1e-3",
                                 "0.5.5", "nan", "0.1234567890123456789"}) {
    INFO(text);
    CHECK_FALSE(Fraction::parse(text));
  }
}

TEST_CASE("a share is rounded to the nearest integer, halves up, without overflow") {
  CHECK(Fraction::parse("0.5")->of(5) == 3);
  CHECK(Fraction::parse("0.49")->of(5) == 2);
  CHECK(Fraction::parse("0.1")->of(24) == 2);
  const std::uint64_t pairs = std::uint64_t{2147483647} * 2147483646;
  CHECK(Fraction::parse("1.000000000000000000")->of(pairs) == pairs);
  CHECK(Fraction::parse("0.500000000000000000")->of(pairs) == pairs / 2 + pairs % 2);
}

TEST_CASE("a fraction is drawn as often as it says") {
  SplitMix64 random(5);
  int drawn = 0;
  for (int i = 0; i < 100000; ++i) {
    drawn += Fraction::parse("0.1")->draw(random) ? 1 : 0;
    REQUIRE_FALSE(Fraction::parse("0")->draw(random));
    REQUIRE(Fraction::parse("1")->draw(random));
  }
  CHECK(drawn > 9400);
  CHECK(drawn < 10600);
}
