// SPDX-License-Identifier: MIT
#include "tools/check/recompute.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/misfit.hpp"
#include "common/oracle/reference.hpp"

namespace apsp::check {
namespace {

using reference::kNoPath;
using reference::Length;

std::vector<Length> lengths_from(const Graph& graph, const reference::Adjacency& adjacency,
                                 std::size_t i) {
  return graph.smallest_weight < 0 ? adjacency.bellman_ford(i).value() : adjacency.dijkstra(i);
}

/// The entry of a file for the length from i to j.
Distance entry_for(Length exact, std::size_t i, std::size_t j, bool reversed) {
  if (exact == kNoPath) return kUnreachable;
  if (fits_format(exact)) return static_cast<Distance>(exact);
  throw Error(Fault::kNoAnswer,
              fmt::format("the distance from {} to {} is {}, and the format holds lengths "
                          "strictly between {} and {}",
                          reversed ? j : i, reversed ? i : j, exact, -kUnreachable, kUnreachable));
}

/// The right value of the entry for the vertices i and j, and why.
std::string explain(const Graph& graph, std::span<const Length> row, std::size_t i, std::size_t j,
                    Distance found, bool reversed) {
  if (i == j) return "0 (the diagonal)";
  if (row[j] == kNoPath) return describe(kUnreachable);
  if (found < row[j]) return fmt::format("{} (no path is shorter)", row[j]);
  std::size_t e = 0;  // the last edge of a shortest path: there is one
  const auto explains = [&](const Edge& edge) {
    const Length before = row[static_cast<std::size_t>(edge.source)];
    return static_cast<std::size_t>(edge.destination) == j && edge.source != edge.destination &&
           before != kNoPath && before + edge.weight == row[j];
  };
  while (!explains(graph.edges[e])) ++e;
  const Edge& edge = graph.edges[e];
  const Length before = row[static_cast<std::size_t>(edge.source)];
  const std::size_t number = graph.number_in_file(e);
  return reversed ? fmt::format("{} (edge {} of weight {}, then distance {} from {} to {})", row[j],
                                number, edge.weight, before, edge.source, i)
                  : fmt::format("{} (distance {} from {} to {}, then edge {} of weight {})", row[j],
                                before, i, edge.source, number, edge.weight);
}

}  // namespace

Findings recompute(const Graph& graph, const Table& table, std::span<const std::size_t> which,
                   std::span<Length> whole) {
  const std::size_t n = graph.vertices;
  const std::size_t columns = table.columns.size();
  const reference::Adjacency adjacency(graph);
  const auto right = [&](std::span<const Length> row, std::size_t p, std::size_t c) {
    const std::size_t j = table.columns.source(c);
    return entry_for(row[j], table.rows.source(which[p]), j, table.reversed);
  };
  const auto count = [&](std::size_t p) {
    const std::vector<Length> row = lengths_from(graph, adjacency, table.rows.source(which[p]));
    const std::span<const Distance> found = table.row(which[p]);
    std::size_t differences = 0;
    for (std::size_t c = 0; c < columns; ++c) differences += found[c] != right(row, p, c);
    if (!whole.empty()) std::ranges::copy(row, whole.subspan(p * n, n).begin());
    return differences;
  };
  const auto keep = [&](std::size_t p, Findings& findings) {
    const std::size_t source = table.rows.source(which[p]);
    const std::vector<Length> row = lengths_from(graph, adjacency, source);
    for (std::size_t c = 0; c < columns && !findings.full(); ++c) {
      const Distance found = table.row(which[p])[c];
      const std::size_t j = table.columns.source(c);
      if (found == right(row, p, c)) continue;
      findings.first.push_back(
          {which[p], c, found, explain(graph, row, source, j, found, table.reversed)});
    }
  };
  return find(which.size(), count, keep);
}

}  // namespace apsp::check
