// SPDX-License-Identifier: MIT
// The dense method against the 64-bit triple loop, element for element.
#include "hw3-1/backend.hpp"

#include <omp.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "common/base/memory.hpp"
#include "common/core/dense_weights.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_failing_row.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "hw3-1/dense/floyd_warshall.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::chain;
using test::Listener;
using test::random_sample;
using test::require_exact;
using test::require_refused;
using test::ring;
using test::Sample;
using test::with_threads;

test::Solver solver(const std::string& isa = "", Arithmetic arithmetic = {}) {
  return solver_with({.isa = isa, .method = Method::kDense}, arithmetic);
}

TEST_CASE("a plan stays while others list the edges of a matrix and take the memory") {
  const Sample band = test::band(4000, 300, 90, false, 50000, 1);
  std::string refusal;
  for (int attempt = 0; attempt < 5 && refusal.empty(); ++attempt) {
    const DenseWeights weights = test::weights_of<Distance>(band);
    const Problem problem(test::graph_of(weights));
    Backend backend;
    Observer observer;
    ExactSolve solve(problem, backend, observer, {});
    REQUIRE(solve.plan().method == Method::kDense);
    static_cast<void>(weights.edges());
    constexpr std::uint64_t kLeft = 8 << 20;  // less than a matrix, more than searches take
    const PromisedMemory others(available_memory() - kLeft);
    MatrixSink sink(band.vertices);
    try {
      solve.run({sink});  // other programs may have freed more
    } catch (const Error& error) {
      REQUIRE(error.fault() == Fault::kMemory);
      refusal = error.what();
    }
  }
  REQUIRE(refusal.find("4000 vertices") != std::string::npos);
}

/// The threads that a backend takes for a problem, of 8.
int threads_of(const Options& options, const Problem& problem) {
  int threads = 0;
  with_threads(8, [&] {
    {
      Backend backend(options);
      (void)backend.plan(problem);
      threads = omp_get_max_threads();
    }
    REQUIRE(omp_get_max_threads() == 8);
  });
  return threads;
}

TEST_CASE("little work takes one thread, more work more, unless their number is given") {
  for (const auto method : {std::optional<Method>(), std::optional(Method::kDense),
                            std::optional(Method::kSweep), std::optional(Method::kSearch)}) {
    INFO((method ? name(*method) : "auto"));
    int before = 1;
    for (const std::size_t vertices : {0, 1, 60, 500, 3000}) {
      INFO("V = " << vertices);
      const Sample sample = random_sample(vertices, 4 * vertices, 0, 9, 1);
      const Problem problem(sample.graph());
      const int threads = threads_of({.method = method}, problem);
      if (method) REQUIRE(threads >= before);  // two methods pay for threads at different times
      if (vertices <= 60) REQUIRE(threads == 1);
      if (vertices >= 3000) REQUIRE(threads > 1);
      before = threads;
      REQUIRE(threads_of({.method = method, .threads = 5}, problem) == 5);
      Problem more = problem;
      more.seconds_besides = 1;
      REQUIRE(threads_of({.method = method}, more) == 8);
    }
    REQUIRE(before > 2);
  }
}

TEST_CASE("beside the matrix a solve takes less than 64 MiB") {
  for (const KernelSet* kernels : compiled_kernels()) {
    for (const std::size_t vertices : {1, 64, 1984, 1985, 5000, 20000, 60000}) {
      for (const int threads : {1, 2, 64, 256}) {
        INFO(kernels->name << ", V = " << vertices << ", " << threads << " threads");
        constexpr std::size_t kMost = std::size_t{64} << 20;
        with_threads(threads, [&] {
          REQUIRE(workspace_bytes<std::uint8_t>(vertices, *kernels) < kMost);
          REQUIRE(workspace_bytes<std::uint16_t>(vertices, *kernels) < kMost);
          REQUIRE(workspace_bytes<std::int32_t>(vertices, *kernels) < kMost);
        });
      }
    }
  }
}

constexpr Distance kInf16 = kInfinity<std::uint16_t>;

TEST_CASE("every instruction set and width agrees with the oracle on every edge size", "[long]") {
  std::uint32_t seed = 100;
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t vertices : {0, 1, 2, 63, 64, 65, 127, 128, 129, 193, 300}) {
      for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
        for (const Width width : kWidths) {
          INFO(isa << ", V = " << vertices << ", " << kind << ", seed up to " << seed << ", "
                   << name(width));
          const Listener observer = require_exact(sample, solver(isa, width));
          REQUIRE(observer.text("instruction_set") == isa);
          REQUIRE(observer.text("arithmetic") == name(width));
        }
        INFO(isa << ", V = " << vertices << ", " << kind << ", seed up to " << seed << ", auto");
        (void)require_exact(sample, solver(isa, {}));
      }
    }
  }
}

TEST_CASE("thread counts beyond the processors and beyond the tiles give the same distances",
          "[long]") {
  const Sample sample = random_sample(700, 20'000, 0, 1000, 7);
  for (const int threads : {1, 2, 3, 7, 16, 64}) {
    INFO(threads << " threads");
    with_threads(threads, [&] { (void)require_exact(sample, solver()); });
  }
}

/// Every 128th row of what every width finds, against Dijkstra's algorithm.
void require_rows_exact(const Sample& sample, int threads) {
  const reference::Adjacency adjacency(sample.graph());
  for (const Width width : kWidths) {
    INFO(threads << " threads, " << name(width));
    Listener observer;
    std::vector<Distance> found;
    with_threads(threads, [&] { found = test::solved(sample, solver("", width), observer); });
    for (std::size_t row = 0; row < sample.vertices; row += 128) {
      const std::vector<reference::Length> expected = adjacency.dijkstra(row);
      for (std::size_t column = 0; column < sample.vertices; ++column) {
        const reference::Length length =
            expected[column] == reference::kNoPath ? kUnreachable : expected[column];
        if (found[row * sample.vertices + column] == length) continue;
        FAIL("row " << row << ", column " << column << ": found "
                    << found[row * sample.vertices + column] << ", expected " << length);
      }
    }
  }
}

TEST_CASE("the distances are right where strips are long and threads take the next one ahead",
          "[long]") {
  constexpr std::size_t kVertices = 2305;  // 37 tiles; two threads take strips of 40 from 36 on
  const Sample sample = random_sample(kVertices, kVertices * 6, 0, 12, 9);
  for (const int threads : {1, 2}) require_rows_exact(sample, threads);
}

TEST_CASE("the distances are right where panels without a path are left out", "[long]") {
  for (const std::size_t vertices : {129, 257, 300, 700}) {
    for (const std::uint32_t reach : {20, 100}) {
      for (const bool both : {false, true}) {
        const std::uint32_t seed = 10 + reach;
        INFO("V = " << vertices << ", reach " << reach << (both ? ", both ways" : ", one way")
                    << ", seed " << seed);
        const Sample sample = test::band(vertices, reach, 4, both, 1, seed);
        (void)require_exact(sample, solver());
        (void)require_exact(test::shuffled(sample, seed), solver());
      }
    }
  }

  constexpr std::size_t kVertices = 2305;
  // Under a sanitizer, whose instructions take ten times as long, one reach stands for all.
  const std::vector<std::uint32_t> seeds = test::kTakesAddressSpace
                                               ? std::vector<std::uint32_t>{12}
                                               : std::vector<std::uint32_t>{11, 12, 13};
  for (const std::uint32_t seed : seeds) {
    for (const bool both : {false, true}) {
      INFO("band, seed " << seed << (both ? ", both ways" : ", one way"));
      // Reaches of one, four and fourteen tiles; the last are apart from the others.
      const std::size_t reach = seed == 11 ? 60 : seed == 12 ? 250 : 900;
      Sample sample = test::band(kVertices - 200, reach, 12, both, 1, seed);
      sample.vertices = kVertices;
      sample.edges.push_back({2200, 2300, 1});
      for (const int threads : {1, 3}) require_rows_exact(sample, threads);
      require_rows_exact(test::shuffled(sample, seed), 2);
    }
  }
}

TEST_CASE("a clipped path is named by its vertices' numbers in whatever order they stand") {
  // Every vertex reaches every other one, some of them further than 16 bits hold.
  Sample sample = test::shuffled(test::band(700, 10, 4, true, 4000, 21), 22);
  const Error error = require_refused(sample, solver("", Width::kU16));
  REQUIRE(error.fault() == Fault::kNoAnswer);
  std::size_t row = 0, number = 0;
  const std::string message = error.what();
  const std::size_t at = message.find("the path from ");
  REQUIRE(at != std::string::npos);
  REQUIRE(std::sscanf(message.c_str() + at, "the path from %zu over edge %zu", &row, &number) == 2);
  REQUIRE(row < sample.vertices);
  REQUIRE(number < sample.edges.size());
  const Edge& edge = sample.edges[number];
  const std::vector<reference::Length> lengths = reference::Adjacency(sample.graph()).dijkstra(row);
  const reference::Length before = lengths[static_cast<std::size_t>(edge.source)];
  REQUIRE(before < kInf16);
  REQUIRE(before + edge.weight >= kInf16);
  REQUIRE(lengths[static_cast<std::size_t>(edge.destination)] >= kInf16);
  // And one width up all is well.
  (void)require_exact(sample, solver());
}

TEST_CASE("a width is proven on the borders of its range") {
  test::require_proven_on_borders(kInfinity<std::uint8_t>, solver("", Width::kU8));
  test::require_proven_on_borders(kInf16, solver("", Width::kU16));
  test::require_proven_on_borders(kUnreachable, solver("", Width::kS32));
}

TEST_CASE("of all clipped paths the first edge's is named, and of its rows the first", "[long]") {
  for (const int threads : {1, 3}) {
    INFO(threads << " threads");
    with_threads(threads, [] {
      test::require_first_clipped_named(Width::kU8, solver("", Width::kU8));
      test::require_first_clipped_named(Width::kU16, solver("", Width::kU16));
    });
  }
}

TEST_CASE("auto finds the width, one up where the first proof fails") {
  const test::Solver solve = solver();
  REQUIRE(require_exact(chain({100, 26}), solve).text("arithmetic") == "u8");
  REQUIRE(require_exact(chain({100, 27}), solve).text("arithmetic") == "u16");
  REQUIRE(require_exact(chain({kInf16 - 2, 1}), solve).text("arithmetic") == "u16");
  REQUIRE(require_exact(chain({kInf16 - 2, 2}), solve).text("arithmetic") == "s32");
  REQUIRE(require_exact(chain({kUnreachable - 1}), solve).text("arithmetic") == "s32");
  // Heavy edges that no shortest path takes do not widen the arithmetic.
  Sample detours = ring(60, 1);
  detours.edges.push_back({0, 30, kUnreachable - 1});
  REQUIRE(require_exact(detours, solve).text("arithmetic") == "u8");
  // The guess looks from two vertices. A long path in a component apart is seen by the proof alone.
  Sample apart = ring(60, 1);
  apart.vertices = 63;
  apart.edges.push_back({60, 61, 120});
  apart.edges.push_back({61, 62, 120});
  const Listener observer = require_exact(apart, solve);
  REQUIRE(observer.text("arithmetic") == "u16");
  REQUIRE(observer.text("arithmetic_tried") == "u8, u16");
}

TEST_CASE("the distances are the same whichever width is tried first") {
  std::size_t too_narrow = 0, enough = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const auto heaviest = static_cast<Distance>(8 + seed);  // largest distances about 60 to 250
    const Sample sample = random_sample(150, seed % 2 == 0 ? 450 : 6000, heaviest / 3,
                                        seed % 2 == 0 ? heaviest : 3 * heaviest, 4000 + seed);
    INFO("seed " << 4000 + seed);
    const Listener observer = require_exact(sample, solver());
    too_narrow += observer.text("arithmetic_tried") == "u8, u16";
    enough += observer.text("arithmetic_tried") == "u8";
    (void)require_exact(sample, solver("", Width::kU16));
    (void)require_exact(sample, solver("", Width::kS32));
  }
  INFO(too_narrow << " too narrow at first, " << enough << " enough");
  REQUIRE(enough > 0);
}

TEST_CASE("the report says what was seen of the largest distance, and what was tried") {
  Listener observer = require_exact(ring(100, 1), solver());
  REQUIRE(observer.text("largest_distance").substr(0, 17) == "99 seen, at most ");
  REQUIRE(observer.text("arithmetic_tried") == observer.text("arithmetic"));
  observer = require_exact(chain({100, 20}), solver());
  REQUIRE(observer.text("largest_distance").substr(0, 9) == "120 seen,");
  // A width that is forced is not chosen from anything.
  REQUIRE(require_exact(ring(100, 1), solver("", Width::kS32)).text("largest_distance").empty());
}

TEST_CASE("random graphs across the borders of the widths") {
  test::require_exact_across_widths(solver());
}

TEST_CASE("a length outside the format is refused, named, and nothing is written") {
  const Error error = require_refused(chain({kUnreachable - 1, 1}), solver());
  REQUIRE(error.fault() == Fault::kNoAnswer);
  const std::string message = error.what();
  REQUIRE(
      message.find("the path from 0 over edge 1 (from 1 to 2, weight 1) is 1073741823 or longer") !=
      std::string::npos);
}

TEST_CASE("a negative weight is solved") {
  (void)require_exact({3, {{0, 1, 4}, {1, 2, -3}}}, solver());
}

TEST_CASE("a sink that fails ends the solve with its error") {
  test::require_ended_by_sink(solver());
}

TEST_CASE("the summary is that of the rows") {
  test::require_same_summaries(solver());
}

TEST_CASE("a thread that fails leaves none waiting for its turn in the file") {
  test::require_none_left_waiting(solver());
}

}  // namespace
}  // namespace apsp::cpu
