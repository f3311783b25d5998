// SPDX-License-Identifier: MIT
// The distances that a check looks at.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "common/core/distance.hpp"
#include "common/core/row_set.hpp"

namespace apsp::check {

/// Distances of any contents, k x t, row-major: entry (r, c) is to be the distance from vertex
/// rows.source(r) to vertex columns.source(c). A view of the distances.
struct Table {
  /// All columns: k x V.
  Table(std::span<const Distance> distances, RowSet set)
      : entries(distances), rows(std::move(set)), columns(rows.vertices()) {}

  Table(std::span<const Distance> distances, RowSet sources, RowSet targets)
      : entries(distances), rows(std::move(sources)), columns(std::move(targets)) {}

  [[nodiscard]] std::span<const Distance> row(std::size_t r) const {
    return entries.subspan(r * columns.size(), columns.size());
  }

  std::span<const Distance> entries;
  RowSet rows;
  RowSet columns;

  /// Whether the graph is the reversed one, so that these rows are columns of the file.
  bool reversed = false;
};

}  // namespace apsp::check
