// SPDX-License-Identifier: MIT
// Edges by one of their ends (compressed sparse rows).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/graph.hpp"

namespace apsp::check {

/// An edge as seen from one end.
struct Arc {
  std::int32_t vertex;  // the other end
  Distance weight;
};

/// The arcs of some of a graph's edges, by vertex.
class Arcs {
 public:
  enum End { kIn, kOut };

  /// Takes the edges that `wanted` holds for: at their destination (kIn), or source. O(V + E).
  template <typename Wanted>
  Arcs(const Graph& graph, End end, Wanted wanted) : first_(graph.vertices + 1, 0) {
    const auto here = [end](const Edge& e) {
      return static_cast<std::size_t>(end == kIn ? e.destination : e.source);
    };
    for (const Edge& e : graph.edges) {
      if (wanted(e)) ++first_[here(e) + 1];
    }
    for (std::size_t v = 0; v < graph.vertices; ++v) first_[v + 1] += first_[v];
    arcs_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (const Edge& e : graph.edges) {
      if (wanted(e)) arcs_[next[here(e)]++] = {end == kIn ? e.source : e.destination, e.weight};
    }
  }

  /// The number of all arcs.
  [[nodiscard]] std::size_t size() const { return arcs_.size(); }

  /// The arcs at vertex v in [0, V).
  [[nodiscard]] std::span<const Arc> of(std::size_t v) const {
    return std::span(arcs_).subspan(first_[v], first_[v + 1] - first_[v]);
  }

 private:
  std::vector<std::size_t> first_;  // size V + 1; arcs of v are [first_[v], first_[v + 1])
  std::vector<Arc> arcs_;
};

}  // namespace apsp::check
