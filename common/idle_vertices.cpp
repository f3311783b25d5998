// SPDX-License-Identifier: MIT
#include "common/idle_vertices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/plural.hpp"

namespace apsp {

std::size_t count_vertices_with_edges(std::size_t vertices, std::span<const Edge> edges) {
  std::vector<bool> used(vertices);
  for (const Edge& edge : edges) {
    used[static_cast<std::size_t>(edge.source)] = true;
    used[static_cast<std::size_t>(edge.destination)] = true;
  }
  return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

std::string describe_idle_vertices(std::size_t vertices, std::span<const Edge> edges) {
  constexpr std::size_t kFew = 1000;
  // With more edges it is unlikely, and looking at all of them would take time.
  constexpr std::size_t kMostEdgesPerVertex = 4;
  if (vertices < kFew || edges.size() > kMostEdgesPerVertex * vertices) return "";
  const std::size_t used = count_vertices_with_edges(vertices, edges);
  if (used >= vertices - used) return "";
  return fmt::format("of {} only {} {} an edge", counted(vertices, "vertex"), used,
                     used == 1 ? "has" : "have");
}

}  // namespace apsp
