// SPDX-License-Identifier: MIT
// The pattern of a graph: which pairs of vertices an elimination has to look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::sparse {

/// An undirected graph without weights: u and v are neighbours where the graph has an arc from u to
/// v or from v to u. No vertex is its own neighbour, none is listed twice.
struct Pattern {
  std::vector<std::size_t> begin = {0};  // V + 1: where each vertex's neighbours begin
  std::vector<std::int32_t> neighbours;  // of each vertex ascending

  [[nodiscard]] std::size_t vertices() const { return begin.size() - 1; }
  [[nodiscard]] std::span<const std::int32_t> of(std::size_t vertex) const {
    return std::span(neighbours).subspan(begin[vertex], begin[vertex + 1] - begin[vertex]);
  }
};

/// O(V + E log E) time in the worst case, 8 V + 8 E bytes.
[[nodiscard]] Pattern pattern_of(const Graph& graph);

}  // namespace apsp::sparse
