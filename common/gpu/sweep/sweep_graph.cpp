// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/sweep_graph.hpp"

#include <algorithm>
#include <bit>
#include <future>
#include <vector>

#include "common/base/memory.hpp"
#include "common/base/plural.hpp"

namespace apsp::gpu {
namespace {

std::vector<Distance> bits_of(const std::vector<double>& lengths) {
  std::vector<Distance> bits(lengths.size());
  std::transform(lengths.begin(), lengths.end(), bits.begin(),
                 [](double length) { return std::bit_cast<Distance>(static_cast<float>(length)); });
  return bits;
}

/// Eliminates a graph whose weights are the bits of floats.
sparse::EliminatedGraph eliminate_floats(const Graph& graph, const sparse::EliminationTree& tree) {
  require_memory(graph.edges.size() * sizeof(RealEdge),
                 "a copy of " + counted(graph.edges.size(), "edge"));
  std::vector<RealEdge> edges(graph.edges.size());
  std::transform(graph.edges.begin(), graph.edges.end(), edges.begin(), [](const Edge& edge) {
    return RealEdge{edge.source, edge.destination, std::bit_cast<float>(edge.weight)};
  });
  const sparse::Eliminated<double> eliminated = sparse::eliminate(edges, tree);
  edges = {};
  return {bits_of(eliminated.rising), bits_of(eliminated.falling)};
}

}  // namespace

SweepGraph::SweepGraph(const Graph& graph, const sparse::EliminationTree& of, Width width)
    : tree(of) {
  // Threads of their own beside those of the elimination, which needs none of this.
  auto coming = std::async(std::launch::async, [this] {
    traversal = Traversal(tree);
    auto reads = std::async(std::launch::async, [this] { next_reads = {tree, traversal}; });
    lifetimes = {tree, traversal};
    reads.get();
  });
  eliminated = width == kF32 ? eliminate_floats(graph, tree) : sparse::eliminate(graph, tree);
  coming.get();
}

}  // namespace apsp::gpu
