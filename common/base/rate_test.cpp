// SPDX-License-Identifier: MIT
#include "common/base/rate.hpp"

#include "common/testing/catch.hpp"

using apsp::format_rate;

TEST_CASE("rates have three digits and a prefix", "[rate]") {
  REQUIRE(format_rate(0) == "0.00 relax/s");
  REQUIRE(format_rate(999) == "999 relax/s");
  REQUIRE(format_rate(999.7) == "1.00 k relax/s");
  REQUIRE(format_rate(51.94e9) == "51.9 G relax/s");
  REQUIRE(format_rate(9.999e9) == "10.0 G relax/s");
  REQUIRE(format_rate(1.234e12) == "1.23 T relax/s");
}
