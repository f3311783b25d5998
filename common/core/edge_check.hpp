// SPDX-License-Identifier: MIT
// The one check of edges from outside, for every reader and for the library.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "common/core/graph.hpp"

namespace apsp {

/// An edge that names a vertex or has a weight out of range.
struct BadEdge {
  std::size_t edge;     // [0, E)
  std::size_t field;    // 0 the source, 1 the destination, 2 the weight
  std::string problem;  // "source is 9, expected 0 to 3"
};

/// Checks every edge of `graph`, by its `vertices`. Returns the first bad one, whatever the number
/// of threads, or nothing. Then the graph has its smallest and its largest weight. O(E), in
/// parallel, at the speed of memory.
[[nodiscard]] std::optional<BadEdge> check_edges(Graph& graph);

}  // namespace apsp
