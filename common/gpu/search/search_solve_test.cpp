// SPDX-License-Identifier: MIT
// Searches by bits on a device against the 64-bit triple loop, and where that takes too long
// against a search with a queue.
#include "common/gpu/search/search_solve.hpp"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "common/gpu/device/device.hpp"
#include "common/gpu/device/test_device.hpp"
#include "common/gpu/product/word.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_failing_row.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_unweighted.hpp"
#include "hw3-2/backend.hpp"

namespace apsp::gpu {
namespace {

using test::Listener;
using test::path;
using test::random_sample;
using test::require_as_by_queue;
using test::require_exact;
using test::Sample;
using test::weighing;

test::Solver search_solver(Arithmetic arithmetic = {}) {
  return test::solver_on([] { return std::make_unique<SingleBackend>(0, Method::kSearch); },
                         arithmetic);
}

/// Searches on device 0 in groups of at most so many sources, shared by members.
class InGroups final : public apsp::Backend {
 public:
  InGroups(const SearchLimits& limits, std::size_t members)
      : limits_(limits), device_(open_device(0)), rings_(members) {}

  [[nodiscard]] std::span<const Width> widths() const override { return gpu::kWidths; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    if (attempt.problem.graph.vertices == 0) return nullptr;
    plan_.search = std::make_shared<sparse::SearchGraph>(attempt.problem.graph);
    return make_search_solve(sparse::BitGraph(plan_.search->ends()),
                             {attempt.problem, plan_, attempt.width},
                             {rings_.size(), rings_.size(),
                              [this](const auto& work) {
                                for (std::size_t m = 0; m < rings_.size(); ++m) work(m, rings_[m]);
                              }},
                             limits_);
  }

 private:
  SearchLimits limits_;
  Device device_;
  std::vector<StagingRing> rings_;
  Plan plan_;
};

test::Solver solver_in_groups(std::size_t sources, std::size_t members = 1) {
  return test::solver_on([=] { return std::make_unique<InGroups>(SearchLimits{sources}, members); },
                         {});
}

TEST_CASE("searches: every width agrees with the oracle on every edge size", "[gpu]") {
  std::uint32_t seed = 8300;
  for (const std::size_t vertices : {0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 130, 257}) {
    for (const auto& [kind, unlike] : test::samples_of(vertices, seed)) {
      const Sample sample = weighing(unlike, static_cast<Distance>(seed % 4));
      for (const Arithmetic arithmetic : {Arithmetic(), Arithmetic(Width::kS32)}) {
        INFO("V = " << vertices << ", " << kind << ", seed up to " << seed);
        const Listener observer = require_exact(sample, search_solver(arithmetic));
        REQUIRE(observer.text("method") == "search");
      }
      test::require_same_summary(sample, search_solver());
    }
  }
}

TEST_CASE("searches: graphs of many shapes", "[gpu]") {
  for (const auto& [kind, sample] : test::unweighted_shapes()) {
    INFO(kind);
    for (const Distance weight : {0, 1, 700}) {
      (void)require_exact(weighing(sample, weight), search_solver());
    }
    test::require_same_summary(weighing(sample, 40'000), search_solver());
    test::require_same_summary(weighing(sample, 0), search_solver());
  }
}

TEST_CASE("searches: many levels, vertices of many edges, several batches", "[gpu]") {
  for (const std::size_t vertices : {254, 255, 256, 257, 258, 700, 3001}) {
    INFO("V = " << vertices);
    require_as_by_queue(path(vertices, 3), RowSet(vertices), 3, search_solver());
  }
  require_as_by_queue(test::layers(300, 9, 2), RowSet(2700), 1, search_solver());
  require_as_by_queue(test::shuffled(path(20'000, 1), 3), RowSet(20'000, {7, 19'999, 7, 0}), 1,
                      search_solver());
  require_as_by_queue(weighing(random_sample(2500, 60'000, 0, 0, 3), 2), RowSet(2500), 2,
                      search_solver());
  for (const bool outward : {true, false}) {
    require_as_by_queue(weighing(test::star(4000, outward), 1), RowSet(4000), 1, search_solver());
  }
}

TEST_CASE("searches: random graphs, rows, weights and groups", "[gpu]") {
  for (std::uint32_t seed = 1; seed <= 80; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % (seed % 5 == 0 ? 4000 : 500);
    const std::size_t edges =
        random() % (1 + vertices * std::vector<std::size_t>{1, 2, 5}[seed % 3]);
    const Distance weight = std::vector<Distance>{0, 1, 1, 20, 300'000}[random() % 5];
    const std::size_t group = 1 + random() % 2000;
    const std::size_t members = 1 + random() % 3;
    const Sample sample = weighing(random_sample(vertices, edges, 0, 0, seed), weight);
    const RowSet rows = test::some_rows(vertices, random);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weight " << weight
                 << ", " << rows.size() << " rows, groups of " << group << ", " << members
                 << " members");
    require_as_by_queue(sample, rows, weight, search_solver());
    require_as_by_queue(sample, rows, weight, solver_in_groups(group, members));
  }
}

TEST_CASE("searches: a limit ends the search, whatever lies beyond", "[gpu]") {
  const Sample sample = path(600, 1);
  for (const Distance limit : {0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 598, 599, 700}) {
    INFO("limit " << limit);
    Problem problem(sample.graph(), {600, {0, 300, 599}});
    problem.limit = limit;
    MatrixSink sink(600, 3);
    Observer observer;
    search_solver()(problem, {sink}, observer);
    for (Distance v = 0; v < 600; ++v) {
      const Distance found = sink.distances()[v];
      const bool right = v <= limit ? found == v : found > limit;
      if (!right) FAIL("vertex " << v << ": " << found);
    }
  }
}

TEST_CASE("searches: a width is proven on the borders of its range", "[gpu]") {
  const Distance infinity = infinity_of(Width::kU16);
  const test::Solver solve = search_solver(Width::kU16);
  const test::Solver dense = test::solver_on(
      [] { return std::make_unique<SingleBackend>(0, Method::kDense); }, Width::kU16);
  const auto chain = [](std::size_t edges, Distance weight) {
    return test::chain(std::vector<Distance>(edges, weight), 1);
  };
  (void)require_exact(chain(2, (infinity - 1) / 2), solve);
  (void)require_exact(chain(1, infinity - 1), solve);
  const auto outcome = [](const Sample& sample, const test::Solver& one) {
    Listener observer;
    try {
      (void)test::solved(sample, one, observer);
      return std::string("solved");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  for (const Sample& sample : {chain(1, infinity), chain(2, (infinity + 1) / 2)}) {
    REQUIRE(outcome(sample, solve) != "solved");
    REQUIRE(outcome(sample, solve) == outcome(sample, dense));
  }
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    INFO("seed " << seed);
    const Sample sample = weighing(random_sample(1500, 2500, 0, 0, seed), 9000);
    REQUIRE(outcome(sample, solve) == outcome(sample, dense));
  }
  const Distance half = (kUnreachable - 1) / 2;
  (void)require_exact(test::chain({half, half}), search_solver());
  REQUIRE(test::require_refused(test::chain({half, half, half}), search_solver()).fault() ==
          Fault::kNoAnswer);
}

TEST_CASE("searches: edges of several weights are refused by both weights", "[gpu]") {
  const Error error = test::require_refused(test::chain({3, 4}), search_solver());
  REQUIRE(error.fault() == Fault::kUsage);
  REQUIRE(error.what() == std::string("searches on GPUs need edges of one weight, found 3 to 4"));
}

TEST_CASE("searches: a sink that fails ends the solve with its error", "[gpu]") {
  test::require_ended_by_sink(search_solver());
  test::require_ended_by_numbers(search_solver());
}

TEST_CASE("searches: rows come in ascending order where the sink wants it", "[gpu]") {
  test::require_rows_ascending(weighing(random_sample(2100, 6500, 0, 0, 11), 1),
                               solver_in_groups(1024));
}

TEST_CASE("searches: a solve ends soon after it is cancelled", "[gpu]") {
  struct Cancelling final : Observer {
    void advance(std::int64_t done, std::int64_t) override { last = done; }
    bool cancelled() override { return last >= 2; }
    std::int64_t last = 0;
  } observer;
  MatrixSink sink(6000);
  test::require_error(Fault::kCancelled, {"cancelled"}, [&] {
    solver_in_groups(1024)(test::ring(6000, 1).graph(), {sink}, observer);
  });
  REQUIRE(observer.last < 5);
}

}  // namespace
}  // namespace apsp::gpu
