// SPDX-License-Identifier: MIT
// The oracle for tests of the library: rows and predecessors by their definitions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/apsp.hpp"

namespace apsp::test {

inline constexpr std::array kMethods = {Method::kDense, Method::kSweep, Method::kSearch};

/// Three nested loops. `none`: no path.
template <typename Length = Distance>
std::vector<Length> expected(const EdgeList& graph, Length none = kUnreachable) {
  const std::size_t n = graph.vertices;
  std::vector<Length> d(n * n, none);
  for (std::size_t v = 0; v < n; ++v) d[v * n + v] = 0;
  for (const Edge& edge : graph.edges) {
    Length& known =
        d[static_cast<std::size_t>(edge.source) * n + static_cast<std::size_t>(edge.destination)];
    known = std::min(known, Length{edge.weight});
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (d[i * n + k] == none) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (d[k * n + j] == none) continue;
        d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
      }
    }
  }
  return d;
}

/// The predecessors of all rows, whose distances are `d`: of the paths with the fewest edges the
/// smallest. A search by levels along the edges that end a shortest path.
template <typename Length>
std::vector<std::int32_t> expected_predecessors(const EdgeList& graph,
                                                const std::vector<Length>& d) {
  const std::size_t n = graph.vertices;
  std::vector<std::int32_t> predecessors(n * n, kNoPredecessor);
  for (std::size_t s = 0; s < n; ++s) {
    const Length* const row = d.data() + s * n;
    std::int32_t* const found = predecessors.data() + s * n;
    std::vector<std::int32_t> level(n, -1);
    level[s] = 0;
    for (std::int32_t l = 0; std::count(level.begin(), level.end(), l) > 0; ++l) {
      for (const Edge& edge : graph.edges) {
        const auto from = static_cast<std::size_t>(edge.source);
        const auto to = static_cast<std::size_t>(edge.destination);
        if (level[from] != l || row[from] + edge.weight != row[to]) continue;
        if (level[to] == -1) level[to] = l + 1;
        if (level[to] != l + 1) continue;
        if (found[to] < 0 || edge.source < found[to]) found[to] = edge.source;
      }
    }
  }
  return predecessors;
}

/// The elements of `matrix` at these rows and columns.
inline std::vector<std::int32_t> picked(const std::vector<std::int32_t>& matrix,
                                        std::size_t vertices, const std::vector<std::int32_t>& rows,
                                        const std::vector<std::int32_t>& columns) {
  std::vector<std::int32_t> elements;
  for (const std::int32_t r : rows) {
    for (const std::int32_t c : columns) {
      elements.push_back(
          matrix[static_cast<std::size_t>(r) * vertices + static_cast<std::size_t>(c)]);
    }
  }
  return elements;
}

}  // namespace apsp::test
