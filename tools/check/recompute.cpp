// SPDX-License-Identifier: MIT
#include "tools/check/recompute.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/oracle/reference.hpp"

namespace apsp::check {
namespace {

using reference::kNoPath;
using reference::Length;

/// Row i as the file should hold it.
std::vector<Distance> right_row(const Graph& graph, const reference::Adjacency& adjacency,
                                std::size_t i) {
  const std::vector<Length> exact =
      graph.smallest_weight < 0 ? adjacency.bellman_ford(i).value() : adjacency.dijkstra(i);
  std::vector<Distance> row(exact.size(), kUnreachable);
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (exact[j] == kNoPath) continue;
    if (exact[j] <= -kUnreachable || exact[j] >= kUnreachable) {
      throw Error(Fault::kNoAnswer,
                  fmt::format("the distance from {} to {} is {}, and the format holds lengths "
                              "strictly between {} and {}",
                              i, j, exact[j], -kUnreachable, kUnreachable));
    }
    row[j] = static_cast<Distance>(exact[j]);
  }
  return row;
}

/// The right value of entry (i, j), and why.
std::string explain(const Graph& graph, std::span<const Distance> row, std::size_t i, std::size_t j,
                    Distance found) {
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
  return fmt::format("{} (distance {} from {} to {}, then edge {} of weight {})", row[j],
                     row[static_cast<std::size_t>(edge.source)], i, edge.source,
                     graph.number_in_file(e), edge.weight);
}

}  // namespace

Findings recompute(const Graph& graph, std::span<const Distance> distances, const RowSet& rows,
                   std::span<const std::size_t> which) {
  const std::size_t n = graph.vertices;
  const reference::Adjacency adjacency(graph);
  const auto count = [&](std::size_t p) {
    const std::vector<Distance> right = right_row(graph, adjacency, rows.source(which[p]));
    const Distance* const found = distances.data() + which[p] * n;
    std::size_t differences = 0;
    for (std::size_t j = 0; j < n; ++j) differences += found[j] != right[j];
    return differences;
  };
  const auto keep = [&](std::size_t p, Findings& findings) {
    const std::size_t source = rows.source(which[p]);
    const std::vector<Distance> right = right_row(graph, adjacency, source);
    for (std::size_t j = 0; j < n && !findings.full(); ++j) {
      const Distance found = distances[which[p] * n + j];
      if (found == right[j]) continue;
      findings.first.push_back({which[p], j, found, explain(graph, right, source, j, found)});
    }
  };
  return find(which.size(), count, keep);
}

}  // namespace apsp::check
