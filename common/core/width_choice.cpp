// SPDX-License-Identifier: MIT
#include "common/core/width_choice.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "common/base/memory.hpp"
#include "common/core/dense_weights.hpp"

namespace apsp {
namespace {

/// A model of the largest distance D against the largest one seen. D is larger with probability
/// `larger`, and then by a share that is exponentially distributed.
struct Excess {
  double larger;
  double mean;  // of the share
};

/// Measured on graphs of many kinds (those of hw3-bench width among them). The first
/// round starts in the middle. The second one starts at the far ends and mostly finds D.
Excess excess_after(std::size_t rounds) {
  if (rounds <= 1) return {0.9, 0.5};
  return {0.45 / static_cast<double>(rounds), 0.1};
}

/// Returns the model after some rounds. Parts of a graph that no search has reached may hold a
/// longer distance. So may parts that the last round was the first to reach: their far ends are not
/// searched yet.
Excess excess_of(const LongestBounds& bounds) {
  const Excess seen = excess_after(bounds.rounds);
  const Excess unseen = excess_after(0);
  const double share = 1 - bounds.explored;
  return {seen.larger + share * (unseen.larger - seen.larger),
          seen.mean + share * (unseen.mean - seen.mean)};
}

/// Returns the share of wrong choices that one more round puts right, at best.
double resolved_by_next(const LongestBounds& bounds) {
  return 1 - excess_after(bounds.rounds + 1).larger / excess_of(bounds).larger;
}

/// Returns the seconds that the better of the two choices is expected to lose.
double expected_loss(double chance, double narrower, double wider) {
  return std::min((1 - chance) * narrower, chance * (wider - narrower));
}

/// Estimates the seconds of a round of searches.
double seconds_of_round(std::size_t edges, std::size_t vertices) {
  constexpr double kSecondsPerEdge = 15e-9;  // of one thread, the queue included
  constexpr auto kSearches = static_cast<int>(LongestDistance::kSearches);
  const int threads = omp_get_max_threads();
  const int turns = (kSearches + threads - 1) / threads;
  return turns * kSecondsPerEdge * static_cast<double>(edges + vertices);
}

/// Whether V - 1 edges of the largest weight are as long as `room`.
bool may_exceed(const Graph& graph, Distance room) {
  const double edges = static_cast<double>(std::max<std::size_t>(graph.vertices, 1) - 1);
  return edges * graph.largest_weight >= room;
}

/// Searches on until the lengths have a bound below `room`. Each part of the graph takes a search
/// of its own. Gives up after a small part of `seconds`.
void look_for_bound(LongestDistance& longest, Distance room, double seconds,
                    double seconds_of_round) {
  constexpr double kShare = 0.1;
  const double most_rounds = kShare * seconds / seconds_of_round;
  for (double n = 0; n < most_rounds && longest.bounds().most >= room; ++n) {
    if (longest.bounds().seen >= room || !longest.search()) return;
  }
}

/// Whether a second attempt takes less time than to look for bounds before the first, as that of
/// few searches; or there is no memory for such a look.
bool is_sooner_repeated(const Graph& graph, const Pace& pace) {
  constexpr double kRounds = 2;  // of searches, at least
  const double look = kRounds * seconds_of_round(graph.edge_count(), graph.vertices);
  return pace.seconds(Width::kS32) <= look || !has_memory(LongestDistance::bytes_for(graph));
}

}  // namespace

std::optional<std::string_view> prove(const Extent& extent, Distance largest_weight,
                                      Distance infinity) {
  if (extent.complete) return "every pair is reached below INF";
  if (std::int64_t{extent.largest} + largest_weight < infinity) {
    return "largest distance + largest weight < INF";
  }
  return std::nullopt;
}

double chance_to_fit(const LongestBounds& bounds, Distance infinity) {
  if (bounds.most < infinity) return 1;
  if (bounds.seen >= infinity) return 0;
  const Excess excess = excess_of(bounds);
  const double room = static_cast<double>(infinity) / std::max(1, bounds.seen) - 1;
  return 1 - excess.larger * std::exp(-room / excess.mean);
}

WidthChoice choose_width(const Graph& graph, std::span<const Width> widths, const Pace& pace,
                         Distance limit, std::unique_ptr<LongestDistance> begun, Distance room) {
  const auto enough = std::find_if(widths.begin(), widths.end(),
                                   [&](Width width) { return limit < infinity_of(width); });
  const bool limited = enough != widths.end();
  if (limited) {
    widths = widths.first(static_cast<std::size_t>(enough - widths.begin()) + 1);
    if (widths.size() == 1 || pace.relaxations == 0) return {*enough, {.most = limit}};
  }
  // An edge is a path.
  const bool complete = graph.matrix != nullptr && graph.matrix->complete();
  if (complete && graph.largest_weight < infinity_of(widths.front())) {
    return {widths.front(), {.most = graph.largest_weight}};
  }
  const bool unbounded = may_exceed(graph, room);
  if (pace.relaxations == 0 && pace.repeats && (!unbounded || is_sooner_repeated(graph, pace))) {
    return {widths.back(), {}};
  }
  if (!begun) begun = std::make_unique<LongestDistance>(graph);
  LongestDistance& longest = *begun;
  const double round = seconds_of_round(longest.edges(), graph.vertices);
  const bool repeats = pace.repeats && !limited && unbounded;
  bool more = longest.bounds().rounds > 0 || longest.search();
  for (;;) {
    const LongestBounds& bounds = longest.bounds();
    std::size_t w = 0;
    while (w + 1 < widths.size() && bounds.seen >= infinity_of(widths[w])) ++w;
    const double chance = chance_to_fit(bounds, infinity_of(widths[w]));
    if (chance == 1 || w + 1 == widths.size()) {
      if (repeats) look_for_bound(longest, room, pace.seconds(widths[w]), round);
      return {widths[w], bounds};
    }

    const double narrower = pace.seconds(widths[w]);
    const double wider = pace.seconds(widths[w + 1]);
    const double gain = expected_loss(chance, narrower, wider) * resolved_by_next(bounds);
    constexpr double kMargin = 2;  // because all of these seconds are guesses
    // Two rounds take hardly any time, and the second one sees most.
    const bool worth_it = bounds.rounds < 2 || gain > kMargin * round;
    if (!more || !worth_it) {
      if (repeats) look_for_bound(longest, room, narrower, round);
      if (chance_to_fit(bounds, infinity_of(widths[w])) == 1) return {widths[w], bounds};
      const bool try_narrower = narrower + (1 - chance) * wider < wider;
      return {widths[try_narrower ? w : w + 1], bounds};
    }
    more = longest.search();
  }
}

}  // namespace apsp
