// SPDX-License-Identifier: MIT
// Searches by bits against the 64-bit triple loop, and where that takes too long against a search
// with a queue.
#include "hw3-1/search/bit_solve.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/oracle/predecessors.hpp"
#include "common/rows/predecessor_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_failing_row.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "common/testing/test_unweighted.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::layers;
using test::Listener;
using test::path;
using test::random_sample;
using test::require_as_by_queue;
using test::require_exact;
using test::Sample;
using test::unweighted_shapes;
using test::weighing;
using test::with_threads;

/// Searches so many sources at once, whatever is predicted.
class BitBackend final : public Backend {
 public:
  BitBackend(const Options& options, std::size_t at_once) : Backend(options), at_once_(at_once) {}

  [[nodiscard]] Plan plan(const Problem& problem) override {
    Plan plan = Backend::plan(problem);
    if (plan.search && plan.search->equal_weights()) plan.sources_at_once = at_once_;
    return plan;
  }

 private:
  const std::size_t at_once_;
};

test::Solver bit_solver(std::size_t at_once = 256, Arithmetic arithmetic = {},
                        const std::string& isa = {}) {
  const auto make = [=] {
    const Options options = {
        .isa = isa, .method = Method::kSearch, .threads = omp_get_max_threads()};
    return std::make_unique<BitBackend>(options, at_once);
  };
  return test::solver_on(make, arithmetic, BeyondS32::kOnProcessors);
}

TEST_CASE("bits: every instruction set and number of sources agrees with the oracle",
          "[bits][long]") {
  std::uint32_t seed = 8100;
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t at_once : kSourcesAtOnce) {
      for (const std::size_t vertices : {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 130, 257}) {
        for (const auto& [kind, unlike] : test::samples_of(vertices, seed)) {
          const Sample sample = weighing(unlike, static_cast<Distance>(seed % 4));
          INFO(isa << ", " << at_once << " sources, V = " << vertices << ", " << kind
                   << ", seed up to " << seed);
          const Listener observer = require_exact(sample, bit_solver(at_once, {}, isa));
          REQUIRE(observer.text("method") == "search");
          REQUIRE(std::get<std::int64_t>(observer.facts.at("sources_at_once")) ==
                  static_cast<std::int64_t>(at_once));
          test::require_same_summary(sample, bit_solver(at_once, {}, isa));
        }
      }
    }
  }
}

TEST_CASE("bits: graphs of many shapes by any number of threads", "[bits]") {
  for (const auto& [kind, sample] : unweighted_shapes()) {
    for (const auto& [threads, weight] :
         std::vector<std::pair<int, Distance>>{{1, 0}, {2, 1}, {3, 700}, {8, 1}}) {
      INFO(kind << ", " << threads << " threads, weight " << weight);
      with_threads(threads, [&, &one = sample, count = threads, equal = weight] {
        (void)require_exact(weighing(one, equal), bit_solver(count % 2 == 0 ? 64 : 256));
      });
    }
    INFO(kind);
    test::require_same_summary(weighing(sample, 40'000), bit_solver(512));
    test::require_same_summary(weighing(sample, 0), bit_solver(64));
  }
}

TEST_CASE("bits: random graphs, rows and weights", "[bits]") {
  const std::vector<std::string> isas = runnable_isas();
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % (seed % 10 == 0 ? 3000 : 500);
    const std::size_t edges =
        random() % (1 + vertices * std::vector<std::size_t>{1, 2, 5}[seed % 3]);
    const Distance weight = std::vector<Distance>{0, 1, 1, 20, 300'000}[random() % 5];
    const std::size_t at_once = kSourcesAtOnce[random() % kSourcesAtOnce.size()];
    const std::string& isa = isas[random() % isas.size()];
    const int threads = 1 + static_cast<int>(seed % 8);
    const Sample sample = weighing(random_sample(vertices, edges, 0, 0, seed), weight);
    const RowSet rows = test::some_rows(vertices, random);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weight " << weight
                 << ", " << rows.size() << " rows, " << at_once << " at once, " << isa << ", "
                 << threads << " threads");
    with_threads(threads,
                 [&] { require_as_by_queue(sample, rows, weight, bit_solver(at_once, {}, isa)); });
  }
}

TEST_CASE("bits: many levels", "[bits][long]") {
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t at_once : kSourcesAtOnce) {
      for (const std::size_t vertices : {254, 255, 256, 257, 258, 700}) {
        INFO(isa << ", " << at_once << " at once, V = " << vertices);
        const test::Solver solve = bit_solver(at_once, {}, isa);
        const RowSet all(vertices);
        require_as_by_queue(path(vertices, 3), all, 3, solve);
        require_as_by_queue(test::shuffled(test::chain(std::vector<Distance>(vertices - 1, 1)), 1),
                            all, 1, solve);
      }
    }
  }
  require_as_by_queue(path(3001, 1), RowSet(3001), 1, bit_solver(1024));
  require_as_by_queue(layers(300, 9, 2), RowSet(2700), 1, bit_solver(512));
  require_as_by_queue(test::shuffled(path(20'000, 1), 3), RowSet(20'000, {7, 19'999, 7, 0}), 1,
                      bit_solver(64));
}

TEST_CASE("bits: a limit ends the search, whatever lies beyond", "[bits]") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 700;
    const Distance weight = std::vector<Distance>{0, 1, 7}[random() % 3];
    const Sample sample = weighing(random_sample(vertices, 2 * vertices, 0, 0, seed), weight);
    Problem problem(sample.graph(), test::some_rows(vertices, random));
    problem.limit = static_cast<Distance>(random() % 60);
    INFO("seed " << seed << ", V = " << vertices << ", weight " << weight << ", limit "
                 << problem.limit);
    const std::vector<Distance> expected = test::by_queue(sample, problem.rows, weight);
    MatrixSink sink(vertices, problem.rows.size());
    Observer observer;
    bit_solver(kSourcesAtOnce[seed % 4])(problem, {sink}, observer);
    const auto found = sink.distances();
    for (std::size_t x = 0; x < expected.size(); ++x) {
      const bool same = found[x] == expected[x];
      const bool beyond = expected[x] > problem.limit && found[x] > problem.limit;
      if (!same && !beyond) FAIL("entry " << x << ": " << found[x] << ", not " << expected[x]);
    }
  }
  // Levels that a byte does not hold, within the limit and beyond it.
  const Sample sample = path(600, 1);
  for (const Distance limit : {0, 1, 253, 254, 255, 256, 598, 599, 700}) {
    INFO("limit " << limit);
    Problem problem(sample.graph(), {600, {0, 300, 599}});
    problem.limit = limit;
    MatrixSink sink(600, 3);
    Observer observer;
    bit_solver(64)(problem, {sink}, observer);
    for (Distance v = 0; v < 600; ++v) {
      const Distance found = sink.distances()[v];
      const bool right = v <= limit ? found == v : found > limit;
      if (!right) FAIL("vertex " << v << ": " << found);
    }
  }
}

TEST_CASE("bits: predecessors are those of the oracle", "[bits]") {
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 90;
    const Distance weight = static_cast<Distance>(seed % 3);
    const Sample sample =
        weighing(random_sample(vertices, random() % (4 * vertices), 0, 0, seed), weight);
    INFO("seed " << seed << ", V = " << vertices << ", weight " << weight);
    MatrixSink predecessors(vertices);
    MatrixSink distances(vertices);
    PredecessorSink sink(predecessors, &distances, sample.graph(), RowSet(vertices));
    Observer observer;
    bit_solver(kSourcesAtOnce[seed % 4])(sample.graph(), {sink, nullptr, &sink}, observer);
    sink.finish(observer);
    REQUIRE(std::ranges::equal(predecessors.distances(), reference::predecessors(sample.graph())));
  }
}

TEST_CASE("bits: a width is proven on the borders of its range", "[bits]") {
  for (const Width width : {Width::kU8, Width::kU16}) {
    const Distance infinity = infinity_of(width);
    const test::Solver solve = bit_solver(64, width);
    for (const std::size_t spare : {0, 1}) {
      const auto chain = [&](std::size_t edges, Distance weight) {
        return test::chain(std::vector<Distance>(edges, weight), spare);
      };
      (void)require_exact(chain(2, (infinity - 1) / 2), solve);
      (void)require_exact(chain(1, infinity - 1), solve);
      for (const Sample& sample : {chain(1, infinity), chain(2, (infinity + 1) / 2)}) {
        const Error error = test::require_refused(sample, solve);
        REQUIRE(
            error.what() ==
            std::string(test::require_refused(sample, solver_by(Method::kDense, width)).what()));
      }
    }
    (void)require_exact(test::ring(2, infinity - 1), solve);
  }
  const Distance half = (kUnreachable - 1) / 2;
  (void)require_exact(test::chain({half, half}), bit_solver());
  REQUIRE(test::require_refused(test::chain({half, half, half}), bit_solver()).fault() ==
          Fault::kNoAnswer);
}

TEST_CASE("bits: what is clipped is told as the dense method tells it", "[bits]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Sample sample = weighing(random_sample(150, 250, 0, 0, seed), seed % 2 == 0 ? 30 : 9000);
    for (const Width width : {Width::kU8, Width::kU16}) {
      INFO("seed " << seed << ", " << name(width));
      const auto outcome = [&](const test::Solver& solve) {
        Listener observer;
        try {
          (void)test::solved(sample, solve, observer);
          return std::string("solved");
        } catch (const Error& error) {
          return std::string(error.what());
        }
      };
      REQUIRE(outcome(bit_solver(64, width)) == outcome(solver_by(Method::kDense, width)));
    }
  }
}

TEST_CASE("bits: a sink that fails ends the solve with its error", "[bits]") {
  test::require_ended_by_sink(bit_solver(64));
  test::require_ended_by_numbers(bit_solver(64));
}

TEST_CASE("bits: a thread that fails leaves none waiting for its turn in the file", "[bits]") {
  test::require_none_left_waiting(bit_solver(64));
}

TEST_CASE("bits: each thread puts rows in ascending order", "[bits]") {
  test::require_rows_ascending(weighing(random_sample(900, 2500, 0, 0, 11), 1), bit_solver(64));
  test::require_rows_ascending(path(400, 1), bit_solver(256));
}

TEST_CASE("bits: a solve ends soon after it is cancelled", "[bits]") {
  struct Cancelling final : Observer {
    void advance(std::int64_t done, std::int64_t) override { last = done; }
    bool cancelled() override { return last >= 2; }
    std::int64_t last = 0;
  } observer;
  MatrixSink sink(2000);
  test::require_error(Fault::kCancelled, {"cancelled"},
                      [&] { bit_solver(64)(test::ring(2000, 1).graph(), {sink}, observer); });
  REQUIRE(observer.last < 2000 / 64);
}

}  // namespace
}  // namespace apsp::cpu
