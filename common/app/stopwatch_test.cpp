// SPDX-License-Identifier: MIT
#include "common/app/stopwatch.hpp"

#include <chrono>

#include "common/testing/catch.hpp"

using apsp::Phase;
using apsp::Stopwatch;
using std::chrono::milliseconds;

TEST_CASE("phases stand in order of first entry and add up", "[phases]") {
  const Stopwatch::Clock::time_point start{};
  Stopwatch stopwatch(start);
  stopwatch.enter(Phase::kRead, start + milliseconds(500));
  stopwatch.enter(Phase::kCompute, start + milliseconds(1500));
  stopwatch.enter(Phase::kRead, start + milliseconds(3500));
  stopwatch.stop(start + milliseconds(3750));

  REQUIRE(stopwatch.finished().size() == 2);
  REQUIRE(stopwatch.finished()[0].phase == Phase::kRead);
  REQUIRE(stopwatch.finished()[0].seconds == 1.25);
  REQUIRE(stopwatch.finished()[1].phase == Phase::kCompute);
  REQUIRE(stopwatch.finished()[1].seconds == 2.0);
  // The total also counts what lies before the first phase.
  REQUIRE(stopwatch.total() == 3.75);
}

TEST_CASE("seconds() counts the running phase and nothing for unknown names", "[phases]") {
  const Stopwatch::Clock::time_point start{};
  Stopwatch stopwatch(start);
  stopwatch.enter(Phase::kCompute, start);
  REQUIRE(stopwatch.seconds(Phase::kCompute, start + milliseconds(250)) == 0.25);
  stopwatch.enter(Phase::kWrite, start + milliseconds(1000));
  REQUIRE(stopwatch.seconds(Phase::kCompute, start + milliseconds(9000)) == 1.0);
  REQUIRE(stopwatch.seconds(Phase::kUpload, start + milliseconds(9000)) == 0);
}

TEST_CASE("time after stop() belongs to no phase", "[phases]") {
  const Stopwatch::Clock::time_point start{};
  Stopwatch stopwatch(start);
  stopwatch.enter(Phase::kCompute, start);
  stopwatch.stop(start + milliseconds(1000));
  stopwatch.enter(Phase::kWrite, start + milliseconds(5000));
  stopwatch.stop(start + milliseconds(6000));
  REQUIRE(stopwatch.seconds(Phase::kCompute) == 1.0);
  REQUIRE(stopwatch.seconds(Phase::kWrite) == 1.0);
  REQUIRE(stopwatch.total() == 6.0);
}
