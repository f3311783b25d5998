// SPDX-License-Identifier: MIT
// One shortest path from a column of distances and the edges alone, without stored predecessors.
//
// An edge (u, v, w) is tight in the column of a target if w + d(v) = d(u). The tight edges that a
// source leads to along tight edges are those of its shortest paths to the target. The canonical
// path is that of path_search.hpp: the fewest edges, then from its end backwards the smallest
// vertex before.
//
// The search runs forwards from the source, breadth first along tight edges. Level b holds the
// vertices that the source leads to by b tight edges and no fewer. The vertex before a vertex of
// level b + 1 is the smallest of level b with a tight edge to it. The search ends with the level
// that the target is in. No vertex is expanded twice, so cycles of length zero do no harm, and a
// column that is not of the graph ends in an exception.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/distance.hpp"
#include "common/sparse/path_search.hpp"

namespace apsp::path {

/// The lengths of the shortest paths to one vertex, in a matrix with one row a vertex.
struct Column {
  std::int32_t target;
  const Distance* first;  // that of vertex 0
  std::size_t stride;     // from the distance of a vertex to that of the next one

  [[nodiscard]] Distance from(std::int32_t vertex) const {
    return first[static_cast<std::size_t>(vertex) * stride];
  }
};

/// The edges by source, without loops; of repeated ones the lightest; ascending by destination.
/// See compress(): O(V + E log E), in parallel.
[[nodiscard]] CompressedRows<Arc> arcs_out_of(const Graph& graph);

/// Searches path after path. For one thread at a time; several may share the arcs.
class ColumnSearch {
 public:
  /// `arcs` are arcs_out_of() the graph's vertices and outlive the search. Takes bytes_for() bytes.
  explicit ColumnSearch(const CompressedRows<Arc>& arcs) : arcs_(arcs), marks_(arcs.vertices()) {}

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * sizeof(Mark);
  }

  /// Returns the vertices of the canonical path from `source`, in [0, V), to column.target, both
  /// included; none where there is no path. Throws WrongRow where it sees that the column is not of
  /// the graph; it need not see it. O(V + E) at worst. As a rule much less: the edges out of the
  /// vertices of shortest paths.
  [[nodiscard]] std::vector<std::int32_t> find(const Column& column, std::int32_t source);

 private:
  static constexpr std::int32_t kNone = -1;

  struct Mark {
    std::int32_t level = kNone;  // kNone: not seen
    std::int32_t before = kNone;
  };

  void restart(std::int32_t source);
  void expand(const Column& column, std::int32_t v, std::int32_t next_level);
  [[nodiscard]] std::vector<std::int32_t> trace(std::int32_t source, std::int32_t target) const;

  const CompressedRows<Arc>& arcs_;
  std::vector<Mark> marks_;          // by vertex
  std::vector<std::int32_t> order_;  // marked vertices, level by level
};

}  // namespace apsp::path
