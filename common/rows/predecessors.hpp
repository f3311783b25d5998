// SPDX-License-Identifier: MIT
// The vertices before: shortest paths from a finished row of distances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/graph.hpp"

namespace apsp {

/// The predecessor of a vertex that no path leads to, and of the source itself, as SciPy has it.
inline constexpr std::int32_t kNoPredecessor = -9999;

/// The edges of a graph as searches for predecessors follow them. An edge of length w from p to j
/// is tight in a row d if d(p) + w = d(j): it ends a shortest path to j. In terms of potentials h
/// (potentials.hpp), all 0 where no weight is negative, a row has keys d(j) - h(j) and an edge the
/// weight w + h(p) - h(j), all of them 0 or more. So an edge of more than the row's largest key is
/// not tight, and rows of small keys are served by the light edges alone.
/// Any number of threads may search it.
class PredecessorGraph {
 public:
  /// The edges of `graph` outlive it. Throws NegativeCycle, and Error(kNoAnswer) for potentials
  /// that a distance file cannot hold. O(E), and O(A log A) for the A light edges; with negative
  /// weights the time of Potentials as well. Takes bytes_for() bytes at most.
  explicit PredecessorGraph(const Graph& graph);

  [[nodiscard]] std::size_t vertices() const { return graph_.vertices; }

  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph);

 private:
  friend class PredecessorSearch;

  /// The edges by source, ascending by weight, and all among them that weigh `reach` or less. Makes
  /// the rows of all edges for the first caller that needs them: O(E log E).
  [[nodiscard]] const CompressedRows<Arc>& arcs_within(Distance reach) const;
  [[nodiscard]] CompressedRows<Arc> all_arcs() const;

  Graph graph_;
  std::vector<Distance> potentials_;  // by vertex, or none: all 0
  CompressedRows<Arc> light_;
  Distance omitted_;  // every other edge weighs this or more
  mutable std::once_flag complete_;
  mutable CompressedRows<Arc> all_;
};

/// Finds the predecessors of one row after the other. For one thread at a time.
class PredecessorSearch {
 public:
  /// `graph` outlives the searches. Takes bytes_for() bytes; searches take no more.
  explicit PredecessorSearch(const PredecessorGraph& graph);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * (2 * sizeof(std::int32_t) + sizeof(Distance));
  }

  /// Replaces the V `predecessors` by the vertex before each vertex on a shortest path from
  /// `source` in [0, V); kNoPredecessor where there is none. Among several shortest paths counts
  /// the one with the fewest edges, then the smallest predecessor: the result depends on the graph
  /// alone. To follow predecessors back gives a path with the fewest edges. `distances` are the
  /// finished row of `source`, V lengths; kUnreachable: no path. O(V + edges that weigh no more
  /// than the row's largest key).
  void run(std::size_t source, std::span<const Distance> distances,
           std::span<std::int32_t> predecessors);

 private:
  [[nodiscard]] std::span<const Distance> keys_of(std::span<const Distance> distances);
  void reach(std::int32_t from, std::int32_t to, std::int32_t* predecessors);

  const PredecessorGraph& graph_;
  std::vector<Distance> keys_;          // of a row, where the graph has potentials
  std::vector<std::int32_t> edges_to_;  // edges of the path to each vertex that is reached
  std::vector<std::int32_t> reached_;   // vertices by that number
};

}  // namespace apsp
