// SPDX-License-Identifier: MIT
#include "tools/check/recompute.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/oracle/reference.hpp"

namespace apsp::check {
namespace {

using reference::kNoPath;
using reference::Length;

/// The row of vertex i as the file should hold it.
std::vector<Distance> right_row(const Graph& graph, const reference::Adjacency& adjacency,
                                std::size_t i, bool reversed) {
  const std::vector<Length> exact =
      graph.smallest_weight < 0 ? adjacency.bellman_ford(i).value() : adjacency.dijkstra(i);
  std::vector<Distance> row(exact.size(), kUnreachable);
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (exact[j] == kNoPath) continue;
    if (exact[j] <= -kUnreachable || exact[j] >= kUnreachable) {
      throw Error(
          Fault::kNoAnswer,
          fmt::format("the distance from {} to {} is {}, and the format holds lengths "
                      "strictly between {} and {}",
                      reversed ? j : i, reversed ? i : j, exact[j], -kUnreachable, kUnreachable));
    }
    row[j] = static_cast<Distance>(exact[j]);
  }
  return row;
}

/// The right value of the entry for the vertices i and j, and why.
std::string explain(const Graph& graph, std::span<const Distance> row, std::size_t i, std::size_t j,
                    Distance found, bool reversed) {
  if (i == j) return "0 (the diagonal)";
  if (row[j] == kUnreachable) return describe(row[j]);
  if (found < row[j]) return fmt::format("{} (no path is shorter)", row[j]);
  std::size_t e = 0;  // the last edge of a shortest path: there is one
  const auto explains = [&](const Edge& edge) {
    const Distance before = row[static_cast<std::size_t>(edge.source)];
    return static_cast<std::size_t>(edge.destination) == j && edge.source != edge.destination &&
           before != kUnreachable && before + edge.weight == row[j];
  };
  while (!explains(graph.edges[e])) ++e;
  const Edge& edge = graph.edges[e];
  const Distance before = row[static_cast<std::size_t>(edge.source)];
  const std::size_t number = graph.number_in_file(e);
  return reversed ? fmt::format("{} (edge {} of weight {}, then distance {} from {} to {})", row[j],
                                number, edge.weight, before, edge.source, i)
                  : fmt::format("{} (distance {} from {} to {}, then edge {} of weight {})", row[j],
                                before, i, edge.source, number, edge.weight);
}

}  // namespace

Findings recompute(const Graph& graph, const Table& table, std::span<const std::size_t> which,
                   std::span<Distance> whole) {
  const std::size_t n = graph.vertices;
  const std::size_t columns = table.columns.size();
  const reference::Adjacency adjacency(graph);
  const auto count = [&](std::size_t p) {
    const std::vector<Distance> right =
        right_row(graph, adjacency, table.rows.source(which[p]), table.reversed);
    const std::span<const Distance> found = table.row(which[p]);
    std::size_t differences = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      differences += found[c] != right[table.columns.source(c)];
    }
    if (!whole.empty()) std::ranges::copy(right, whole.subspan(p * n, n).begin());
    return differences;
  };
  const auto keep = [&](std::size_t p, Findings& findings) {
    const std::size_t source = table.rows.source(which[p]);
    const std::vector<Distance> right = right_row(graph, adjacency, source, table.reversed);
    for (std::size_t c = 0; c < columns && !findings.full(); ++c) {
      const Distance found = table.row(which[p])[c];
      const std::size_t j = table.columns.source(c);
      if (found == right[j]) continue;
      findings.first.push_back(
          {which[p], c, found, explain(graph, right, source, j, found, table.reversed)});
    }
  };
  return find(which.size(), count, keep);
}

}  // namespace apsp::check
