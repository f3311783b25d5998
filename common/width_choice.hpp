// SPDX-License-Identifier: MIT
// Exact narrow arithmetic: which width to try first, and what proves afterwards that it was enough.
//
// A solve in a narrow width clips every value to INF = kInfinity<Element>. Clipping commutes with
// min and with the addition of non-negative numbers, so the result is exactly min(d, INF), and a
// result below INF is the true distance. The only question is whether a result INF means "no path"
// or "too long for this width". Three answers, cheapest first, each sufficient:
//   complete  no result is INF.
//   bound     M + w < INF, with M the largest result below INF and w the largest weight: the first
//             vertex of a shortest path whose distance did not fit would be one edge beyond one
//             that did, hence at most M + w.
//   edges     no row i and edge (k, j) with d(i,k) < INF and d(i,j) = INF. The same argument,
//   applied
//             to the edges that are there: it is also necessary.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "common/graph.hpp"
#include "common/width.hpp"

namespace apsp {

/// What one reduction over a computed matrix yields.
struct Extent {
  Distance largest = 0;  // over all results below INF
  bool complete = true;  // no result is INF
};

/// The inequality that proves the result exact, as the report words it; nothing if the edges must
/// decide.
[[nodiscard]] std::optional<std::string_view> prove(const Extent& extent, Distance largest_weight,
                                                    Distance infinity);

/// A cheap guess at the largest finite distance: from two vertices, forwards and backwards, over
/// about 16 V of the lightest edges. Where those reach every vertex it is an upper bound. Needs
/// weights >= 0. O(E + V log V), parallel in E.
[[nodiscard]] Distance estimate_longest(const Graph& graph);

/// The narrowest width in which distances up to `longest` fit.
[[nodiscard]] Width narrowest_width(Distance longest);

}  // namespace apsp
