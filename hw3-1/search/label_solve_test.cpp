// SPDX-License-Identifier: MIT
// Label correcting against the 64-bit triple loop and row by row against Bellman and Ford's.
#include "hw3-1/search/label_solve.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/rows/limit_sink.hpp"
#include "common/rows/predecessor_sink.hpp"
#include "common/sparse/label_graph.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_checkpoint.hpp"
#include "common/testing/test_failing_row.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "common/testing/test_unweighted.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::Listener;
using test::random_sample;
using test::require_exact;
using test::Sample;
using test::with_threads;

/// Corrects labels, whatever is predicted.
class LabelBackend final : public apsp::Backend {
 public:
  explicit LabelBackend(const std::string& isa) : kernels_(choose_kernels(isa)) {}

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    const Graph& graph = attempt.problem.graph;
    graph_ = std::make_unique<sparse::LabelGraph>(
        compress(graph.vertices, graph.edges, {.drop_loops = true}));
    return make_label_solve(*graph_, kernels_, attempt);
  }

 private:
  const KernelSet& kernels_;
  std::unique_ptr<sparse::LabelGraph> graph_;
};

test::Solver label_solver(Arithmetic arithmetic = {}, const std::string& isa = {}) {
  return test::solver_on([=] { return std::make_unique<LabelBackend>(isa); }, arithmetic,
                         BeyondS32::kOnProcessors);
}

TEST_CASE("labels: every instruction set and width agrees with the oracle on every edge size",
          "[labels]") {
  std::uint32_t seed = 9100;
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t vertices : {0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 257}) {
      for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
        for (const Width width : kWidths) {
          INFO(isa << ", V = " << vertices << ", " << kind << ", seed up to " << seed << ", "
                   << name(width));
          (void)require_exact(sample, label_solver(width, isa));
        }
        test::require_same_summary(sample, label_solver({}, isa));
      }
    }
  }
}

TEST_CASE("labels: graphs of many shapes by any number of threads", "[labels]") {
  std::map<std::string, Sample> shapes = test::unweighted_shapes();
  shapes["grid, weighted"] = test::grid(18, 18, 1000, 1);
  shapes["star outward, weighted"] = test::star(300, true);
  shapes["dense"] = random_sample(150, 20'000, 0, 50'000, 12);
  for (const auto& [kind, sample] : shapes) {
    for (const int threads : {1, 2, 3, 8}) {
      INFO(kind << ", " << threads << " threads");
      with_threads(threads, [&, &one = sample] { (void)require_exact(one, label_solver()); });
    }
    INFO(kind);
    test::require_same_summary(sample, label_solver());
  }
}

TEST_CASE("labels: some rows, across the borders of all widths", "[labels]") {
  test::require_exact_rows_of_samples(label_solver());
  test::require_exact_across_widths(label_solver());
  test::require_same_summaries(label_solver());
}

TEST_CASE("labels: many rounds, and weights that make each of them lower", "[labels]") {
  // By the direct edges first, then by ever longer ways round them.
  Sample sample = test::chain(std::vector<Distance>(699, 1));
  for (std::int32_t u = 0; u < 700; u += 3) {
    for (std::int32_t v = u + 2; v < 700; v += 7) {
      sample.edges.push_back({u, v, 2 * (v - u)});
    }
  }
  (void)require_exact(sample, label_solver());
  (void)require_exact(test::shuffled(sample, 3), label_solver());
  (void)require_exact(test::shuffled(test::path(1500, 9), 4), label_solver());
}

TEST_CASE("labels: random graphs, rows, sets and threads", "[labels]") {
  const std::vector<std::string> isas = runnable_isas();
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % (seed % 10 == 0 ? 3000 : 400);
    const std::size_t edges =
        random() % (1 + vertices * std::vector<std::size_t>{1, 2, 7}[seed % 3]);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    const Distance low = random() % 3 == 0 ? high / 2 : 0;
    const std::string& isa = isas[random() % isas.size()];
    const int threads = 1 + static_cast<int>(random() % 8);
    const Sample sample = random_sample(vertices, edges, low, high, seed);
    std::vector<std::int32_t> sources(1 + random() % 300);
    for (std::int32_t& source : sources) source = static_cast<std::int32_t>(random() % vertices);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights " << low
                 << " to " << high << ", " << isa << ", " << threads << " threads");
    with_threads(threads, [&] {
      (void)test::require_exact_rows(sample, {vertices, sources}, label_solver({}, isa));
    });
  }
}

TEST_CASE("labels: predecessors are those of the oracle", "[labels]") {
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 90;
    const Sample sample =
        random_sample(vertices, random() % (4 * vertices), 0, static_cast<Distance>(seed), seed);
    INFO("seed " << seed << ", V = " << vertices);
    MatrixSink predecessors(vertices);
    MatrixSink distances(vertices);
    PredecessorSink sink(predecessors, &distances, sample.graph(), RowSet(vertices));
    Observer observer;
    label_solver()(sample.graph(), {sink, nullptr, &sink}, observer);
    sink.finish(observer);
    REQUIRE(std::ranges::equal(predecessors.distances(), reference::predecessors(sample.graph())));
  }
}

TEST_CASE("labels: within a limit", "[labels]") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 400;
    const Sample sample = random_sample(vertices, 3 * vertices, 0, 40, seed);
    Problem problem(sample.graph(), test::some_rows(vertices, random));
    problem.limit = static_cast<Distance>(random() % 90);
    INFO("seed " << seed << ", V = " << vertices << ", limit " << problem.limit);
    const std::vector<Distance> all = reference::distances(sample.graph()).value();
    std::vector<Distance> expected = test::rows_of(problem.rows, all);
    for (Distance& d : expected) d = d > problem.limit ? kUnreachable : d;
    MatrixSink sink(vertices, problem.rows.size());
    LimitSink limit(sink, problem.limit);
    Observer observer;
    label_solver()(problem, {limit}, observer);
    REQUIRE(std::ranges::equal(sink.distances(), expected));
  }
}

TEST_CASE("labels: a width is proven on the borders of its range", "[labels]") {
  for (const Width width : {Width::kU8, Width::kU16}) {
    INFO(name(width));
    test::require_proven_on_borders(
        infinity_of(width),
        test::solver_on([] { return std::make_unique<LabelBackend>(""); }, width),
        "no distance is as long as INF");
    test::require_first_clipped_named(width, label_solver(width));
  }
}

TEST_CASE("labels: only the batches that a width clips are computed wider", "[labels]") {
  // Edges between near vertices, and a long chain apart: most sources see no long distance.
  Sample sample = test::random_sample(3000, 12'000, 1, 9, 41);
  const Sample far = test::chain(std::vector<Distance>(120, 900));
  for (Edge edge : far.edges) {
    edge.source += 3000;
    edge.destination += 3000;
    sample.edges.push_back(edge);
  }
  sample.vertices = 3000 + far.vertices;
  Listener observer;
  SummarySink narrow{RowSet(sample.vertices)};
  SummarySink wide{RowSet(sample.vertices)};
  label_solver()(sample.graph(), {narrow, &narrow}, observer);
  REQUIRE(observer.text("proof") == "batch by batch");
  const auto widened = std::get<std::int64_t>(observer.facts.at("batches_widened"));
  REQUIRE(widened > 0);
  REQUIRE(widened < std::get<std::int64_t>(observer.facts.at("batches")));
  label_solver(Width::kS32)(sample.graph(), {wide, &wide}, observer);
  REQUIRE(narrow.finish().json("distances") == wide.finish().json("distances"));
}

TEST_CASE("labels: negative weights by potentials", "[labels]") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 200;
    Sample sample = random_sample(vertices, 4 * vertices, -30, 60, seed);
    std::erase_if(sample.edges, [](const Edge& e) { return e.source == e.destination; });
    for (Edge& e : sample.edges) {
      if (e.source > e.destination) std::swap(e.source, e.destination);
    }
    INFO("seed " << seed << ", V = " << vertices);
    (void)require_exact(test::shuffled(sample, seed), label_solver());
  }
}

TEST_CASE("labels: a solve goes on from a checkpoint", "[labels][checkpoint]") {
  for (const Distance largest : {3, 70'000}) {
    INFO("weights up to " << largest);
    const Sample sample = random_sample(600, 1500, 0, largest, 35);
    REQUIRE(test::require_goes_on(sample, RowSet(600), label_solver()) > 0);
  }
}

TEST_CASE("labels: a sink that fails ends the solve with its error", "[labels]") {
  test::require_ended_by_sink(label_solver());
  test::require_ended_by_numbers(label_solver());
  test::require_none_left_waiting(label_solver());
}

TEST_CASE("labels: each thread puts rows in ascending order", "[labels]") {
  test::require_rows_ascending(random_sample(900, 2500, 0, 90, 11), label_solver());
}

TEST_CASE("labels: chosen on a random graph whose weights differ, and told", "[labels]") {
  const Sample sample = random_sample(4000, 16'000, 1, 1000, 13);
  const auto plan_of = [&](const Sample& of, std::optional<Method> method) {
    Backend backend({.isa = "", .method = method, .threads = 2});
    Problem problem(of.graph());
    problem.numbers_alone = true;
    return backend.plan(problem);
  };
  const Plan plan = plan_of(sample, Method::kSearch);
  REQUIRE(plan.labels != nullptr);
  REQUIRE(plan.sources_at_once == 128);
  const Plan road = plan_of(test::grid(60, 60, 1000, 14), {});
  REQUIRE(road.method == Method::kSweep);
  REQUIRE(road.labels == nullptr);
  REQUIRE(plan_of(test::weighing(sample, 5), Method::kSearch).labels == nullptr);
  Listener observer;
  SummarySink sink{RowSet(4000)};
  Problem problem(sample.graph());
  problem.numbers_alone = true;
  solver_by(Method::kSearch)(problem, {sink, &sink}, observer);
  REQUIRE(observer.text("search") == "label correcting");
  REQUIRE(std::get<std::int64_t>(observer.facts.at("sources_at_once")) == 128);
  SummarySink by_sweeps{RowSet(4000)};
  solver_by(Method::kSweep)(problem, {by_sweeps, &by_sweeps}, observer);
  REQUIRE(sink.finish().json("distances") == by_sweeps.finish().json("distances"));
}

}  // namespace
}  // namespace apsp::cpu
