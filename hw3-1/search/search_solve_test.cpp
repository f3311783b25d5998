// SPDX-License-Identifier: MIT
// Searches against the 64-bit triple loop and against the dense method.
#include "hw3-1/search/search_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"
#include "common/testing/test_failing_row.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::Listener;
using test::random_sample;
using test::require_exact;
using test::Sample;
using test::weighing;
using test::with_threads;

test::Solver search_solver(std::optional<Method> method = Method::kSearch,
                           Arithmetic arithmetic = {}) {
  return method == Method::kSearch ? one_a_row(arithmetic) : solver_by(method, arithmetic);
}

/// Both directions of the edges of a random tree.
Sample tree(std::size_t vertices, std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{vertices, {}};
  for (std::size_t v = 1; v < vertices; ++v) {
    const auto child = static_cast<std::int32_t>(v);
    const auto parent = static_cast<std::int32_t>(random() % v);
    sample.edges.push_back({child, parent, static_cast<Distance>(random() % 50)});
    sample.edges.push_back({parent, child, static_cast<Distance>(random() % 50)});
  }
  return sample;
}

std::map<std::string, Sample> shapes() {
  return {
      {"two vertices, one edge", test::chain({5})},
      {"a loop", {2, {{1, 1, 3}}}},
      {"star outward", test::star(300, true)},
      {"star inward", test::star(300, false)},
      {"chain", test::chain(std::vector<Distance>(299, 100), 5)},
      {"shuffled chain", test::shuffled(test::chain(std::vector<Distance>(299, 3)), 5)},
      {"ring", test::ring(301, 400)},
      {"tree", tree(300, 6)},
      {"cliques with a bridge", test::cliques_with_a_bridge(60)},
      {"dependencies", test::dependencies(320, 40, 6)},
      {"band, both ways", test::band(300, 8, 3, true, 200, 7)},
      {"several components", random_sample(320, 280, 0, 900, 8)},
      {"repeated edges and loops", random_sample(40, 3000, 0, 9000, 9)},
      {"repeated edges of two weights", random_sample(30, 900, 1, 2, 10)},
  };
}

TEST_CASE("searches: every width agrees with the oracle on every edge size", "[search]") {
  std::uint32_t seed = 7100;
  for (const std::size_t vertices : {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      for (const Width width : kWidths) {
        INFO("V = " << vertices << ", " << kind << ", seed up to " << seed << ", " << name(width));
        const Listener observer = require_exact(sample, search_solver(Method::kSearch, width));
        REQUIRE(observer.text("method") == "search");
        REQUIRE(observer.text("arithmetic") == name(width));
      }
      (void)require_exact(sample, search_solver());
    }
  }
}

TEST_CASE("searches: graphs of many shapes, weighted and not", "[search]") {
  for (const auto& [kind, sample] : shapes()) {
    for (const auto& [threads, weight] :
         std::vector<std::pair<int, Distance>>{{1, 0}, {2, 1}, {3, 700}, {8, 1}}) {
      INFO(kind << ", " << threads << " threads, weight " << weight);
      with_threads(threads, [&, &one = sample, equal = weight] {
        (void)require_exact(one, search_solver());
        const Listener observer = require_exact(weighing(one, equal), search_solver());
        REQUIRE(observer.text("search") == "breadth first");
      });
    }
    INFO(kind << ", method auto");
    (void)require_exact(sample, search_solver(std::nullopt));
    (void)require_exact(weighing(sample, 1), search_solver(std::nullopt));
  }
  REQUIRE(require_exact(tree(300, 6), search_solver()).text("search") == "Dijkstra");
}

TEST_CASE("searches: random graphs give the bytes of the dense method", "[search]") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 280;
    const std::size_t edges = random() % (5 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    const Distance low = random() % 3 == 0 ? high : 0;
    const int threads = 1 + static_cast<int>(seed % 8);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights " << low
                 << " to " << high << ", " << threads << " threads");
    const Sample sample = random_sample(vertices, edges, low, high, seed);
    with_threads(threads, [&] {
      (void)require_exact(sample, search_solver());
      Listener observer;
      REQUIRE(test::solved(sample, search_solver(), observer) ==
              test::solved(sample, search_solver(Method::kDense), observer));
    });
  }
}

TEST_CASE("searches: rows longer than a run of rows", "[search]") {
  // Two rows at once, and one.
  for (const std::size_t vertices : {60'000, 140'000}) {
    struct SomeRows final : RowSink {
      explicit SomeRows(std::size_t all) : vertices(all) {}
      void put(std::size_t first_row, std::span<const Distance> rows) override {
        const std::lock_guard lock(mutex);
        put_rows += rows.size() / vertices;
        for (std::size_t r = 0; r < rows.size() / vertices; ++r) {
          const std::size_t source = first_row + r;
          const auto row = rows.subspan(r * vertices, vertices);
          // Vertex s reaches the rest of its group of ten.
          for (const std::size_t v : {source - source % 10, source, source / 10 * 10 + 9}) {
            right = right && row[v] == (v < source ? kUnreachable : Distance(v - source));
          }
          right = right && row[(source + 20) % vertices] == kUnreachable;
          if (source % 997 == 0) {
            right = right && std::ranges::count(row, kUnreachable) ==
                                 static_cast<std::ptrdiff_t>(vertices - (10 - source % 10));
          }
        }
      }
      std::mutex mutex;
      std::size_t vertices;
      std::size_t put_rows = 0;
      bool right = true;
    };
    Sample sample{vertices, {}};
    for (std::size_t v = 0; v < vertices; ++v) {
      if (v % 10 == 9) continue;
      sample.edges.push_back({static_cast<std::int32_t>(v), static_cast<std::int32_t>(v + 1), 1});
    }
    // The sink takes the first rows alone: all of them would take seconds.
    struct Enough {};
    struct FirstRows final : RowSink {
      explicit FirstRows(SomeRows& sink) : next(sink) {}
      void put(std::size_t first_row, std::span<const Distance> rows) override {
        if (first_row >= 2'000) throw Enough();
        next.put(first_row, rows);
      }
      SomeRows& next;
    };
    SomeRows some(vertices);
    FirstRows sink(some);
    Observer observer;
    REQUIRE_THROWS_AS(search_solver()(sample.graph(), {sink}, observer), Enough);
    REQUIRE(some.right);
    REQUIRE(some.put_rows >= 2'000);
  }
}

TEST_CASE("searches: a width is proven on the borders of its range", "[search]") {
  for (const Width width : {Width::kU8, Width::kU16}) {
    test::require_proven_on_borders(infinity_of(width), search_solver(Method::kSearch, width),
                                    "no distance is as long as INF");
  }
}

TEST_CASE("searches: the first clipped edge's path is named, and of its rows the first",
          "[search]") {
  for (const Width width : {Width::kU8, Width::kU16}) {
    INFO(name(width));
    with_threads(3, [width = width] {
      test::require_first_clipped_named(width, search_solver(Method::kSearch, width));
    });
  }
}

TEST_CASE("searches: equal weights are refused as the dense method refuses them", "[search]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Sample sample = weighing(random_sample(150, 250, 0, 0, seed), seed % 2 == 0 ? 30 : 9000);
    for (const Arithmetic& width : {Arithmetic(Width::kU8), Arithmetic(Width::kU16)}) {
      INFO("seed " << seed << ", " << name(*width));
      const auto outcome = [&](Method method) {
        Listener observer;
        try {
          (void)test::solved(sample, search_solver(method, width), observer);
          return std::string("solved");
        } catch (const Error& error) {
          return std::string(error.what());
        }
      };
      REQUIRE(outcome(Method::kSearch) == outcome(Method::kDense));
    }
  }
}

TEST_CASE("searches: random graphs across the borders of the widths", "[search]") {
  test::require_exact_across_widths(search_solver());
}

TEST_CASE("searches: lengths on the borders of the format", "[search]") {
  constexpr Distance kHalf = kUnreachable / 2;  // kUnreachable is odd
  (void)require_exact(test::chain({kUnreachable - 1}), search_solver());
  (void)require_exact(test::chain({kUnreachable - 2, 1}), search_solver());
  (void)require_exact(test::chain({kHalf, kHalf}), search_solver());
  (void)require_exact(test::chain({kUnreachable - 2, 0, 1}, 3), search_solver());
  for (const Sample& sample :
       {test::chain({kUnreachable - 1, 1}), test::chain({kHalf + 1, kHalf + 1}),
        test::chain({kUnreachable - 1, kUnreachable - 1, kUnreachable - 1}, 2)}) {
    const std::string found = test::require_refused(sample, search_solver()).what();
    const Error expected = test::require_refused(sample, search_solver(Method::kDense));
    REQUIRE(expected.fault() == Fault::kNoAnswer);
    REQUIRE(found == expected.what());
  }
}

TEST_CASE("searches: negative weights are solved, a negative cycle is refused", "[search]") {
  for (const std::optional<Method> method :
       {std::optional(Method::kSearch), std::optional<Method>()}) {
    Sample sample = test::ring(300, 1);
    sample.edges[7].weight = -3;
    (void)require_exact(sample, search_solver(method));
    sample.edges[7].weight = -300;
    const Error error = test::require_refused(sample, search_solver(method));
    REQUIRE(error.fault() == Fault::kNoAnswer);
    REQUIRE(std::string(error.what()).find("sum -1") != std::string::npos);
  }
}

TEST_CASE("searches: the summary is that of the rows", "[search]") {
  for (const int threads : {1, 4}) {
    if (threads == 1 && test::kTakesAddressSpace) continue;
    with_threads(threads, [] { test::require_same_summaries(search_solver()); });
  }
  for (const auto& [kind, sample] : shapes()) {
    INFO(kind);
    test::require_same_summary(sample, search_solver());
    test::require_same_summary(weighing(sample, 40'000), search_solver());
  }
}

TEST_CASE("searches: a sink that fails ends the solve with its error", "[search]") {
  test::require_ended_by_sink(search_solver());
  test::require_ended_by_numbers(search_solver());
}

TEST_CASE("searches: a thread that fails leaves none waiting for its turn in the file",
          "[search]") {
  test::require_none_left_waiting(search_solver());
}

TEST_CASE("searches: each thread puts rows in ascending order", "[search]") {
  test::require_rows_ascending(random_sample(900, 2500, 0, 1000, 11), search_solver());
}

TEST_CASE("searches: a sample tells what searches reach", "[search]") {
  // Every vertex of a ring reaches all; of a star outward, all but one reach themselves alone.
  const sparse::SearchSample ring =
      sparse::sample_searches(sparse::SearchGraph(test::ring(500, 3).graph()), 1e6);
  REQUIRE(ring.vertices == 500);
  REQUIRE(ring.edges == 500);
  const sparse::SearchSample few =
      sparse::sample_searches(sparse::SearchGraph(test::ring(500, 3).graph()), 0);
  REQUIRE(few.vertices == 500);
  const sparse::SearchSample rim =
      sparse::sample_searches(sparse::SearchGraph(test::star(5'000, true).graph()), 1e6);
  REQUIRE(std::abs(rim.vertices - (4'999 + 5'000) / 5'000.0) < 1e-9);
  REQUIRE(std::abs(rim.edges - 4'999 / 5'000.0) < 1e-9);
  const sparse::SearchSample none =
      sparse::sample_searches(sparse::SearchGraph(Sample{7, {}}.graph()), 1e6);
  REQUIRE(none.vertices == 1);
  REQUIRE(none.spread == 1);
  REQUIRE(none.edges == 0);
}

TEST_CASE("searches: a small sample is near the mean of all searches", "[search]") {
  // What one search reaches differs from vertex to vertex: on a path by where it begins, in a
  // graph with few edges by whether one leads on.
  std::vector<Sample> samples = {test::chain(std::vector<Distance>(2'000, 3))};
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    samples.push_back(random_sample(2'000, 12'000, 0, 99, seed));
    for (Edge& edge : samples.back().edges) edge.source /= 2;
  }
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const Sample& sample = samples[n];
    const sparse::SearchGraph graph(sample.graph());
    sparse::RowSearch search(graph);
    double all = 0;
    for (std::size_t source = 0; source < sample.vertices; ++source) {
      std::vector<Distance> row(sample.vertices, kUnreachable);
      all += static_cast<double>(search.run(source, row.data()).size());
    }
    const double mean = all / static_cast<double>(sample.vertices);
    const double guess = sparse::sample_searches(graph, 20'000).vertices;
    INFO("sample " << n << ": " << guess << " for " << mean);
    REQUIRE(std::abs(guess - mean) <= 0.15 * mean);
  }
}

TEST_CASE("searches: a limit ends a search before what is farther is looked at", "[search]") {
  // In a path of edges that weigh 3, a limit of 30 leaves 11 vertices to settle.
  constexpr std::size_t kVertices = 5'001;
  const Sample equal = test::chain(std::vector<Distance>(kVertices - 1, 3));
  Sample unlike = equal;
  unlike.edges.push_back({0, 0, 4});  // searched by Dijkstra's algorithm
  for (const Sample& path : {equal, unlike}) {
    const sparse::SearchGraph graph(path.graph());
    for (const Distance limit : {0, 2, 3, 30, 32, kUnreachable}) {
      INFO("limit " << limit << ", " << graph.algorithm());
      sparse::RowSearch search(graph);
      std::vector<Distance> row(kVertices, kUnreachable);
      const std::size_t expected =
          limit == kUnreachable ? kVertices : 1 + static_cast<std::size_t>(limit / 3);
      const auto reached = search.run(0, row.data(), limit);
      REQUIRE(reached.size() == expected);
      REQUIRE(row[expected - 1] <= limit);
      REQUIRE(std::count(row.begin(), row.end(), kUnreachable) ==
              static_cast<std::ptrdiff_t>(kVertices - expected));
    }
    REQUIRE(sparse::sample_searches(graph, 1e6, 30).vertices <= 11);
    REQUIRE(sparse::sample_searches(graph, 1e6).vertices > 1000);
  }
}

TEST_CASE("searches: a limit that little lies within makes them the fastest way", "[search]") {
  const Sample grid = test::band(6'000, 8, 3, true, 200, 26);
  Problem problem(grid.graph());
  Backend backend;
  REQUIRE(backend.plan(problem).method != Method::kSearch);
  problem.limit = 100;
  REQUIRE(backend.plan(problem).method == Method::kSearch);
}

/// Solves with --method auto, compares with the dense method, and returns the reports.
Listener require_as_dense(const Sample& sample) {
  Listener observer;
  Listener dense;
  const bool same = test::solved(sample, search_solver(std::nullopt), observer) ==
                    test::solved(sample, search_solver(Method::kDense), dense);
  REQUIRE(same);
  return observer;
}

TEST_CASE("auto searches where little is reached, weighted or not", "[search]") {
  const Sample sample = test::dependencies(3'000, 10, 21);
  for (const Sample& graph : {sample, weighing(sample, 1), test::shuffled(sample, 22)}) {
    const Listener observer = require_as_dense(graph);
    CAPTURE(std::get<double>(observer.facts.at("predicted_search_seconds")),
            std::get<double>(observer.facts.at("predicted_dense_seconds")));
    REQUIRE(observer.text("method") == "search");
    REQUIRE(std::get<double>(observer.facts.at("predicted_search_seconds")) <
            std::get<double>(observer.facts.at("predicted_dense_seconds")));
  }
}

TEST_CASE("auto does not search where everything is reached", "[search]") {
  REQUIRE(require_as_dense(test::grid(60, 50, 9, 23)).text("method") == "sweep");
  REQUIRE(require_as_dense(test::band(2'000, 6, 3, true, 200, 24)).text("method") != "search");
  // Of fewer than 1,000 vertices, that the speed of this build and machine has no say. Other sets
  // take longer for tiles, and may search.
  if (choose_kernels("").name != "avx512") return;
  const Sample all_reached = random_sample(800, 12'800, 0, 99, 25);
  for (const int threads : {1, 2}) {
    CAPTURE(threads);
    with_threads(threads,
                 [&] { REQUIRE(require_as_dense(all_reached).text("method") != "search"); });
  }
}

}  // namespace
}  // namespace apsp::cpu
