// SPDX-License-Identifier: MIT
#include "common/sparse/elimination.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// The shortcuts across position p.
void eliminate_position(const EliminationTree& tree, std::size_t p, EliminatedGraph& eliminated) {
  const std::size_t begin = tree.begin[p];
  const std::size_t end = tree.begin[p + 1];
  Distance* rising = eliminated.rising.data();
  Distance* falling = eliminated.falling.data();
  for (std::size_t low = begin; low < end; ++low) {
    // All further ones are among the higher neighbours of this one, in the same order.
    const std::size_t position = index(tree.ups[low]);
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
  for (std::size_t p = 0; p < tree.size(); ++p) eliminate_position(tree, p, eliminated);
  return eliminated;
}

}  // namespace apsp::sparse
