// SPDX-License-Identifier: MIT
// Undirected graphs on several devices that share the half of their matrix, and on one that has no
// room for more, against the 64-bit triple loop and against hw3-1. One device plays several.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "common/core/both_ways.hpp"
#include "common/gpu/team/team.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "common/gpu/team/team_solve.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/rows/predecessor_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_checkpoint.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/backend.hpp"
#include "hw3-3/test_team.hpp"

namespace apsp::gpu {
namespace {

using test::both_ways;
using test::Listener;
using test::random_sample;
using test::Sample;
using test::solver;
using test::team_of;

/// A single device whose dense solves hold the half, whatever it has room for.
class HalfBackend final : public TeamBackend {
 public:
  HalfBackend() : TeamBackend({.ids = {0}, .crossing = {}, .method = Method::kDense}) {}

 protected:
  [[nodiscard]] std::unique_ptr<Solve> start_dense(const Attempt& attempt, Observer&) override {
    return make_team_solve(attempt, team(), lineup(), true, {});
  }
};

/// `count` devices that take the half of every undirected graph.
test::Solver halving(std::size_t count, Arithmetic arithmetic = {}, Route route = Route::kDirect) {
  if (count == 1)
    return test::solver_on([] { return std::make_unique<HalfBackend>(); }, arithmetic);
  Devices devices = team_of(count, {.route = route});
  devices.method = Method::kDense;
  devices.half_from = 0;
  return solver(devices, arithmetic);
}

std::vector<Distance> expected_of(const Sample& sample) {
  const BothWays both(sample.graph());
  return reference::distances(both.graph()).value();
}

std::vector<Distance> on_processors(const Sample& sample) {
  Listener run;
  return test::solved(
      sample, both_ways(test::solver_on([] { return std::make_unique<cpu::Backend>(); }, {})), run);
}

void require_halved(const Sample& sample, const test::Solver& solve,
                    const std::vector<Distance>& expected) {
  Listener run;
  REQUIRE(test::solved(sample, both_ways(solve), run) == expected);
  if (sample.vertices > 0) REQUIRE(std::get<bool>(run.facts.at("symmetric")));
}

TEST_CASE("devices that share a half agree with the oracle on every edge size", "[gpu]") {
  std::uint32_t seed = 2900;
  for (const std::size_t vertices : {1, 2, 127, 129, 256, 257, 385, 513, 641}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      const std::vector<Distance> expected = expected_of(sample);
      for (const std::size_t devices : {1, 2, 3, 5}) {
        for (const Width width : {Width::kU16, Width::kS32}) {
          INFO(devices << " devices, V = " << vertices << ", " << kind << ", seed up to " << seed
                       << ", " << name(width));
          require_halved(sample, halving(devices, width), expected);
        }
      }
    }
  }
}

TEST_CASE("devices that share a half give hw3-1's distances in deep rounds", "[gpu][long]") {
  for (const std::size_t vertices : {2561, 8321}) {
    const Sample sample = random_sample(vertices, vertices * 10, 0, 1000, 2990);
    const std::vector<Distance> expected = on_processors(sample);
    for (const std::size_t devices : {1, 2, 3, 8}) {
      for (const Width width : {Width::kU16, Width::kS32}) {
        for (const Route route : {Route::kDirect, Route::kChain}) {
          INFO("V = " << vertices << ", " << devices << " devices, " << name(width));
          require_halved(sample, halving(devices, width, route), expected);
        }
      }
    }
  }
}

TEST_CASE("some rows of a half come in any order", "[gpu]") {
  std::mt19937 random(2995);
  for (const std::size_t vertices : {300, 1500, 2500}) {
    const Sample sample = random_sample(vertices, vertices * 5, 0, 300, 2996);
    const std::vector<Distance> expected = on_processors(sample);
    for (const std::size_t devices : {1, 3}) {
      for (int turn = 0; turn < 4; ++turn) {
        const RowSet rows = test::some_rows(vertices, random);
        INFO("V = " << vertices << ", " << devices << " devices, " << rows.size() << " rows");
        MatrixSink sink(vertices, rows.size());
        Listener run;
        both_ways(halving(devices))({sample.graph(), rows}, {sink}, run);
        REQUIRE(std::ranges::equal(sink.distances(), test::rows_of(rows, expected)));
      }
    }
  }
}

TEST_CASE("the summary of a half is that of the rows", "[gpu]") {
  for (const std::size_t vertices : {300, 2500}) {
    for (const Distance largest : {300, 70'000}) {
      const Sample sample = random_sample(vertices, vertices * 3 / 2, 0, largest, 2997);
      const std::vector<Distance> expected = on_processors(sample);
      for (const std::size_t devices : {1, 2, 3}) {
        INFO("V = " << vertices << ", weights up to " << largest << ", " << devices << " devices");
        test::require_same_summary(sample, both_ways(halving(devices)), expected);
      }
    }
  }
}

TEST_CASE("predecessors made from a half are those of the oracle", "[gpu]") {
  for (const std::size_t vertices : {1, 129, 300, 700}) {
    const Sample sample = random_sample(vertices, vertices * 3, 0, 30, 3001);
    const BothWays both(sample.graph());
    const std::vector<std::int32_t> expected = reference::predecessors(both.graph());
    for (const std::size_t devices : {1, 2, 3}) {
      for (const Width width : {Width::kU16, Width::kS32}) {
        INFO("V = " << vertices << ", " << devices << " devices, " << name(width));
        MatrixSink predecessors(vertices);
        MatrixSink distances(vertices);
        PredecessorSink sink(predecessors, &distances, both.graph(), RowSet(vertices));
        Listener run;
        halving(devices, width)(both.graph(), {sink, nullptr, &sink}, run);
        sink.finish(run);
        REQUIRE(std::ranges::equal(predecessors.distances(), expected));
        REQUIRE(std::ranges::equal(distances.distances(), expected_of(sample)));
        REQUIRE(std::get<bool>(run.facts.at("symmetric")));
        REQUIRE(std::get<std::int64_t>(run.facts.at("predecessors_rows_on_device")) ==
                static_cast<std::int64_t>(vertices));
      }
    }
  }
}

TEST_CASE("devices that share a half go on where sweeps were stopped", "[gpu][checkpoint]") {
  const Sample sample = random_sample(900, 1500, 0, 3000, 3002);
  const test::Solver sweeps = test::solver_on(
      [] {
        return std::make_unique<cpu::Backend>(cpu::Options{.isa = {}, .method = Method::kSweep});
      },
      {});
  for (const std::size_t devices : {1, 2, 3}) {
    INFO(devices << " devices");
    int runs = 0;
    const test::Solver by_turns = [&](const Problem& problem, const Outputs& outputs,
                                      Observer& observer) {
      (++runs % 2 == 1 ? sweeps : halving(devices))(problem, outputs, observer);
    };
    REQUIRE(test::require_goes_on(sample, RowSet(900), both_ways(by_turns)) > 0);
  }
}

TEST_CASE("a matrix is shared as a whole where halves cannot be", "[gpu]") {
  const Sample sample = random_sample(700, 2100, 0, 300, 3003);
  const std::vector<Distance> expected = expected_of(sample);
  const auto halved = [&](const Devices& devices) {
    Listener run;
    REQUIRE(test::solved(sample, both_ways(solver(devices)), run) == expected);
    return run.facts.contains("symmetric");
  };
  Devices devices = team_of(2);
  devices.method = Method::kDense;
  devices.half_from = 700;
  REQUIRE(halved(devices));
  devices.half_from = 701;  // too small
  REQUIRE_FALSE(halved(devices));
  devices.half_from = 0;
  devices.crossing.peers = false;
  REQUIRE_FALSE(halved(devices));
  devices.crossing.peers = true;
  Listener directed;
  REQUIRE(test::solved(sample, solver(devices), directed) ==
          reference::distances(sample.graph()).value());
  REQUIRE_FALSE(directed.facts.contains("symmetric"));
}

TEST_CASE("a width is proven and a clipped path named on a half", "[gpu]") {
  constexpr Distance kInf16 = kInfinity<std::uint16_t>;
  for (const std::size_t devices : {1, 2, 3}) {
    INFO(devices << " devices");
    const auto tried = [&](const Sample& sample) {
      Listener run;
      REQUIRE(test::solved(sample, both_ways(halving(devices)), run) == on_processors(sample));
      return run.text("arithmetic");
    };
    REQUIRE(tried(test::chain({kInf16 - 2, 1}, 1000)) == "u16");
    REQUIRE(tried(test::chain({kInf16 - 2, 2}, 1000)) == "s32");
    Sample apart = test::ring(60, 1);
    apart.vertices = 1200;
    apart.edges.push_back({1100, 1101, 32'000});
    apart.edges.push_back({1101, 1199, 34'000});
    REQUIRE(tried(apart) == "s32");
    Listener run;
    test::require_error(Fault::kNoAnswer, {"1101 to 1199", std::to_string(kInf16)}, [&] {
      (void)test::solved(apart, both_ways(halving(devices, Width::kU16)), run);
    });
  }
}

TEST_CASE("a matrix of weights that is symmetric is halved", "[gpu]") {
  Sample sample = random_sample(400, 4000, 0, 300, 2998);
  std::vector<Edge> back;
  for (const Edge& edge : sample.edges)
    back.push_back({edge.destination, edge.source, edge.weight});
  sample.edges.insert(sample.edges.end(), back.begin(), back.end());
  const std::vector<Distance> expected = reference::distances(sample.graph()).value();
  for (const std::size_t devices : {2, 3}) {
    MatrixSink sink(sample.vertices);
    Listener run;
    halving(devices)(test::graph_of(test::weights_of<Distance>(sample)), {sink}, run);
    REQUIRE(std::ranges::equal(sink.distances(), expected));
    REQUIRE(std::get<bool>(run.facts.at("symmetric")));
  }
}

TEST_CASE("a solve of a half that is stopped ends on all devices", "[gpu]") {
  struct Stopping final : Listener {
    void advance(std::int64_t ended, std::int64_t /*of*/) override {
      if (ended == 2) throw Error(Fault::kInternal, "enough");
    }
  };
  const Sample sample = random_sample(2500, 9000, 0, 300, 2999);
  for (const std::size_t devices : {1, 2, 3}) {
    INFO(devices << " devices");
    Stopping run;
    test::require_error(Fault::kInternal, {"enough"},
                        [&] { (void)test::solved(sample, both_ways(halving(devices)), run); });
  }
}

TEST_CASE("a sink that fails ends the download of a half with its error", "[gpu]") {
  test::require_ended_by_sink(both_ways(halving(1)));
  test::require_ended_by_sink(both_ways(halving(2)));
}

}  // namespace
}  // namespace apsp::gpu
