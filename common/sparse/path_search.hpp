// SPDX-License-Identifier: MIT
// One shortest path from a row of distances and the edges alone, without stored predecessors.
//
// An edge (u, v, w) is tight in the row of a source if d(u) + w = d(v). A walk along tight edges
// from the source to v has length d(v), and every shortest path is one. The canonical path has the
// fewest edges of them and then, from its end backwards, the smallest vertex before. So it is the
// path that PredecessorSearch (common/rows/predecessors.hpp) has for the whole row.
//
// The search runs backwards from the target, breadth first along tight edges. Level b holds the
// vertices that lead to the target by b tight edges and no fewer. It ends at the first level h that
// a tight edge from the source leads to. The path has h + 1 edges then, and the vertex before a
// vertex of level b is one of level b + 1. The vertices of each level that the source reaches so
// are found on the way back. No vertex is expanded twice, so cycles of length zero do no harm, and
// a row that is not of the graph ends in an exception.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "common/core/compressed_rows.hpp"

namespace apsp {

/// The row holds no distances of the graph. The message says how that shows.
class WrongRow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The lengths of the shortest paths from one vertex. `Lengths` has an element for each vertex: it
/// may be computed as it is looked at.
template <typename Length, typename Lengths = std::span<const Length>>
struct PathRow {
  std::int32_t source;
  Lengths to;      // V
  Length no_path;  // what stands for none
};

/// The edges by destination, without loops; of repeated ones the lightest; ascending by source.
/// See compress(): O(V + E log E), in parallel.
[[nodiscard]] CompressedRows<Arc> arcs_into(const Graph& graph);

/// Searches path after path. For one thread at a time; several may share the arcs.
class PathSearch {
 public:
  /// `arcs` are arcs_into() the graph's vertices and outlive the search. Takes bytes_for() bytes.
  explicit PathSearch(const CompressedRows<Arc>& arcs);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * sizeof(Mark);
  }

  /// Returns the vertices of the canonical path from row.source to `target`, in [0, V), both
  /// included; none where there is no path. Row is a PathRow of those that the .cpp names.
  /// Throws WrongRow where it sees that the row is not of the graph; it need not see it. O(V + E)
  /// time and memory at worst. As a rule much less: the edges into the vertices of shortest paths
  /// to `target` with the fewest edges, and into few others.
  template <typename Row>
  [[nodiscard]] std::vector<std::int32_t> find(const Row& row, std::int32_t target);

 private:
  static constexpr std::int32_t kNone = -1;

  struct Mark {
    std::int32_t level = kNone;   // kNone: not seen
    std::int32_t before = kNone;  // the smallest vertex before it that the source reaches
  };

  void restart(std::int32_t target);
  template <typename Row>
  void require_unreached(const Row& row, std::int32_t target) const;
  template <typename Row>
  [[nodiscard]] bool link_source(const Row& row, std::size_t begin, std::size_t end);
  template <typename Row>
  void expand(const Row& row, std::int32_t v, std::int32_t next_level);
  template <typename Row>
  void link(const Row& row, std::int32_t v);
  [[nodiscard]] std::vector<std::int32_t> trace(std::int32_t source, std::int32_t target) const;

  const CompressedRows<Arc>& arcs_;
  std::vector<Mark> marks_;          // by vertex
  std::vector<std::int32_t> order_;  // marked vertices, level by level
};

}  // namespace apsp
