// SPDX-License-Identifier: MIT
#include "common/oracle/reference.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace apsp::reference {
namespace {

/// The lengths as the file holds them, or nothing if one is out of its range.
std::optional<std::vector<Distance>> in_format(const std::vector<Length>& exact) {
  std::vector<Distance> result(exact.size());
  for (std::size_t x = 0; x < exact.size(); ++x) {
    if (exact[x] == kNoPath) {
      result[x] = kUnreachable;
    } else if (exact[x] <= -kUnreachable || exact[x] >= kUnreachable) {
      return std::nullopt;
    } else {
      result[x] = static_cast<Distance>(exact[x]);
    }
  }
  return result;
}

// Sanitizers that looked at each access of relax_row() made it a third of the time of tests.
#if defined(__clang__)
#define APSP_UNWATCHED __attribute__((no_sanitize("address", "undefined", "thread", "coverage")))
#else
#define APSP_UNWATCHED
#endif

/// d[j] = min(d[j], length + via[j]) for the j below n.
APSP_UNWATCHED void relax_row(Length* d, Length length, const Length* via, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    if (via[j] != kNoPath && length + via[j] < d[j]) d[j] = length + via[j];
  }
}

#undef APSP_UNWATCHED

}  // namespace

std::vector<Length> floyd_warshall(const Graph& graph) {
  const std::size_t n = graph.vertices;
  std::vector<Length> d(n * n, kNoPath);
  for (std::size_t v = 0; v < n; ++v) d[v * n + v] = 0;
  for (const Edge& e : graph.edges) {
    Length& known =
        d[static_cast<std::size_t>(e.source) * n + static_cast<std::size_t>(e.destination)];
    known = std::min<Length>(known, e.weight);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const Length to_k = d[i * n + k];
      if (to_k == kNoPath) continue;
      relax_row(d.data() + i * n, to_k, d.data() + k * n, n);
    }
    // A negative cycle makes lengths grow exponentially in k: stop as soon as one shows.
    for (std::size_t v = 0; v < n; ++v) {
      if (d[v * n + v] < 0) return d;
    }
  }
  return d;
}

std::optional<std::vector<Distance>> distances(const Graph& graph) {
  const std::size_t n = graph.vertices;
  const std::vector<Length> exact = floyd_warshall(graph);
  for (std::size_t v = 0; v < n; ++v) {
    if (exact[v * n + v] < 0) return std::nullopt;
  }
  return in_format(exact);
}

std::optional<std::vector<Distance>> distances_by_bellman_ford(const Graph& graph) {
  const Adjacency adjacency(graph);
  std::vector<Length> exact;
  for (std::size_t source = 0; source < graph.vertices; ++source) {
    const std::optional<std::vector<Length>> row = adjacency.bellman_ford(source);
    if (!row) return std::nullopt;
    exact.insert(exact.end(), row->begin(), row->end());
  }
  return in_format(exact);
}

Adjacency::Adjacency(const Graph& graph)
    : first_(graph.vertices + 1, 0), destination_(graph.edges.size()), weight_(graph.edges.size()) {
  for (const Edge& e : graph.edges) ++first_[static_cast<std::size_t>(e.source) + 1];
  for (std::size_t v = 0; v < graph.vertices; ++v) first_[v + 1] += first_[v];
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const Edge& e : graph.edges) {
    const std::size_t slot = next[static_cast<std::size_t>(e.source)]++;
    destination_[slot] = e.destination;
    weight_[slot] = e.weight;
  }
}

std::vector<Length> Adjacency::dijkstra(std::size_t source) const {
  using Entry = std::pair<Length, std::size_t>;
  std::vector<Length> row(vertices(), kNoPath);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  row[source] = 0;
  queue.emplace(0, source);
  while (!queue.empty()) {
    const auto [length, u] = queue.top();
    queue.pop();
    if (length > row[u]) continue;  // a shorter way to u was found after this entry was queued
    for (std::size_t x = first_[u]; x < first_[u + 1]; ++x) {
      const auto v = static_cast<std::size_t>(destination_[x]);
      const Length detour = length + weight_[x];
      if (detour < row[v]) {
        row[v] = detour;
        queue.emplace(detour, v);
      }
    }
  }
  return row;
}

std::optional<std::vector<Length>> Adjacency::bellman_ford(std::size_t source) const {
  std::vector<Length> row(vertices(), kNoPath);
  row[source] = 0;
  for (std::size_t pass = 0; pass <= vertices(); ++pass) {
    bool changed = false;
    for (std::size_t u = 0; u < vertices(); ++u) {
      if (row[u] == kNoPath) continue;
      for (std::size_t x = first_[u]; x < first_[u + 1]; ++x) {
        const auto v = static_cast<std::size_t>(destination_[x]);
        if (row[u] + weight_[x] < row[v]) {
          row[v] = row[u] + weight_[x];
          changed = true;
        }
      }
    }
    if (!changed) return row;
  }
  return std::nullopt;
}

}  // namespace apsp::reference
