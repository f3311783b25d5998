// SPDX-License-Identifier: MIT
#include "tools/check/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/random.hpp"
#include "common/core/misfit.hpp"
#include "common/core/potentials.hpp"
#include "common/core/reversed_graph.hpp"
#include "common/oracle/reference.hpp"
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

/// The sum of what both found.
void add(Findings& all, const Findings& more) {
  all.count += more.count;
  all.tasks += more.tasks;
  for (const Finding& finding : more.first) {
    if (!all.full()) all.first.push_back(finding);
  }
}

void add_lines(std::vector<std::string>& lines, const Findings& findings, const Table& table) {
  for (const Finding& finding : findings.first) {
    if (lines.size() < Findings::kKept) lines.push_back(describe(finding, table));
  }
}

/// The size in the file: "3 x 50".
std::string size_of(const Table& table) {
  const std::size_t rows = table.rows.size();
  const std::size_t columns = table.columns.size();
  return table.reversed ? fmt::format("{} x {}", columns, rows)
                        : fmt::format("{} x {}", rows, columns);
}

/// "1 row", "2 columns": rows of the table as the file has them.
std::string count_rows(const Table& table, std::size_t n) {
  return table.reversed ? count(n, "column", "columns") : count(n, "row", "rows");
}

std::string_view algorithm(const Graph& graph) {
  return graph.smallest_weight < 0 ? "Bellman-Ford" : "Dijkstra";
}

Verdict prove_all(const Graph& graph, const Table& table, std::span<const std::int64_t> potential,
                  std::size_t sample) {
  std::vector<std::size_t> wrong = wrong_rows(graph, potential, table.entries, table.rows);
  const std::size_t total = wrong.size();
  Verdict verdict{total == 0, {}, {}};
  if (verdict.right) {
    verdict.line =
        fmt::format("right: {}, all {} proven: each of {} obeyed, each length attained by a path",
                    size_of(table), table.reversed ? "columns" : "rows", count_edges(graph));
    return verdict;
  }
  wrong.resize(std::min(total, sample));
  const Findings findings = recompute(graph, table, wrong);
  add_lines(verdict.findings, findings, table);
  const std::string entries = count(findings.count, "wrong entry", "wrong entries");
  verdict.line =
      wrong.size() == total
          ? fmt::format("wrong: {}, {} in {}", size_of(table), entries, count_rows(table, total))
          : fmt::format("wrong: {}, {} wrong {}; {} in the first {} of them", size_of(table), total,
                        table.reversed ? "columns" : "rows", entries, wrong.size());
  return verdict;
}

/// Throws Error(kInternal) unless `whole` are the rows of `sources`. Those with a length that a
/// file cannot hold, in a column that the table does not have, are proven one by one.
void require_proof(const Graph& graph, std::span<const std::int64_t> potential,
                   std::span<const reference::Length> whole, std::span<const std::size_t> sources) {
  std::vector<Distance> fitting;
  std::vector<std::int32_t> fitting_sources;
  bool proven = true;
  for (std::size_t r = 0; r < sources.size(); ++r) {
    const auto row = whole.subspan(r * graph.vertices, graph.vertices);
    const auto fits = [](reference::Length length) {
      return length == reference::kNoPath || fits_format(length);
    };
    if (!std::ranges::all_of(row, fits)) {
      proven = proven && proves(graph, sources[r], row);
      continue;
    }
    fitting_sources.push_back(static_cast<std::int32_t>(sources[r]));
    for (const reference::Length length : row) {
      fitting.push_back(length == reference::kNoPath ? kUnreachable
                                                     : static_cast<Distance>(length));
    }
  }
  const RowSet rows(graph.vertices, std::move(fitting_sources));
  if (proven && wrong_rows(graph, potential, fitting, rows).empty()) return;
  throw Error(
      Fault::kInternal,
      fmt::format("{} found rows that the proof refuses: nothing is proven", algorithm(graph)));
}

/// Recomputes all rows of a table of some columns, batch by batch, so that memory does not grow
/// with their number. Proves what was recomputed.
Verdict prove_entries(const Graph& graph, const Table& table,
                      std::span<const std::int64_t> potential) {
  constexpr std::size_t kBatch = 64;
  Findings findings;
  std::vector<reference::Length> whole;
  for (std::size_t first = 0; first < table.rows.size(); first += kBatch) {
    std::vector<std::size_t> which(std::min(kBatch, table.rows.size() - first));
    std::iota(which.begin(), which.end(), first);
    std::vector<std::size_t> sources(which.size());
    std::ranges::transform(which, sources.begin(),
                           [&](std::size_t r) { return table.rows.source(r); });
    whole.resize(which.size() * graph.vertices);
    add(findings, recompute(graph, table, which, whole));
    require_proof(graph, potential, whole, sources);
  }
  Verdict verdict{findings.count == 0, {}, {}};
  add_lines(verdict.findings, findings, table);
  verdict.line =
      verdict.right
          ? fmt::format(
                "right: {}, all entries proven: equal to those of whole {} by {}, in which "
                "each of {} is obeyed, each length attained by a path",
                size_of(table), table.reversed ? "columns" : "rows", algorithm(graph),
                count_edges(graph))
          : fmt::format("wrong: {}, {} in {}", size_of(table),
                        count(findings.count, "wrong entry", "wrong entries"),
                        count_rows(table, findings.tasks));
  return verdict;
}

Verdict check_sample(const Graph& graph, const Table& table, std::size_t number,
                     std::uint64_t seed) {
  const Findings swept = sweep(graph, table);
  const Findings recomputed =
      recompute(graph, table, random_subset(table.rows.size(), number, seed));
  Verdict verdict{swept.count + recomputed.count == 0, {}, {}};
  add_lines(verdict.findings, recomputed, table);
  add_lines(verdict.findings, swept, table);
  const bool all_edges = table.rows.all() && table.columns.all();
  verdict.line = fmt::format(
      "{}: {}; {} of {} recomputed by {} (seed {}): {}; all {}: {} of a zero diagonal, the "
      "range of lengths and d(u,v) <= w for {}{}",
      verdict.right ? "right as far as checked" : "wrong", size_of(table), number,
      count_rows(table, table.rows.size()), algorithm(graph), seed,
      count(recomputed.count, "wrong entry", "wrong entries"), table.reversed ? "columns" : "rows",
      count(swept.count, "violation", "violations"),
      all_edges ? "" : "those between its vertices of ", count_edges(graph));
  return verdict;
}

/// The columns of a table as rows of the reversed graph.
class Columns {
 public:
  Columns(const Graph& graph, const Table& table)
      : graph_(graph), entries_(table.entries.size()), table_(entries_, table.columns, table.rows) {
    table_.reversed = true;
    const std::size_t columns = table.columns.size();
    constexpr std::size_t kRows = 64;
    parallel_for((columns + kRows - 1) / kRows, [&](std::size_t block) {
      const std::size_t end = std::min(columns, (block + 1) * kRows);
      for (std::size_t r = 0; r < table.rows.size(); ++r) {
        for (std::size_t c = block * kRows; c < end; ++c) {
          entries_[c * table.rows.size() + r] = table.row(r)[c];
        }
      }
    });
  }

  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph, const Table& table) {
    return table.entries.size_bytes() + graph.edges.size_bytes();
  }

  [[nodiscard]] const Graph& graph() const { return graph_.graph(); }
  [[nodiscard]] const Table& table() const { return table_; }

 private:
  ReversedGraph graph_;
  std::vector<Distance> entries_;
  Table table_;
};

/// Says that a matrix has the size of a part.
std::string hint_for_part(std::size_t found, std::size_t vertices) {
  if (found == 0 || found >= vertices) return "";
  if (found * found % vertices != 0) return "; a part of the matrix needs --sources or --targets";
  return fmt::format(
      "; the size is also that of {} of {}, which need --sources, or of columns, which need "
      "--targets",
      count(found * found / vertices, "row", "rows"), vertices);
}

/// Checks a table row by row.
Verdict check_rows(const Graph& graph, const Table& table, std::span<const std::int64_t> potential,
                   const Rows& which) {
  const std::size_t n = graph.vertices;
  const std::size_t visits = n + graph.edges.size();  // of one row
  const std::size_t sample =
      std::min(table.rows.size(),
               std::max(kLeastSample, which.sample_visits / std::max<std::size_t>(visits, 1)));
  const bool whole = table.columns.all();
  const bool affordable =
      whole && static_cast<double>(table.rows.size()) * static_cast<double>(visits) <=
                   which.affordable_visits;
  const std::size_t number = which.number.value_or(affordable ? table.rows.size() : sample);
  if (number < table.rows.size()) return check_sample(graph, table, number, which.seed);
  return whole ? prove_all(graph, table, potential, sample)
               : prove_entries(graph, table, potential);
}

}  // namespace

Verdict check_equal(const Table& found, const Table& expected) {
  if (found.columns.size() != expected.columns.size() ||
      found.rows.size() != expected.rows.size()) {
    return {
        false,
        {},
        fmt::format("wrong: found {} distances, expected {}", size_of(found), size_of(expected))};
  }
  const Findings findings = compare(found.entries, expected.entries, found.columns.size());
  if (findings.count == 0) {
    return {true, {}, fmt::format("right: {}, all entries equal", size_of(found))};
  }
  Verdict verdict{false, {}, {}};
  add_lines(verdict.findings, findings, found);
  verdict.line = fmt::format("wrong: {}, {} in {}", size_of(found),
                             count(findings.count, "entry differs", "entries differ"),
                             count(findings.tasks, "row", "rows"));
  return verdict;
}

Verdict check_graph(const Graph& graph, const Table& table, const Rows& which) {
  const std::size_t n = graph.vertices;
  // First: a graph file of eight bytes may promise more vertices than memory has room for.
  if (table.rows.vertices() != n) {
    return {false,
            {},
            fmt::format("wrong: found {0} distances, expected {1} x {1} (the graph has {2}){3}",
                        size_of(table), n, count(n, "vertex", "vertices"),
                        hint_for_part(table.rows.vertices(), n))};
  }
  // The solvers have the same ones. The proof believes in none: it tests them edge by edge.
  const Potentials potentials(graph);
  const std::span<const std::int64_t> potential = potentials.values();
  const bool by_columns =
      !table.columns.all() && (table.rows.all() || table.columns.size() < table.rows.size());
  if (!by_columns) return check_rows(graph, table, potential, which);
  require_memory(Columns::bytes_for(graph, table),
                 "the columns of the distances and the reversed graph");
  const Columns columns(graph, table);
  std::vector<std::int64_t> of_reversed(potential.begin(), potential.end());
  for (std::int64_t& h : of_reversed) h = -h;
  return check_rows(columns.graph(), columns.table(), of_reversed, which);
}

}  // namespace apsp::check
