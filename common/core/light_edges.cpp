// SPDX-License-Identifier: MIT
#include "common/core/light_edges.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "common/base/parallel_for.hpp"
#include "common/base/threads.hpp"
#include "common/core/dense_weights.hpp"

namespace apsp {
namespace {

constexpr std::size_t kEdgesPerVertex = 16;  // enough that a random graph stays connected
constexpr std::size_t kWeightSamples = 4096;
constexpr std::size_t kSampledRows = 64;  // of a matrix

/// Returns the weights of some edges, kWeightSamples or fewer of them, at even distances.
std::vector<Distance> sample_weights(const Graph& graph) {
  const std::size_t edges = graph.edge_count();
  std::vector<Distance> weights;
  if (graph.matrix == nullptr) {
    weights.resize(std::min(edges, kWeightSamples));
    for (std::size_t s = 0; s < weights.size(); ++s) {
      weights[s] = graph.edges[s * (edges / weights.size())].weight;
    }
    return weights;
  }
  const std::size_t rows = std::min(graph.vertices, kSampledRows);
  for (std::size_t r = 0; r < rows; ++r) {
    graph.matrix->for_each(
        r * (graph.vertices / rows), kUnreachable,
        [&](std::size_t, auto weight) { weights.push_back(static_cast<Distance>(weight)); });
  }
  const std::size_t stride = std::max<std::size_t>(1, weights.size() / kWeightSamples);
  for (std::size_t s = 0; s * stride < weights.size(); ++s) weights[s] = weights[s * stride];
  weights.resize((weights.size() + stride - 1) / stride);
  return weights;
}

/// The edges to keep: all lighter than `weight`, and one in `stride` of those equal to it.
struct Limit {
  Distance weight;
  std::size_t stride;

  /// Estimates the limit from a sample of the weights, so that about `wanted` edges are kept.
  static Limit of(const Graph& graph, std::size_t wanted) {
    const std::size_t edges = graph.edge_count();
    if (edges <= 2 * wanted) return {graph.largest_weight, 1};
    std::vector<Distance> weights = sample_weights(graph);
    const std::size_t samples = weights.size();
    if (samples == 0) return {graph.largest_weight, 1};
    std::sort(weights.begin(), weights.end());
    const std::size_t rank = std::min(samples - 1, samples * wanted / edges + 1);
    const Distance limit = weights[rank];
    const auto [first, last] = std::equal_range(weights.begin(), weights.end(), limit);
    const auto ties = static_cast<std::size_t>(last - first) * (edges / samples);
    return {limit, std::max<std::size_t>(1, ties / wanted)};
  }
};

/// Appends the edges that weigh `most` or less and for which a filter returns true, in the order of
/// the graph. Calls `make_filter` once for each contiguous share of the edges, one share a thread.
template <typename MakeFilter>
void append_filtered(const Graph& graph, Distance most, const MakeFilter& make_filter,
                     std::vector<Edge>& kept) {
  const int threads = is_for_threads(graph.edge_count()) ? omp_get_max_threads() : 1;
  std::vector<std::vector<Edge>> shares(static_cast<std::size_t>(threads));
  const std::size_t total = graph.matrix == nullptr ? graph.edges.size() : graph.vertices;
  parallel_for<Handout::kStatic>(shares.size(), [&](std::size_t s) {
    auto keep = make_filter();
    const auto look_at = [&](const Edge& edge) {
      if (edge.weight <= most && keep(edge)) shares[s].push_back(edge);
    };
    const std::size_t begin = total * s / shares.size();
    const std::size_t end = total * (s + 1) / shares.size();
    if (graph.matrix == nullptr) {
      std::for_each(graph.edges.begin() + static_cast<std::ptrdiff_t>(begin),
                    graph.edges.begin() + static_cast<std::ptrdiff_t>(end), look_at);
      return;
    }
    for (std::size_t row = begin; row < end; ++row) {
      graph.matrix->for_each(row, most, [&](std::size_t column, auto weight) {
        look_at({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column),
                 static_cast<Distance>(weight)});
      });
    }
  });
  for (const std::vector<Edge>& share : shares) kept.insert(kept.end(), share.begin(), share.end());
}

/// Returns a number in [0, 2 V) for each vertex, equal for vertices that kept edges connect. A
/// vertex that none of them enters or none leaves has a number of its own.
std::vector<std::size_t> parts(std::size_t vertices, const std::vector<Edge>& kept) {
  constexpr std::uint8_t kLeft = 1, kEntered = 2;
  std::vector<std::uint8_t> touched(vertices, 0);
  std::vector<std::size_t> parent(vertices);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Edge& edge : kept) {
    const auto from = static_cast<std::size_t>(edge.source);
    const auto to = static_cast<std::size_t>(edge.destination);
    if (from == to) continue;
    parent[root(from)] = root(to);
    touched[from] |= kLeft;
    touched[to] |= kEntered;
  }
  std::vector<std::size_t> part(vertices);
  for (std::size_t v = 0; v < vertices; ++v) {
    part[v] = touched[v] == (kLeft | kEntered) ? root(v) : vertices + v;
  }
  return part;
}

/// Appends edges that enter and leave each part: those lighter than all before them in the thread's
/// share of the graph, few of many.
void append_links(const Graph& graph, std::vector<Edge>& kept) {
  const std::vector<std::size_t> part = parts(graph.vertices, kept);
  if (std::adjacent_find(part.begin(), part.end(), std::not_equal_to<>()) == part.end()) return;
  const auto make_filter = [&] {
    return [&part, leaves = std::vector<Distance>(2 * graph.vertices, kUnreachable),
            enters =
                std::vector<Distance>(2 * graph.vertices, kUnreachable)](const Edge& edge) mutable {
      const std::size_t from = part[static_cast<std::size_t>(edge.source)];
      const std::size_t to = part[static_cast<std::size_t>(edge.destination)];
      if (from == to || (edge.weight >= leaves[from] && edge.weight >= enters[to])) return false;
      leaves[from] = std::min(leaves[from], edge.weight);
      enters[to] = std::min(enters[to], edge.weight);
      return true;
    };
  };
  append_filtered(graph, kUnreachable, make_filter, kept);
}

}  // namespace

LightEdges light_edges(const Graph& graph) {
  const Limit limit = Limit::of(graph, kEdgesPerVertex * graph.vertices);
  LightEdges light;
  light.whole = limit.stride == 1 && limit.weight == graph.largest_weight;
  if (light.whole) {
    const std::span<const Edge> all = listed(graph).edges;
    light.edges.assign(all.begin(), all.end());
    return light;
  }
  light.omitted = limit.weight;
  const auto make_filter = [&] {
    return [limit, ties = std::size_t{0}](const Edge& edge) mutable {
      return edge.weight < limit.weight ||
             (edge.weight == limit.weight && ties++ % limit.stride == 0);
    };
  };
  append_filtered(graph, limit.weight, make_filter, light.edges);
  append_links(graph, light.edges);
  return light;
}

}  // namespace apsp
