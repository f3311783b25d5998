// SPDX-License-Identifier: MIT
// The vertices before: shortest paths from a finished row of distances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/graph.hpp"
#include "common/rows/predecessor_batch.hpp"

namespace apsp {

/// The edges of a graph as searches for predecessors follow them. An edge of length w from p to j
/// is tight in a row d if d(p) + w = d(j): it ends a shortest path to j. Let h be
/// potentials (potentials.hpp), all 0 where no weight is negative. Then a row has keys d(j) - h(j)
/// and an edge the weight w + h(p) - h(j), all of them 0 or more. So an edge of more than the row's
/// largest key is not tight: only the light edges are sorted, until a row of larger keys needs all.
/// Any number of threads may search it.
class PredecessorGraph {
 public:
  /// The edges of `graph` outlive it. Throws NegativeCycle. Takes the time of Potentials where a
  /// weight is negative. The first searches sort the edges that they need. Takes bytes_for() bytes
  /// at most. Where a distance file cannot hold the potentials, no row may be searched: the recipe
  /// then puts predecessors itself.
  explicit PredecessorGraph(const Graph& graph);

  [[nodiscard]] std::size_t vertices() const { return graph_.vertices; }

  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph);

  /// Returns the edges by destination, ascending by weight as keys have it, then by source: at
  /// least all that weigh `reach` or less, none from a vertex to itself.
  [[nodiscard]] std::shared_ptr<const CompressedRows<Arc>> arcs_into(Distance reach) const {
    return arcs_within(reach, into_);
  }

 private:
  friend class PredecessorSearch;

  /// Arcs by one of their ends, ascending by weight.
  struct Side {
    explicit Side(RowRules::End by) : end(by) {}

    RowRules::End end;
    std::mutex mutex;
    std::shared_ptr<const CompressedRows<Arc>> arcs;
    Distance limit = -1;  // all that weigh so much or less
  };

  /// Returns arcs that include all of weight `reach` or less. Makes them for the first caller that
  /// needs them.
  [[nodiscard]] std::shared_ptr<const CompressedRows<Arc>> arcs_within(Distance reach,
                                                                       Side& side) const;
  /// The weight of every edge, where that is one number above 0.
  [[nodiscard]] std::optional<Distance> equal_weight() const {
    if (graph_.smallest_weight != graph_.largest_weight || graph_.smallest_weight <= 0) return {};
    return graph_.smallest_weight;
  }

  /// Whether there are so few edges that a batch holds all of them.
  [[nodiscard]] bool sparse() const {
    return graph_.edges.size() <= PredecessorBatch::kMostTight * graph_.vertices;
  }

  [[nodiscard]] std::optional<std::vector<Edge>> light_edges(Distance limit) const;
  [[nodiscard]] CompressedRows<Arc> all_arcs(const RowRules& rules) const;

  /// At most 2^31 - 2, because no potential is below 1 - kUnreachable, nor above 0.
  [[nodiscard]] Distance weight_of(const Edge& edge) const {
    if (potentials_.empty()) return edge.weight;
    return edge.weight + (potentials_[static_cast<std::size_t>(edge.source)] -
                          potentials_[static_cast<std::size_t>(edge.destination)]);
  }

  Graph graph_;
  std::vector<Distance> potentials_;  // by vertex, or none: all 0
  mutable Side from_{RowRules::End::kSource};
  mutable Side into_{RowRules::End::kDestination};
};

/// Finds the predecessors of one row after the other. For one thread at a time.
class PredecessorSearch {
 public:
  /// `graph` outlives the searches. Takes bytes_for() bytes; searches take no more.
  explicit PredecessorSearch(const PredecessorGraph& graph);

  /// Rows from which on a batch is faster than a search of each.
  static constexpr std::size_t kFewestLanes = 12;

  /// `batches`: rows are held.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, bool batches = true) {
    return vertices * (2 * sizeof(std::int32_t) + 2 * sizeof(Distance)) +
           (batches ? PredecessorBatch::bytes_for(vertices) : 0);
  }

  /// Replaces the V `predecessors` by the vertex before each vertex on a shortest path from
  /// `source` in [0, V); kNoPredecessor where there is none. Among several shortest paths counts
  /// the one with the fewest edges, then the smallest predecessor: the result depends on the graph
  /// alone. To follow predecessors back gives a path with the fewest edges. `distances` are the
  /// finished row of `source`, V lengths; kUnreachable: no path. O(V + edges that weigh no more
  /// than the row's largest key).
  void run(std::size_t source, std::span<const Distance> distances,
           std::span<std::int32_t> predecessors);

  /// Same for several rows, row-major; 64 of them take some 5 times as long as one, where shortest
  /// paths have few edges.
  void run(std::span<const std::size_t> sources, std::span<const Distance> distances,
           std::span<std::int32_t> predecessors);

  /// Takes a row, to be searched with others, without the memory of its distances. Returns false
  /// where it has to be searched alone. Fewer than PredecessorBatch::kLanes rows are held.
  [[nodiscard]] bool hold(std::size_t source, std::span<const Distance> distances);

  [[nodiscard]] std::size_t held() const { return batch_.sources().size(); }

  /// Same as run() for the rows held, in the order in which they came. Lets go of them.
  void run_held(std::span<std::int32_t> predecessors);

 private:
  void run_equal(std::size_t source, std::span<const Distance> distances,
                 std::span<std::int32_t> predecessors);
  bool run_batch(std::span<std::int32_t> predecessors);

  /// The key of a vertex that no path leads to, in what keys_of() returns.
  [[nodiscard]] Distance no_key() const {
    return keys_.empty() ? kUnreachable : std::numeric_limits<Distance>::max();
  }
  [[nodiscard]] std::span<const Distance> keys_of(std::span<const Distance> distances);
  void reach(std::int32_t from, std::int32_t to, std::int32_t* predecessors);

  const PredecessorGraph& graph_;
  std::vector<Distance> keys_;          // of a row, where the graph has potentials
  std::vector<std::int32_t> edges_to_;  // edges of the path to each vertex that is reached
  std::vector<std::int32_t> reached_;   // vertices by that number
  std::vector<Distance> distances_;     // of a row that was held
  PredecessorBatch batch_;
};

}  // namespace apsp
