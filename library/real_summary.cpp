// SPDX-License-Identifier: MIT
// Summaries of weights that are not integers, by those of integers that they are rounded to.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "apsp/error.hpp"
#include "apsp/summary.hpp"
#include "common/base/memory.hpp"
#include "common/base/plural.hpp"
#include "common/base/random.hpp"
#include "library/call.hpp"
#include "library/real_edges.hpp"
#include "library/scaled_integers.hpp"
#include "library/summary.hpp"

namespace apsp {
namespace {

/// The exponent of the smallest unit in which lengths of up to `longest` are below 2^28: a quarter
/// of what integers hold, because a sample has not seen all.
int exponent_for(double longest) {
  constexpr int kBits = 28;
  return longest > 0 ? std::ilogb(longest) + 1 - kBits : 0;
}

/// The longest distance of some searches, at least the heaviest edge within the limit: what a path
/// may have to be made of. The same on every machine, but for rounding.
double longest_of_sample(std::size_t vertices, std::span<const RealEdge> edges,
                         const Settings& settings) {
  constexpr std::size_t kSources = 8;
  double longest = 0;
  for (const RealEdge& edge : edges) {
    if (edge.weight <= settings.limit) longest = std::max(longest, edge.weight);
  }
  if (vertices == 0 || longest == 0) return longest;
  Settings sample;
  sample.threads = settings.threads;
  sample.method = Method::kSearch;
  sample.limit = settings.limit;
  sample.sources.emplace();
  for (std::size_t n = 1; n <= kSources; ++n) {
    sample.sources->push_back(static_cast<std::int32_t>(scale(n * SplitMix64::kGamma, vertices)));
  }
  require_memory(kSources * vertices * sizeof(double),
                 "a sample of " + counted(vertices, "vertex"));
  std::vector<double> lengths(kSources * vertices);
  solve_into(RealGraphView{vertices, edges}, sample, std::span<double>(lengths));
  for (const double length : lengths) {
    if (std::isfinite(length)) longest = std::max(longest, length);
  }
  return longest;
}

/// The edges in units of 2^exponent, each rounded to nearest. Those above `most` are left out: no
/// path that is wanted has one.
std::vector<Edge> rounded(std::span<const RealEdge> edges, int exponent, double most) {
  require_memory(std::uint64_t{edges.size()} * sizeof(Edge),
                 "a copy of " + counted(edges.size(), "edge"));
  std::vector<Edge> integers;
  integers.reserve(edges.size());
  for (const RealEdge& edge : edges) {
    if (edge.weight > most) continue;
    const double units = std::nearbyint(std::ldexp(edge.weight, -exponent));
    integers.push_back({edge.source, edge.destination, static_cast<Distance>(units)});
  }
  return integers;
}

/// Half a unit for each edge that a shortest path may have. Let w be the lightest edge in units, D
/// the longest distance that may be wanted. A path as long as D has E <= D / w edges, and no exact
/// one more than those e for which e (w - 1/2) <= D + E / 2: rounded, its own length is at most so
/// long.
double error_of(const Summary& found, std::span<const Edge> edges, std::size_t vertices,
                double limit) {
  auto most = static_cast<double>(vertices) - 1;
  const double longest = std::isinf(limit) ? found.diameter.value_or(0) : limit;
  Distance least = kUnreachable;
  for (const Edge& edge : edges) {
    if (edge.source != edge.destination) least = std::min(least, edge.weight);
  }
  if (least > 0) {
    const double own = longest / least;
    most = std::min(most, std::floor((longest + own / 2) / (least - 0.5)));
  }
  return edges.empty() ? 0 : most / 2;
}

Settings in_units(const Settings& settings, int exponent) {
  Settings ours = settings;
  ours.limit = std::ldexp(settings.limit, -exponent);
  ours.undirected = false;  // the edges lead both ways
  return ours;
}

RealSummary rounded_summary(std::size_t vertices, std::span<const RealEdge> edges,
                            const Settings& settings) {
  constexpr int kWider = 2;  // bits, where lengths did not fit
  if (has_negative(edges)) {
    throw Error(Fault::kUsage,
                "a summary of weights below 0 is for integers times one power of two");
  }
  for (int exponent = exponent_for(longest_of_sample(vertices, edges, settings));;
       exponent += kWider) {
    const std::vector<Edge> integers = rounded(edges, exponent, settings.limit);
    try {
      const Settings ours = in_units(settings, exponent);
      Summary found = summarized(GraphView{vertices, integers}, ours);
      const double error = error_of(found, integers, vertices, ours.limit);
      return {std::move(found), exponent, std::ldexp(error, exponent)};
    } catch (const Error& error) {
      if (error.fault() != Fault::kNoAnswer) throw;
    }
  }
}

}  // namespace

RealSummary summary(RealGraphView graph, const Settings& settings) {
  return with_memory_errors([&] {
    const Call checked(GraphView{graph.vertices, {}}, settings);  // checks the settings
    const CheckedEdges checked_list =
        checked_edges(graph, std::numeric_limits<double>::max(), settings.undirected);
    const std::span<const RealEdge> edges = checked_list.get();
    if (const auto exact = scaled_integers(edges)) {
      const GraphView view = {graph.vertices, exact->edges};
      try {
        return RealSummary{summarized(view, in_units(settings, exact->exponent)), exact->exponent};
      } catch (const Error& error) {
        // Distances beyond 32 bits take a wider unit. A checkpoint is one of this unit.
        const bool only_exactly =
            settings.width || !settings.checkpoint.empty() || has_negative(edges);
        if (error.fault() != Fault::kNoAnswer || only_exactly) throw;
      }
    }
    return rounded_summary(graph.vertices, edges, settings);
  });
}

}  // namespace apsp
