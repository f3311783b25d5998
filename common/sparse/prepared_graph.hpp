// SPDX-License-Identifier: MIT
// A graph that is ordered and eliminated once, for weights that change and for pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/core/graph.hpp"
#include "common/sparse/customization.hpp"
#include "common/sparse/elimination_tree.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/order_tree.hpp"
#include "common/sparse/pair_lengths.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::sparse {

/// Whether doubles are exact for all lengths between the graph's vertices, and for all that an
/// elimination compares them with.
[[nodiscard]] bool lengths_are_exact(const Graph& graph);

/// The order of a graph, and the size of its elimination.
struct OrderedGraph {
  /// Bytes that the constructor asks for.
  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph);

  /// Takes `order`, or finds one. Throws Error(kMemory).
  explicit OrderedGraph(const Graph& graph, const std::optional<Order>& order = std::nullopt);

  /// Bytes of a PreparedGraph.
  [[nodiscard]] std::uint64_t bytes() const;

  Pattern pattern;
  OrderTree tree;
  double fill;  // pairs of a vertex and a higher neighbour, which are shortcuts or edges
  double work;  // relaxations of an elimination
};

/// The parts share the tree, so that this stays where it is.
struct PreparedGraph {
  /// Takes the edges of the graph that `ordered` was made of. Throws Error(kMemory) where there
  /// are too many shortcuts for the memory there is.
  PreparedGraph(const Graph& graph, const OrderedGraph& ordered);
  PreparedGraph(const PreparedGraph&) = delete;
  PreparedGraph& operator=(const PreparedGraph&) = delete;

  EliminationTree tree;
  Customization customization;
  PairLengths pairs;
};

}  // namespace apsp::sparse
