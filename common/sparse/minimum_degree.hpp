// SPDX-License-Identifier: MIT
// A fill-reducing order: of the vertices that are left, one with few neighbours is eliminated next.
//
// Eliminating a vertex joins its neighbours to each other. The graph of what is left is kept as a
// quotient graph: each eliminated vertex becomes an element, which stands for all pairs of its
// neighbours, so that memory never grows. Degrees are bounds from above that cost no set union.
// Vertices with the same neighbours are merged and numbered together. A vertex of degree one costs
// nothing but itself.
// Source: P. R. Amestoy, T. A. Davis, I. S. Duff, "An Approximate Minimum Degree Ordering
// Algorithm", SIAM J. Matrix Anal. Appl. 17 (1996).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/sparse/pattern.hpp"

namespace apsp::sparse {

/// The vertices in the order of their elimination. Deterministic. Returns nothing as soon as the
/// fill so far, with what is to come where degrees stay as they are, is more than `most_fill`
/// pairs. Memory O(V + E), time close to O(E) on graphs that fill in little.
[[nodiscard]] std::optional<std::vector<std::int32_t>> minimum_degree(const Pattern& pattern,
                                                                      double most_fill);

}  // namespace apsp::sparse
