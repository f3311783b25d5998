// SPDX-License-Identifier: MIT
#include "tools/scaling/simulation.hpp"

#include <algorithm>

#include "common/testing/catch.hpp"

namespace test = apsp::test;
using namespace apsp::scaling;

namespace {

/// Links that take no time, a pivot that closes at once.
Machine ideal() {
  Machine machine;
  machine.relaxations = 1e12;
  machine.element_bytes = 4;
  machine.node = 1'000'000;
  machine.link_bytes = machine.network_bytes = 1e30;
  return machine;
}

constexpr double kCube = 2048.0 * 2048 * 2048;
constexpr double kDepth = 256;

/// The panels of the first pivot, which nothing hides.
double first_panels(double height, double width) {
  return kDepth * kDepth * (height + width) / 1e12;
}

}  // namespace

TEST_CASE("one rank takes its relaxations and its rounds") {
  Machine machine = ideal();
  const double work = kCube / 1e12;
  REQUIRE(simulate(machine, {2048}).seconds == test::Approx(work + first_panels(2048, 2048)));
  REQUIRE(simulate(machine, {2048}).waiting == 0);
  machine.round_seconds = 0.5;
  REQUIRE(simulate(machine, {2048}).seconds ==
          test::Approx(work + 8 * 0.5 + first_panels(2048, 2048)));
  // A last pivot of one vertex is a round too.
  REQUIRE(simulate(machine, {2049}).seconds > simulate(machine, {2048}).seconds + 0.5);
}

TEST_CASE("links without limits leave nothing but the largest share") {
  const Machine machine = ideal();
  for (const std::size_t ranks : {2, 4, 8}) {
    const Outcome found = simulate(machine, {65'536, ranks, 1});
    const double share = 65'536.0 / static_cast<double>(ranks);
    REQUIRE(found.seconds == test::Approx(65'536.0 * 65'536 * share / 1e12).epsilon(0.02));
    REQUIRE(found.most_bytes == share * 65'536 * 4);
  }
  // Eight pivots among three: one has three of them.
  REQUIRE(simulate(machine, {2048, 3, 1}).most_bytes == 768.0 * 2048 * 4);
}

TEST_CASE("a transfer that takes longer than a round's work is what a round takes") {
  Machine machine = ideal();
  machine.link_bytes = 4 * kDepth * 2048 / 10.0;  // ten seconds for the rows of a pivot
  const Outcome two = simulate(machine, {2048, 2, 1});
  // Each of eight pivots crosses once, the last one too. Each rank receives four of them.
  REQUIRE(two.seconds == test::Approx(80).epsilon(0.01));
  REQUIRE(two.exchange == test::Approx(40));
  REQUIRE(two.waiting > 60);
}

TEST_CASE("a grid receives less than shares of rows") {
  constexpr double kVertices = 65'536;
  Machine machine = ideal();
  machine.link_bytes = 1e9;
  const Outcome shares = simulate(machine, {65'536, 16, 1});
  const Outcome grid = simulate(machine, {65'536, 4, 4});
  REQUIRE(shares.exchange == test::Approx(4 * kVertices * kVertices * 15 / 16 / 1e9));
  REQUIRE(grid.exchange == test::Approx(2 * 4 * kVertices * kVertices / 4 * 3 / 4 / 1e9));
  REQUIRE(grid.most_bytes == shares.most_bytes);
}

TEST_CASE("slower parts never make a solve faster") {
  const Machine fast = *h200("s32");
  for (const std::size_t columns : {1, 2, 4}) {
    const Division division = {20'000, 8, columns};
    const double seconds = simulate(fast, division).seconds;
    for (double Machine::*const part :
         {&Machine::round_seconds, &Machine::close_seconds, &Machine::element_bytes,
          &Machine::link_latency, &Machine::network_latency}) {
      Machine slow = fast;
      slow.*part *= 3;
      REQUIRE(simulate(slow, division).seconds >= seconds);
    }
    for (double Machine::*const part :
         {&Machine::relaxations, &Machine::link_bytes, &Machine::network_bytes}) {
      Machine slow = fast;
      slow.*part /= 3;
      REQUIRE(simulate(slow, division).seconds >= seconds);
    }
  }
}

TEST_CASE("widths that the model does not know") {
  REQUIRE(h200("u16")->element_bytes == 2);
  REQUIRE_FALSE(h200("u8").has_value());
}
