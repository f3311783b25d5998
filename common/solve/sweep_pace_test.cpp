// SPDX-License-Identifier: MIT
#include "common/solve/sweep_pace.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

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
  constexpr std::size_t kCore = 1000;
  constexpr std::int32_t kHalf = 1000;
  Machine machine = some_machine();
  // What a source takes for each core vertex, where one half of the sources outside the core
  // reaches so many of it, the other half so many.
  const auto crossing = [&](std::int32_t half, std::int32_t other) {
    sparse::UpCounts counts;
    counts.ups.assign(2 * kCore, {0, 0});
    counts.core = kCore;
    counts.reaches = {{half, kHalf}, {other, kHalf}};
    const double closure = std::pow(kCore, 3) * machine.sweep.lanes / machine.sweep.closure;
    const double relaxations = sweep_pace(counts, 3 * kCore, machine, {}).relaxations;
    return (relaxations - closure) / (3 * kCore) / kCore;
  };
  REQUIRE(crossing(50, 50) == test::Approx(0).margin(1e-6));
  machine.sweep.core_reach = 2;
  REQUIRE(crossing(50, 50) == test::Approx((2 + 4 * 50) / 3.));  // the core reaches itself
  REQUIRE(crossing(0, 100) == test::Approx((2 + 2 * 100) / 3.));
  machine.sweep.core_far = 4;
  machine.sweep.core_near = 100;
  REQUIRE(crossing(50, 100) == test::Approx((2 + 2 * 150) / 3.));
  REQUIRE(crossing(200, 400) == test::Approx((2 + 2 * 600 + 4 * (100 + 300)) / 3.));
  REQUIRE(crossing(0, 200) == test::Approx((2 + 2 * 200 + 4 * 100) / 3.));  // their mean is near
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
