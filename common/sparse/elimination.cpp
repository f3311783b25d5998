// SPDX-License-Identifier: MIT
#include "common/sparse/elimination.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

namespace apsp::sparse {
namespace {

std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

/// The number of the pair (low, high), which is there.
std::size_t pair_of(const EliminationTree& tree, std::int32_t low, std::int32_t high) {
  const auto up = tree.up(index(low));
  return tree.begin[index(low)] +
         static_cast<std::size_t>(std::lower_bound(up.begin(), up.end(), high) - up.begin());
}

void place_edges(const Graph& graph, const EliminationTree& tree, EliminatedGraph& eliminated) {
  for (const Edge& edge : graph.edges) {
    if (edge.source == edge.destination) continue;
    const std::int32_t from = tree.positions[index(edge.source)];
    const std::int32_t to = tree.positions[index(edge.destination)];
    if (index(std::min(from, to)) >= tree.core_begin) continue;
    const std::size_t pair = pair_of(tree, std::min(from, to), std::max(from, to));
    Distance& weight = from < to ? eliminated.rising[pair] : eliminated.falling[pair];
    weight = std::min(weight, edge.weight);
  }
}

/// lengths[i] = min(lengths[i], first + seconds[i]) for `count` of them, which do not overlap.
void relax_all(Distance* __restrict lengths, Distance first, const Distance* __restrict seconds,
               std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) lengths[i] = relax(lengths[i], first, seconds[i]);
}

/// The shortcuts across position p, those within the core left out.
void eliminate_position(const EliminationTree& tree, std::size_t p, EliminatedGraph& eliminated) {
  const std::size_t begin = tree.begin[p];
  const std::size_t end = tree.begin[p + 1];
  Distance* rising = eliminated.rising.data();
  Distance* falling = eliminated.falling.data();
  for (std::size_t low = begin; low < end; ++low) {
    // All further ones are among the higher neighbours of this one, in the same order.
    const std::size_t position = index(tree.ups[low]);
    if (position >= tree.core_begin) break;
    std::size_t pair = tree.begin[position];
    const std::size_t further = end - low - 1;
    if (tree.begin[position + 1] - pair == further) {  // there are no others, as in a dense part
      relax_all(rising + pair, falling[low], rising + low + 1, further);
      relax_all(falling + pair, rising[low], falling + low + 1, further);
      continue;
    }
    for (std::size_t high = low + 1; high < end; ++high, ++pair) {
      while (tree.ups[pair] != tree.ups[high]) ++pair;
      rising[pair] = relax(rising[pair], falling[low], rising[high]);
      falling[pair] = relax(falling[pair], rising[low], falling[high]);
    }
  }
}

}  // namespace

EliminatedGraph eliminate(const Graph& graph, const EliminationTree& tree) {
  EliminatedGraph eliminated;
  eliminated.rising.assign(tree.ups.size(), kUnreachable);
  eliminated.falling.assign(tree.ups.size(), kUnreachable);
  place_edges(graph, tree, eliminated);
  for (std::size_t p = 0; p < tree.core_begin; ++p) eliminate_position(tree, p, eliminated);
  return eliminated;
}

CoreGraph::CoreGraph(const Graph& graph, const EliminationTree& tree,
                     const EliminatedGraph& eliminated)
    : tree_(tree), eliminated_(eliminated), begin_(tree.core_size() + 1, 0) {
  std::vector<Edge> arcs;
  for (const Edge& edge : graph.edges) {
    const std::size_t from = index(tree.positions[index(edge.source)]);
    const std::size_t to = index(tree.positions[index(edge.destination)]);
    if (std::min(from, to) < tree.core_begin) continue;
    arcs.push_back({static_cast<std::int32_t>(from - tree.core_begin),
                    static_cast<std::int32_t>(to - tree.core_begin), edge.weight});
  }
  arcs_ = compress(tree.core_size(), arcs);

  // A counting sort: counts, then ends, which become beginnings as pairs are placed.
  const auto for_each_pair = [&](const auto& take) {
    for (std::size_t p = 0; p < tree.core_begin; ++p) {
      for (std::size_t n = tree.begin[p + 1]; n-- > tree.begin[p];) {
        if (index(tree.ups[n]) < tree.core_begin) break;
        take(index(tree.ups[n]) - tree.core_begin, p, n);
      }
    }
  };
  for_each_pair([&](std::size_t v, std::size_t, std::size_t) { ++begin_[v]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  pairs_.resize(begin_.back());
  for_each_pair([&](std::size_t v, std::size_t p, std::size_t n) {
    pairs_[--begin_[v]] = {static_cast<std::int32_t>(p), n};
  });
}

void CoreGraph::departures(std::size_t vertex, std::span<Distance> lengths) const {
  std::fill(lengths.begin(), lengths.end(), kUnreachable);
  for (const Arc& arc : arcs_.of(vertex)) {
    Distance& length = lengths[index(arc.vertex)];
    length = std::min(length, arc.weight);
  }
  // From `vertex` down to the position, then up to another vertex of the core.
  for (std::size_t n = begin_[vertex]; n < begin_[vertex + 1]; ++n) {
    const auto& [position, pair] = pairs_[n];
    const Distance down = eliminated_.falling[pair];
    if (down == kUnreachable) continue;
    const auto to = tree_.core_up(index(position));
    const Distance* up = eliminated_.rising.data() + tree_.begin[index(position) + 1] - to.size();
    for (std::size_t u = 0; u < to.size(); ++u) {
      Distance& length = lengths[index(to[u]) - tree_.core_begin];
      length = std::min(length, down + up[u]);  // below 2^31: both are at most kUnreachable
    }
  }
  lengths[vertex] = 0;
}

}  // namespace apsp::sparse
