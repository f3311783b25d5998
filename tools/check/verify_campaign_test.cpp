// SPDX-License-Identifier: MIT
// A campaign against the self-check of the solvers (--verify): it must refuse a corrupted result
// for exactly the reasons that docs/reliability.md gives.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "common/rows/verify_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_threads.hpp"
#include "tools/check/campaign_graph.hpp"
#include "tools/check/corruption.hpp"

namespace apsp::check {
namespace {

using test::Matrix;

constexpr std::size_t kMostVerified = 90;
constexpr std::size_t kVerifiedGraphs = test::kTakesAddressSpace ? 24 : 96;  // 2 s

/// Whether the row keeps what every row is held against where all edges are looked at.
bool keeps_all(const Graph& graph, std::span<const Distance> row, std::size_t i) {
  const Distance least = graph.smallest_weight < 0 ? 1 - kUnreachable : 0;
  const auto in_range = [=](Distance d) { return d >= least && d <= kUnreachable; };
  return row[i] == 0 && std::ranges::all_of(row, in_range) &&
         std::ranges::all_of(graph.edges, [&](const Edge& e) {
           const Distance before = row[static_cast<std::size_t>(e.source)];
           return before == kUnreachable ||
                  row[static_cast<std::size_t>(e.destination)] <= std::int64_t{before} + e.weight;
         });
}

struct Outcome {
  bool refused;
  std::vector<std::size_t> recomputed;
};

Outcome verify(const Graph& graph, const Matrix& found, std::size_t rows, std::uint64_t seed) {
  MatrixSink matrix(graph.vertices);
  VerifySink verifier(matrix, graph, rows, seed);
  const auto error = test::error_of([&] {
    verifier.put(0, found);
    Observer observer;
    verifier.finish(observer);
  });
  return {error.has_value(), verifier.recomputed_rows()};
}

struct VerifyTotals {
  std::size_t wrong_matrices = 0;
  std::size_t passed_samples = 0;  // of wrong matrices
  std::size_t whole_looks = 0;     // every row held against every edge
};

/// Whether a sample must refuse `found`, where every row is held against every edge: nothing is
/// left to chance but the rows that are recomputed.
bool must_refuse(const Graph& graph, const Matrix& found, const Matrix& right,
                 const std::vector<std::size_t>& recomputed) {
  const std::size_t vertices = graph.vertices;
  for (std::size_t i = 0; i < vertices; ++i) {
    const auto row = std::span(found).subspan(i * vertices, vertices);
    if (!keeps_all(graph, row, i)) return true;
    const bool differs = !std::ranges::equal(row, std::span(right).subspan(i * vertices, vertices));
    if (differs && std::ranges::count(recomputed, i) > 0) return true;
  }
  return false;
}

void verify_graph(std::uint32_t seed, VerifyTotals& totals) {
  std::mt19937 random(seed);
  const test::TestGraph g = test::graph_for(seed, kMostVerified, random);
  const std::size_t vertices = g.graph.vertices;
  const Matrix right = g.distances();
  INFO("seed " << seed << ", V = " << vertices << ", E = " << g.edges.size());
  REQUIRE_FALSE(verify(g.graph, right, vertices, seed).refused);
  const bool looks_at_all = VerifySink::edges_per_row(g.graph) == g.edges.size();
  for (const test::Corruption& corruption : test::corruptions()) {
    const auto found = corruption.apply({g.graph, right, random});
    if (!found) continue;
    INFO(corruption.name);
    const bool wrong = *found != right;
    totals.wrong_matrices += wrong ? 1 : 0;
    REQUIRE(verify(g.graph, *found, vertices, seed).refused == wrong);

    const Outcome sample = verify(g.graph, *found, 1, random());
    REQUIRE((wrong || !sample.refused));
    totals.passed_samples += wrong && !sample.refused ? 1 : 0;
    if (!looks_at_all) continue;
    ++totals.whole_looks;
    REQUIRE(sample.refused == must_refuse(g.graph, *found, right, sample.recomputed));
  }
}

TEST_CASE("--verify=V catches every corruption, a sample what its words say", "[campaign]") {
  VerifyTotals totals;
  for (std::uint32_t seed = 0; seed < kVerifiedGraphs; ++seed) {
    test::with_threads(1, [&] { verify_graph(seed, totals); });
  }
  INFO(totals.wrong_matrices << " wrong matrices, " << totals.passed_samples
                             << " passed a sample of one row");
  REQUIRE(totals.wrong_matrices > kVerifiedGraphs * 35);
  REQUIRE(totals.whole_looks > kVerifiedGraphs * 5);
  REQUIRE(totals.passed_samples > 0);  // a sample proves nothing, as the texts say
}

TEST_CASE("distances that a zero cycle alone supports pass all but the recomputed rows") {
  constexpr Distance kU = kUnreachable;
  const test::TestGraph g(3, {{0, 1, 0}, {1, 0, 0}});
  const Matrix found = {0, 0, kU, 0, 0, kU, 7, 7, 0};
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Outcome outcome = verify(g.graph, found, 1, seed);
    REQUIRE(outcome.refused == (outcome.recomputed.front() == 2));
    refused += outcome.refused ? 1 : 0;
  }
  REQUIRE(refused > 5);
  REQUIRE(refused < 55);
  REQUIRE(verify(g.graph, found, 3, 1).refused);
}

}  // namespace
}  // namespace apsp::check
