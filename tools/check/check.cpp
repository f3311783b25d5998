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

void add_lines(std::vector<std::string>& lines, const Findings& findings, std::size_t vertices) {
  for (const Finding& finding : findings.first) {
    if (lines.size() < Findings::kKept) lines.push_back(describe(finding, vertices));
  }
}

Verdict prove_all(const Graph& graph, std::span<const Distance> distances,
                  std::span<const std::int64_t> potential, std::size_t sample) {
  const std::size_t n = graph.vertices;
  std::vector<std::size_t> wrong = wrong_rows(graph, potential, distances);
  const std::size_t total = wrong.size();
  Verdict verdict{total == 0, {}, {}};
  if (verdict.right) {
    verdict.line = fmt::format(
        "right: {0} x {0}, all rows proven: each of {1} obeyed, each length attained by a path", n,
        count_edges(graph));
    return verdict;
  }
  wrong.resize(std::min(total, sample));
  const Findings findings = recompute(graph, distances, wrong);
  add_lines(verdict.findings, findings, n);
  const std::string entries = count(findings.count, "wrong entry", "wrong entries");
  verdict.line =
      wrong.size() == total
          ? fmt::format("wrong: {0} x {0}, {1} in {2}", n, entries, count(total, "row", "rows"))
          : fmt::format("wrong: {0} x {0}, {1} wrong rows; {2} in the first {3} of them", n, total,
                        entries, wrong.size());
  return verdict;
}

Verdict check_sample(const Graph& graph, std::span<const Distance> distances, std::size_t number,
                     std::uint64_t seed) {
  const std::size_t n = graph.vertices;
  const Findings swept = sweep(graph, distances);
  const Findings recomputed = recompute(graph, distances, random_subset(n, number, seed));
  Verdict verdict{swept.count + recomputed.count == 0, {}, {}};
  add_lines(verdict.findings, recomputed, n);
  add_lines(verdict.findings, swept, n);
  verdict.line = fmt::format(
      "{}: {} x {}; {} of {} recomputed by {} (seed {}): {}; all rows: {} of a zero diagonal, the "
      "range of lengths and d(u,v) <= w for {}",
      verdict.right ? "right as far as checked" : "wrong", n, n, number, count(n, "row", "rows"),
      graph.smallest_weight < 0 ? "Bellman-Ford" : "Dijkstra", seed,
      count(recomputed.count, "wrong entry", "wrong entries"),
      count(swept.count, "violation", "violations"), count_edges(graph));
  return verdict;
}

}  // namespace

Verdict check_equal(std::span<const Distance> found, std::size_t found_vertices,
                    std::span<const Distance> expected, std::size_t expected_vertices) {
  const std::size_t n = found_vertices;
  if (n != expected_vertices) {
    return {
        false,
        {},
        fmt::format("wrong: found {0} x {0} distances, expected {1} x {1}", n, expected_vertices)};
  }
  const Findings findings = compare(found, expected, n);
  if (findings.count == 0) return {true, {}, fmt::format("right: {0} x {0}, all entries equal", n)};
  Verdict verdict{false, {}, {}};
  add_lines(verdict.findings, findings, n);
  verdict.line = fmt::format("wrong: {0} x {0}, {1} in {2}", n,
                             count(findings.count, "entry differs", "entries differ"),
                             count(findings.tasks, "row", "rows"));
  return verdict;
}

Verdict check_graph(const Graph& graph, std::span<const Distance> distances, std::size_t vertices,
                    const Rows& rows) {
  const std::size_t n = graph.vertices;
  // First: a graph file of eight bytes may promise more vertices than memory has room for.
  if (vertices != n) {
    return {false,
            {},
            fmt::format("wrong: found {0} x {0} distances, expected {1} x {1} (the graph "
                        "has {2})",
                        vertices, n, count(n, "vertex", "vertices"))};
  }
  // The solvers have the same ones. The proof believes in none: it tests them edge by edge.
  const Potentials potentials(graph);
  const std::size_t visits = n + graph.edges.size();  // of one row
  const std::size_t sample =
      std::min(n, std::max(kLeastSample, rows.sample_visits / std::max<std::size_t>(visits, 1)));
  const bool affordable =
      static_cast<double>(n) * static_cast<double>(visits) <= rows.affordable_visits;
  const std::size_t number = rows.number.value_or(affordable ? n : sample);
  if (number >= n) return prove_all(graph, distances, potentials.values(), sample);
  return check_sample(graph, distances, number, rows.seed);
}

}  // namespace apsp::check
