// SPDX-License-Identifier: MIT
// Sparse rows by one search each, which ends at the limit or with the k nearest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/near/near_batch.hpp"
#include "common/near/near_problem.hpp"
#include "common/sparse/heap_search.hpp"
#include "common/sparse/length_key.hpp"

namespace apsp {

/// Searches a graph from one vertex after the other, no farther than rows need it. For one thread
/// at a time. `Length` is Distance or double.
template <typename Length>
class NearSearch {
 public:
  using Problem = BasicNearProblem<Length>;
  using Batch = NearBatch<Length>;
  using Search = sparse::HeapSearch<Length>;
  using Edges = typename Search::Arcs;

  /// The edges that leave each vertex. O(V + E).
  [[nodiscard]] static Edges edges_of(const Problem& problem);

  /// `arcs`: edges_of() the problem, weights >= 0. Both outlive this.
  NearSearch(const Problem& problem, const Edges& arcs);

  /// Bytes of the edges and so many searches, which take more as they need it.
  [[nodiscard]] static std::uint64_t bytes_for(const Problem& problem, std::size_t searches) {
    const std::size_t vertices = problem.graph.vertices;
    return compression_bytes<ArcOf<Length>>(vertices, problem.graph.edges.size()) +
           searches * Search::least_bytes_for(vertices);
  }

  /// Adds row number `row` to the batch. Throws Error(kNoAnswer) where a distance that is wanted is
  /// kUnreachable or more; a real one beyond all finite numbers is no path.
  void add_row(std::size_t row, Batch& batch);

  /// Seconds that one thread takes to settle so many vertices.
  [[nodiscard]] static double seconds_of(std::uint64_t settled, const Edges& arcs);

  /// Vertices that all searches have settled.
  [[nodiscard]] std::uint64_t settled() const { return search_.settled(); }

 private:
  using Key = sparse::LengthKey<Length>;

  void search(std::size_t source, Length limit);
  void refuse_beyond_format(std::size_t source) const;
  void add_by_vertex(Batch& batch);
  void add_nearest(std::size_t source, Batch& batch);
  void add(std::int32_t vertex, Length distance, Batch& batch) const;

  const Problem& problem_;
  const Edges& arcs_;
  Search search_;
  std::vector<std::int32_t> row_;  // settled targets
  std::vector<Key> sorted_;        // the same, below their distances
};

}  // namespace apsp
