// SPDX-License-Identifier: MIT
// hw3-3 on devices, or on one that plays several, against the 64-bit triple loop and against hw3-1.
// Without a device the suite ends with exit code 77, which the test runner shows as skipped.
#include "hw3-1/backend.hpp"

#include <fmt/core.h>

#include "common/gpu/team/team.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_checkpoint.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-3/test_team.hpp"

namespace apsp::gpu {
namespace {

using test::chain;
using test::Listener;
using test::random_sample;
using test::require_exact;
using test::require_refused;
using test::ring;
using test::Sample;
using test::solver;
using test::team_of;

test::Solver on_processors() {
  return test::solver_on([] { return std::make_unique<cpu::Backend>(); }, {});
}

std::vector<Distance> distances(const Sample& sample, const test::Solver& solve) {
  Listener run;
  return test::solved(sample, solve, run);
}

const std::vector<Crossing> kCrossings = {
    {Route::kDirect, true}, {Route::kChain, true}, {Route::kDirect, false}, {Route::kChain, false}};

std::string describe(const Crossing& crossing) {
  return fmt::format("{}, {}", crossing.route == Route::kDirect ? "direct" : "chain",
                     crossing.peers ? "peer copies" : "host memory");
}

TEST_CASE("any number of devices agrees with the oracle on every edge size", "[gpu][long]") {
  std::uint32_t seed = 900;
  for (const std::size_t devices : {1, 2, 3, 4, 8}) {
    // Of two, sizes around each number of blocks; the others differ in who has which of them.
    const std::vector<std::size_t> sizes =
        devices == 2
            ? std::vector<std::size_t>{0, 1, 2, 127, 128, 129, 255, 256, 257, 383, 384, 385, 513}
            : std::vector<std::size_t>{1, 129, 257, 384, 513};
    for (const std::size_t vertices : sizes) {
      for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
        for (const Arithmetic arithmetic : {Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
          INFO(devices << " devices, V = " << vertices << ", " << kind << ", seed up to " << seed
                       << ", " << name(*arithmetic));
          (void)require_exact(sample, solver(team_of(devices), arithmetic));
        }
      }
    }
  }
}

TEST_CASE("every way across gives hw3-1's distances", "[gpu][long]") {
  for (const std::size_t vertices : {1025, 2561}) {
    const Sample sample = random_sample(vertices, vertices * 20, 0, 1000, 78);
    const std::vector<Distance> expected = distances(sample, on_processors());
    for (const std::size_t devices : {2, 3, 4, 8}) {
      for (const Crossing& crossing : kCrossings) {
        for (const Arithmetic arithmetic : {Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
          INFO("V = " << vertices << ", " << devices << " devices, " << describe(crossing) << ", "
                      << name(*arithmetic));
          REQUIRE(distances(sample, solver(team_of(devices, crossing), arithmetic)) == expected);
        }
      }
    }
  }
}

TEST_CASE("deep rounds give hw3-1's distances on several devices", "[gpu][long]") {
  const Sample sample =
      random_sample(8321, std::size_t{8321} * 20, 0, 1000, 79);  // 66 blocks: 33 pivots of two
  const std::vector<Distance> expected = distances(sample, on_processors());
  for (const std::size_t devices : {2, 3}) {
    for (const Crossing& crossing : kCrossings) {
      INFO(devices << " devices, " << describe(crossing));
      REQUIRE(distances(sample, solver(team_of(devices, crossing), Width::kU16)) == expected);
      REQUIRE(distances(sample, solver(team_of(devices, crossing), Width::kS32)) == expected);
    }
  }
}

TEST_CASE("what crossed is reported", "[gpu]") {
  const Sample sample = random_sample(1025, 5000, 0, 1000, 80);
  const Listener run = require_exact(sample, solver(team_of(3), Width::kS32));
  // 9 pivots of 128 rows of 9 * 128 words, each to two others.
  REQUIRE(std::get<std::int64_t>(run.facts.at("exchange_bytes")) ==
          std::int64_t{2} * 9 * 128 * 9 * 128 * 4);
  REQUIRE(run.text("exchange") == "peer copies");
  REQUIRE(std::get<double>(run.facts.at("exchange_seconds")) > 0);
  REQUIRE(std::get<std::int64_t>(run.facts.at("devices_used")) == 3);
  Crossing host;
  host.peers = false;
  REQUIRE(require_exact(sample, solver(team_of(3, host))).text("exchange") == "host memory");
  REQUIRE(require_exact(sample, solver(team_of(1))).text("exchange") == "none");
}

TEST_CASE("a width is proven on the borders of its range on two devices", "[gpu]") {
  test::require_proven_on_borders(kInfinity<std::uint16_t>, solver(team_of(2), Width::kU16));
  test::require_proven_on_borders(kUnreachable, solver(team_of(2), Width::kS32));
}

TEST_CASE("several devices name the clipped path that any other backend names", "[gpu]") {
  test::require_first_clipped_named(Width::kU16, solver(team_of(3), Width::kU16));
}

TEST_CASE("auto goes one width up where the first proof fails on another device", "[gpu]") {
  constexpr Distance kInf16 = kInfinity<std::uint16_t>;
  REQUIRE(require_exact(chain({kInf16 - 2, 1}), solver(team_of(2))).text("arithmetic") == "u16");
  REQUIRE(require_exact(chain({kInf16 - 2, 2}), solver(team_of(2))).text("arithmetic") == "s32");
  // The estimate looks from two vertices. A long path in a component apart, in the last device's
  // rows, is seen by the proof alone.
  Sample apart = ring(60, 1);
  apart.vertices = 1200;
  apart.edges.push_back({1100, 1101, 32'000});
  apart.edges.push_back({1101, 1199, 32'000});
  REQUIRE(require_exact(apart, solver(team_of(4))).text("arithmetic_tried") == "u16, s32");
}

TEST_CASE("random graphs across the borders of the widths on three devices", "[gpu][long]") {
  test::require_exact_across_widths(solver(team_of(3)));
}

TEST_CASE("some rows are those of the whole matrix on several devices", "[gpu]") {
  test::require_exact_rows_of_samples(solver(team_of(3)), 10);
  for (const Width width : {Width::kU16, Width::kS32}) {
    test::require_others_ignored(width, solver(team_of(2), width));
  }
}

TEST_CASE("the summary made on several devices is that of the rows", "[gpu][long]") {
  test::require_same_summaries(solver(team_of(3)));
  test::require_same_summaries(solver(team_of(2), Width::kS32));
}

TEST_CASE("more different devices than there are is no usable GPU", "[gpu]") {
  Devices devices = team_of(2);
  devices.ids = {0, 0};
  devices.required = 2;
  REQUIRE(require_refused(chain({1}), solver(devices)).fault() == Fault::kNoDevice);
}

TEST_CASE("a device number that is not there is a usage error on several", "[gpu]") {
  Devices devices = team_of(2);
  devices.ids.push_back(test::kDevices);
  REQUIRE(require_refused(chain({1}), solver(devices)).fault() == Fault::kUsage);
}

TEST_CASE("more vertices than the devices can hold are refused with both numbers", "[gpu]") {
  Devices devices = team_of(2);
  devices.method = Method::kDense;
  TeamBackend team(devices);
  try {
    const Problem problem(Graph{4'000'000, {}});
    team.require_fit(problem, team.plan(problem), Width::kU16);
    FAIL("32 TB were accepted");
  } catch (const Error& error) {
    REQUIRE(error.fault() == Fault::kMemory);
    REQUIRE(std::string(error.what()).find("available") != std::string::npos);
  }
}

TEST_CASE("the failure of one member stops those who wait for it, and is the one told", "[gpu]") {
  const Team team(team_of(3).ids);
  Milestones milestones(3);
  bool stopped = false;
  try {
    team.each(
        3,
        [&](std::size_t member) {
          if (member == 1) throw Error(Fault::kInternal, "device 1 broke");
          milestones.await(1, 0);
        },
        [&] {
          stopped = true;
          milestones.stop();
        });
    FAIL("the failure was lost");
  } catch (const Error& error) {
    REQUIRE(std::string(error.what()) == "device 1 broke");
  }
  REQUIRE(stopped);
}

TEST_CASE("a sink that fails ends the download from all devices with its error", "[gpu]") {
  test::require_ended_by_sink(solver(team_of(2)));
}

Devices forced_to(Method method, std::size_t count) {
  Devices devices = team_of(count);
  devices.method = method;
  return devices;
}

/// A team that sweeps.
Devices sweeping(std::size_t count) {
  return forced_to(Method::kSweep, count);
}

/// A team that searches.
Devices searching(std::size_t count) {
  return forced_to(Method::kSearch, count);
}

TEST_CASE("any number of devices searches to the oracle's distances and summary", "[gpu]") {
  std::uint32_t seed = 1900;
  for (const std::size_t devices : {2, 3}) {
    for (const std::size_t vertices : {0, 2, 300}) {
      for (const auto& [kind, unlike] : test::samples_of(vertices, seed)) {
        INFO(devices << " devices, V = " << vertices << ", " << kind << ", seed up to " << seed);
        const Sample sample = test::weighing(unlike, 7);
        const Listener observer = require_exact(sample, solver(searching(devices)));
        REQUIRE(observer.text("method") == "search");
      }
    }
    const Sample sample = test::weighing(random_sample(1100, 3400, 0, 0, seed), 1);
    test::require_same_summary(sample, solver(searching(devices)));
    test::require_rows_ascending(sample, solver(searching(devices)));
  }
  test::require_ended_by_sink(solver(searching(3)));
}

TEST_CASE("any number of devices sweeps to the oracle's distances and summary", "[gpu][long]") {
  std::uint32_t seed = 1700;
  for (const std::size_t devices : {1, 2, 3}) {
    for (const std::size_t vertices : {0, 1, 2, 300}) {
      for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
        INFO(devices << " devices, V = " << vertices << ", " << kind << ", seed up to " << seed);
        const Listener observer = require_exact(sample, solver(sweeping(devices)));
        REQUIRE(observer.text("method") == "sweep");
        (void)require_exact(sample, solver(sweeping(devices), Width::kS32));
      }
    }
    const Sample sample = random_sample(900, 1500, 0, 3000, seed);
    test::require_same_summary(sample, solver(sweeping(devices)));
    test::require_rows_ascending(sample, solver(sweeping(devices)));
  }
}

TEST_CASE("several devices go on from a checkpoint", "[gpu][checkpoint]") {
  const Sample sample = random_sample(900, 1500, 0, 3000, 37);
  (void)test::require_goes_on(sample, RowSet(900), solver(team_of(3)));
  for (const std::size_t devices : {1, 2, 3}) {
    INFO(devices << " devices");
    REQUIRE(test::require_goes_on(sample, RowSet(900), solver(sweeping(devices))) > 0);
  }
}

TEST_CASE("each device gets its rows of a matrix of weights", "[gpu][long]") {
  for (const std::size_t devices : {1, 2, 3}) {
    for (const std::size_t vertices : {1, 129, 257, 400}) {
      INFO(devices << " devices");
      test::require_exact_from_matrices(vertices, solver(team_of(devices)));
    }
  }
}

TEST_CASE("devices that sweep close a core each", "[gpu][long]") {
  const Sample sample = random_sample(6000, 24'000, 0, 100, 25);
  const std::vector<Distance> expected = distances(sample, on_processors());
  for (const std::size_t devices : {1, 2, 3}) {
    for (const Arithmetic arithmetic : {Arithmetic(), Arithmetic(Width::kS32)}) {
      INFO(devices << " devices, " << (arithmetic ? name(*arithmetic) : "auto"));
      Listener run;
      REQUIRE(test::solved(sample, solver(sweeping(devices), arithmetic), run) == expected);
      REQUIRE(std::get<std::int64_t>(run.facts.at("core")) >= 2000);
    }
    test::require_same_summary(sample, solver(sweeping(devices)), expected);
  }
}

TEST_CASE("devices that sweep name the clipped path that any other backend names", "[gpu]") {
  test::require_first_clipped_named(Width::kU16, solver(sweeping(2), Width::kU16));
}

TEST_CASE("a sink that fails ends the sweeps of all devices with its error", "[gpu]") {
  test::require_ended_by_sink(solver(sweeping(3)));
}

}  // namespace
}  // namespace apsp::gpu
