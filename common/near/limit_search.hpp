// SPDX-License-Identifier: MIT
// Sparse rows of all that lies within a limit, by the searches that make whole rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/near/near_batch.hpp"
#include "common/near/near_problem.hpp"
#include "common/sparse/row_search.hpp"

namespace apsp {

/// Searches a graph from one vertex after the other, breadth first where all edges weigh the same.
/// A search touches, and the next one resets, no more than it reaches. For one thread at a time.
class LimitSearch {
 public:
  using Edges = sparse::SearchGraph;

  /// Whether it finds what is wanted: distances alone, in rows that all have a limit.
  [[nodiscard]] static bool serves(const NearProblem& problem);

  [[nodiscard]] static Edges edges_of(const NearProblem& problem) { return Edges(problem.graph); }

  /// `graph`: edges_of() the problem. Both outlive this.
  LimitSearch(const NearProblem& problem, const Edges& graph);

  /// Bytes of the edges and so many searches.
  [[nodiscard]] static std::uint64_t bytes_for(const NearProblem& problem, std::size_t searches);

  /// Seconds that one thread takes to settle so many vertices.
  [[nodiscard]] static double seconds_of(std::uint64_t settled, const Edges& graph);

  /// Adds row number `row` to the batch.
  void add_row(std::size_t row, NearBatch<Distance>& batch);

  /// Vertices that all searches have settled.
  [[nodiscard]] std::uint64_t settled() const { return settled_; }

 private:
  const NearProblem& problem_;
  sparse::RowSearch search_;
  std::vector<Distance> distances_;  // kUnreachable between two searches
  std::uint64_t settled_ = 0;
};

}  // namespace apsp
