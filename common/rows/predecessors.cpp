// SPDX-License-Identifier: MIT
#include "common/rows/predecessors.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "common/base/parallel_for.hpp"
#include "common/core/light_edges.hpp"
#include "common/core/potentials.hpp"

namespace apsp {
namespace {

/// The key of a vertex that no path leads to. Every other one is smaller.
constexpr Distance kNoKey = std::numeric_limits<Distance>::max();

constexpr RowRules kNoLoops = {.drop_loops = true};

void sort_rows(CompressedRows<Arc>& arcs) {
  const auto lighter = [](const Arc& a, const Arc& b) { return a.weight < b.weight; };
  const auto sort_row = [&](std::size_t v) {
    std::sort(arcs.of(v).begin(), arcs.of(v).end(), lighter);
  };
  parallel_for(arcs.vertices(), sort_row, {.chunk = 64});
}

/// Returns the largest key of a vertex that a path leads to; 0 where there is none.
Distance largest_key(std::span<const Distance> keys, Distance no_key) {
  Distance largest = 0;
  for (const Distance key : keys) largest = std::max(largest, key == no_key ? 0 : key);
  return largest;
}

std::vector<Distance> potentials_of(const Graph& graph) {
  if (graph.smallest_weight >= 0) return {};
  const Potentials potentials(graph);
  potentials.require_representable();
  return {potentials.values().begin(), potentials.values().end()};
}

}  // namespace

PredecessorGraph::PredecessorGraph(const Graph& graph)
    : graph_(graph), potentials_(potentials_of(graph)), omitted_(kNoKey) {
  if (!potentials_.empty()) {
    light_ = all_arcs();
    return;
  }
  const LightEdges light = light_edges(graph);
  if (!light.whole) omitted_ = light.omitted;
  light_ = compress(graph.vertices, light.edges, kNoLoops);
  sort_rows(light_);
}

std::uint64_t PredecessorGraph::bytes_for(const Graph& graph) {
  // The light edges are a copy, and their rows; those of all edges are made beside them.
  constexpr std::uint64_t kLightPerVertex = 48 * (sizeof(Edge) + sizeof(Arc));
  return compression_bytes(graph.vertices, graph.edges.size()) +
         graph.vertices * (kLightPerVertex + (graph.smallest_weight < 0 ? 40 : 0));
}

CompressedRows<Arc> PredecessorGraph::all_arcs() const {
  CompressedRows<Arc> arcs = compress(graph_.vertices, graph_.edges, kNoLoops);
  for (std::size_t p = 0; p < potentials_.size(); ++p) {
    for (Arc& arc : arcs.of(p)) {
      // At most 2^31 - 2, because no potential is below 1 - kUnreachable, nor above 0.
      arc.weight += potentials_[p] - potentials_[static_cast<std::size_t>(arc.vertex)];
    }
  }
  sort_rows(arcs);
  return arcs;
}

const CompressedRows<Arc>& PredecessorGraph::arcs_within(Distance reach) const {
  if (reach < omitted_) return light_;
  std::call_once(complete_, [&] { all_ = all_arcs(); });
  return all_;
}

PredecessorSearch::PredecessorSearch(const PredecessorGraph& graph)
    : graph_(graph), keys_(graph.potentials_.size()), edges_to_(graph.vertices()) {
  reached_.reserve(graph.vertices());
}

std::span<const Distance> PredecessorSearch::keys_of(std::span<const Distance> distances) {
  if (keys_.empty()) return distances;
  for (std::size_t j = 0; j < keys_.size(); ++j) {
    keys_[j] = distances[j] == kUnreachable ? kNoKey : distances[j] - graph_.potentials_[j];
  }
  return keys_;
}

/// Breadth first along tight edges, so that cycles of length zero end as they begin.
void PredecessorSearch::run(std::size_t source, std::span<const Distance> distances,
                            std::span<std::int32_t> predecessors) {
  const std::span<const Distance> keys = keys_of(distances);
  const Distance reach = largest_key(keys, keys_.empty() ? kUnreachable : kNoKey);
  const CompressedRows<Arc>& arcs = graph_.arcs_within(reach);
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
    for (const Arc& arc : arcs.of(from)) {
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
