// SPDX-License-Identifier: MIT
#include "tools/convert/decimal.hpp"

#include <fmt/core.h>

#include <random>

#include "common/testing/catch.hpp"

namespace apsp::convert {
namespace {

/// The product of two texts, rounded; "none" where there is none.
std::string product(const std::string& number, const std::string& factor = "1") {
  const auto decimal = Decimal::parse(number);
  const auto scale = Factor::parse(factor);
  if (!decimal || !scale) return "refused";
  const auto rounded = round_product(*decimal, *scale);
  return rounded ? std::to_string(rounded->whole) : "none";
}

TEST_CASE("a decimal is read as it is written") {
  for (const char* text : {"5", "+5", "5.", "005", "5.0", "0.5e1", "50e-1", "5E0", "5e+0", "5e-0",
                           "5000000000000000000000000e-24"}) {
    INFO(text);
    REQUIRE(product(text) == "5");
    REQUIRE(product(text, "-1") == "refused");
  }
  REQUIRE(product("-5") == "-5");
  REQUIRE(product(".5", "10") == "5");
  for (const char* text : {"", "+", "-", ".", "e5", "5e", "5e+", "5e1.0", "+-5", "1.2.3", "inf",
                           "nan", "0x5", "5 ", " 5", "1,5", "5f", "--5"}) {
    INFO(text);
    REQUIRE_FALSE(Decimal::parse(text).has_value());
  }
}

TEST_CASE("halves go away from zero, in decimals and not in binary numbers") {
  REQUIRE(product("8.995", "100") == "900");
  REQUIRE(product("-8.995", "100") == "-900");
  REQUIRE(product("8.9949999999999999999999999999", "100") == "899");
  REQUIRE(product("1.005", "100") == "101");
  REQUIRE(product("0.285", "100") == "29");
  REQUIRE(product("0.5") == "1");
  REQUIRE(product("0.05", "10") == "1");
  REQUIRE(product("0.4999999999999999999999999") == "0");
  REQUIRE(product("5", "0.1") == "1");
  REQUIRE(product("3", "0.333333333333333333") == "1");
}

TEST_CASE("the range, and exponents beyond it") {
  REQUIRE(product("999999999999999") == "999999999999999");
  REQUIRE(product("1e14") == "100000000000000");
  for (const char* text : {"1000000000000000", "1e15", "1e999999999999999999999999"}) {
    REQUIRE(product(text) == "none");
  }
  REQUIRE(product("0e999999999999999999999999") == "0");
  REQUIRE(product("1e-999999999999999999999999") == "0");
  REQUIRE(product("1e-300", "1e300") == "1");
  REQUIRE(product(std::string(100000, '0') + "7" + "." + std::string(100000, '0')) == "7");
}

TEST_CASE("a factor has at most 18 digits, and is above 0") {
  for (const char* text : {"0", "0.0", "-1", "1234567890123456789", "", "x", "inf", "nan"}) {
    INFO(text);
    REQUIRE_FALSE(Factor::parse(text).has_value());
  }
  REQUIRE(Factor::parse("123456789012345678000")->digits() == 123456789012345678);
  REQUIRE(Factor::parse("0.0010")->digits() == 1);
  REQUIRE(Factor::parse("0.0010")->exponent() == -3);
  REQUIRE(Factor(0.1).text() == "0.1");
  REQUIRE(Factor(1e300).exponent() == 300);
}

TEST_CASE("the change by rounding") {
  const auto change = [](const char* number) { return round_product(*Decimal::parse(number), {}); };
  REQUIRE(change("4")->exact);
  REQUIRE(change("4.00")->exact);
  REQUIRE_FALSE(change("4.00000000000000000000000001")->exact);
  REQUIRE(change("4.00")->relative_change == 0);
  REQUIRE(std::abs(change("1.5")->relative_change - 1.0 / 3) < 1e-12);
  REQUIRE(std::abs(change("-2.25")->relative_change - 1.0 / 9) < 1e-12);
  REQUIRE(change("0.4")->relative_change == 1);
  REQUIRE(change("1e-400")->relative_change == 1);
  REQUIRE(change("0.6")->relative_change > 0.66);
  REQUIRE(change("0")->relative_change == 0);
}

TEST_CASE("products of whole numbers agree with those of integers") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int n = 0; n < 1000; ++n) {
      const auto a = static_cast<std::int64_t>(random() % 20'000'000) - 10'000'000;
      const auto b = static_cast<std::int64_t>(1 + random() % 10'000'000);
      const int a_digits = static_cast<int>(random() % 8);
      const int b_digits = static_cast<int>(random() % 8);
      std::int64_t unit = 1;
      for (int digit = 0; digit < a_digits + b_digits; ++digit) unit *= 10;
      const std::int64_t size = std::abs(a) * b;
      const std::int64_t rounded = size / unit + (2 * (size % unit) >= unit ? 1 : 0);
      INFO(a << "e-" << a_digits << " x " << b << "e-" << b_digits);
      REQUIRE(product(fmt::format("{}e-{}", a, a_digits), fmt::format("{}e-{}", b, b_digits)) ==
              std::to_string(a < 0 ? -rounded : rounded));
    }
  }
}

}  // namespace
}  // namespace apsp::convert
