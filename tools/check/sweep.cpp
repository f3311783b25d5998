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

Findings broken_ranges(const Graph& graph, std::span<const Distance> distances,
                       const RowSet& rows) {
  const std::size_t n = graph.vertices;
  const Distance least = graph.smallest_weight < 0 ? -kUnreachable + 1 : 0;
  const auto outside = [=](Distance d) { return d < least || d > kUnreachable; };
  const auto count = [&](std::size_t r) {
    const Distance* const row = distances.data() + r * n;
    const Distance own = row[rows.source(r)];
    std::size_t broken = own != 0 && !outside(own);
    for (std::size_t j = 0; j < n; ++j) broken += outside(row[j]);
    return broken;
  };
  const auto keep = [&](std::size_t r, Findings& findings) {
    for (std::size_t j = 0; j < n && !findings.full(); ++j) {
      const Distance d = distances[r * n + j];
      if (rows.source(r) == j && d != 0) {
        findings.first.push_back({r, j, d, "0 (the diagonal)"});
      } else if (outside(d)) {
        findings.first.push_back({r, j, d, fmt::format("{} to {}", least, describe(kUnreachable))});
      }
    }
  };
  return find(rows.size(), count, keep);
}

/// Calls `look(edge, row)` for each edge of a task and each row of its source.
class EdgesOfRows {
 public:
  EdgesOfRows(const Graph& graph, const RowSet& rows)
      : graph_(graph), rows_(rows), first_(rows.all() ? 0 : graph.vertices, kNone) {
    if (rows.all()) return;
    next_.resize(rows.size());
    for (std::size_t r = rows.size(); r-- > 0;) {
      next_[r] = std::exchange(first_[rows.source(r)], r);
    }
  }

  [[nodiscard]] std::size_t tasks() const { return (graph_.edges.size() + kEdges - 1) / kEdges; }

  template <typename Look>
  void visit(std::size_t task, const Look& look) const {
    const std::size_t begin = task * kEdges;
    const std::size_t count = std::min(kEdges, graph_.edges.size() - begin);
    for (const Edge& edge : graph_.edges.subspan(begin, count)) {
      const auto source = static_cast<std::size_t>(edge.source);
      if (rows_.all()) {
        look(edge, source);
        continue;
      }
      for (std::size_t r = first_[source]; r != kNone; r = next_[r]) look(edge, r);
    }
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  const Graph& graph_;
  const RowSet& rows_;
  std::vector<std::size_t> first_;  // by vertex, its first row, or kNone
  std::vector<std::size_t> next_;   // by row, the next one of its vertex
};

Findings broken_edges(const Graph& graph, std::span<const Distance> distances, const RowSet& rows) {
  const EdgesOfRows edges(graph, rows);
  const auto found = [&](const Edge& e, std::size_t row) {
    return distances[row * graph.vertices + static_cast<std::size_t>(e.destination)];
  };
  const auto number_of = [&](const Edge& e) {
    return graph.number_in_file(static_cast<std::size_t>(&e - graph.edges.data()));
  };
  const auto count = [&](std::size_t p) {
    std::size_t broken = 0;
    edges.visit(p, [&](const Edge& e, std::size_t row) { broken += found(e, row) > e.weight; });
    return broken;
  };
  const auto keep = [&](std::size_t p, Findings& findings) {
    edges.visit(p, [&](const Edge& e, std::size_t row) {
      if (findings.full() || found(e, row) <= e.weight) return;
      findings.first.push_back({row, static_cast<std::size_t>(e.destination), found(e, row),
                                fmt::format("at most {} (edge {} from {} to {})", e.weight,
                                            number_of(e), e.source, e.destination)});
    });
  };
  return find(edges.tasks(), count, keep);
}

}  // namespace

Findings sweep(const Graph& graph, std::span<const Distance> distances, const RowSet& rows) {
  Findings all = broken_ranges(graph, distances, rows);
  const Findings edges = broken_edges(graph, distances, rows);
  all.count += edges.count;
  all.tasks += edges.tasks;
  const std::size_t room = std::min(Findings::kKept - all.first.size(), edges.first.size());
  std::copy_n(edges.first.begin(), room, std::back_inserter(all.first));
  return all;
}

}  // namespace apsp::check
