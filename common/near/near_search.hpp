// SPDX-License-Identifier: MIT
// Sparse rows by one search each, which ends at the limit or with the k nearest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/near/length_key.hpp"
#include "common/near/near_batch.hpp"
#include "common/near/near_problem.hpp"

namespace apsp {

/// Searches a graph from one vertex after the other by Dijkstra's algorithm. Paths are compared by
/// their length, then by their number of edges, so that each edge makes a path longer, also one of
/// weight 0: a vertex is settled after all that may stand before it. A search touches, and the next
/// one resets, no more than it reaches. For one thread at a time. `Length` is Distance or double.
template <typename Length>
class NearSearch {
 public:
  using Problem = BasicNearProblem<Length>;
  using Batch = NearBatch<Length>;
  using AnyArc = ArcOf<Length>;
  using Edges = CompressedRows<AnyArc>;

  /// The edges that leave each vertex. O(V + E).
  [[nodiscard]] static Edges edges_of(const Problem& problem);

  /// `arcs`: edges_of() the problem, weights >= 0. Both outlive this.
  NearSearch(const Problem& problem, const Edges& arcs);

  /// Bytes of the edges and so many searches, which take more as they need it.
  [[nodiscard]] static std::uint64_t bytes_for(const Problem& problem, std::size_t searches) {
    const std::size_t vertices = problem.graph.vertices;
    return compression_bytes<AnyArc>(vertices, problem.graph.edges.size()) +
           searches * vertices * sizeof(Label);
  }

  /// Adds row number `row` to the batch. Throws Error(kNoAnswer) where a distance that is wanted is
  /// kUnreachable or more; a real one beyond all finite numbers is no path.
  void add_row(std::size_t row, Batch& batch);

  /// Seconds that one thread takes to settle so many vertices.
  [[nodiscard]] static double seconds_of(std::uint64_t settled, const Edges& arcs);

  /// Vertices that all searches have settled.
  [[nodiscard]] std::uint64_t settled() const { return settled_; }

 private:
  using Key = LengthKey<Length>;

  struct Label {
    Key key = Key::none();  // not reached
    std::int32_t path_vertex = kNoPredecessor;
  };
  struct Entry {
    Key key;
    std::int32_t vertex;
  };

  void search(std::size_t source, Length limit);
  void follow(std::size_t source, const Entry& from, Key end);
  void push(const Entry& entry);
  Entry pop();
  void refuse_beyond_format(std::size_t source);
  void add_by_vertex(Batch& batch);
  void add_nearest(std::size_t source, Batch& batch);
  void add(std::int32_t vertex, Length distance, Batch& batch) const;

  const Problem& problem_;
  const Edges& arcs_;
  const bool hops_;  // whether path vertices are first hops
  std::vector<Label> labels_;
  std::vector<std::int32_t> touched_;  // whose labels are not as new
  std::vector<Entry> heap_;            // paths that may be shortest, the shortest at the root
  std::vector<std::int32_t> row_;      // settled targets
  std::vector<Key> sorted_;            // the same, below their distances
  std::vector<std::int32_t> beyond_;   // vertices that an edge of this search led to beyond the
                                       // format of integers, where there is no limit
  std::uint64_t settled_ = 0;
};

}  // namespace apsp
