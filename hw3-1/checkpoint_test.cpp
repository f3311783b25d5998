// SPDX-License-Identifier: MIT
// Solves that end early and go on from their checkpoints, by every method.
#include <omp.h>

#include <memory>
#include <random>
#include <utility>

#include "common/testing/catch.hpp"
#include "common/testing/test_checkpoint.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::require_goes_on;
using test::Sample;

RowSet some_twice(std::size_t vertices) {
  std::mt19937 random(5);
  std::vector<std::int32_t> sources(vertices);
  for (std::int32_t& source : sources) source = static_cast<std::int32_t>(random() % vertices);
  return {vertices, sources};
}

/// Searches by bits from 64 sources at once.
class BackendOf64 final : public Backend {
 public:
  using Backend::Backend;

  [[nodiscard]] Plan plan(const Problem& problem) override {
    Plan plan = Backend::plan(problem);
    plan.sources_at_once = 64;
    return plan;
  }
};

TEST_CASE("sweeps go on from a checkpoint, whatever their width", "[checkpoint]") {
  const Sample narrow = test::random_sample(600, 1500, 0, 3, 31);
  const Sample wide = test::random_sample(600, 1500, 0, 70'000, 32);
  for (const int threads : {1, 3}) {
    INFO(threads << " threads");
    test::with_threads(threads, [&] {
      for (const Sample* sample : {&narrow, &wide}) {
        REQUIRE(require_goes_on(*sample, RowSet(600), solver_by(Method::kSweep)) > 0);
        REQUIRE(require_goes_on(*sample, some_twice(600), solver_by(Method::kSweep)) > 0);
      }
    });
  }
}

TEST_CASE("batches that are computed wider are kept too", "[checkpoint]") {
  // A chain whose ends are too far apart for a byte, beside much that is near.
  Sample sample = test::random_sample(500, 1500, 1, 3, 33);
  sample.vertices = 600;
  for (std::int32_t v = 500; v < 599; ++v) sample.edges.push_back({v, v + 1, 5});
  REQUIRE(require_goes_on(sample, RowSet(600), solver_by(Method::kSweep)) > 0);
}

Sample both_ways(std::size_t vertices, std::size_t count, Distance largest, std::uint32_t seed) {
  Sample sample = test::random_sample(vertices, count, 0, largest, seed);
  const std::vector<Edge> edges = sample.edges;
  for (const Edge& edge : edges) {
    sample.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  return sample;
}

TEST_CASE("sweeps of symmetric distances go on with each pair once", "[checkpoint]") {
  for (const Distance largest : {3, 300, 70'000}) {
    for (const int threads : {1, 3}) {
      INFO("weights up to " << largest << ", " << threads << " threads");
      test::with_threads(threads, [&] {
        const Sample sample = both_ways(900, 1400, largest, 34);
        REQUIRE(require_goes_on(sample, RowSet(900), solver_by(Method::kSweep)) > 0);
        REQUIRE(require_goes_on(sample, some_twice(900), solver_by(Method::kSweep)) > 0);
      });
    }
  }
}

TEST_CASE("any method goes on where sweeps of symmetric distances were stopped", "[checkpoint]") {
  const Sample sample = both_ways(900, 1400, 70'000, 40);
  for (const Method other : {Method::kDense, Method::kSearch}) {
    for (const int sweeps : {1, 3}) {
      INFO(name(other) << " after " << sweeps << " sweeps");
      int run = 0;
      const test::Solver solve = [&](const Problem& problem, const Outputs& outputs,
                                     Observer& observer) {
        const bool sweep = run > 0 && run <= sweeps;  // the first run is that without a checkpoint
        if (run > sweeps) REQUIRE((outputs.numbers == nullptr && !problem.numbers_alone));
        ++run;
        solver_by(sweep ? Method::kSweep : other)(problem, outputs, observer);
      };
      REQUIRE(require_goes_on(sample, RowSet(900), solve) > 0);
    }
  }
}

TEST_CASE("searches one a row go on from a checkpoint", "[checkpoint]") {
  for (const int threads : {1, 3}) {
    INFO(threads << " threads");
    test::with_threads(threads, [&] {
      const Sample sample = test::random_sample(600, 1500, 0, 70'000, 35);
      REQUIRE(require_goes_on(sample, RowSet(600), one_a_row()) > 0);
      REQUIRE(require_goes_on(sample, some_twice(600), one_a_row()) > 0);
    });
  }
}

TEST_CASE("searches by bits go on from a checkpoint", "[checkpoint]") {
  const auto make = [] {
    return std::make_unique<BackendOf64>(
        Options{.method = Method::kSearch, .threads = omp_get_max_threads()});
  };
  const test::Solver solve = test::solver_on(make, {}, BeyondS32::kOnProcessors);
  for (const Distance weight : {1, 40'000}) {
    INFO("weight " << weight);
    const Sample sample = test::random_sample(600, 1500, weight, weight, 36);
    REQUIRE(require_goes_on(sample, RowSet(600), solve) > 0);
    REQUIRE(require_goes_on(sample, some_twice(600), solve) > 0);
  }
}

TEST_CASE("the dense method keeps its rows once they are there", "[checkpoint]") {
  const Sample sample = test::random_sample(300, 3000, 0, 300, 37);
  (void)require_goes_on(sample, RowSet(300), solver_by(Method::kDense));
  (void)require_goes_on(sample, some_twice(300), solver_by(Method::kDense));
}

TEST_CASE("rows of negative weights go on from a checkpoint", "[checkpoint]") {
  Sample sample = test::random_sample(600, 2500, -3, 60, 38);
  std::erase_if(sample.edges, [](const Edge& e) { return e.source == e.destination; });
  for (Edge& e : sample.edges) {
    if (e.source > e.destination) std::swap(e.source, e.destination);
  }
  for (const Method method : {Method::kSweep, Method::kSearch}) {
    INFO(name(method));
    REQUIRE(require_goes_on(sample, RowSet(600), solver_by(method)) > 0);
  }
}

TEST_CASE("one method goes on where another one was stopped", "[checkpoint]") {
  const Sample sample = test::random_sample(600, 1500, 0, 300, 39);
  int run = 0;
  const test::Solver solve = [&](const Problem& problem, const Outputs& outputs,
                                 Observer& observer) {
    solver_by(kMethods[static_cast<std::size_t>(++run) % kMethods.size()])(problem, outputs,
                                                                           observer);
  };
  REQUIRE(require_goes_on(sample, RowSet(600), solve) > 0);
}

}  // namespace
}  // namespace apsp::cpu
