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
//             applied to the edges that are there: it is also necessary.
//
// Which width to try first is a wager. The relaxations of an attempt take time in proportion to the
// bytes of an element, so u8 takes about half of u16's time: if it is enough the other half is won,
// if not its own is lost and u16 follows. Let p be the probability that the narrower is enough:
//     expected(narrower first) = narrower + (1 - p) wider,    expected(wider first) = wider.
// Searches (longest_distance.hpp) decide many cases for certain and estimate p in the others. The
// better choice is expected to lose, against the one that would be made if all were known,
//     min((1 - p) narrower, p (wider - narrower)),
// and one more round of searches is worth the share of this that it saves. So searches go on as
// long as the next round costs less than it saves: none for small graphs, many for large ones that
// leave a doubt.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "common/core/graph.hpp"
#include "common/core/longest_distance.hpp"
#include "common/core/width.hpp"

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

/// How long an attempt takes, roughly: enough to weigh one that fails against one not made.
struct Pace {
  double relaxations;          // of one attempt
  double bytes_per_second;     // relaxations per second x bytes of an element: alike in all widths
  double seconds_besides = 0;  // of all else that an attempt takes, alike in all widths

  [[nodiscard]] double seconds(Width width) const {
    return seconds_besides + relaxations * static_cast<double>(bytes_of(width)) / bytes_per_second;
  }
};

/// The estimated probability that every distance lies below `infinity`. 0 or 1 where the bounds
/// prove it, and 0 where a distance at or beyond infinity was seen, over whatever edges.
[[nodiscard]] double chance_to_fit(const LongestBounds& bounds, Distance infinity);

struct WidthChoice {
  Width width;
  LongestBounds bounds;  // what it was chosen from
};

/// The width to try first, of `widths` (ascending, not empty): the one from which the expected time
/// of all attempts is the shortest. Searches the graph as long as that saves more than it takes.
/// Needs weights >= 0. O(E + V log V), parallel, and a few percent of the solve at most.
[[nodiscard]] WidthChoice choose_width(const Graph& graph, std::span<const Width> widths,
                                       const Pace& pace);

}  // namespace apsp
