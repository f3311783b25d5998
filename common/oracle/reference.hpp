// SPDX-License-Identifier: MIT
// Textbook oracles in 64-bit arithmetic: slow, short and obviously right. They share no code with
// the solvers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::reference {

/// Exact length of a path, wide enough that no sum of 2^31 weights overflows.
using Length = std::int64_t;

/// No path, in Length.
inline constexpr Length kNoPath = INT64_MAX;

/// Returns all distances by the triple loop of Floyd (1962): V x V row-major, kNoPath where there
/// is no path. d(i,i) is 0, or negative where a negative cycle passes through i. O(V^3).
[[nodiscard]] std::vector<Length> floyd_warshall(const Graph& graph);

/// Returns the distance file's contents for `graph`, or nothing where the format has no answer: a
/// negative cycle, or a finite length that is not strictly between -kUnreachable and kUnreachable.
[[nodiscard]] std::optional<std::vector<Distance>> distances(const Graph& graph);

/// Same by the algorithm of Bellman and Ford from every vertex: another way to the same answer.
[[nodiscard]] std::optional<std::vector<Distance>> distances_by_bellman_ford(const Graph& graph);

/// Outgoing edges by vertex (compressed sparse rows), built once and used for many rows.
class Adjacency {
 public:
  explicit Adjacency(const Graph& graph);
  [[nodiscard]] std::size_t vertices() const { return first_.size() - 1; }

  /// Returns one row of distances by Dijkstra's algorithm with a binary heap. Needs all weights
  /// >= 0. O(E log V).
  [[nodiscard]] std::vector<Length> dijkstra(std::size_t source) const;

  /// Returns one row by Bellman-Ford for any weights, nothing where a negative cycle can be
  /// reached. O(V E).
  [[nodiscard]] std::optional<std::vector<Length>> bellman_ford(std::size_t source) const;

 private:
  std::vector<std::size_t> first_;  // size V + 1; edges of v are [first_[v], first_[v + 1])
  std::vector<std::int32_t> destination_;
  std::vector<Distance> weight_;
};

}  // namespace apsp::reference
