// SPDX-License-Identifier: MIT
#include "common/sparse/pattern.hpp"

#include <algorithm>

namespace apsp::sparse {
namespace {

/// Calls `take(u, v)` for both directions of every edge that is no loop.
template <typename Take>
void for_each_direction(const Graph& graph, const Take& take) {
  for (const Edge& edge : graph.edges) {
    if (edge.source == edge.destination) continue;
    take(static_cast<std::size_t>(edge.source), edge.destination);
    take(static_cast<std::size_t>(edge.destination), edge.source);
  }
}

/// Sorts each vertex's neighbours and drops those that are listed twice.
void make_unique(Pattern& pattern) {
  std::size_t kept = 0;
  for (std::size_t v = 0; v < pattern.vertices(); ++v) {
    const auto first = pattern.neighbours.begin() + static_cast<std::ptrdiff_t>(pattern.begin[v]);
    const auto last =
        pattern.neighbours.begin() + static_cast<std::ptrdiff_t>(pattern.begin[v + 1]);
    std::sort(first, last);
    const auto target = pattern.neighbours.begin() + static_cast<std::ptrdiff_t>(kept);
    pattern.begin[v] = kept;
    kept = static_cast<std::size_t>(std::unique_copy(first, last, target) -
                                    pattern.neighbours.begin());
  }
  pattern.begin.back() = kept;
  pattern.neighbours.resize(kept);
}

}  // namespace

Pattern pattern_of(const Graph& graph) {
  Pattern pattern;
  pattern.begin.assign(graph.vertices + 1, 0);
  for_each_direction(graph, [&](std::size_t u, std::int32_t) { ++pattern.begin[u + 1]; });
  for (std::size_t v = 0; v < graph.vertices; ++v) pattern.begin[v + 1] += pattern.begin[v];
  pattern.neighbours.resize(pattern.begin.back());
  std::vector<std::size_t> next(pattern.begin.begin(), pattern.begin.end() - 1);
  for_each_direction(graph,
                     [&](std::size_t u, std::int32_t v) { pattern.neighbours[next[u]++] = v; });
  make_unique(pattern);
  return pattern;
}

}  // namespace apsp::sparse
