// SPDX-License-Identifier: MIT
#include "common/rows/predecessors.hpp"

#include <omp.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "common/base/for_each_isa.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/potentials.hpp"

namespace apsp {
namespace {

/// The key of a vertex that no path leads to. Every other one is smaller.
constexpr Distance kNoKey = std::numeric_limits<Distance>::max();

/// Light edges are no more than this part of all, or all are taken.
constexpr std::size_t kFew = 8;

void sort_rows(CompressedRows<Arc>& arcs) {
  const auto lighter = [](const Arc& a, const Arc& b) {
    return std::tie(a.weight, a.vertex) < std::tie(b.weight, b.vertex);
  };
  const auto sort_row = [&](std::size_t v) {
    std::sort(arcs.of(v).begin(), arcs.of(v).end(), lighter);
  };
  parallel_for(arcs.vertices(), sort_row, {.chunk = 64});
}

/// Returns the largest key of a vertex that a path leads to; 0 where there is none.
APSP_FOR_EACH_ISA
Distance largest_key(const Distance* keys, std::size_t count, Distance no_key) {
  Distance largest = 0;
#pragma omp simd reduction(max : largest)
  for (std::size_t j = 0; j < count; ++j) {
    const Distance key = keys[j] == no_key ? 0 : keys[j];
    largest = key > largest ? key : largest;
  }
  return largest;
}

std::vector<Distance> potentials_of(const Graph& graph) {
  if (graph.smallest_weight >= 0) return {};
  const Potentials potentials(graph);
  return {potentials.values().begin(), potentials.values().end()};
}

}  // namespace

PredecessorGraph::PredecessorGraph(const Graph& graph)
    : graph_(graph), potentials_(potentials_of(graph)) {}

std::uint64_t PredecessorGraph::bytes_for(const Graph& graph) {
  // Two sides; a few light edges of each exist beside all, until no thread uses them.
  return 2 * (compression_bytes(graph.vertices, graph.edges.size()) +
              graph.edges.size() / kFew * (sizeof(Arc) + sizeof(Edge))) +
         (graph.smallest_weight < 0 ? graph.vertices * sizeof(Distance) : 0);
}

/// Returns the edges of a weight up to `limit`, or nothing if they are not few.
std::optional<std::vector<Edge>> PredecessorGraph::light_edges(Distance limit) const {
  const std::span<const Edge> edges = graph_.edges;
  const std::size_t most = edges.size() / kFew;
  const std::size_t threads =
      omp_in_parallel() != 0 ? 1 : static_cast<std::size_t>(omp_get_max_threads());
  std::vector<std::vector<Edge>> shares(threads);
  parallel_for<Handout::kStatic>(threads, [&](std::size_t share) {
    std::vector<Edge>& light = shares[share];
    light.reserve(most / threads + 1);  // memory that is not touched takes no time
    const std::size_t end = edges.size() * (share + 1) / threads;
    for (std::size_t n = edges.size() * share / threads; n < end; ++n) {
      constexpr std::size_t kAhead = 256;
      if (n + kAhead < edges.size()) __builtin_prefetch(&edges[n + kAhead]);
      const Edge& edge = edges[n];
      const Distance weight = weight_of(edge);
      if (weight > limit) continue;
      if (light.size() > most) break;
      light.push_back({edge.source, edge.destination, weight});
    }
  });
  std::vector<Edge> light = std::move(shares.front());
  for (std::size_t share = 1; share < threads; ++share) {
    light.insert(light.end(), shares[share].begin(), shares[share].end());
  }
  if (light.size() > most) return std::nullopt;
  return light;
}

CompressedRows<Arc> PredecessorGraph::all_arcs(const RowRules& rules) const {
  CompressedRows<Arc> arcs = compress(graph_.vertices, graph_.edges, rules);
  for (std::size_t v = 0; v < potentials_.size(); ++v) {
    for (Arc& arc : arcs.of(v)) {
      const auto other = static_cast<std::size_t>(arc.vertex);
      const bool leaves = rules.end == RowRules::End::kSource;
      arc.weight +=
          leaves ? potentials_[v] - potentials_[other] : potentials_[other] - potentials_[v];
    }
  }
  return arcs;
}

std::shared_ptr<const CompressedRows<Arc>> PredecessorGraph::arcs_within(Distance reach,
                                                                         Side& side) const {
  const std::lock_guard lock(side.mutex);
  if (side.arcs && reach <= side.limit) return side.arcs;
  const RowRules rules = {.end = side.end, .drop_loops = true};
  const Distance limit = std::min(reach, kUnreachable) + reach / 2;
  std::optional<std::vector<Edge>> light;
  if (!side.arcs && limit >= reach) light = light_edges(limit);
  auto arcs = light ? compress(graph_.vertices, *light, rules) : all_arcs(rules);
  sort_rows(arcs);
  side.arcs = std::make_shared<CompressedRows<Arc>>(std::move(arcs));
  side.limit = light ? limit : kNoKey;
  return side.arcs;
}

PredecessorSearch::PredecessorSearch(const PredecessorGraph& graph)
    : graph_(graph),
      keys_(graph.potentials_.size()),
      edges_to_(graph.vertices()),
      batch_(graph.vertices()) {
  reached_.reserve(graph.vertices());
}

std::span<const Distance> PredecessorSearch::keys_of(std::span<const Distance> distances) {
  if (keys_.empty()) return distances;
  for (std::size_t j = 0; j < keys_.size(); ++j) {
    keys_[j] = distances[j] == kUnreachable ? kNoKey : distances[j] - graph_.potentials_[j];
  }
  return keys_;
}

void PredecessorSearch::run(std::span<const std::size_t> sources,
                            std::span<const Distance> distances,
                            std::span<std::int32_t> predecessors) {
  const std::size_t vertices = graph_.vertices();
  for (std::size_t first = 0; first < sources.size(); first += PredecessorBatch::kLanes) {
    const std::size_t end = std::min(first + PredecessorBatch::kLanes, sources.size());
    const auto row = [&](auto rows, std::size_t n) { return rows.subspan(n * vertices, vertices); };
    std::size_t n = first;
    while (n < end && hold(sources[n], row(distances, n))) ++n;
    if (n == end) {
      run_held(predecessors.subspan(first * vertices, (end - first) * vertices));
    } else {
      batch_.clear();
      for (n = first; n < end; ++n) run(sources[n], row(distances, n), row(predecessors, n));
    }
  }
}

bool PredecessorSearch::hold(std::size_t source, std::span<const Distance> distances) {
  if (graph_.equal_weight() && !graph_.sparse()) return false;
  return batch_.add(source, distances, graph_.potentials_);
}

void PredecessorSearch::run_held(std::span<std::int32_t> predecessors) {
  const std::size_t vertices = graph_.vertices();
  if (held() < kFewestLanes || !run_batch(predecessors)) {
    distances_.resize(vertices);
    for (std::size_t n = 0; n < held(); ++n) {
      batch_.distances(n, graph_.potentials_, distances_);
      run(batch_.sources()[n], distances_, predecessors.subspan(n * vertices, vertices));
    }
  }
  batch_.clear();
}

bool PredecessorSearch::run_batch(std::span<std::int32_t> predecessors) {
  const auto arcs = graph_.arcs_within(batch_.reach(), graph_.into_);
  return batch_.run(*arcs, predecessors);
}

/// Where all edges have the same weight, and it is not 0, distances count edges: the first arc that
/// is tight will do.
void PredecessorSearch::run_equal(std::size_t source, std::span<const Distance> distances,
                                  std::span<std::int32_t> predecessors) {
  const auto arcs = graph_.arcs_within(kUnreachable, graph_.into_);
  const Distance weight = *graph_.equal_weight();
  for (std::size_t j = 0; j < distances.size(); ++j) {
    const Distance before = distances[j] - weight;
    std::int32_t& p = predecessors[j];
    p = kNoPredecessor;
    if (j == source || distances[j] == kUnreachable) continue;
    if (before == 0) {
      p = static_cast<std::int32_t>(source);
      continue;
    }
    const auto arcs_into = arcs->of(j);
    const auto first = std::ranges::find_if(arcs_into, [&](const Arc& arc) {
      return distances[static_cast<std::size_t>(arc.vertex)] == before;
    });
    if (first != arcs_into.end()) p = first->vertex;
  }
}

/// Breadth first along tight edges, so that cycles of length zero end as they begin.
void PredecessorSearch::run(std::size_t source, std::span<const Distance> distances,
                            std::span<std::int32_t> predecessors) {
  if (graph_.equal_weight()) return run_equal(source, distances, predecessors);
  const std::span<const Distance> keys = keys_of(distances);
  const Distance reach = largest_key(keys.data(), keys.size(), no_key());
  const auto arcs = graph_.arcs_within(reach, graph_.from_);
  std::fill(predecessors.begin(), predecessors.end(), kNoPredecessor);
  const auto first = static_cast<std::int32_t>(source);
  predecessors[source] = first;  // until the end: no other edge leads there
  edges_to_[source] = 0;
  reached_.assign(1, first);
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    const std::int32_t p = reached_[next];
    const auto from = static_cast<std::size_t>(p);
    const Distance key = keys[from];
    const Distance heaviest = reach - key;
    for (const Arc& arc : arcs->of(from)) {
      if (arc.weight > heaviest) break;  // and so are all that follow
      if (key + arc.weight == keys[static_cast<std::size_t>(arc.vertex)]) {
        this->reach(p, arc.vertex, predecessors.data());
      }
    }
  }
  predecessors[source] = kNoPredecessor;
}

void PredecessorSearch::reach(std::int32_t from, std::int32_t to, std::int32_t* predecessors) {
  std::int32_t& known = predecessors[to];
  std::int32_t* const edges_to = edges_to_.data();
  const std::int32_t edges = edges_to[from] + 1;
  if (known == kNoPredecessor) {
    known = from;
    edges_to[to] = edges;
    reached_.push_back(to);
  } else if (edges_to[to] == edges && from < known) {
    known = from;
  }
}

}  // namespace apsp
