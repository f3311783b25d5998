// SPDX-License-Identifier: MIT
// A campaign against the proof: right results of many graphs, corrupted in many ways, in one row,
// in rows that share a block with right rows, and in all rows.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/potentials.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_threads.hpp"
#include "tools/check/campaign_graph.hpp"
#include "tools/check/check.hpp"
#include "tools/check/compare.hpp"
#include "tools/check/corruption.hpp"
#include "tools/check/proof.hpp"
#include "tools/check/recompute.hpp"
#include "tools/check/sweep.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::check {
namespace {

using test::Matrix;
using test::TestGraph;
using RowList = std::vector<std::size_t>;

/// A sanitizer makes the oracle slow: fewer and smaller graphs then.
constexpr std::size_t kMostVertices = test::kTakesAddressSpace ? 60 : 350;
constexpr std::size_t kGraphs = test::kTakesAddressSpace ? 24 : 200;

enum class Scope { kOneRow, kShareOfBlocks, kAllRows };
constexpr Scope kScopes[] = {Scope::kOneRow, Scope::kShareOfBlocks, Scope::kAllRows};
constexpr std::string_view kScopeNames[] = {"one row", "some rows of each block", "all rows"};

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

/// Numbers that leave no edge below zero: smallest distances where a path may also begin at any
/// vertex with a random number.
std::vector<std::int64_t> other_potentials(const Matrix& right, std::size_t vertices,
                                           std::mt19937& random) {
  std::vector<std::int64_t> begin(vertices);
  for (std::int64_t& b : begin) b = static_cast<std::int64_t>(random() % 50) - 25;
  std::vector<std::int64_t> potential = begin;
  for (std::size_t u = 0; u < vertices; ++u) {
    for (std::size_t v = 0; v < vertices; ++v) {
      const Distance d = right[u * vertices + v];
      if (d != kUnreachable) potential[v] = std::min(potential[v], begin[u] + d);
    }
  }
  return potential;
}

struct Totals {
  std::map<std::string_view, std::size_t> wrong_times;  // by corruption
  std::size_t wrong_matrices = 0;
  std::size_t right_matrices = 0;
};

/// Checks the graph of this seed under every corruption, in every scope.
void judge_graph(std::uint32_t seed, Totals& totals) {
  std::mt19937 random(seed);
  const TestGraph g = test::graph_for(seed, kMostVertices, random);
  const std::size_t vertices = g.graph.vertices;
  const Matrix right = g.distances();
  const Potentials potentials(g.graph);
  const std::span<const std::int64_t> potential = potentials.values();
  const std::vector<std::int64_t> other = other_potentials(right, vertices, random);
  INFO("seed " << seed << ", V = " << vertices << ", E = " << g.edges.size());
  REQUIRE(wrong_rows(g.graph, potential, right, RowSet(vertices)).empty());
  for (const test::Corruption& corruption : test::corruptions()) {
    const auto corrupted = corruption.apply({g.graph, right, random});
    if (!corrupted) continue;
    for (const Scope scope : kScopes) {
      INFO(corruption.name << ", in " << kScopeNames[static_cast<std::size_t>(scope)]);
      const Matrix found = corrupted_in(scope, right, *corrupted, vertices, random);
      const Difference expected = difference(found, right, vertices);
      REQUIRE(wrong_rows(g.graph, potential, found, RowSet(vertices)) == expected.rows);
      if (scope == Scope::kOneRow)
        REQUIRE(wrong_rows(g.graph, other, found, RowSet(vertices)) == expected.rows);
      const Verdict verdict = check_graph(g.graph, {found, RowSet(vertices)}, {});
      REQUIRE(verdict.right == expected.rows.empty());
      REQUIRE(verdict.line == line_for(expected, g.graph));
      // A corruption that changes nothing gives the right result, and must pass.
      expected.rows.empty() ? ++totals.right_matrices : ++totals.wrong_matrices;
      totals.wrong_times[corruption.name] += expected.rows.empty() ? 0 : 1;
    }
  }
}

TEST_CASE("no corruption is missed, no right row accused, every wrong row counted", "[campaign]") {
  REQUIRE(test::corruptions().size() >= 40);
  Totals totals;
  for (std::uint32_t seed = 0; seed < kGraphs; ++seed) {
    // Threads that wait for each other cost more than a small graph: only some graphs have two.
    test::with_threads(seed % 24 == 0 ? 2 : 1, [&] { judge_graph(seed, totals); });
  }
  if (test::kTakesAddressSpace) {
    WARN("under a sanitizer: V up to " << kMostVertices << ", " << totals.wrong_matrices
                                       << " wrong matrices");
  }
  for (const test::Corruption& corruption : test::corruptions()) {
    INFO(corruption.name);
    CHECK(totals.wrong_times[corruption.name] >= kGraphs / 8);
  }
  INFO(totals.wrong_matrices << " wrong matrices, " << totals.right_matrices << " right ones");
  REQUIRE(totals.wrong_matrices >= kGraphs * 100);
  REQUIRE(totals.right_matrices > 0);
}

/// Counts, entry by entry and edge by edge, what the sweep promises to see.
std::size_t visible_in_a_sweep(const Graph& graph, const Matrix& found) {
  const std::size_t n = graph.vertices;
  const Distance least = graph.smallest_weight < 0 ? 1 - kUnreachable : 0;
  std::size_t count = 0;
  for (std::size_t x = 0; x < found.size(); ++x) {
    const bool inside = found[x] >= least && found[x] <= kUnreachable;
    const bool on_diagonal = x % (n + 1) == 0;
    if (!inside || (on_diagonal && found[x] != 0)) ++count;
  }
  for (const Edge& e : graph.edges) {
    const Distance d =
        found[static_cast<std::size_t>(e.source) * n + static_cast<std::size_t>(e.destination)];
    count += d > e.weight ? 1 : 0;
  }
  return count;
}

/// The checks that are no proof: the comparison, the recomputed rows, the sweep and a sample.
void judge_other_checks(std::uint32_t seed, std::size_t& passed_samples) {
  std::mt19937 random(seed);
  const TestGraph g = test::graph_for(seed, 60, random);
  const std::size_t vertices = g.graph.vertices;
  const Matrix right = g.distances();
  RowList all(vertices);
  std::iota(all.begin(), all.end(), std::size_t{0});
  INFO("seed " << seed << ", V = " << vertices << ", E = " << g.edges.size());
  REQUIRE(sweep(g.graph, {right, RowSet(vertices)}).count == 0);
  for (const test::Corruption& corruption : test::corruptions()) {
    const auto found = corruption.apply({g.graph, right, random});
    if (!found) continue;
    INFO(corruption.name);
    const Difference expected = difference(*found, right, vertices);
    for (const Findings& findings :
         {compare(*found, right, vertices), recompute(g.graph, {*found, RowSet(vertices)}, all)}) {
      REQUIRE(findings.count == expected.entries);
      REQUIRE(findings.tasks == expected.rows.size());
    }
    const std::size_t visible = visible_in_a_sweep(g.graph, *found);
    REQUIRE(sweep(g.graph, {*found, RowSet(vertices)}).count == visible);
    REQUIRE((visible == 0 || expected.entries > 0));
    if (vertices < 3) continue;
    const Verdict sample = check_graph(g.graph, {*found, RowSet(vertices)}, {1, random()});
    REQUIRE(sample.line.find("proven") == std::string::npos);
    REQUIRE((sample.right || expected.entries > 0));
    REQUIRE((!sample.right || visible == 0));
    passed_samples += sample.right && expected.entries > 0 ? 1 : 0;
  }
}

TEST_CASE("what is compared, recomputed or swept is counted right under corruption", "[campaign]") {
  std::size_t passed_samples = 0;
  for (std::uint32_t seed = 0; seed < kGraphs / 4; ++seed) {
    test::with_threads(1, [&] { judge_other_checks(seed, passed_samples); });
  }
  REQUIRE(passed_samples > 0);  // "right as far as checked" is no proof
}

/// Which rows and columns of the matrix a file holds.
enum class Part { kSomeRows, kSomeColumns, kSomeOfBoth };
constexpr Part kParts[] = {Part::kSomeRows, Part::kSomeColumns, Part::kSomeOfBoth};

/// Up to `most` vertices in any order, perhaps one of them twice.
RowSet some_vertices(std::size_t vertices, std::size_t most, std::mt19937& random) {
  std::vector<std::int32_t> some(1 + random() % most);
  for (std::int32_t& v : some) v = static_cast<std::int32_t>(random() % vertices);
  return {vertices, some};
}

Matrix part_of(const Matrix& matrix, const RowSet& rows, const RowSet& columns) {
  Matrix part;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      part.push_back(matrix[rows.source(r) * rows.vertices() + columns.source(c)]);
    }
  }
  return part;
}

/// The verdict's line for a part that is not all of the matrix.
std::string line_for_part(const Table& table, const Matrix& right, const Graph& graph) {
  const std::size_t rows = table.rows.size();
  const std::size_t columns = table.columns.size();
  const bool by_columns = !table.columns.all() && (table.rows.all() || columns < rows);
  std::size_t entries = 0;
  std::vector<bool> wrong(by_columns ? columns : rows);
  for (std::size_t x = 0; x < right.size(); ++x) {
    if (table.entries[x] == right[x]) continue;
    ++entries;
    wrong[by_columns ? x % columns : x / columns] = true;
  }
  const auto lines = std::ranges::count(wrong, true);
  const std::string size = fmt::format("{} x {}", rows, columns);
  const std::string edges =
      fmt::format("{} {}", graph.edges.size(), graph.edges.size() == 1 ? "edge" : "edges");
  if (entries > 0) {
    return fmt::format("wrong: {}, {} wrong {} in {} {}{}", size, entries,
                       entries == 1 ? "entry" : "entries", lines, by_columns ? "column" : "row",
                       lines == 1 ? "" : "s");
  }
  if (!table.rows.all() && !table.columns.all()) {
    return fmt::format(
        "right: {}, all entries proven: equal to those of whole {} by {}, in which "
        "each of {} is obeyed, each length attained by a path",
        size, by_columns ? "columns" : "rows",
        graph.smallest_weight < 0 ? "Bellman-Ford" : "Dijkstra", edges);
  }
  return fmt::format("right: {}, all {} proven: each of {} obeyed, each length attained by a path",
                     size, by_columns ? "columns" : "rows", edges);
}

/// Checks parts of the matrix of this graph under every corruption, whole and in one entry.
void judge_parts(std::uint32_t seed, std::size_t& wrong_parts, std::size_t& right_parts) {
  std::mt19937 random(seed);
  const TestGraph g = test::graph_for(seed, 60, random);
  const std::size_t vertices = g.graph.vertices;
  const Matrix right = g.distances();
  INFO("seed " << seed << ", V = " << vertices << ", E = " << g.edges.size());
  for (const test::Corruption& corruption : test::corruptions()) {
    const auto corrupted = corruption.apply({g.graph, right, random});
    if (!corrupted) continue;
    for (const Part part : kParts) {
      INFO(corruption.name << ", part " << static_cast<int>(part));
      const RowSet rows =
          part == Part::kSomeColumns ? RowSet(vertices) : some_vertices(vertices, 24, random);
      const RowSet columns =
          part == Part::kSomeRows ? RowSet(vertices) : some_vertices(vertices, 24, random);
      const Matrix expected = part_of(right, rows, columns);
      Matrix found = part_of(*corrupted, rows, columns);
      if (random() % 2 == 0) {  // one entry, one that differs where there is one
        const std::size_t x = random() % found.size();
        const Matrix all = found;
        found = expected;
        found[x] = all[x];
        for (std::size_t y = 0; y < all.size() && found == expected; ++y) found[y] = all[y];
      }
      const Table table(found, rows, columns);
      const Verdict verdict = check_graph(g.graph, table, {});
      REQUIRE(verdict.right == (found == expected));
      REQUIRE(verdict.line == line_for_part(table, expected, g.graph));
      REQUIRE(verdict.findings.empty() == verdict.right);
      const Verdict sample = check_graph(g.graph, table, {1, random()});
      REQUIRE((sample.right || found != expected));
      found == expected ? ++right_parts : ++wrong_parts;
    }
  }
}

TEST_CASE("no corruption of some rows and columns is missed, no right ones accused", "[campaign]") {
  std::size_t wrong_parts = 0;
  std::size_t right_parts = 0;
  for (std::uint32_t seed = 0; seed < kGraphs / 4; ++seed) {
    test::with_threads(1, [&] { judge_parts(seed, wrong_parts, right_parts); });
  }
  INFO(wrong_parts << " wrong parts, " << right_parts << " right ones");
  REQUIRE(wrong_parts > kGraphs * 15);
  REQUIRE(right_parts > kGraphs / 2);
}

}  // namespace
}  // namespace apsp::check
