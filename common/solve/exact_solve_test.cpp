// SPDX-License-Identifier: MIT
// The recipe, on a backend that computes nothing and writes down what is asked of it.
#include "common/solve/exact_solve.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "common/base/error.hpp"
#include "common/oracle/reference.hpp"
#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using Calls = std::vector<std::string>;

/// The finding of a width: whether it is complete, the largest distance, what is clipped.
struct Finding {
  Extent extent;
  std::optional<Clipped> clipped;
};

/// Two vertices and an edge of weight 5.
struct Recorder final : Backend {
  struct Attempt final : Solve {
    Attempt(Recorder& backend, const Finding& found) : recorder(backend), finding(found) {}
    ~Attempt() override { recorder.calls.emplace_back("end"); }
    void scatter(const Graph& scattered, Observer&) override {
      REQUIRE(scattered.edges.size() == recorder.graph.edges.size());
      recorder.calls.emplace_back("scatter");
    }
    void close(Observer&) override { recorder.calls.emplace_back("close"); }
    Extent extent() override {
      recorder.calls.emplace_back("extent");
      return finding.extent;
    }
    std::optional<Clipped> first_clipped(const Graph&) override {
      recorder.calls.emplace_back("first_clipped");
      return finding.clipped;
    }
    void put(const Outputs& outputs, Observer&) override {
      recorder.calls.emplace_back("put");
      outputs.rows.put(0, std::vector<Distance>{0, 5, kUnreachable, 0});
    }

    Recorder& recorder;
    Finding finding;
  };

  [[nodiscard]] std::span<const Width> widths() const override { return offered; }
  Plan plan(const Problem& problem) override {
    seen = problem.seen ? problem.seen() : -1;
    return Backend::plan(problem);
  }
  void require_fit(const Problem&, const Plan&, Width) override {
    calls.emplace_back("require_fit");
  }
  std::unique_ptr<Solve> start(const apsp::Attempt& attempt, Observer&) override {
    calls.emplace_back("start " + std::string(name(attempt.width)));
    if (attempt.problem.graph.vertices == 0) return nullptr;
    return std::make_unique<Attempt>(*this, findings[attempt.width]);
  }

  /// Solves and returns the facts that were reported.
  std::map<std::string, std::string> solve(Arithmetic forced = {}) {
    struct Facts final : Observer {
      void enter_phase(Phase phase) override { phases += std::string(name(phase)) + ' '; }
      void fact(std::string_view key, const Fact& value) override {
        if (const auto* text = std::get_if<std::string>(&value)) texts[std::string(key)] = *text;
      }
      std::map<std::string, std::string> texts;
      std::string phases;
    } observer;
    MatrixSink sink(graph.vertices);
    solve_exactly(graph, *this, {sink}, observer, forced);
    observer.texts["phases"] = observer.phases;
    return observer.texts;
  }

  std::vector<Edge> edges = {{0, 1, 5}};
  Graph graph{2, edges, 5, 5};
  std::vector<Width> offered = {Width::kU8, Width::kU16, Width::kS32};
  std::map<Width, Finding> findings;
  Calls calls;
  Distance seen = 0;  // by the choice of the plan; -1: nobody looked
};

const Finding kDoubtful = {{kUnreachable - 1, false}, std::nullopt};
const Finding kClipped = {{kUnreachable - 1, false}, Clipped{1, 0}};

TEST_CASE("a width that is forced is told to the choice of a plan", "[exact_solve]") {
  Recorder backend;
  for (const Width width : backend.offered) {
    (void)backend.solve(width);
    REQUIRE(backend.seen == infinity_of(width) / 2);
  }
  (void)backend.solve();
  REQUIRE(backend.seen == -1);  // a graph so small is not looked at
}

TEST_CASE("the verbs are called in order, and no more than are needed", "[exact_solve]") {
  Recorder backend;
  const auto facts = backend.solve();
  REQUIRE(backend.calls == Calls{"start u8", "scatter", "close", "extent", "put", "end"});
  REQUIRE(facts.at("arithmetic") == "u8");
  REQUIRE(facts.at("arithmetic_tried") == "u8");
  REQUIRE(facts.at("proof") == "every pair is reached below INF");
  REQUIRE(facts.at("phases") == "bound compute prove ");
}

TEST_CASE("a doubt asks the edges", "[exact_solve]") {
  Recorder backend;
  backend.findings[Width::kU8] = kDoubtful;
  REQUIRE(backend.solve().at("proof") == "no edge leads from below INF to INF");
  REQUIRE(backend.calls ==
          Calls{"start u8", "scatter", "close", "extent", "first_clipped", "put", "end"});
}

TEST_CASE("a clipped attempt ends before the wider one starts", "[exact_solve]") {
  Recorder backend;
  backend.findings[Width::kU8] = kClipped;
  const auto facts = backend.solve();
  REQUIRE(backend.calls == Calls{"start u8", "scatter", "close", "extent", "first_clipped", "end",
                                 "start u16", "scatter", "close", "extent", "put", "end"});
  REQUIRE(facts.at("arithmetic") == "u16");
  REQUIRE(facts.at("arithmetic_tried") == "u8, u16");
}

TEST_CASE("only widths that the backend has are tried", "[exact_solve]") {
  Recorder backend;
  backend.offered = {Width::kS32};
  (void)backend.solve();
  REQUIRE(backend.calls.front() == "start s32");
}

TEST_CASE("a forced width that clips is refused and not widened", "[exact_solve]") {
  Recorder backend;
  backend.findings[Width::kU16] = kClipped;
  test::require_error(Fault::kNoAnswer,
                      {"arithmetic u16 is too narrow: the path from 1 over edge 0 (from 0 to 1, "
                       "weight 5) is 32767 or longer"},
                      [&] { (void)backend.solve(Width::kU16); });
  REQUIRE(backend.calls ==
          Calls{"start u16", "scatter", "close", "extent", "first_clipped", "end"});
}

TEST_CASE("what the widest width clips does not fit the format", "[exact_solve]") {
  Recorder backend;
  for (const Width width : backend.offered) backend.findings[width] = kClipped;
  test::require_error(Fault::kNoAnswer, {"a length does not fit the distance file"},
                      [&] { (void)backend.solve(); });
  test::require_error(Fault::kNoAnswer, {"a length does not fit the distance file"},
                      [&] { (void)backend.solve(Width::kS32); });
}

TEST_CASE("a backend without the width that is needed fails, and puts nothing", "[exact_solve]") {
  Recorder backend;
  backend.offered = {Width::kU8};
  backend.findings[Width::kU8] = kClipped;
  test::require_error(Fault::kInternal, {"no width", "tried u8"}, [&] { (void)backend.solve(); });
  backend.calls.clear();
  backend.offered = {Width::kU16, Width::kS32};
  test::require_error(Fault::kInternal, {"no width"}, [&] { (void)backend.solve(Width::kU8); });
  REQUIRE(backend.calls.empty());
}

TEST_CASE("a negative cycle is refused before anything starts", "[exact_solve]") {
  Recorder backend;
  backend.edges = {{0, 1, 5}, {1, 0, -6}};
  backend.graph = {2, backend.edges, -6, 5};
  test::require_error(Fault::kNoAnswer, {"negative cycle", ": 0 -> 1 -> 0, weights 5, -6, sum -1"},
                      [&] { (void)backend.solve(); });
  REQUIRE(backend.calls.empty());
}

TEST_CASE("a path too short for the format is refused before anything starts", "[exact_solve]") {
  Recorder backend;
  backend.edges = {{0, 1, 1 - kUnreachable}, {1, 2, -1}};
  backend.graph = {3, backend.edges, 1 - kUnreachable, -1};
  test::require_error(Fault::kNoAnswer,
                      {"a length does not fit the distance file: the path from 0 to 2 is "
                       "-1073741823, expected -1073741822 to 1073741822"},
                      [&] { (void)backend.solve(); });
  REQUIRE(backend.calls.empty());
}

/// A backend that computes what it is given by the triple loop, in one width, and keeps it.
struct Triple final : Backend {
  struct Attempt final : Solve {
    explicit Attempt(Triple& backend) : triple(backend) {}
    void scatter(const Graph& graph, Observer&) override {
      triple.smallest_weights.push_back(graph.smallest_weight);
      for (const reference::Length length : reference::floyd_warshall(graph)) {
        rows.push_back(static_cast<Distance>(std::min<reference::Length>(length, kUnreachable)));
      }
    }
    void close(Observer&) override {}
    Extent extent() override {
      Extent extent;
      for (const Distance d : rows) {
        if (d < kUnreachable) extent.largest = std::max(extent.largest, d);
        if (d == kUnreachable) extent.complete = false;
      }
      return extent;
    }
    std::optional<Clipped> first_clipped(const Graph& graph) override {
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        for (std::size_t row = 0; row < graph.vertices; ++row) {
          const auto at = [&](std::int32_t column) {
            return rows[row * graph.vertices + static_cast<std::size_t>(column)];
          };
          if (at(graph.edges[e].source) < kUnreachable &&
              at(graph.edges[e].destination) == kUnreachable) {
            return Clipped{row, e};
          }
        }
      }
      return std::nullopt;
    }
    void put(const Outputs& outputs, Observer&) override {
      REQUIRE((outputs.numbers != nullptr) == triple.expects_numbers);
      ++triple.puts;
      outputs.rows.put(0, rows);
    }
    Triple& triple;
    std::vector<Distance> rows;
  };
  [[nodiscard]] std::span<const Width> widths() const override { return offered; }
  void require_fit(const Problem&, const Plan&, Width) override {}
  std::unique_ptr<Solve> start(const apsp::Attempt&, Observer&) override {
    return std::make_unique<Attempt>(*this);
  }

  std::vector<Width> offered = {Width::kS32};
  bool expects_numbers = false;
  std::size_t puts = 0;
  std::vector<Distance> smallest_weights;
};

/// The facts of a solve on `backend`, whose rows must be the oracle's.
std::map<std::string, Fact, std::less<>> require_solved(const test::Sample& sample, Triple& backend,
                                                        BeyondS32 beyond) {
  test::Listener observer;
  MatrixSink sink(sample.vertices);
  SummarySink numbers{RowSet(sample.vertices)};
  solve_exactly(sample.graph(), backend, {sink, &numbers}, observer, {}, beyond);
  REQUIRE(std::ranges::equal(sink.distances(), reference::distances(sample.graph()).value()));
  return observer.facts;
}

TEST_CASE("a backend receives reduced weights only where one is negative", "[exact_solve]") {
  Triple backend;
  const auto facts =
      require_solved({3, {{0, 1, 5}, {1, 2, -7}, {0, 2, 1}}}, backend, BeyondS32::kRefused);
  REQUIRE(backend.smallest_weights == std::vector<Distance>{0});
  REQUIRE(std::get<std::int64_t>(facts.at("smallest_distance")) == -7);
  REQUIRE(std::get<std::string>(facts.at("proof")).ends_with(" (reduced lengths)"));
  REQUIRE_FALSE(facts.contains("largest_distance"));
  REQUIRE(facts.contains("largest_reduced_distance"));

  backend.expects_numbers = true;  // those of the backend are right as they are
  const auto plain = require_solved({2, {{0, 1, 5}}}, backend, BeyondS32::kRefused);
  REQUIRE(backend.smallest_weights == std::vector<Distance>{0, 5});
  REQUIRE_FALSE(plain.contains("smallest_distance"));
  REQUIRE(plain.contains("largest_distance"));
}

TEST_CASE("lengths that may pass the format are looked at before a row leaves", "[exact_solve]") {
  constexpr Distance kMost = kUnreachable - 1;
  // A reduced length of kMost may be one of kMost + 2, as h(2) is -2; that from 0 to 1 is not.
  Triple backend;
  test::Sample sample{4, {{3, 2, -2}, {0, 1, kMost}}};
  (void)require_solved(sample, backend, BeyondS32::kRefused);
  REQUIRE(backend.puts == 2);

  // From 2 the reduced length to 1 is kMost - 2: no length of one so small is out of range.
  backend.puts = 0;
  sample.edges[1] = {2, 1, kMost};
  (void)require_solved(sample, backend, BeyondS32::kRefused);
  REQUIRE(backend.puts == 1);

  // One more edge of weight 1, and the length is one too large for the format alone.
  backend.puts = 0;
  sample = {5, {{3, 2, -2}, {2, 1, kMost}, {1, 4, 1}}};
  MatrixSink sink(5);
  Observer observer;
  test::require_error(Fault::kNoAnswer,
                      {"a length does not fit the distance file: the path from 2 to 4 is "
                       "1073741823, expected -1073741822 to 1073741822"},
                      [&] { solve_exactly(sample.graph(), backend, {sink}, observer, {}); });
  REQUIRE(backend.puts == 1);
  REQUIRE(std::ranges::count(sink.distances(), MatrixSink::kNotWritten) == 25);
}

TEST_CASE("what s32 cannot reduce is solved in 64 bits, or another program named",
          "[exact_solve]") {
  constexpr Distance kMost = kUnreachable - 1;
  // The potential of 1 is -kMost, so that the path 0 -> 2 -> 1 of length 0 is reduced to kMost.
  // One from 3 of length 1 to more than s32 holds.
  const std::vector<test::Sample> samples = {
      {4, {{0, 1, -kMost}, {2, 1, 1}}},                                  // a reduced weight
      {4, {{0, 1, -kMost}, {2, 3, kMost / 2}, {3, 1, -kMost / 2 + 9}}},  // a sum of them
  };
  for (const test::Sample& sample : samples) {
    Triple backend;
    const auto facts = require_solved(sample, backend, BeyondS32::kOnProcessors);
    REQUIRE(std::get<std::string>(facts.at("arithmetic")) == "s64");
    REQUIRE(std::get<std::string>(facts.at("proof")) == "64 bits hold every length");

    MatrixSink sink(4);
    Observer observer;
    for (const auto& [forced, beyond, way] :
         {std::tuple(Arithmetic(), BeyondS32::kRefused, "hw3-1 computes in 64 bits"),
          std::tuple(Arithmetic(Width::kS32), BeyondS32::kRefused, "hw3-1 computes in 64 bits"),
          std::tuple(Arithmetic(Width::kS32), BeyondS32::kOnProcessors,
                     "auto computes in 64 bits")}) {
      test::require_error(Fault::kNoAnswer, {"arithmetic s32 is too narrow: the p", way},
                          [&, width = forced, where = beyond] {
                            solve_exactly(sample.graph(), backend, {sink}, observer, width, where);
                          });
    }
    REQUIRE(std::ranges::count(sink.distances(), MatrixSink::kNotWritten) == 16);
  }
}

TEST_CASE("64 bits name the first pair that the format does not hold", "[exact_solve]") {
  constexpr Distance kMost = kUnreachable - 1;
  Triple backend;
  MatrixSink sink(4);
  Observer observer;
  const test::Sample sample{4, {{0, 1, -kMost}, {2, 1, kMost}, {1, 3, 1}}};
  test::require_error(Fault::kNoAnswer,
                      {"a length does not fit the distance file: the path from 2 to 3 is "
                       "1073741823, expected -1073741822 to 1073741822"},
                      [&] {
                        solve_exactly(sample.graph(), backend, {sink}, observer, {},
                                      BeyondS32::kOnProcessors);
                      });
  REQUIRE(std::ranges::count(sink.distances(), MatrixSink::kNotWritten) == 16);
}

TEST_CASE("a forced width that reduced lengths pass is refused with both lengths",
          "[exact_solve]") {
  Recorder backend;
  backend.edges = {{0, 1, -7}, {1, 0, 20}};
  backend.graph = {2, backend.edges, -7, 20};
  backend.findings[Width::kU16] = {{kUnreachable - 1, false}, Clipped{0, 0}};
  test::require_error(
      Fault::kNoAnswer,
      {"arithmetic u16 is too narrow: the path from 0 over edge 0 (from 0 to 1, weight -7) is "
       "32760 or longer, 32767 or longer as the potentials of negative weights reduce it"},
      [&] { (void)backend.solve(Width::kU16); });
}

TEST_CASE("a graph without vertices is started, so that a missing device shows", "[exact_solve]") {
  Recorder backend;
  backend.graph = {0, {}, 0, 0};
  (void)backend.solve();
  REQUIRE(backend.calls == Calls{"start u8"});
}

}  // namespace
}  // namespace apsp
