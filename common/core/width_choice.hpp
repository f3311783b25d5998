// SPDX-License-Identifier: MIT
// Exact narrow arithmetic: which width to try first, and what proves afterwards that it was enough.
//
// A solve in a narrow width clips every value to INF = kInfinity<Element>. Clipping commutes with
// min and with the addition of non-negative numbers. So the result is exactly min(d, INF), and a
// result below INF is the true distance. A result INF means "no path" or "too long for this width".
// Each of three conditions proves that it means "no path", cheapest first:
//
// clang-format off
//   complete  No result is INF.
//   bound     M + w < INF. M is the largest result below INF, w the largest weight. On a shortest
//             path, the first vertex whose distance does not fit is one edge beyond a vertex whose
//             distance fits. So its distance is at most M + w.
//   edges     No row i and edge (k, j) have d(i,k) < INF and d(i,j) = INF. Same argument as "bound",
//             with the edges of the graph. This condition is also necessary.
// clang-format on
//
// The width to try first is a wager. An attempt takes time in proportion to the bytes of an
// element, so u8 takes about half of u16's time. If u8 is enough, the other half is saved; if not,
// its own time is lost and u16 follows. Let p be the probability that the narrower width is enough:
//     expected(narrower first) = narrower + (1 - p) wider,    expected(wider first) = wider.
// Searches (longest_distance.hpp) decide many cases for certain and estimate p in the others.
// Against a choice with full knowledge, the better of the two is expected to lose
//     min((1 - p) narrower, p (wider - narrower)).
// One more round of searches saves a share of this. Searches go on as long as the next round costs
// less than it saves: few rounds for small graphs, many for large ones that stay undecided.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "common/core/graph.hpp"
#include "common/core/longest_distance.hpp"
#include "common/core/width.hpp"

namespace apsp {

/// The result of one reduction over a computed matrix.
struct Extent {
  Distance largest = 0;  // over all results below INF
  bool complete = true;  // no result is INF
};

/// The extent of the results of both.
[[nodiscard]] constexpr Extent united(const Extent& a, const Extent& b) {
  return {a.largest < b.largest ? b.largest : a.largest, a.complete && b.complete};
}

/// Returns the condition that proves the result exact, in the words of the report; nothing if the
/// edges must decide.
[[nodiscard]] std::optional<std::string_view> prove(const Extent& extent, Distance largest_weight,
                                                    Distance infinity);

/// The time of an attempt, roughly: enough to weigh one that fails against one not made.
struct Pace {
  double relaxations;          // of one attempt
  double bytes_per_second;     // relaxations per second x bytes of an element: alike in all widths
  double seconds_besides = 0;  // of all else that an attempt takes, alike in all widths
  bool repeats = false;        // an attempt whose lengths have no bound takes twice as long

  [[nodiscard]] double seconds(Width width) const {
    return seconds_besides + relaxations * static_cast<double>(bytes_of(width)) / bytes_per_second;
  }
};

/// Estimates the probability that every distance lies below `infinity`. Returns 1 where the bounds
/// prove it, 0 where they disprove it or a path of `infinity` or longer was seen.
[[nodiscard]] double chance_to_fit(const LongestBounds& bounds, Distance infinity);

struct WidthChoice {
  Width width;
  LongestBounds bounds;  // the reason for the choice
};

/// Chooses the width to try first, of `widths` (ascending, not empty): from it on, the expected
/// time of all attempts is the shortest. Searches the graph as long as that saves more than it
/// takes; where attempts repeat, also for a bound below `room`. Searches nothing for these where
/// all widths take the same time, and lengths have such a bound or an attempt takes less than a
/// look. Needs weights >= 0. O(E + V log V), parallel, and a few percent of the solve at most. No
/// distance above `limit` is wanted: nothing is wider than that takes, nor searched for where all
/// widths take the same time. `begun`: of the same graph, after one round of searches.
[[nodiscard]] WidthChoice choose_width(const Graph& graph, std::span<const Width> widths,
                                       const Pace& pace, Distance limit = kUnreachable,
                                       std::unique_ptr<LongestDistance> begun = nullptr,
                                       Distance room = kUnreachable);

}  // namespace apsp
