// SPDX-License-Identifier: MIT
// The problem that a solver is given, which is not always the one that was asked for.
#pragma once

#include <cstdint>
#include <optional>

#include "common/core/observer.hpp"
#include "common/core/problem.hpp"
#include "common/core/reversed_graph.hpp"
#include "common/core/row_set.hpp"

namespace apsp {

/// The problem as it was asked for, or that of the reversed graph, whose rows are the columns that
/// are wanted. Reversed where these are few, nothing else is wanted of the rows, and there is
/// memory for a copy of the edges and for the result.
class SolvedProblem {
 public:
  /// The edges of `asked` outlive this object. `targets`: the columns of the outputs.
  /// `distances_alone`: nothing but the distances is wanted. O(E) where it reverses.
  SolvedProblem(const Problem& asked, const RowSet& targets, bool distances_alone);

  [[nodiscard]] const Problem& problem() const { return problem_; }

  /// Bytes of the distances that the outputs keep until all are there: those of a reversed graph.
  [[nodiscard]] std::uint64_t kept_bytes() const;

  /// Reports how many rows and columns are wanted, where not all are, and whether it is reversed.
  void report(Observer& observer) const;

 private:
  RowSet sources_;
  RowSet targets_;
  std::optional<ReversedGraph> reversed_;
  Problem problem_;
};

}  // namespace apsp
