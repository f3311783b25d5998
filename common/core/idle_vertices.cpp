// SPDX-License-Identifier: MIT
#include "common/core/idle_vertices.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <vector>

#include "common/base/plural.hpp"

namespace apsp {

std::size_t count_vertices_with_edges(std::size_t vertices, std::span<const Edge> edges) {
  std::vector<bool> used(vertices);
  std::size_t count = 0;
  for (const Edge& edge : edges) {
    for (const std::int32_t end : {edge.source, edge.destination}) {
      const auto vertex = static_cast<std::size_t>(end);
      if (used[vertex]) continue;
      used[vertex] = true;
      ++count;
    }
  }
  return count;
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
