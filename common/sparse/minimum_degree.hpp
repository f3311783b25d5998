// SPDX-License-Identifier: MIT
// A fill-reducing order: of the vertices that are left, one with few neighbours is eliminated next.
//
// Eliminating a vertex joins its neighbours to each other. The graph that is left is kept as a
// quotient graph: each eliminated vertex becomes an element, which stands for all pairs of its
// neighbours. Memory hardly grows. Degrees are bounds from above that cost no set union.
// Vertices with the same neighbours are merged and numbered together. A vertex of degree one costs
// nothing but itself. Power-law and random graphs leave a core in which nearly all vertices are
// neighbours: to eliminate it one by one costs more than to close it as a dense matrix.
// Source: P. R. Amestoy, T. A. Davis, I. S. Duff, "An Approximate Minimum Degree Ordering
// Algorithm", SIAM J. Matrix Anal. Appl. 17 (1996).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "common/sparse/pattern.hpp"

namespace apsp::sparse {

/// An order of elimination.
struct Order {
  std::vector<std::int32_t> vertices;
  std::size_t core = 0;  // the last so many are kept: nearly all of them would be neighbours
};

struct OrderLimits {
  double most_fill = std::numeric_limits<double>::infinity();  // pairs, those of the core left out
  double most_work = std::numeric_limits<double>::infinity();  // entries of lists looked at
  std::size_t most_core = std::numeric_limits<std::size_t>::max();

  /// The core begins where the smallest degree is this share of the vertices that are left, if
  /// these are from `least_core` to `largest_core`. More than 1: there is no core.
  double core_density = 2;
  std::size_t least_core = 128;
  std::size_t largest_core = std::numeric_limits<std::size_t>::max();

  /// A matrix of C vertices is closed in the time of core_work C^3 entries of lists. A core of such
  /// a size begins as well where eliminating some vertices has taken more than their part of that.
  /// 0: it does not.
  double core_work = 0;
};

/// Orders the vertices by minimum degree. Deterministic. Returns nothing as soon as the fill so far
/// is more than `most_fill`, the work than `most_work`, or the core larger than `most_core`. Memory
/// O(V + E), time close to O(E) on graphs that fill in little and have no hubs. An elimination
/// beside a hub takes its degree, but for the hub's leaves.
[[nodiscard]] std::optional<Order> minimum_degree(const Pattern& pattern,
                                                  const OrderLimits& limits = {});

}  // namespace apsp::sparse
