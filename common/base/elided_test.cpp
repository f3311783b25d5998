// SPDX-License-Identifier: MIT
#include "common/base/elided.hpp"

#include "common/testing/catch.hpp"

using apsp::elided;
using apsp::elided_cycle;

namespace {

std::size_t itself(std::size_t n) {
  return n;
}

}  // namespace

TEST_CASE("a long list is cut in the middle", "[elided]") {
  REQUIRE(elided(0, ", ", itself).empty());
  REQUIRE(elided(1, ", ", itself) == "0");
  REQUIRE(elided(20, ",", itself) == "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19");
  REQUIRE(elided(21, ", ", itself) == "0, 1, 2, 3, 4, ... 11 more ..., 16, 17, 18, 19, 20");
}

TEST_CASE("a cycle ends where it begins, and a long one says how long", "[elided]") {
  REQUIRE(elided_cycle(1, itself) == "0 -> 0");
  REQUIRE(elided_cycle(3, itself) == "0 -> 1 -> 2 -> 0");
  REQUIRE(
      elided_cycle(100'000, itself) ==
      "0 -> 1 -> 2 -> 3 -> 4 -> ... 99990 more ... -> 99995 -> 99996 -> 99997 -> 99998 -> 99999 "
      "-> 0, 100000 vertices");
}
