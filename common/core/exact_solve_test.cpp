// SPDX-License-Identifier: MIT
// The recipe, on a backend that computes nothing and writes down what is asked of it.
#include "common/core/exact_solve.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

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
  void require_fit(const Graph&, Width) override { calls.emplace_back("require_fit"); }
  std::unique_ptr<Solve> start(const Plan& plan, Observer&) override {
    calls.emplace_back("start " + std::string(name(plan.width)));
    if (plan.graph.vertices == 0) return nullptr;
    return std::make_unique<Attempt>(*this, findings[plan.width]);
  }

  /// Solves and returns the facts that were reported.
  std::map<std::string, std::string> solve(Arithmetic forced = {}) {
    struct Facts final : Observer {
      void enter_phase(Phase phase) override { phases += std::string(name(phase)) + ' '; }
      void fact(std::string_view key, const Fact& value) override {
        texts[std::string(key)] = std::get<std::string>(value);
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
};

const Finding kDoubtful = {{kUnreachable - 1, false}, std::nullopt};
const Finding kClipped = {{kUnreachable - 1, false}, Clipped{1, 0}};

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
                      {"--arithmetic u16 is too narrow: the path from 1 over edge 0 (from 0 to 1, "
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

TEST_CASE("a negative weight is refused before anything starts", "[exact_solve]") {
  Recorder backend;
  backend.edges = {{0, 1, 5}, {1, 0, -1}};
  backend.graph = {2, backend.edges, -1, 5};
  test::require_error(Fault::kNoAnswer, {"edge 1 (from 1 to 0)", "-1"},
                      [&] { (void)backend.solve(); });
  REQUIRE(backend.calls.empty());
}

TEST_CASE("a graph without vertices is started, so that a missing device shows", "[exact_solve]") {
  Recorder backend;
  backend.graph = {0, {}, 0, 0};
  (void)backend.solve();
  REQUIRE(backend.calls == Calls{"start u8"});
}

}  // namespace
}  // namespace apsp
