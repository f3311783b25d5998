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

/// The shortcuts across position p.
void eliminate_position(const EliminationTree& tree, std::size_t p, EliminatedGraph& eliminated) {
  const std::size_t begin = tree.begin[p];
  const std::size_t end = tree.begin[p + 1];
  for (std::size_t low = begin; low < end; ++low) {
    // All further ones are among the higher neighbours of this one, in the same order.
    std::size_t pair = tree.begin[index(tree.ups[low])];
    const Distance from_low = eliminated.falling[low];
    const Distance to_low = eliminated.rising[low];
    for (std::size_t high = low + 1; high < end; ++high, ++pair) {
      while (tree.ups[pair] != tree.ups[high]) ++pair;
      eliminated.rising[pair] = relax(eliminated.rising[pair], from_low, eliminated.rising[high]);
      eliminated.falling[pair] = relax(eliminated.falling[pair], eliminated.falling[high], to_low);
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
