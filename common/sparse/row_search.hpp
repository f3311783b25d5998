// SPDX-License-Identifier: MIT
// One row of distances by a search of the graph: breadth first where all edges have the same
// weight, by Dijkstra's algorithm otherwise. Each search takes time for the vertices that it
// reaches and for the edges that leave them, not for V.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/graph.hpp"
#include "common/core/radix_queue.hpp"

namespace apsp::sparse {

/// A graph as searches follow it, without loops. Does not refer to the edges that it was made from.
class SearchGraph {
 public:
  /// Needs weights >= 0. O(V + E). Takes compression_bytes() bytes at most.
  explicit SearchGraph(const Graph& graph);

  [[nodiscard]] std::size_t vertices() const { return vertices_; }
  [[nodiscard]] bool equal_weights() const { return weight_.has_value(); }

  /// The weight of every edge; needs equal_weights().
  [[nodiscard]] Distance weight() const { return *weight_; }

  /// The ends of the edges that leave each vertex; needs equal_weights().
  [[nodiscard]] const CompressedRows<std::int32_t>& ends() const { return ends_; }

  /// The edges that leave each vertex; needs weights that differ.
  [[nodiscard]] const CompressedRows<Arc>& arcs() const { return arcs_; }

  /// How it is searched, in the words of the report.
  [[nodiscard]] std::string_view algorithm() const {
    return equal_weights() ? "breadth first" : "Dijkstra";
  }

  /// Number of edges that leave a vertex.
  [[nodiscard]] std::size_t degree(std::size_t vertex) const {
    return equal_weights() ? ends_.degree(vertex) : arcs_.degree(vertex);
  }

  /// Calls `look(v)` with the end of each edge that leaves `vertex`, until it returns true. Returns
  /// whether it did.
  template <typename Look>
  bool any_end(std::size_t vertex, const Look& look) const {
    if (equal_weights()) {
      for (const std::int32_t end : ends_.of(vertex)) {
        if (look(static_cast<std::size_t>(end))) return true;
      }
    } else {
      for (const Arc& arc : arcs_.of(vertex)) {
        if (look(static_cast<std::size_t>(arc.vertex))) return true;
      }
    }
    return false;
  }

 private:
  friend class RowSearch;

  std::size_t vertices_;
  std::optional<Distance> weight_;     // of every edge, where that is one number
  CompressedRows<std::int32_t> ends_;  // where all weights are equal
  CompressedRows<Arc> arcs_;           // where they are not
};

/// Searches a graph from one vertex after the other. For one thread at a time.
class RowSearch {
 public:
  /// `graph` outlives this. Takes bytes_for() bytes; searches take no more.
  explicit RowSearch(const SearchGraph& graph);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, bool equal_weights = false);

  /// Replaces the entries of `row` by the distances from `source` in [0, V) that are at most
  /// `limit` and below kUnreachable. Returns the vertices that have one, valid until the next
  /// search. All V entries are kUnreachable before.
  std::span<const std::int32_t> run(std::size_t source, Distance* row,
                                    Distance limit = kUnreachable);

  /// The number of edges to the last vertex of the last search, where it was breadth first.
  [[nodiscard]] std::size_t levels() const { return levels_; }

  /// The levels that hold most of its vertices: n^2 / (n_0^2 + n_1^2 + ...), of n vertices n_l at
  /// level l. As many as there are where each holds as much.
  [[nodiscard]] double spread() const { return spread_; }

 private:
  void breadth_first(std::size_t source, Distance* row, Distance limit);
  void search_within_limit(std::size_t source, Distance* row, Distance limit);

  const SearchGraph& graph_;
  std::optional<RadixQueue> queue_;    // for Dijkstra's algorithm
  std::vector<std::int32_t> reached_;  // room for V
  std::size_t levels_ = 0;
  double spread_ = 0;
};

/// The mean of searches from all vertices, by those from some.
struct SearchSample {
  double vertices = 0;  // reached, the source among them
  double edges = 0;     // that leave them

  // Of those from vertices that an edge leaves, where weights are equal; else 0. A batch has some.
  double levels = 0;  // edges to the last one that is reached
  double spread = 0;  // levels that hold most of what is reached

  Distance longest = 0;  // distance of all searches
  double by_any = 0;     // vertices that any search reached,
  double by_one = 0;     // and the most that one did
};

/// Searches from vertices spread over those that an edge leaves, up to `limit`, until these have
/// had `most_work` vertices and edges, or are many. At least one, and some more unless these have
/// had far more work: what one reaches says little. V > 0. The same result on every machine.
[[nodiscard]] SearchSample sample_searches(const SearchGraph& graph, double most_work,
                                           Distance limit = kUnreachable);

/// What lies around a vertex with the most edges.
struct HubBall {
  std::size_t vertices;  // the hub among them
  bool is_all;           // that it reaches
};

/// What the hub reaches in fewer than `levels` edges. O(V), and what that many levels hold.
[[nodiscard]] HubBall hub_ball(const SearchGraph& graph, std::size_t levels);

}  // namespace apsp::sparse
