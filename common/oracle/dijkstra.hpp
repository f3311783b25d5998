// SPDX-License-Identifier: MIT
// Single rows of distances by Dijkstra's algorithm, for graphs of any size: what the self-check
// recomputes rows with. Shares no code with the solvers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/graph.hpp"
#include "common/oracle/reference.hpp"

namespace apsp {

/// A graph's outgoing edges by vertex (compressed sparse rows), built once and used for many rows.
/// All weights are >= 0. Sums are 64-bit: no length overflows.
class Dijkstra {
 public:
  /// O(V + E) time, bytes_for() bytes.
  explicit Dijkstra(const Graph& graph);

  /// What a row is worked out in: one for each thread, used for any number of rows.
  class Workspace {
   public:
    explicit Workspace(std::size_t vertices)
        : lengths_(vertices), place_(vertices), heap_(vertices) {}

   private:
    friend class Dijkstra;
    std::vector<reference::Length> lengths_;
    std::vector<std::int32_t> place_;  // of each vertex in heap_; kOutside
    std::vector<std::int32_t> heap_;   // vertices whose length may still fall
  };

  /// Lengths from `source` in [0, V) to every vertex, reference::kNoPath where there is no path;
  /// valid until the workspace is used again. O((V + E) log V), and never more memory than the
  /// workspace has. Any number of threads at once.
  [[nodiscard]] std::span<const reference::Length> row(std::size_t source, Workspace& space) const;

  /// Bytes of memory at most, while it is built and afterwards.
  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph);
  [[nodiscard]] static std::uint64_t workspace_bytes(std::size_t vertices);

 private:
  struct Arc {
    std::int32_t destination;
    Distance weight;
  };
  std::vector<std::size_t> first_;  // size V + 1; arcs of v are [first_[v], first_[v + 1])
  std::vector<Arc> arcs_;
};

}  // namespace apsp
