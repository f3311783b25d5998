// SPDX-License-Identifier: MIT
// Weights that are integers times a power of two, as edges for the integer solver.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/real.hpp"

namespace apsp {

/// Edges whose weights are those of real edges divided by 2^exponent, without rounding.
struct ScaledIntegers {
  std::vector<Edge> edges;
  int exponent = 0;
};

/// Returns the edges in the largest unit that makes every weight an integer. Returns nothing if one
/// is then kUnreachable or more, or if a length could be infinite in double. Weights are finite.
/// O(E); 12 bytes an edge.
[[nodiscard]] std::optional<ScaledIntegers> scaled_integers(std::span<const RealEdge> edges);

}  // namespace apsp
