// SPDX-License-Identifier: MIT
// Predecessors from reduced lengths, for rows whose lengths the distance file cannot all hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/distance.hpp"
#include "common/core/potentials.hpp"

namespace apsp {

/// Finds the predecessors that PredecessorSearch (common/rows) finds, of one row after the other:
/// breadth first along tight edges. A vertex on a shortest path may be at a length that does not
/// fit, while its reduced length is no longer than that of the path's end. For one thread.
class ReducedPredecessors {
 public:
  /// `arcs`: by the vertex that they leave, with the weights of the graph. Both outlive it. A
  /// length of the graph above `limit` is no path; kUnreachable: each is one.
  ReducedPredecessors(const CompressedRows<Arc>& arcs, const Potentials& potentials, Distance limit)
      : arcs_(arcs),
        potentials_(potentials),
        limit_(limit),
        predecessors_(arcs.vertices()),
        edges_to_(arcs.vertices()) {
    reached_.reserve(arcs.vertices());
  }

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * 3 * sizeof(std::int32_t);
  }

  /// Returns V predecessors, valid until the next call. `reduced`: V reduced lengths from `source`,
  /// `none` where there is no path. O(V + E).
  template <typename Length>
  [[nodiscard]] std::span<const std::int32_t> row(std::size_t source,
                                                  std::span<const Length> reduced, Length none) {
    std::fill(predecessors_.begin(), predecessors_.end(), kNoPredecessor);
    const auto first = static_cast<std::int32_t>(source);
    predecessors_[source] = first;  // until the end: no other edge leads there
    edges_to_[source] = 0;
    reached_.assign(1, first);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const auto u = static_cast<std::size_t>(reached_[next]);
      for (const Arc& arc : arcs_.of(u)) {
        const auto v = static_cast<std::size_t>(arc.vertex);
        const std::int64_t weight = potentials_.reduced({reached_[next], arc.vertex, arc.weight});
        if (reduced[v] != none && reduced[u] + weight == reduced[v]) reach(u, v);
      }
    }
    predecessors_[source] = kNoPredecessor;
    if (limit_ < kUnreachable) forget_beyond_limit(source, reduced);
    return predecessors_;
  }

 private:
  /// Not before the end: paths to nearer vertices lead over farther ones.
  template <typename Length>
  void forget_beyond_limit(std::size_t source, std::span<const Length> reduced) {
    for (const std::int32_t vertex : reached_) {
      const auto v = static_cast<std::size_t>(vertex);
      if (potentials_.restored(reduced[v], source, v) > limit_) predecessors_[v] = kNoPredecessor;
    }
  }

  void reach(std::size_t from, std::size_t to) {
    const auto vertex = static_cast<std::int32_t>(from);
    const std::int32_t edges = edges_to_[from] + 1;
    if (predecessors_[to] == kNoPredecessor) {
      predecessors_[to] = vertex;
      edges_to_[to] = edges;
      reached_.push_back(static_cast<std::int32_t>(to));
    } else if (edges_to_[to] == edges && vertex < predecessors_[to]) {
      predecessors_[to] = vertex;
    }
  }

  const CompressedRows<Arc>& arcs_;
  const Potentials& potentials_;
  const Distance limit_;
  std::vector<std::int32_t> predecessors_;
  std::vector<std::int32_t> edges_to_;  // edges of the path to each vertex that is reached
  std::vector<std::int32_t> reached_;   // vertices by that number
};

}  // namespace apsp
