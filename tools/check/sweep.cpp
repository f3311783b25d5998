// SPDX-License-Identifier: MIT
#include "tools/check/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace apsp::check {
namespace {

/// Edges that one task of the search looks at: enough work for a thread, enough tasks for many.
constexpr std::size_t kEdges = std::size_t{1} << 14;

Findings broken_ranges(const Graph& graph, std::span<const Distance> distances) {
  const std::size_t n = graph.vertices;
  const Distance least = graph.smallest_weight < 0 ? -kUnreachable + 1 : 0;
  const auto outside = [=](Distance d) { return d < least || d > kUnreachable; };
  const auto count = [&](std::size_t i) {
    const Distance* const row = distances.data() + i * n;
    std::size_t broken = row[i] != 0 && !outside(row[i]);
    for (std::size_t j = 0; j < n; ++j) broken += outside(row[j]);
    return broken;
  };
  const auto keep = [&](std::size_t i, Findings& findings) {
    for (std::size_t j = 0; j < n && !findings.full(); ++j) {
      const Distance d = distances[i * n + j];
      if (i == j && d != 0) {
        findings.first.push_back({i, j, d, "0 (the diagonal)"});
      } else if (outside(d)) {
        findings.first.push_back({i, j, d, fmt::format("{} to {}", least, describe(kUnreachable))});
      }
    }
  };
  return find(n, count, keep);
}

Findings broken_edges(const Graph& graph, std::span<const Distance> distances) {
  const auto edges_of = [&](std::size_t p) {
    return graph.edges.subspan(p * kEdges, std::min(kEdges, graph.edges.size() - p * kEdges));
  };
  const auto number_of = [&](const Edge& e) {
    return static_cast<std::size_t>(&e - graph.edges.data());
  };
  const auto found = [&](const Edge& e) {
    return distances[static_cast<std::size_t>(e.source) * graph.vertices +
                     static_cast<std::size_t>(e.destination)];
  };
  const auto count = [&](std::size_t p) {
    return static_cast<std::size_t>(
        std::ranges::count_if(edges_of(p), [&](const Edge& e) { return found(e) > e.weight; }));
  };
  const auto keep = [&](std::size_t p, Findings& findings) {
    for (const Edge& e : edges_of(p)) {
      if (findings.full()) return;
      if (found(e) <= e.weight) continue;
      findings.first.push_back(
          {static_cast<std::size_t>(e.source), static_cast<std::size_t>(e.destination), found(e),
           fmt::format("at most {} (edge {} from {} to {})", e.weight,
                       graph.number_in_file(number_of(e)), e.source, e.destination)});
    }
  };
  return find((graph.edges.size() + kEdges - 1) / kEdges, count, keep);
}

}  // namespace

Findings sweep(const Graph& graph, std::span<const Distance> distances) {
  Findings all = broken_ranges(graph, distances);
  const Findings edges = broken_edges(graph, distances);
  all.count += edges.count;
  all.tasks += edges.tasks;
  const std::size_t room = std::min(Findings::kKept - all.first.size(), edges.first.size());
  std::copy_n(edges.first.begin(), room, std::back_inserter(all.first));
  return all;
}

}  // namespace apsp::check
