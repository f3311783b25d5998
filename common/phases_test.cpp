// SPDX-License-Identifier: MIT
#include "common/phases.hpp"

#include <chrono>

#include "common/catch.hpp"

using apsp::Phases;
using std::chrono::milliseconds;

TEST_CASE("phases stand in order of first entry and add up", "[phases]") {
  const Phases::Clock::time_point start{};
  Phases phases(start);
  phases.enter("read", start + milliseconds(500));
  phases.enter("compute", start + milliseconds(1500));
  phases.enter("read", start + milliseconds(3500));
  phases.stop(start + milliseconds(3750));

  REQUIRE(phases.finished().size() == 2);
  REQUIRE(phases.finished()[0].name == "read");
  REQUIRE(phases.finished()[0].seconds == 1.25);
  REQUIRE(phases.finished()[1].name == "compute");
  REQUIRE(phases.finished()[1].seconds == 2.0);
  // The total also counts what lies before the first phase.
  REQUIRE(phases.total() == 3.75);
}

TEST_CASE("seconds() counts the running phase and nothing for unknown names", "[phases]") {
  const Phases::Clock::time_point start{};
  Phases phases(start);
  phases.enter("compute", start);
  REQUIRE(phases.seconds("compute", start + milliseconds(250)) == 0.25);
  phases.enter("write", start + milliseconds(1000));
  REQUIRE(phases.seconds("compute", start + milliseconds(9000)) == 1.0);
  REQUIRE(phases.seconds("upload", start + milliseconds(9000)) == 0);
}

TEST_CASE("time after stop() belongs to no phase", "[phases]") {
  const Phases::Clock::time_point start{};
  Phases phases(start);
  phases.enter("compute", start);
  phases.stop(start + milliseconds(1000));
  phases.enter("write", start + milliseconds(5000));
  phases.stop(start + milliseconds(6000));
  REQUIRE(phases.seconds("compute") == 1.0);
  REQUIRE(phases.seconds("write") == 1.0);
  REQUIRE(phases.total() == 6.0);
}
