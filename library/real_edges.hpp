// SPDX-License-Identifier: MIT
// The edges of a caller's graph with weights that are not integers.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "apsp/real.hpp"

namespace apsp {

/// Edges of a caller, or a copy of them.
class CheckedEdges {
 public:
  explicit CheckedEdges(std::span<const RealEdge> edges) : edges_(edges) {}
  explicit CheckedEdges(std::vector<RealEdge> copy) : copy_(std::move(copy)), edges_(copy_) {}
  CheckedEdges(CheckedEdges&&) = default;
  CheckedEdges(const CheckedEdges&) = delete;
  CheckedEdges& operator=(const CheckedEdges&) = delete;
  CheckedEdges& operator=(CheckedEdges&&) = delete;
  ~CheckedEdges() = default;

  [[nodiscard]] std::span<const RealEdge> get() const { return edges_; }

 private:
  std::vector<RealEdge> copy_;
  std::span<const RealEdge> edges_;
};

/// Returns the edges that are there, in both directions where the graph is undirected; no weight is
/// -0.0. Those of the caller, where they are so already. Throws InvalidEdge for a vertex that is
/// none, and for weights beyond `most`, which may be infinity or NaN: no edge. Error(kMemory).
/// O(E).
[[nodiscard]] CheckedEdges checked_edges(RealGraphView graph, double most, bool both_ways);

[[nodiscard]] bool has_negative(std::span<const RealEdge> edges);

}  // namespace apsp
