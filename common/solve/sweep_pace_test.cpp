// SPDX-License-Identifier: MIT
#include "common/solve/sweep_pace.hpp"

#include <cmath>
#include <cstddef>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

/// One whose distances leave at no cost.
Machine some_machine() {
  Machine machine = {};
  machine.sweep = {.lanes = 100e9, .closure = 440e9, .tree = 1e9};
  return machine;
}

/// A path along so many vertices, eliminated from its start.
sparse::UpCounts path_counts(std::size_t vertices) {
  sparse::UpCounts counts;
  counts.ups.assign(vertices, {1, 0});
  counts.ups.back() = {0, 0};
  return counts;
}

TEST_CASE("sweeps take longer for what is counted, and half where it is alike both ways",
          "[method]") {
  Machine machine = some_machine();
  machine.sweep.counted = 1e6;
  machine.sweep.counted_half = 2e6;
  const auto besides = [&](const sparse::UpCounts& counts, Counting counting) {
    return sweep_pace(counts, 1000, machine, counting).seconds_besides;
  };
  const sparse::UpCounts path = path_counts(1000);
  REQUIRE(besides(path, {.alone = true}) == test::Approx(1).epsilon(0.01));
  REQUIRE(besides(path, {.alone = true, .symmetric = true}) == test::Approx(0.5).epsilon(0.01));
  REQUIRE(besides(path, {}) < 0.01);
  // Two parts: not all distances are finite.
  sparse::UpCounts parts = path;
  parts.ups.front() = {0, 0};
  REQUIRE(besides(parts, {.alone = true, .symmetric = true}) == test::Approx(1).epsilon(0.01));
}

TEST_CASE("crossing a core takes longer where the rows reached leave the nearest cache",
          "[method]") {
  Machine machine = some_machine();
  const auto crossing = [&](double reach) {
    constexpr std::size_t kCore = 1000;
    const sparse::UpCounts counts = {.core = kCore, .core_reach = reach};
    const double closure = std::pow(kCore, 3) * machine.sweep.lanes / machine.sweep.closure;
    const double relaxations = sweep_pace(counts, kCore, machine, {}).relaxations;
    return (relaxations - closure) / kCore / kCore / reach;
  };
  machine.sweep.core_reach = 2;
  REQUIRE(crossing(50) == test::Approx(2));
  REQUIRE(crossing(400) == test::Approx(2));
  machine.sweep.core_far = 4;
  machine.sweep.core_near = 100;
  REQUIRE(crossing(50) == test::Approx(2));
  REQUIRE(crossing(100) == test::Approx(2));
  REQUIRE(crossing(200) == test::Approx(4));  // half of them are far
  REQUIRE(crossing(400) == test::Approx(5));
}

TEST_CASE("threads wait for the last batches, and start one after the other", "[method]") {
  Machine machine = some_machine();
  machine.sweep.batch_bytes = 256;  // 128 sources
  const auto relaxations = [&](std::size_t sources, double threads) {
    machine.threads.count = threads;
    return sweep_pace(path_counts(1000), sources, machine).relaxations /
           static_cast<double>(sources);
  };
  const double alone = relaxations(1280, 1);
  REQUIRE(alone > 0);
  REQUIRE(relaxations(1280, 2) == test::Approx(alone));
  REQUIRE(relaxations(1280, 4) == test::Approx(1.2 * alone));   // 3 rounds of 4 for 10 batches
  REQUIRE(relaxations(1280, 20) == test::Approx(2.0 * alone));  // half of them have none
  machine.threads = {.count = 3, .start_vertex = 0.1, .start_counts = 10};
  const auto started = [&](bool counts) {
    return sweep_pace(path_counts(1000), 1, machine, {.alone = counts}).seconds_besides;
  };
  REQUIRE(started(false) == test::Approx(100).epsilon(0.01));  // one alone: there is little work
  REQUIRE(started(true) == test::Approx(110).epsilon(0.01));
}

}  // namespace
}  // namespace apsp
