// SPDX-License-Identifier: MIT
// Sweeps on a device against the 64-bit triple loop and against hw3-1.
#include "common/gpu/sweep/sweep_solve.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "common/gpu/device/device.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/machine.hpp"
#include "common/gpu/sweep/program.hpp"
#include "common/gpu/sweep/shape.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_checkpoint.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/backend.hpp"
#include "hw3-2/backend.hpp"

namespace apsp::gpu {
namespace {

using test::chain;
using test::grid;
using test::Listener;
using test::random_sample;
using test::require_exact;
using test::Sample;

test::Solver sweep_solver(Arithmetic arithmetic = {}) {
  return test::solver_on([] { return std::make_unique<SingleBackend>(0, Method::kSweep); },
                         arithmetic);
}

/// Sweeps on device 0 within limits, along an order whose last `core` vertices are a core.
class Limited final : public apsp::Backend {
 public:
  Limited(const SweepLimits& limits, std::size_t core)
      : limits_(limits), core_(core), device_(open_device(0)) {}

  [[nodiscard]] std::span<const Width> widths() const override { return gpu::kWidths; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    const Graph& graph = attempt.problem.graph;
    if (graph.vertices == 0) return nullptr;
    const sparse::Pattern pattern = sparse::pattern_of(graph);
    sparse::Order order = sparse::minimum_degree(pattern);
    order.core = std::min(core_, graph.vertices);
    tree_ = sparse::analyse(pattern, order);
    return make_sweep_solve(std::make_unique<SweepGraph>(graph, tree_), attempt,
                            {1, 1, [this](const auto& work) { work(0, ring_); }}, limits_);
  }

 private:
  SweepLimits limits_;
  std::size_t core_;
  Device device_;
  StagingRing ring_;
  sparse::EliminationTree tree_;
};

test::Solver solver_within(const SweepLimits& limits, Arithmetic arithmetic = {},
                           std::size_t core = 0) {
  return test::solver_on([=] { return std::make_unique<Limited>(limits, core); }, arithmetic);
}

/// Limits of so many warps in a batch, each with about so many slots.
SweepLimits few(std::size_t vertices, std::size_t warps, std::size_t slots) {
  return {warps * warp_bytes(vertices, vertices), shared_bytes(4, slots)};
}

std::map<std::string, Sample> shapes() {
  return {
      {"grid", grid(18, 18, 1000, 1)},
      {"grid, small weights", grid(17, 17, 3, 2)},
      {"shuffled grid", test::shuffled(grid(18, 18, 30, 3), 4)},
      {"chain", chain(std::vector<Distance>(299, 100), 5)},
      {"shuffled chain", test::shuffled(chain(std::vector<Distance>(299, 3)), 5)},
      {"ring", test::ring(301, 400)},
      {"band, one way", test::band(300, 8, 3, false, 200, 7)},
      {"band", test::band(300, 20, 4, true, 200, 7)},
      {"several components", random_sample(320, 280, 0, 900, 8)},
      {"repeated edges and loops", random_sample(40, 3000, 0, 9000, 9)},
      {"clique", random_sample(150, 20'000, 0, 9000, 10)},
      {"zero weights", random_sample(300, 700, 0, 0, 11)},
      {"far", random_sample(300, 700, 0, 3'000'000, 12)},
  };
}

/// A ring of short edges, and a long chain apart: most sources see no long distance.
Sample ring_and_chain() {
  Sample sample = test::ring(700, 1);
  const Sample far = chain(std::vector<Distance>(120, 900));
  for (Edge edge : far.edges) {
    edge.source += 700;
    edge.destination += 700;
    sample.edges.push_back(edge);
  }
  sample.vertices = 700 + far.vertices;
  return sample;
}

TEST_CASE("sweeps: every width agrees with the oracle on every edge size", "[gpu]") {
  std::uint32_t seed = 6100;
  for (const std::size_t vertices : {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      if (kind == "dense" && vertices > 130) continue;
      for (const Arithmetic arithmetic :
           {Arithmetic(), Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
        INFO("V = " << vertices << ", " << kind << ", seed up to " << seed << ", "
                    << (arithmetic ? name(*arithmetic) : "auto"));
        const Listener observer = require_exact(sample, sweep_solver(arithmetic));
        REQUIRE(observer.text("method") == "sweep");
      }
    }
  }
}

TEST_CASE("sweeps: graphs of many shapes, batches of many sizes, slots too few", "[gpu]") {
  for (const auto& [kind, sample] : shapes()) {
    INFO(kind);
    (void)require_exact(sample, sweep_solver());
    for (const std::size_t warps : {1, 3, 7}) {
      for (const std::size_t slots : {2, 5, 40}) {
        INFO(warps << " warps, " << slots << " slots");
        const SweepLimits limits = few(sample.vertices, warps, slots);
        (void)require_exact(sample, solver_within(limits));
        (void)require_exact(sample, solver_within(limits, Width::kS32));
      }
    }
  }
}

TEST_CASE("sweeps: random graphs on a device", "[gpu]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 280;
    const std::size_t edges = random() % (3 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights to " << high);
    (void)require_exact(random_sample(vertices, edges, 0, high, seed),
                        solver_within(few(vertices, 1 + random() % 9, 2 + random() % 50)));
  }
}

TEST_CASE("sweeps: every core on a device, of every shape", "[gpu]") {
  for (const auto& [kind, sample] : shapes()) {
    for (const std::size_t core : {1, 31, 33, 127, 128, 129, 250, 1000}) {
      for (const std::size_t slots : {2, 40}) {
        INFO(kind << ", core " << core << ", " << slots << " slots");
        const SweepLimits limits = few(sample.vertices, 3, slots);
        (void)require_exact(sample, solver_within(limits, {}, core));
        (void)require_exact(sample, solver_within(limits, Width::kS32, core));
      }
    }
  }
}

TEST_CASE("sweeps: random graphs with a core on a device", "[gpu]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 400;
    const std::size_t edges = random() % (6 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    const std::size_t core = random() % (vertices + 1);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights to " << high
                 << ", core " << core);
    (void)require_exact(
        random_sample(vertices, edges, 0, high, seed),
        solver_within(few(vertices, 1 + random() % 9, 2 + random() % 50), {}, core));
  }
}

TEST_CASE("sweeps: rows and numbers of a graph with a core", "[gpu]") {
  const Sample sample = test::shuffled(ring_and_chain(), 5);
  for (const std::size_t core : {100, 500}) {
    INFO("core " << core);
    const SweepLimits limits = few(sample.vertices, 2, 9);
    test::require_same_summary(sample, solver_within(limits, {}, core));
    test::require_same_summary(sample, solver_within(limits, Width::kS32, core));
    test::require_rows_ascending(sample, solver_within(limits, {}, core));
    const RowSet rows(sample.vertices, {700, 3, 820, 3, 0, 760, 5, 701, 700, 14});
    (void)test::require_exact_rows(sample, rows, solver_within(limits, {}, core));
  }
  test::require_ended_by_sink(solver_within(few(300, 2, 10), {}, 150));
  test::require_first_clipped_named(Width::kU16, solver_within(few(300, 2, 10), Width::kU16, 3));
}

TEST_CASE("sweeps: a core that is closed can be cancelled", "[gpu]") {
  struct Cancelling final : Observer {
    bool cancelled() override { return true; }
  };
  const Sample sample = random_sample(900, 4000, 0, 50, 3);
  const Graph graph = sample.graph();
  const Problem problem(graph);
  for (const Width width : kWidths) {
    Limited backend({}, 700);
    Cancelling observer;
    const Plan plan;
    const auto solve = backend.start({problem, plan, width}, observer);
    solve->scatter(graph, observer);
    test::require_error(Fault::kCancelled, {"cancelled"}, [&] { solve->close(observer); });
  }
}

TEST_CASE("sweeps: a width is proven on the borders of its range on the device", "[gpu]") {
  test::require_proven_on_borders(kInfinity<std::uint16_t>, sweep_solver(Width::kU16),
                                  "no distance is as long as INF");
  test::require_proven_on_borders(kUnreachable, sweep_solver(Width::kS32),
                                  "no distance is as long as INF");
}

TEST_CASE("sweeps: the device names the clipped path that any other backend names", "[gpu]") {
  test::require_first_clipped_named(Width::kU16, sweep_solver(Width::kU16));
}

TEST_CASE("sweeps: random graphs across the borders of the widths on the device", "[gpu]") {
  test::require_exact_across_widths(sweep_solver());
}

TEST_CASE("sweeps: only the batches that a width clips are computed wider on the device", "[gpu]") {
  const Sample sample = ring_and_chain();
  const SweepLimits limits = few(sample.vertices, 2, 30);
  const Listener observer = require_exact(sample, solver_within(limits));
  REQUIRE(observer.text("proof") == "batch by batch");
  const auto widened = std::get<std::int64_t>(observer.facts.at("batches_widened"));
  REQUIRE(widened > 0);
  REQUIRE(widened < std::get<std::int64_t>(observer.facts.at("batches")));
}

TEST_CASE("sweeps: a negative weight is solved, a length outside the format refused", "[gpu]") {
  REQUIRE(test::require_refused(chain({kUnreachable - 1, 1}), sweep_solver()).fault() ==
          Fault::kNoAnswer);
  REQUIRE(test::require_refused({2, {{0, 1, 4}, {1, 0, -5}}}, sweep_solver()).fault() ==
          Fault::kNoAnswer);
  (void)require_exact({3, {{0, 1, 4}, {1, 2, -3}}}, sweep_solver());
  Sample sample = grid(16, 16, 1000, 14);
  for (Edge& edge : sample.edges) {  // reduced by potentials: no negative cycle
    edge.weight += edge.source % 50 - edge.destination % 50;
  }
  (void)require_exact(sample, sweep_solver());
}

TEST_CASE("sweeps: the summary made on the device is that of the rows", "[gpu]") {
  test::require_same_summaries(sweep_solver());
  test::require_same_summary(ring_and_chain(), solver_within(few(821, 2, 9)));
  test::require_same_summary(grid(20, 20, 1000, 15), solver_within(few(400, 3, 20), Width::kS32));
  test::require_same_summary(grid(20, 20, 100'000, 16), solver_within(few(400, 3, 20)));
  Listener observer;
  Sample roads = grid(20, 20, 1000, 15);
  Problem alone(roads.graph());
  alone.numbers_alone = true;
  SummarySink sink{RowSet(roads.vertices)};
  solver_within(few(400, 3, 20))(alone, {sink, &sink}, observer);
  REQUIRE(std::get<std::int64_t>(observer.facts.at("sweep_rows")) < 300);
  const RowSet some(roads.vertices, {7, 399, 3, 3, 3, 120, 0, 7});
  Problem rows(roads.graph(), some);
  rows.numbers_alone = true;
  SummarySink of_some{some}, from_rows{some};
  const std::vector<Distance> all = reference::distances(roads.graph()).value();
  for (std::size_t row = 0; row < some.size(); ++row) {
    from_rows.put(row, std::span(all).subspan(some.source(row) * 400, 400));
  }
  solver_within(few(400, 3, 20))(rows, {of_some, &of_some}, observer);
  REQUIRE(of_some.finish().json("distances") == from_rows.finish().json("distances"));
  for (const auto& [kind, sample] : shapes()) {
    for (const std::size_t slots : {2, 5, 40}) {
      for (const std::size_t core : {0, 33, 250}) {
        INFO(kind << ", " << slots << " slots, core " << core);
        const SweepLimits limits = few(sample.vertices, 3, slots);
        test::require_same_summary(sample, solver_within(limits, {}, core));
        test::require_same_summary(sample, solver_within(limits, Width::kS32, core));
      }
    }
  }
}

TEST_CASE("sweeps: a device goes on from a checkpoint, and another one where it was stopped",
          "[gpu][checkpoint]") {
  for (const Distance largest : {3, 1000, 100'000}) {
    INFO("weights up to " << largest);
    const Sample roads = grid(20, 20, largest, 17);
    const test::Solver solve = solver_within(few(400, 3, 20));
    REQUIRE(test::require_goes_on(roads, RowSet(400), solve) > 0);
    REQUIRE(test::require_goes_on(roads, {400, {7, 399, 3, 3, 3, 120, 0, 7}}, solve) >= 0);
  }
  REQUIRE(test::require_goes_on(ring_and_chain(), RowSet(821), solver_within(few(821, 2, 9))) > 0);
}

TEST_CASE("sweeps: rows leave in ascending order where a sink asks for that, batch by batch",
          "[gpu]") {
  const Sample sample = test::shuffled(grid(20, 20, 1000, 11), 12);
  test::require_rows_ascending(sample, sweep_solver());
  test::require_rows_ascending(sample, solver_within(few(sample.vertices, 2, 15)));
  // Some batches in two parts.
  test::require_rows_ascending(test::shuffled(ring_and_chain(), 3), solver_within(few(821, 2, 9)));
}

TEST_CASE("sweeps: some rows on a device, in any order, one of them twice", "[gpu]") {
  test::require_exact_rows_of_samples(sweep_solver());
  test::require_exact_rows_of_samples(solver_within(few(300, 2, 9)));
  const Sample sample = test::shuffled(ring_and_chain(), 5);
  const RowSet rows(sample.vertices, {700, 3, 820, 3, 0, 760, 5, 701, 700, 14});
  (void)test::require_exact_rows(sample, rows, solver_within(few(821, 2, 9)));
  test::require_rows_ascending(sample, rows, solver_within(few(821, 2, 9)));
}

TEST_CASE("sweeps: a sink that fails ends the download with its error", "[gpu]") {
  test::require_ended_by_sink(sweep_solver());
  test::require_ended_by_sink(solver_within(few(300, 2, 10)));
}

TEST_CASE("sweeps: hw3-1's distances at larger sizes", "[gpu][long]") {
  for (const auto& [kind, sample] :
       {std::pair("grid", grid(70, 70, 300, 21)), std::pair("far grid", grid(71, 71, 30'000, 22)),
        std::pair("sparse", random_sample(6000, 9000, 0, 100, 23)),
        std::pair("core", random_sample(6000, 24'000, 0, 100, 25)),
        std::pair("band", test::band(5001, 30, 5, true, 99, 24))}) {
    Listener observer;
    const std::vector<Distance> expected = test::solved(
        sample, test::solver_on([] { return std::make_unique<cpu::Backend>(); }, {}), observer);
    for (const Arithmetic arithmetic : {Arithmetic(), Arithmetic(Width::kS32)}) {
      INFO(kind << ", " << (arithmetic ? name(*arithmetic) : "auto"));
      REQUIRE(test::solved(sample, sweep_solver(arithmetic), observer) == expected);
      for (const std::size_t core : {0, 2000}) {
        INFO("core " << core);
        REQUIRE(test::solved(sample, solver_within(few(sample.vertices, 40, 60), arithmetic, core),
                             observer) == expected);
      }
    }
  }
}

}  // namespace
}  // namespace apsp::gpu
