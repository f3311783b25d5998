// SPDX-License-Identifier: MIT
// hw3-2 on a device against the 64-bit triple loop and against hw3-1. Without a device the suite
// ends with exit code 77, which the test runner shows as skipped.
#include "hw3-2/backend.hpp"

#include "common/core/both_ways.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/word.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_checkpoint.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/backend.hpp"

namespace apsp::gpu {
namespace {

using test::chain;
using test::Listener;
using test::random_sample;
using test::require_exact;
using test::require_refused;
using test::ring;
using test::Sample;

test::Solver solver(Arithmetic arithmetic = {}) {
  return test::solver_on([] { return std::make_unique<SingleBackend>(0); }, arithmetic);
}

test::Solver on_processors() {
  return test::solver_on([] { return std::make_unique<cpu::Backend>(); }, {});
}

std::vector<Distance> distances(const Sample& sample, const test::Solver& solve) {
  Listener run;
  return test::solved(sample, solve, run);
}

TEST_CASE("every width agrees with the oracle on every edge size", "[gpu][long]") {
  std::uint32_t seed = 500;
  for (const std::size_t vertices :
       {0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 383, 385, 513}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      for (const Arithmetic arithmetic :
           {Arithmetic(), Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
        INFO("V = " << vertices << ", " << kind << ", seed up to " << seed << ", "
                    << (arithmetic ? name(*arithmetic) : "auto"));
        (void)require_exact(sample, solver(arithmetic));
      }
    }
  }
}

TEST_CASE("a width is proven on the borders of its range on the device", "[gpu]") {
  test::require_proven_on_borders(kInfinity<std::uint16_t>, solver(Width::kU16));
  test::require_proven_on_borders(kUnreachable, solver(Width::kS32));
}

TEST_CASE("the device names the clipped path that any other backend names", "[gpu]") {
  test::require_first_clipped_named(Width::kU16, solver(Width::kU16));
}

TEST_CASE("auto goes one width up where the first proof fails on the device", "[gpu]") {
  constexpr Distance kInf16 = kInfinity<std::uint16_t>;
  REQUIRE(require_exact(chain({kInf16 - 2, 1}), solver()).text("arithmetic") == "u16");
  REQUIRE(require_exact(chain({kInf16 - 2, 2}), solver()).text("arithmetic") == "s32");
  // The estimate looks from two vertices. A long path in a component apart is seen by the proof
  // alone.
  Sample apart = ring(60, 1);
  apart.vertices = 1200;
  apart.edges.push_back({60, 61, 32'000});
  apart.edges.push_back({61, 1199, 32'000});
  const Listener run = require_exact(apart, solver());
  REQUIRE(run.text("arithmetic_tried") == "u16, s32");
}

TEST_CASE("random graphs across the borders of the widths on the device", "[gpu][long]") {
  test::require_exact_across_widths(solver());
}

TEST_CASE("a negative weight is solved and a length outside the format refused", "[gpu]") {
  REQUIRE(require_refused(chain({kUnreachable - 1, 1}), solver()).fault() == Fault::kNoAnswer);
  REQUIRE(require_refused({2, {{0, 1, 4}, {1, 0, -5}}}, solver()).fault() == Fault::kNoAnswer);
  (void)require_exact({3, {{0, 1, 4}, {1, 2, -3}}}, solver());
}

TEST_CASE("both depths of a round give hw3-1's distances", "[gpu][long]") {
  for (const std::size_t vertices : {1000, 2561, 5000, 8001}) {
    INFO("V = " << vertices);
    const Sample sample = random_sample(vertices, vertices * 20, 0, 1000, 77);
    const std::vector<Distance> expected = distances(sample, on_processors());
    REQUIRE(distances(sample, solver(Width::kU16)) == expected);
    REQUIRE(distances(sample, solver(Width::kS32)) == expected);
  }
}

TEST_CASE("the summary of one graph made on the device is that of the rows", "[gpu]") {
  const Sample sample = random_sample(300, 900, 0, 1000, 81);
  test::require_same_summary(sample, solver(Width::kU16));
  test::require_same_summary(sample, solver(Width::kS32));
}

TEST_CASE("the summary of an undirected graph made on the device is that of the rows", "[gpu]") {
  for (const std::size_t vertices : {2050, 2200}) {  // 17 and 18 blocks of rows
    INFO("V = " << vertices);
    Sample sample = random_sample(vertices, vertices * 4, 0, 300, 83);
    const std::size_t one_way = sample.edges.size();
    for (std::size_t n = 0; n < one_way; ++n) {
      const Edge edge = sample.edges[n];
      sample.edges.push_back({edge.destination, edge.source, edge.weight});
    }
    const std::vector<Distance> expected = distances(sample, on_processors());
    for (const Width width : {Width::kU16, Width::kS32}) {
      const auto dense = [] { return std::make_unique<SingleBackend>(0, Method::kDense); };
      test::require_same_summary(sample, test::solver_on(dense, width), expected);
    }
  }
}

TEST_CASE("some rows are those of the whole matrix on the device", "[gpu][long]") {
  test::require_exact_rows_of_samples(solver());
  for (const Width width : {Width::kU16, Width::kS32}) {
    test::require_others_ignored(width, solver(width));
  }
}

TEST_CASE("more rows than a grid has room for come down in parts", "[gpu]") {
  const Sample sample = random_sample(20, 60, 0, 90, 31);
  std::vector<std::int32_t> sources(70'000);
  for (std::size_t n = 0; n < sources.size(); ++n) {
    sources[n] = static_cast<std::int32_t>(7 * n % sample.vertices);
  }
  const RowSet rows(sample.vertices, sources);
  for (const Method method : {Method::kDense, Method::kSweep}) {
    (void)test::require_exact_rows(
        sample, rows,
        test::solver_on([=] { return std::make_unique<SingleBackend>(0, method); }, {}));
  }
}

TEST_CASE("matrices of weights cross to the device as they are, in every type", "[gpu][long]") {
  for (const std::size_t vertices : {1, 2, 127, 128, 129, 257, 400}) {
    for (const Arithmetic arithmetic : {Arithmetic(), Arithmetic(Width::kS32)}) {
      INFO((arithmetic ? name(*arithmetic) : "auto"));
      test::require_exact_from_matrices(vertices, solver(arithmetic));
      test::require_exact_from_matrices(
          vertices,
          test::solver_on([] { return std::make_unique<SingleBackend>(0, Method::kDense); },
                          arithmetic));
    }
  }
}

TEST_CASE("a matrix of weights larger than a transfer crosses in parts", "[gpu]") {
  const Sample sample = random_sample(5000, 9'000'000, 0, 120, 26);  // 25 and 100 MB
  const std::vector<Distance> expected = distances(sample, on_processors());
  Listener run;
  MatrixSink sink(sample.vertices);
  solver()(test::graph_of(test::weights_of<std::uint8_t>(sample)), {sink}, run);
  REQUIRE(std::ranges::equal(sink.distances(), expected));
  MatrixSink wide(sample.vertices);
  solver()(test::graph_of(test::weights_of<Distance>(sample)), {wide}, run);
  REQUIRE(std::ranges::equal(wide.distances(), expected));
}

TEST_CASE("an undirected graph is held as its half before it streams", "[gpu]") {
  constexpr std::size_t kVertices = 4000;
  const Sample sample = random_sample(kVertices, kVertices * 5, 0, 300, 27);
  const BothWays both(sample.graph());
  Layout layout = Layout::whole(kVertices, S32::kElements, pivots_for(kVertices, kVertices));
  const std::size_t whole = layout.bytes();
  layout.half = true;
  const std::size_t half = layout.bytes();
  REQUIRE(half < whole);
  const auto solved = [&](const Graph& graph, std::size_t memory) {
    const test::Solver solve = test::solver_on(
        [=] { return std::make_unique<SingleBackend>(0, Method::kDense, memory); }, Width::kS32);
    MatrixSink sink(kVertices);
    Listener run;
    solve(graph, {sink}, run);
    const auto rows = sink.distances();
    return std::pair(std::vector<Distance>(rows.begin(), rows.end()), run);
  };
  const auto [expected, all] = solved(both.graph(), whole);
  REQUIRE(std::get<bool>(all.facts.at("symmetric")));
  const auto [halved, some] = solved(both.graph(), (half + whole) / 2);
  REQUIRE(halved == expected);
  REQUIRE(std::get<bool>(some.facts.at("symmetric")));
  // What does not know to be symmetric streams, and what has no room for the half.
  Graph directed = both.graph();
  directed.both_ways = false;
  for (const auto& [graph, memory] :
       {std::pair(directed, (half + whole) / 2), std::pair(both.graph(), half / 2)}) {
    const auto [streamed, run] = solved(graph, memory);
    REQUIRE(streamed == expected);
    REQUIRE(run.facts.count("symmetric") == 0);
  }
}

TEST_CASE("the device keeps its rows once they are there", "[gpu][checkpoint]") {
  const Sample sample = test::random_sample(300, 3000, 0, 300, 37);
  (void)test::require_goes_on(sample, RowSet(300), solver());
}

TEST_CASE("the summary made on the device is that of the rows", "[gpu][long]") {
  test::require_same_summaries(solver());
  test::require_same_summaries(solver(Width::kS32));
}

TEST_CASE("a device number that is not there is a usage error", "[gpu]") {
  const test::Solver solve =
      test::solver_on([] { return std::make_unique<SingleBackend>(test::kDevices); }, {});
  REQUIRE(require_refused(chain({1}), solve).fault() == Fault::kUsage);
}

TEST_CASE("more vertices than the device can hold are refused with both numbers", "[gpu]") {
  SingleBackend device(0, Method::kDense);
  try {
    const Problem problem(Graph{1'000'000, {}});
    device.require_fit(problem, device.plan(problem), Width::kU16);
    FAIL("4 TB were accepted");
  } catch (const Error& error) {
    REQUIRE(error.fault() == Fault::kMemory);
    REQUIRE(std::string(error.what()).find("available") != std::string::npos);
  }
}

TEST_CASE("a sink that fails ends the download with its error", "[gpu]") {
  test::require_ended_by_sink(solver());
}

}  // namespace
}  // namespace apsp::gpu
