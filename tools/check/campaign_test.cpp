// SPDX-License-Identifier: MIT
// A campaign against the proof: right results of many graphs, corrupted in many ways, in one row,
// in rows that share a block with right rows, and in all rows.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "common/catch.hpp"
#include "common/test_sanitizer.hpp"
#include "tools/check/check.hpp"
#include "tools/check/corruption.hpp"
#include "tools/check/potential.hpp"
#include "tools/check/proof.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::Matrix;
using test::TestGraph;
using RowList = std::vector<std::size_t>;

/// A sanitizer makes the oracle slow: fewer and smaller graphs then.
constexpr std::size_t kMostVertices = test::kTakesAddressSpace ? 60 : 350;
constexpr std::uint32_t kGraphs = test::kTakesAddressSpace ? 24 : 200;

enum class Scope { kOneRow, kShareOfBlocks, kAllRows };
constexpr Scope kScopes[] = {Scope::kOneRow, Scope::kShareOfBlocks, Scope::kAllRows};
constexpr std::string_view kScopeNames[] = {"one row", "some rows of each block", "all rows"};

/// Groups of up to four vertices on zero cycles, with few edges between the groups.
std::vector<Edge> islands(std::size_t vertices, std::mt19937& random) {
  std::vector<Edge> edges;
  for (std::size_t first = 0; first < vertices;) {
    const std::size_t size = std::min<std::size_t>(1 + random() % 4, vertices - first);
    for (std::size_t k = 0; k < size; ++k) {
      edges.push_back({static_cast<std::int32_t>(first + k),
                       static_cast<std::int32_t>(first + (k + 1) % size), 0});
    }
    first += size;
  }
  const std::size_t bridges = vertices * (1 + random() % 6) / 8;
  for (const Edge& e : test::random_edges(vertices, bridges, test::Weights::kPositive, random)) {
    edges.push_back(e);
  }
  return edges;
}

/// Adds differences of random potentials: the same shortest paths, with weights below zero.
void add_potentials(std::vector<Edge>& edges, std::size_t vertices, std::mt19937& random) {
  std::vector<Distance> potential(vertices);
  for (Distance& p : potential) p = static_cast<Distance>(random() % 10);
  for (Edge& e : edges) {
    e.weight += potential[static_cast<std::size_t>(e.destination)] -
                potential[static_cast<std::size_t>(e.source)];
  }
}

/// Mostly small, up to kMostVertices.
std::size_t vertices_for(std::uint32_t seed, std::mt19937& random) {
  if (seed % 12 == 0) return kMostVertices - random() % 20;
  return 2 + random() % (seed % 3 == 0 ? 20 : 64);
}

/// The same seed, the same graph. Lengths cross the borders of every width.
TestGraph graph_for(std::uint32_t seed, std::mt19937& random) {
  const std::size_t vertices = vertices_for(seed, random);
  std::vector<Edge> edges;
  if (seed % 2 == 0) {
    edges = islands(vertices, random);
    if (seed % 8 == 0) add_potentials(edges, vertices, random);
  } else {
    const std::size_t halves[] = {1, 2, 5, 16};  // edges of two vertices
    edges = test::random_edges(vertices, vertices * halves[seed / 2 % 4] / 2,
                               test::kAllWeights[random() % 4], random);
  }
  // The largest is such that no walk of V edges passes the range.
  const Distance scales[] = {1, 40, 9'000, (kUnreachable / 32) / static_cast<Distance>(vertices)};
  const Distance scale = scales[random() % 4];
  for (Edge& e : edges) e.weight *= scale;
  return TestGraph(vertices, std::move(edges));
}

/// `right` with the rows in scope as they are in `corrupted`.
Matrix corrupted_in(Scope scope, const Matrix& right, const Matrix& corrupted, std::size_t vertices,
                    std::mt19937& random) {
  if (scope == Scope::kAllRows) return corrupted;
  Matrix found = right;
  // The row of a draw that changes something, where there is one.
  std::size_t chosen = random() % vertices;
  const auto row = [&](const Matrix& matrix, std::size_t i) {
    return std::span(matrix).subspan(i * vertices, vertices);
  };
  for (std::size_t step = 0; step < vertices; ++step, chosen = (chosen + 1) % vertices) {
    if (!std::ranges::equal(row(right, chosen), row(corrupted, chosen))) break;
  }
  for (std::size_t i = 0; i < vertices; ++i) {
    const bool in_scope = i == chosen || (scope == Scope::kShareOfBlocks && random() % 2 == 0);
    if (in_scope) {
      std::ranges::copy(row(corrupted, i),
                        found.begin() + static_cast<std::ptrdiff_t>(i * vertices));
    }
  }
  return found;
}

struct Difference {
  RowList rows;
  std::size_t entries = 0;
};

Difference difference(const Matrix& found, const Matrix& right, std::size_t vertices) {
  Difference result;
  for (std::size_t x = 0; x < right.size(); ++x) {
    if (found[x] == right[x]) continue;
    ++result.entries;
    if (result.rows.empty() || result.rows.back() != x / vertices) {
      result.rows.push_back(x / vertices);
    }
  }
  return result;
}

/// The verdict's line for this difference from the right result.
std::string line_for(const Difference& wrong, const Graph& graph) {
  if (wrong.rows.empty()) {
    return fmt::format(
        "right: {0} x {0}, all rows proven: each of {1} {2} obeyed, each length attained by a path",
        graph.vertices, graph.edges.size(), graph.edges.size() == 1 ? "edge" : "edges");
  }
  return fmt::format("wrong: {0} x {0}, {1} wrong {2} in {3} {4}", graph.vertices, wrong.entries,
                     wrong.entries == 1 ? "entry" : "entries", wrong.rows.size(),
                     wrong.rows.size() == 1 ? "row" : "rows");
}

TEST_CASE("no corruption is missed, no right row accused, every wrong row counted", "[campaign]") {
  REQUIRE(test::corruptions().size() >= 40);
  std::map<std::string_view, std::size_t> wrong_times;
  std::size_t wrong_matrices = 0;
  std::size_t right_matrices = 0;
  for (std::uint32_t seed = 0; seed < kGraphs; ++seed) {
    std::mt19937 random(seed);
    const TestGraph g = graph_for(seed, random);
    const std::size_t vertices = g.graph.vertices;
    const Matrix right = g.distances();
    const std::vector<std::int64_t> potential = potentials(g.graph);
    INFO("seed " << seed << ", V = " << vertices << ", E = " << g.edges.size());
    REQUIRE(wrong_rows(g.graph, potential, right).empty());
    for (const test::Corruption& corruption : test::corruptions()) {
      const auto corrupted = corruption.apply({g.graph, right, random});
      if (!corrupted) continue;
      for (const Scope scope : kScopes) {
        INFO(corruption.name << ", in " << kScopeNames[static_cast<std::size_t>(scope)]);
        const Matrix found = corrupted_in(scope, right, *corrupted, vertices, random);
        const Difference expected = difference(found, right, vertices);
        REQUIRE(wrong_rows(g.graph, potential, found) == expected.rows);
        const Verdict verdict = check_graph(g.graph, found, vertices, {});
        REQUIRE(verdict.right == expected.rows.empty());
        REQUIRE(verdict.line == line_for(expected, g.graph));
        // A corruption that changes nothing gives the right result, and must pass.
        expected.rows.empty() ? ++right_matrices : ++wrong_matrices;
        wrong_times[corruption.name] += expected.rows.empty() ? 0 : 1;
      }
    }
  }
  if (test::kTakesAddressSpace) {
    WARN("under a sanitizer: V up to " << kMostVertices << ", " << wrong_matrices
                                       << " wrong matrices");
  }
  for (const test::Corruption& corruption : test::corruptions()) {
    INFO(corruption.name);
    CHECK(wrong_times[corruption.name] >= kGraphs / 8);
  }
  INFO(wrong_matrices << " wrong matrices, " << right_matrices << " right ones");
  REQUIRE(wrong_matrices >= kGraphs * 100);
  REQUIRE(right_matrices > 0);
}

}  // namespace
}  // namespace apsp::check
