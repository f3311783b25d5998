// SPDX-License-Identifier: MIT
// Potentials, by which solvers for weights of 0 or more solve graphs with negative weights (D. B.
// Johnson, "Efficient algorithms for shortest paths in sparse networks", J. ACM 24, 1977).
//
// Every vertex v has a potential h(v). An edge (u, v, w) has the reduced weight w + h(u) - h(v).
// A path from i to j of length L has the reduced length L + h(i) - h(j). So the same paths are
// shortest. Here h(v) is the smallest distance to v from any vertex, v itself included. So h(v) is
// 0 or less, no reduced weight is negative, and the smallest distance of the graph is the smallest
// potential.
//
// Backends receive a copy of the edges with reduced weights, 12 bytes an edge, only where a weight
// is negative. Reducing on the fly would save these bytes and the pass that fills them, which takes
// less time than one of the passes that find them. In return, everything that reads a weight
// would have to reduce it. These are two ways to scatter, the choice of a width, the elimination,
// the proofs of three backends, and the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/graph.hpp"

namespace apsp {

/// The potentials of a graph without a negative cycle.
class Potentials {
 public:
  /// Finds them by least_lengths(). All are 0 where no weight is negative. Throws NegativeCycle,
  /// Error(kMemory). An undirected edge below 0 is such a cycle, there and back: the first one is
  /// named, in O(V + E). O(V E) at worst, O(V + E) where the graph has no cycle; one thread.
  /// Memory: compression_bytes() and 45 bytes a vertex.
  explicit Potentials(const Graph& graph);

  /// By vertex; in (-2^61, 0].
  [[nodiscard]] std::span<const std::int64_t> values() const { return values_; }
  [[nodiscard]] std::int64_t operator[](std::size_t vertex) const { return values_[vertex]; }

  /// The smallest distance of the graph; 0 without vertices.
  [[nodiscard]] std::int64_t least() const;

  /// Throws Error(kNoAnswer) with the first vertex whose potential the distance file cannot hold,
  /// and a vertex at that distance. O(V).
  void require_representable() const;

  /// The length of the path that has the reduced length `reduced`.
  [[nodiscard]] std::int64_t restored(std::int64_t reduced, std::size_t from,
                                      std::size_t to) const {
    return reduced - values_[from] + values_[to];
  }

  /// The reduced weight, in [0, 2^62).
  [[nodiscard]] std::int64_t reduced(const Edge& edge) const {
    return edge.weight + values_[static_cast<std::size_t>(edge.source)] -
           values_[static_cast<std::size_t>(edge.destination)];
  }

 private:
  std::vector<std::int64_t> values_;
  std::vector<std::int32_t> parents_;  // LeastLengths::parents, where a weight is negative
};

/// A graph with reduced weights, and the memory that its edges lie in.
class ReducedGraph {
 public:
  /// Edge n is edge n of `graph`, unless some do not fit: these are left out. O(E), in parallel.
  /// Throws Error(kMemory).
  ReducedGraph(const Graph& graph, const Potentials& potentials);

  /// A view, valid as long as this object.
  [[nodiscard]] const Graph& graph() const { return graph_; }

  /// Whether every reduced weight is below kUnreachable; otherwise results of graph() that are
  /// infinite may be those of long paths.
  [[nodiscard]] bool fits() const { return fits_; }

 private:
  std::unique_ptr<Edge[]> edges_;
  Graph graph_;
  bool fits_ = true;
};

}  // namespace apsp
