// SPDX-License-Identifier: MIT
// Elimination and sweeps against the 64-bit triple loop and against the dense method.
#include "hw3-1/sweep/sweep_solve.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "common/oracle/reference.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_row_order.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"
#include "common/testing/test_threads.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/lanes/lanes.hpp"
#include "hw3-1/sweep/closed_core.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::Listener;
using test::random_sample;
using test::require_exact;
using test::Sample;
using test::with_threads;

test::Solver sweep_solver(std::optional<Method> method = Method::kSweep,
                          const std::string& isa = "", Arithmetic arithmetic = {}) {
  return solver_with({.isa = isa, .method = method}, arithmetic);
}

TEST_CASE("sweeps: every instruction set and width agrees with the oracle on every edge size") {
  std::uint32_t seed = 5100;
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t vertices : {0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 255, 256, 257}) {
      for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
        if (kind == "dense" && vertices > 130) continue;
        for (const Width width : kWidths) {
          INFO(isa << ", V = " << vertices << ", " << kind << ", seed up to " << seed << ", "
                   << name(width));
          const Listener observer = require_exact(sample, sweep_solver(Method::kSweep, isa, width));
          REQUIRE(observer.text("method") == "sweep");
          REQUIRE(observer.text("arithmetic") == name(width));
        }
        (void)require_exact(sample, sweep_solver(Method::kSweep, isa));
      }
    }
  }
}

TEST_CASE("sweeps: graphs of many shapes") {
  const std::map<std::string, Sample> samples = {
      {"grid", test::grid(18, 18, 1000, 1)},
      {"grid, small weights", test::grid(17, 17, 3, 2)},
      {"shuffled grid", test::shuffled(test::grid(18, 18, 30, 3), 4)},
      {"star outward", test::star(300, true)},
      {"star inward", test::star(300, false)},
      {"chain", test::chain(std::vector<Distance>(299, 100), 5)},
      {"shuffled chain", test::shuffled(test::chain(std::vector<Distance>(299, 3)), 5)},
      {"ring", test::ring(301, 400)},
      {"cliques with a bridge", test::cliques_with_a_bridge(60)},
      {"dependencies", test::dependencies(320, 320, 6)},
      {"band, one way", test::band(300, 8, 3, false, 200, 7)},
      {"several components", random_sample(320, 280, 0, 900, 8)},
      {"repeated edges and loops", random_sample(40, 3000, 0, 9000, 9)},
  };
  for (const auto& [kind, sample] : samples) {
    for (const int threads : {1, 2, 3, 8}) {
      INFO(kind << ", " << threads << " threads");
      with_threads(threads, [&, &one = sample] { (void)require_exact(one, sweep_solver()); });
    }
    INFO(kind << ", method auto");
    (void)require_exact(sample, sweep_solver(std::nullopt));
  }
}

TEST_CASE("sweeps: random graphs") {
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = random() % 280;
    const std::size_t edges = random() % (3 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights to " << high);
    (void)require_exact(random_sample(vertices, edges, 0, high, seed), sweep_solver());
  }
}

/// Sweeps along the elimination in a given order, whose last `core` vertices are the core.
class ForcedOrder final : public apsp::Backend {
 public:
  ForcedOrder(const Graph& graph, const sparse::Order& order, const std::string& isa)
      : tree_(sparse::analyse(sparse::pattern_of(graph), order)), kernels_(choose_kernels(isa)) {}

  [[nodiscard]] std::span<const Width> widths() const override { return kWidths; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    return make_sweep_solve(tree_, kernels_, attempt);
  }

 private:
  sparse::EliminationTree tree_;
  const KernelSet& kernels_;
};

test::Solver solver_along(const Sample& sample, const sparse::Order& order, const std::string& isa,
                          Arithmetic arithmetic) {
  return test::solver_on(
      [=, graph = sample.graph()] { return std::make_unique<ForcedOrder>(graph, order, isa); },
      arithmetic);
}

TEST_CASE("sweeps: every core in every set and width") {
  for (const std::string& isa : runnable_isas()) {
    for (const std::uint32_t core : {1, 63, 65, 128, 257}) {
      for (const std::size_t each : {1, 3}) {
        const Sample sample = random_sample(290, 290 * each, 0, each == 1 ? 2 : 8, 77 + core);
        sparse::Order order = sparse::minimum_degree(sparse::pattern_of(sample.graph()));
        order.core = core;
        for (const Width width : kWidths) {
          INFO(isa << ", core " << core << ", " << each << " edges each, " << name(width));
          (void)require_exact(sample, solver_along(sample, order, isa, width));
        }
      }
    }
  }
}

TEST_CASE("sweeps: any order and core, random graphs, any number of threads") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 200;
    const std::size_t edges = random() % (4 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    const Sample sample = random_sample(vertices, edges, 0, high, seed);
    sparse::Order order{std::vector<std::int32_t>(vertices), random() % (vertices + 1)};
    std::iota(order.vertices.begin(), order.vertices.end(), 0);
    if (seed % 3 == 1) std::reverse(order.vertices.begin(), order.vertices.end());
    if (seed % 3 == 2) std::shuffle(order.vertices.begin(), order.vertices.end(), random);
    const int threads = 1 + static_cast<int>(random() % 8);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << edges << ", weights to " << high
                 << ", core " << order.core << ", " << threads << " threads");
    with_threads(threads, [&] {
      (void)require_exact(sample, solver_along(sample, order, "", std::nullopt));
    });
  }
}

TEST_CASE("sweeps: a core whose distances a width clips is computed wider") {
  Sample sample = test::ring(400, 300);
  sparse::Order order = sparse::minimum_degree(sparse::pattern_of(sample.graph()));
  order.core = 200;
  for (const Width width : {Width::kU8, Width::kU16}) {
    INFO(name(width));
    const Error error = test::require_refused(sample, solver_along(sample, order, "", width));
    REQUIRE(error.fault() == Fault::kNoAnswer);
  }
  (void)require_exact(sample, solver_along(sample, order, "", std::nullopt));
  for (const Width width : {Width::kU8, Width::kU16}) {
    // Every batch is redone, along the same tree.
    ForcedOrder backend(sample.graph(), order, "");
    Observer observer;
    const Problem problem(sample.graph());
    const Plan plan;
    const auto solve = backend.start({problem, plan, width, kUnreachable - 1}, observer);
    solve->scatter(sample.graph(), observer);
    solve->close(observer);
    for (const bool again : {false, true}) {
      INFO((again ? "again" : "first"));
      MatrixSink sink(sample.vertices);
      solve->put({sink}, observer);
      REQUIRE(std::ranges::equal(sink.distances(), reference::distances(sample.graph()).value()));
    }
  }
}

TEST_CASE("sweeps: a width is proven on the borders of its range") {
  for (const Width width : {Width::kU8, Width::kU16}) {
    test::require_proven_on_borders(infinity_of(width), sweep_solver(Method::kSweep, "", width),
                                    "no distance is as long as INF");
  }
}

TEST_CASE("sweeps: of all clipped paths the first edge's is named, and of its rows the first") {
  for (const Width width : {Width::kU8, Width::kU16}) {
    INFO(name(width));
    test::require_first_clipped_named(width, sweep_solver(Method::kSweep, "", width));
  }
}

TEST_CASE("sweeps: random graphs across the borders of the widths") {
  test::require_exact_across_widths(sweep_solver());
}

TEST_CASE("sweeps: only the batches that a width clips are computed wider") {
  // A ring of short edges, and a long chain apart: most sources see no long distance.
  Sample sample = test::ring(700, 1);
  const Sample far = test::chain(std::vector<Distance>(120, 900));
  for (Edge edge : far.edges) {
    edge.source += 700;
    edge.destination += 700;
    sample.edges.push_back(edge);
  }
  sample.vertices = 700 + far.vertices;
  const auto widened = [&](Arithmetic) {
    const Listener observer = require_exact(sample, sweep_solver());
    REQUIRE(observer.text("proof") == "batch by batch");
    return std::pair(std::get<std::int64_t>(observer.facts.at("batches_widened")),
                     std::get<std::int64_t>(observer.facts.at("batches")));
  };
  const auto [wide, all] = widened({});
  REQUIRE(wide > 0);
  REQUIRE(wide < all);
  for (const int threads : {1, 3}) {
    with_threads(threads, [&] { test::require_same_summary(sample, sweep_solver()); });
  }
}

TEST_CASE("sweeps: a summary of parts is proven before it is put, once", "[sparse]") {
  // No bound of the distances is known, so that one look at all rows comes first.
  Sample sample = test::grid(20, 20, 40'000'000, 31);
  for (std::int32_t v = 400; v < 420; ++v) sample.edges.push_back({v, v + 1, 40'000'000});
  sample.vertices = 421;
  test::require_same_summary(sample, sweep_solver());
}

TEST_CASE("sweeps: what a wider second try may take is counted", "[sparse]") {
  const Sample sample = random_sample(3000, 12'000, 0, 9, 32);
  const KernelSet& kernels = choose_kernels("");
  sparse::Order order = sparse::minimum_degree(sparse::pattern_of(sample.graph()));
  order.core = 1000;
  const auto tree = sparse::analyse(sparse::pattern_of(sample.graph()), order);
  const auto bytes = [&](Width width, bool proven) {
    return sweep_bytes(tree, kernels, width, proven, 2);
  };
  const std::size_t core = ClosedCore<std::int32_t>::bytes_for(1000, kernels);
  REQUIRE(bytes(Width::kU8, false) > bytes(Width::kU8, true) + core);
  REQUIRE(bytes(Width::kU8, true) < bytes(Width::kS32, true));
}

TEST_CASE("sweeps: a wish to end is heard while the width is proven", "[sparse]") {
  struct Impatient final : Observer {
    bool proving = false;
    std::atomic<int> questions = 0;  // while it is proven: the first comes before it
    void enter_phase(Phase phase) override { proving = phase == Phase::kProve; }
    bool cancelled() override { return proving && ++questions > 1; }
  };
  Sample sample = test::grid(30, 30, 100'000'000, 33);
  sample.vertices = 901;
  for (const Method method : {Method::kSweep, Method::kSearch}) {
    Impatient observer;
    MatrixSink sink(sample.vertices);
    test::require_error(Fault::kCancelled, {"cancelled"},
                        [&] { sweep_solver(method)(sample.graph(), {sink}, observer); });
    REQUIRE(observer.proving);
  }
}

TEST_CASE("sweeps: a length outside the format is refused") {
  const Error error = test::require_refused(test::chain({kUnreachable - 1, 1}), sweep_solver());
  REQUIRE(error.fault() == Fault::kNoAnswer);
}

TEST_CASE("sweeps: the summary is that of the rows") {
  test::require_same_summaries(sweep_solver());
}

/// Adds the way back of every edge.
Sample undirected(Sample sample) {
  for (std::size_t e = 0, end = sample.edges.size(); e < end; ++e) {
    const Edge edge = sample.edges[e];
    sample.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  return sample;
}

TEST_CASE("sweeps: summaries of undirected graphs, and of those with one edge that is directed") {
  constexpr std::uint32_t kGraphs = test::kTakesAddressSpace ? 40 : 160;
  for (std::uint32_t seed = 1; seed <= kGraphs; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 400;
    const std::size_t edges = random() % (2 * vertices + 1);
    const Distance high = std::vector<Distance>{0, 1, 20, 2000, 3'000'000}[random() % 5];
    Sample sample = undirected(random_sample(vertices, edges, 0, high, seed));
    if (seed % 3 == 0 && edges > 0) sample.edges[random() % edges].weight += 1;
    sparse::Order order = sparse::minimum_degree(sparse::pattern_of(sample.graph()));
    if (seed % 2 == 0) order.core = random() % (vertices + 1);
    const int threads = 1 + static_cast<int>(random() % 4);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << 2 * edges << ", weights to " << high
                 << ", core " << order.core << ", " << threads << " threads");
    with_threads(threads, [&] {
      test::require_same_summary(sample, solver_along(sample, order, "", std::nullopt));
    });
  }
}

TEST_CASE("sweeps: summaries of undirected graphs in every set and width") {
  for (const std::string& isa : runnable_isas()) {
    for (const std::size_t vertices : {1, 2, 63, 64, 65, 120}) {
      const Sample sample = undirected(random_sample(vertices, 2 * vertices, 1, 1, 31));
      for (const Width width : kWidths) {
        INFO(isa << ", V = " << vertices << ", " << name(width));
        test::require_same_summary(sample, sweep_solver(Method::kSweep, isa, width));
      }
    }
  }
}

TEST_CASE("sweeps: a sink that fails ends the solve with its error") {
  test::require_ended_by_sink(sweep_solver());
}

TEST_CASE("sweeps: each thread puts rows in ascending order where a sink asks for that") {
  test::require_rows_ascending(test::shuffled(test::grid(30, 30, 1000, 11), 12), sweep_solver());
}

TEST_CASE("auto takes sweeps for a grid and the dense method for a dense graph") {
  test::with_threads(1, [] {  // of many, dense ones may take less
    const auto chosen = [](const test::Sample& sample) {
      return require_exact(sample, sweep_solver(std::nullopt)).text("method");
    };
    REQUIRE(chosen(test::grid(24, 24, 1000, 13)) == "sweep");
    REQUIRE(chosen(random_sample(400, 60'000, 0, 99, 14)) == "dense");
    REQUIRE(chosen(random_sample(900, 1'800, 0, 99, 15)) != "dense");
  });
}

TEST_CASE("sweeps: a look for the longest distance beside the plan changes nothing", "[long]") {
  // Large enough, and of as many rows, that a second thread begins to look.
  const Sample sample = test::grid(250, 250, 100, 33);
  REQUIRE(sample.vertices + sample.edges.size() > std::size_t{1} << 18);
  std::vector<std::int32_t> sources(1024);
  std::iota(sources.begin(), sources.end(), 30'000);
  const auto solved_by = [&](int threads) {
    Listener observer;
    SummarySink summary{RowSet(sample.vertices, sources)};
    with_threads(threads, [&] {
      sweep_solver(std::nullopt)({sample.graph(), {sample.vertices, sources}}, {summary}, observer);
    });
    REQUIRE(observer.text("method") == "sweep");
    return summary.finish().json("distances") + observer.text("largest_distance");
  };
  const std::string alone = solved_by(1);
  REQUIRE(solved_by(2) == alone);
  REQUIRE(solved_by(5) == alone);
}

}  // namespace
}  // namespace apsp::cpu
