// SPDX-License-Identifier: MIT
#include "tools/check/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace apsp::check {
namespace {

/// Edges that one task of the search looks at: enough work for a thread, enough tasks for many.
constexpr std::size_t kEdges = std::size_t{1} << 14;

/// The positions of each vertex in a set.
class Positions {
 public:
  explicit Positions(const RowSet& set)
      : set_(set),
        first_(set.all() ? 0 : set.vertices(), kNone),
        next_(set.all() ? 0 : set.size()) {
    for (std::size_t n = next_.size(); n-- > 0;) next_[n] = std::exchange(first_[set.source(n)], n);
  }

  /// Calls `look(n)` for each position n of a vertex, ascending.
  template <typename Look>
  void visit(std::size_t vertex, const Look& look) const {
    if (set_.all()) return look(vertex);
    for (std::size_t n = first_[vertex]; n != kNone; n = next_[n]) look(n);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  const RowSet& set_;
  std::vector<std::size_t> first_;  // by vertex, or kNone
  std::vector<std::size_t> next_;   // by position, or kNone
};

Findings broken_ranges(const Graph& graph, const Table& table) {
  const Distance least = graph.smallest_weight < 0 ? -kUnreachable + 1 : 0;
  const auto outside = [=](Distance d) { return d < least || d > kUnreachable; };
  const Positions columns(table.columns);
  const auto count = [&](std::size_t r) {
    const std::span<const Distance> row = table.row(r);
    std::size_t broken = 0;
    for (const Distance d : row) broken += outside(d);
    columns.visit(table.rows.source(r),
                  [&](std::size_t c) { broken += row[c] != 0 && !outside(row[c]); });
    return broken;
  };
  const auto keep = [&](std::size_t r, Findings& findings) {
    const std::span<const Distance> row = table.row(r);
    for (std::size_t c = 0; c < row.size() && !findings.full(); ++c) {
      if (table.rows.source(r) == table.columns.source(c) && row[c] != 0) {
        findings.first.push_back({r, c, row[c], "0 (the diagonal)"});
      } else if (outside(row[c])) {
        findings.first.push_back(
            {r, c, row[c], fmt::format("{} to {}", least, describe(kUnreachable))});
      }
    }
  };
  return find(table.rows.size(), count, keep);
}

Findings broken_edges(const Graph& graph, const Table& table) {
  const Positions rows(table.rows);
  const Positions columns(table.columns);
  // Calls `look(edge, row, column)` for each edge of a task and each entry of its vertices.
  const auto visit = [&](std::size_t task, const auto& look) {
    const std::size_t begin = task * kEdges;
    const std::size_t count = std::min(kEdges, graph.edges.size() - begin);
    for (const Edge& edge : graph.edges.subspan(begin, count)) {
      rows.visit(static_cast<std::size_t>(edge.source), [&](std::size_t r) {
        columns.visit(static_cast<std::size_t>(edge.destination),
                      [&](std::size_t c) { look(edge, r, c); });
      });
    }
  };
  const auto number_of = [&](const Edge& e) {
    return graph.number_in_file(static_cast<std::size_t>(&e - graph.edges.data()));
  };
  const auto count = [&](std::size_t task) {
    std::size_t broken = 0;
    visit(task, [&](const Edge& e, std::size_t r, std::size_t c) {
      broken += table.row(r)[c] > e.weight;
    });
    return broken;
  };
  const auto keep = [&](std::size_t task, Findings& findings) {
    visit(task, [&](const Edge& e, std::size_t r, std::size_t c) {
      const Distance found = table.row(r)[c];
      if (findings.full() || found <= e.weight) return;
      findings.first.push_back({r, c, found,
                                fmt::format("at most {} (edge {} from {} to {})", e.weight,
                                            number_of(e), table.reversed ? e.destination : e.source,
                                            table.reversed ? e.source : e.destination)});
    });
  };
  return find((graph.edges.size() + kEdges - 1) / kEdges, count, keep);
}

}  // namespace

Findings sweep(const Graph& graph, const Table& table) {
  Findings all = broken_ranges(graph, table);
  const Findings edges = broken_edges(graph, table);
  all.count += edges.count;
  all.tasks += edges.tasks;
  const std::size_t room = std::min(Findings::kKept - all.first.size(), edges.first.size());
  std::copy_n(edges.first.begin(), room, std::back_inserter(all.first));
  return all;
}

}  // namespace apsp::check
