// SPDX-License-Identifier: MIT
// Graphs whose numbers of vertices have gaps: a matrix of all of them is mostly of no use.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "common/core/graph.hpp"

namespace apsp {

/// Counts the vertices that have an edge. O(V + E) time, a bit a vertex.
[[nodiscard]] std::size_t count_vertices_with_edges(std::size_t vertices,
                                                    std::span<const Edge> edges);

/// Returns "of 1090141 vertices only 9877 have an edge" where a graph has 1000 vertices or more and
/// most of them have none; otherwise "".
[[nodiscard]] std::string describe_idle_vertices(std::size_t vertices, std::span<const Edge> edges);

}  // namespace apsp
