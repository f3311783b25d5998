// SPDX-License-Identifier: MIT
// Undirected graphs through the recipe and all methods, byte for byte as graphs whose file holds
// both directions.
#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "common/core/both_ways.hpp"
#include "common/core/problem.hpp"
#include "common/oracle/reference.hpp"
#include "common/rows/verify_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using test::kArithmetics;
using test::Listener;
using test::Sample;

/// Solves each edge both ways, with every row held against the edges.
test::Solver undirected(Method method, Arithmetic arithmetic) {
  return [=](const Problem& file, const Outputs& outputs, Observer& observer) {
    const BothWays both(file.graph);
    const Problem problem(both.graph(), file.rows);
    VerifySink verifier(outputs.rows, problem, file.rows.size(), 1);
    solver_by(method, arithmetic)(problem, {verifier}, observer);
    verifier.finish(observer);
  };
}

/// The same graph as a file with both directions: one behind the other, a loop once.
Sample both_directions(const Sample& sample) {
  Sample both{sample.vertices, {}};
  for (const Edge& edge : sample.edges) {
    both.edges.push_back(edge);
    if (edge.source != edge.destination) {
      both.edges.push_back({edge.destination, edge.source, edge.weight});
    }
  }
  return both;
}

/// The distances, or the fault that solving ends in.
std::vector<Distance> outcome(const Sample& sample, const test::Solver& solve) {
  Listener observer;
  try {
    return test::solved(sample, solve, observer);
  } catch (const Error& error) {
    return {-1, static_cast<Distance>(error.fault())};
  }
}

void require_like_both_directions(const Sample& sample) {
  const Sample both = both_directions(sample);
  const auto expected = reference::distances(both.graph());
  for (const Method method : kMethods) {
    for (const Arithmetic arithmetic : kArithmetics) {
      INFO(name(method) << ", " << (arithmetic ? apsp::name(*arithmetic) : "auto"));
      const std::vector<Distance> found = outcome(sample, undirected(method, arithmetic));
      REQUIRE(found == outcome(both, solver_by(method, arithmetic)));
      if (!arithmetic && expected) REQUIRE(found == *expected);
      if (!arithmetic && !expected) {
        REQUIRE(found == std::vector<Distance>{-1, static_cast<Distance>(Fault::kNoAnswer)});
      }
    }
  }
}

TEST_CASE("an undirected graph has the distances of both directions", "[undirected][sweep]") {
  std::uint32_t seed = 100;
  for (const std::size_t vertices : {0, 1, 2, 3, 64, 65, 130}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      INFO("V = " << vertices << ", " << kind << ", seed up to " << seed);
      require_like_both_directions(sample);
    }
  }
}

TEST_CASE("random undirected graphs in every method and width", "[undirected][sweep]") {
  constexpr std::array<Distance, 6> kTops = {1, 60, 200, 30'000, 400'000'000, kUnreachable - 1};
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 12;
    const Distance high = kTops[random() % kTops.size()];
    // A fifth with edges below 0: never an answer, but where there is no such edge by chance.
    const Distance low = seed % 5 == 0 ? -high / 8 : 0;
    INFO("seed " << seed << ", V = " << vertices << ", weights " << low << " to " << high);
    require_like_both_directions(
        test::random_sample(vertices, random() % (3 * vertices), low, high, seed));
  }
}

TEST_CASE("loops and repeated edges of an undirected graph count as they do both ways",
          "[undirected]") {
  require_like_both_directions({1, {{0, 0, 0}}});
  require_like_both_directions({1, {{0, 0, -1}}});
  require_like_both_directions({2, {{1, 0, 7}, {0, 1, 5}, {0, 0, 3}, {1, 0, 6}}});
  require_like_both_directions({3, {{1, 0, 0}, {2, 1, 0}, {2, 2, 0}}});
  REQUIRE(outcome({2, {{1, 0, 7}}}, undirected(Method::kDense, {})) ==
          std::vector<Distance>{0, 7, 7, 0});
}

TEST_CASE("some rows of an undirected graph are those of the whole matrix", "[undirected]") {
  const Sample sample = test::random_sample(90, 120, 0, 40, 5);
  const std::vector<Distance> all = reference::distances(both_directions(sample).graph()).value();
  const RowSet rows(90, {70, 3, 70, 89});
  for (const Method method : kMethods) {
    INFO(name(method));
    MatrixSink sink(90, rows.size());
    Listener observer;
    undirected(method, {})({sample.graph(), rows}, {sink}, observer);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      REQUIRE(std::ranges::equal(sink.distances().subspan(r * 90, 90),
                                 std::span(all).subspan(rows.source(r) * 90, 90)));
    }
  }
}

TEST_CASE("a clipped path of an undirected graph is named by the file's edge", "[undirected]") {
  constexpr Distance kInf = kInfinity<std::uint8_t>;
  // Only from 3 backwards is a path of two edges: from 3 over edge 2 to 2, then over edge 0 to 0.
  const Sample sample{4, {{0, 2, kInf - 2}, {1, 1, 4}, {2, 3, 2}}};
  for (const Method method : kMethods) {
    INFO(name(method));
    const std::string message =
        test::require_refused(sample, undirected(method, Width::kU8)).what();
    INFO(message);
    REQUIRE(message.find("from 0 over edge 2 (from 2 to 3, weight 2)") != std::string::npos);
  }
  // On the way back: edge 1 from 2 to 1, which the file has from 1 to 2. Edge 0 leads nowhere new.
  const Sample back{4, {{3, 2, 2}, {1, 2, kInf - 1}}};
  for (const Method method : kMethods) {
    INFO(name(method));
    const std::string message = test::require_refused(back, undirected(method, Width::kU8)).what();
    INFO(message);
    REQUIRE(message.find("from 1 over edge 0 (from 2 to 3, weight 2)") != std::string::npos);
  }
}

TEST_CASE("the self-check holds rows against both ways of an edge", "[undirected]") {
  const Sample sample{3, {{0, 1, 4}, {2, 1, 5}}};
  const BothWays both(sample.graph());
  MatrixSink sink(3);
  VerifySink verifier(sink, both.graph(), 0, 1);
  const std::vector<Distance> right = {0, 4, 9};
  const std::vector<Distance> directed_row = {4, 0, kUnreachable};
  verifier.put(0, right);
  test::require_error(Fault::kInternal, {"edge 1 leads from there to 2 with weight 5"},
                      [&] { verifier.put(1, directed_row); });
}

}  // namespace
}  // namespace apsp::cpu
