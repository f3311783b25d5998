// SPDX-License-Identifier: MIT
#include "common/width_choice.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "common/first_failure.hpp"

namespace apsp {
namespace {

constexpr std::size_t kEdgesPerVertex = 16;  // enough that a random graph stays connected
constexpr std::size_t kWeightSamples = 4096;
constexpr std::size_t kSources = 2;

/// Which edges are light enough to keep: all below `limit`, and one in `stride` of those equal to
/// it.
struct LightEdges {
  Distance limit;
  std::size_t stride;

  /// From a sample of the weights, so that about `wanted` of the graph's edges are kept.
  static LightEdges of(const Graph& graph, std::size_t wanted) {
    const std::size_t edges = graph.edges.size();
    if (edges <= 2 * wanted) return {graph.largest_weight, 1};
    const std::size_t samples = std::min(edges, kWeightSamples);
    std::vector<Distance> weights(samples);
    for (std::size_t s = 0; s < samples; ++s)
      weights[s] = graph.edges[s * (edges / samples)].weight;
    std::sort(weights.begin(), weights.end());
    const std::size_t rank = std::min(samples - 1, samples * wanted / edges + 1);
    const Distance limit = weights[rank];
    const auto [first, last] = std::equal_range(weights.begin(), weights.end(), limit);
    const auto ties = static_cast<std::size_t>(last - first) * (edges / samples);
    return {limit, std::max<std::size_t>(1, ties / wanted)};
  }
};

std::vector<Edge> light_edges(const Graph& graph) {
  const LightEdges light = LightEdges::of(graph, kEdgesPerVertex * graph.vertices);
  std::vector<std::vector<Edge>> shares(static_cast<std::size_t>(omp_get_max_threads()));
  FirstFailure failure;
#pragma omp parallel
  {
    std::vector<Edge>& share = shares[static_cast<std::size_t>(omp_get_thread_num())];
    std::size_t ties = 0;
#pragma omp for schedule(static)
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const Edge& edge = graph.edges[e];
      if (edge.weight > light.limit) continue;
      if (edge.weight < light.limit || ties++ % light.stride == 0) {
        failure.guard([&] { share.push_back(edge); });
      }
    }
  }
  failure.rethrow();
  std::vector<Edge> kept;
  for (const std::vector<Edge>& share : shares) kept.insert(kept.end(), share.begin(), share.end());
  return kept;
}

/// Edges by the vertex that they leave, in one direction of the graph.
struct Neighbours {
  std::vector<std::size_t> first;                         // V + 1
  std::vector<std::pair<std::int32_t, Distance>> target;  // vertex, weight

  Neighbours(std::size_t vertices, const std::vector<Edge>& edges, bool backwards)
      : first(vertices + 1, 0), target(edges.size()) {
    const auto from = [&](const Edge& e) {
      return static_cast<std::size_t>(backwards ? e.destination : e.source);
    };
    for (const Edge& e : edges) ++first[from(e) + 1];
    for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (const Edge& e : edges) {
      target[next[from(e)]++] = {backwards ? e.source : e.destination, e.weight};
    }
  }
};

struct Eccentricity {
  std::int64_t longest = 0;
  bool reaches_all = true;
};

/// The largest distance from `source`, by Dijkstra.
Eccentricity eccentricity(const Neighbours& neighbours, std::size_t source) {
  using Entry = std::pair<std::int64_t, std::size_t>;
  const std::size_t vertices = neighbours.first.size() - 1;
  std::vector<std::int64_t> distance(vertices, INT64_MAX);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[source] = 0;
  queue.emplace(0, source);
  Eccentricity result;
  std::size_t reached = 0;
  while (!queue.empty()) {
    const auto [length, u] = queue.top();
    queue.pop();
    if (length > distance[u]) continue;
    ++reached;
    result.longest = length;
    for (std::size_t x = neighbours.first[u]; x < neighbours.first[u + 1]; ++x) {
      const auto [v, weight] = neighbours.target[x];
      std::int64_t& known = distance[static_cast<std::size_t>(v)];
      if (length + weight < known) {
        known = length + weight;
        queue.emplace(known, static_cast<std::size_t>(v));
      }
    }
  }
  result.reaches_all = reached >= vertices;
  return result;
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

Distance estimate_longest(const Graph& graph) {
  if (graph.edges.empty()) return 0;
  const std::vector<Edge> kept = light_edges(graph);
  const Neighbours forwards(graph.vertices, kept, false);
  const Neighbours backwards(graph.vertices, kept, true);
  // Through any vertex s that reaches all and is reached by all, d(i,j) <= d(i,s) + d(s,j).
  std::array<Eccentricity, 2 * kSources> found;
  FirstFailure failure;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t x = 0; x < found.size(); ++x) {
    const auto source = static_cast<std::size_t>(kept[kept.size() * (x / 2) / kSources].source);
    failure.guard([&] { found[x] = eccentricity(x % 2 == 0 ? forwards : backwards, source); });
  }
  failure.rethrow();
  std::int64_t bound = INT64_MAX;
  std::int64_t largest = 0;
  for (std::size_t s = 0; s < kSources; ++s) {
    const Eccentricity& out = found[2 * s];
    const Eccentricity& in = found[2 * s + 1];
    largest = std::max(largest, out.longest + in.longest);
    if (out.reaches_all && in.reaches_all) bound = std::min(bound, out.longest + in.longest);
  }
  return static_cast<Distance>(
      std::min<std::int64_t>(bound == INT64_MAX ? largest : bound, kUnreachable));
}

Width narrowest_width(Distance longest) {
  if (longest < kInfinity<std::uint8_t>) return Width::kU8;
  if (longest < kInfinity<std::uint16_t>) return Width::kU16;
  return Width::kS32;
}

}  // namespace apsp
