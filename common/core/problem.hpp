// SPDX-License-Identifier: MIT
// The question that a solve answers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"

namespace apsp {

/// A graph, and which of its distances are wanted. A length that is wanted must be right, or the
/// solve ends in an error; one that is not wanted matters to nothing. The graph is a view, valid as
/// long as its edges are.
struct Problem {
  Problem(const Graph& all_rows_of)  // NOLINT(google-explicit-constructor): the common question
      : Problem(all_rows_of, RowSet(all_rows_of.vertices)) {}
  Problem(const Graph& the_graph, RowSet the_rows)
      : graph(the_graph), rows(std::move(the_rows)), columns(the_graph.vertices) {}

  Graph graph;
  RowSet rows;

  /// The columns that are wanted of these rows. Rows are whole all the same: in the others,
  /// kUnreachable may stand for a path whose length does not fit.
  RowSet columns;

  /// Longer distances are not wanted: rows may hold any greater number in their place.
  /// kUnreachable: all are wanted. 0 or more; potentials do not reduce it.
  Distance limit = kUnreachable;

  /// About the longest distance, or less: what a look that goes beside the choice of a plan has
  /// seen. Waits for it, and throws nothing. For that choice alone, on its thread. Empty: nobody
  /// looks.
  std::function<Distance()> seen = {};

  /// Begins that look where it has not; no search by bits has a use for it. Empty: nobody looks.
  std::function<void()> begin_look = {};

  /// How long one thread takes for what is made of the rows beside the distances, roughly.
  double seconds_besides = 0;

  /// Nothing but the numbers of whole rows is wanted: Outputs::numbers will be there, and no limit
  /// is.
  bool numbers_alone = false;

  [[nodiscard]] bool limited() const { return limit < kUnreachable; }

  /// Whether every length in the rows is wanted.
  [[nodiscard]] bool whole_rows() const { return columns.all() && !limited(); }

  /// All vertices in an order that is good to eliminate them in, where it is known; else empty.
  std::span<const std::int32_t> order = {};

  /// The graph is that of the user with every edge led the other way, and the rows are columns:
  /// messages tell paths and edges as the user has them. Weights are 0 or more.
  bool reversed = false;
};

}  // namespace apsp
