// SPDX-License-Identifier: MIT
// Bounds of the largest finite distance of a graph, by shortest-path searches from a few vertices.
//
// Searches follow the light edges alone (light_edges.hpp). Let d be the distance in the graph, d'
// the one over light edges, and let every other edge weigh `omitted` or more. Then
//     min(d', omitted) <= d <= d',
// because a path that is shorter than d' takes another edge. A search from s yields out(s), the
// largest finite d'(s,v); one over the reversed edges yields in(s), the largest finite d'(v,s).
// Each is d' of one pair, which bounds the largest distance from below by min(d', omitted). From
// above: if s and v reach each other they reach the same vertices and are reached by the same, so
//     out(v) <= d'(v,s) + out(s)    and    in(v) <= d'(s,v) + in(s).
// The largest distance is at most the largest of all out(v), and at most the largest of all in(v).
// If some edges are left out, these hold for the graph only if the search from s reached all
// vertices: otherwise another edge may lead to more of them.
//
// Searches start from a hub, then from the far ends of the last searches, in the other direction
// (P. Crescenzi, R. Grossi, L. Lanzi, A. Marino, "On computing the diameter of real-world directed
// (weighted) graphs", SEA 2012). Then they start from the vertices whose bounds are the best and
// the worst (F. W. Takes, W. A. Kosters, "Determining the diameter of small world networks", CIKM
// 2011).
#pragma once

#include <cstddef>
#include <memory>

#include "common/core/graph.hpp"

namespace apsp {

/// Bounds of D, the largest distance of all pairs that have a path. Lengths stop growing at
/// kUnreachable.
struct LongestBounds {
  Distance least = 0;            // proven: D >= least
  Distance seen = 0;             // largest d' found; D is about that or more
  Distance most = kUnreachable;  // proven: D <= most; kUnreachable: nothing is proven
  std::size_t rounds = 0;        // of searches
  double explored = 1;           // share of the vertices with edges reached before the last round
};

/// Searches a graph in rounds, until the caller has seen enough.
class LongestDistance {
 public:
  static constexpr std::size_t kSearches = 2;  // in a round, at most

  /// Chooses the edges to follow; searches nothing. Needs weights >= 0. O(E) in parallel; about
  /// 50 bytes for each light edge and 100 for each vertex, with the searches.
  explicit LongestDistance(const Graph& graph);
  ~LongestDistance();

  /// Returns the most bytes that it takes.
  [[nodiscard]] static std::uint64_t bytes_for(const Graph& graph);

  LongestDistance(const LongestDistance&) = delete;
  LongestDistance& operator=(const LongestDistance&) = delete;

  /// Searches one more round, in parallel, O(edges() log V) each. Returns false, and does nothing,
  /// if every vertex has been searched from.
  bool search();

  [[nodiscard]] const LongestBounds& bounds() const { return bounds_; }
  /// Edges that a search follows.
  [[nodiscard]] std::size_t edges() const;

 private:
  class Searches;
  std::unique_ptr<Searches> searches_;
  LongestBounds bounds_;
};

}  // namespace apsp
