// SPDX-License-Identifier: MIT
#include "tools/check/check.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/random.hpp"
#include "common/core/potentials.hpp"
#include "tools/check/compare.hpp"
#include "tools/check/proof.hpp"
#include "tools/check/recompute.hpp"
#include "tools/check/sweep.hpp"

namespace apsp::check {
namespace {

/// However many edges a row visits, a sample has this many.
constexpr std::size_t kLeastSample = 16;

std::string count(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string count_edges(const Graph& graph) {
  return count(graph.edges_in_file(), "edge", "edges") + (graph.both_ways ? " both ways" : "");
}

void add_lines(std::vector<std::string>& lines, const Findings& findings, const RowSet& rows) {
  for (const Finding& finding : findings.first) {
    if (lines.size() < Findings::kKept) lines.push_back(describe(finding, rows));
  }
}

/// "3 x 50"
std::string size_of(const RowSet& rows) {
  return fmt::format("{} x {}", rows.size(), rows.vertices());
}

Verdict prove_all(const Graph& graph, std::span<const Distance> distances, const RowSet& rows,
                  std::span<const std::int64_t> potential, std::size_t sample) {
  std::vector<std::size_t> wrong = wrong_rows(graph, potential, distances, rows);
  const std::size_t total = wrong.size();
  Verdict verdict{total == 0, {}, {}};
  if (verdict.right) {
    verdict.line =
        fmt::format("right: {}, all rows proven: each of {} obeyed, each length attained by a path",
                    size_of(rows), count_edges(graph));
    return verdict;
  }
  wrong.resize(std::min(total, sample));
  const Findings findings = recompute(graph, distances, rows, wrong);
  add_lines(verdict.findings, findings, rows);
  const std::string entries = count(findings.count, "wrong entry", "wrong entries");
  verdict.line =
      wrong.size() == total
          ? fmt::format("wrong: {}, {} in {}", size_of(rows), entries, count(total, "row", "rows"))
          : fmt::format("wrong: {}, {} wrong rows; {} in the first {} of them", size_of(rows),
                        total, entries, wrong.size());
  return verdict;
}

Verdict check_sample(const Graph& graph, std::span<const Distance> distances, const RowSet& rows,
                     std::size_t number, std::uint64_t seed) {
  const Findings swept = sweep(graph, distances, rows);
  const Findings recomputed =
      recompute(graph, distances, rows, random_subset(rows.size(), number, seed));
  Verdict verdict{swept.count + recomputed.count == 0, {}, {}};
  add_lines(verdict.findings, recomputed, rows);
  add_lines(verdict.findings, swept, rows);
  verdict.line = fmt::format(
      "{}: {}; {} of {} recomputed by {} (seed {}): {}; all rows: {} of a zero diagonal, the "
      "range of lengths and d(u,v) <= w for {}",
      verdict.right ? "right as far as checked" : "wrong", size_of(rows), number,
      count(rows.size(), "row", "rows"), graph.smallest_weight < 0 ? "Bellman-Ford" : "Dijkstra",
      seed, count(recomputed.count, "wrong entry", "wrong entries"),
      count(swept.count, "violation", "violations"), count_edges(graph));
  return verdict;
}

/// Says that a matrix of rows of some vertices alone has the size that was found.
std::string hint_for_some_rows(std::size_t found, std::size_t vertices) {
  if (found == 0 || vertices == 0 || found * found % vertices != 0) return "";
  return fmt::format("; the size is also that of {} of {}, which need --sources",
                     count(found * found / vertices, "row", "rows"), vertices);
}

}  // namespace

Verdict check_equal(std::span<const Distance> found, const RowSet& found_rows,
                    std::span<const Distance> expected, const RowSet& expected_rows) {
  const RowSet& rows = found_rows;
  if (rows.vertices() != expected_rows.vertices() || rows.size() != expected_rows.size()) {
    return {false,
            {},
            fmt::format("wrong: found {} distances, expected {}", size_of(rows),
                        size_of(expected_rows))};
  }
  const Findings findings = compare(found, expected, rows.vertices());
  if (findings.count == 0) {
    return {true, {}, fmt::format("right: {}, all entries equal", size_of(rows))};
  }
  Verdict verdict{false, {}, {}};
  add_lines(verdict.findings, findings, rows);
  verdict.line = fmt::format("wrong: {}, {} in {}", size_of(rows),
                             count(findings.count, "entry differs", "entries differ"),
                             count(findings.tasks, "row", "rows"));
  return verdict;
}

Verdict check_graph(const Graph& graph, std::span<const Distance> distances, const RowSet& rows,
                    const Rows& which) {
  const std::size_t n = graph.vertices;
  // First: a graph file of eight bytes may promise more vertices than memory has room for.
  if (rows.vertices() != n) {
    return {false,
            {},
            fmt::format("wrong: found {0} distances, expected {1} x {1} (the graph has {2}){3}",
                        size_of(rows), n, count(n, "vertex", "vertices"),
                        hint_for_some_rows(rows.vertices(), n))};
  }
  // The solvers have the same ones. The proof believes in none: it tests them edge by edge.
  const Potentials potentials(graph);
  const std::size_t visits = n + graph.edges.size();  // of one row
  const std::size_t sample = std::min(
      rows.size(), std::max(kLeastSample, which.sample_visits / std::max<std::size_t>(visits, 1)));
  const bool affordable =
      static_cast<double>(rows.size()) * static_cast<double>(visits) <= which.affordable_visits;
  const std::size_t number = which.number.value_or(affordable ? rows.size() : sample);
  if (number >= rows.size()) return prove_all(graph, distances, rows, potentials.values(), sample);
  return check_sample(graph, distances, rows, number, which.seed);
}

}  // namespace apsp::check
