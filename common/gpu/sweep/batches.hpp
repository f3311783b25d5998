// SPDX-License-Identifier: MIT
// The sources of a sweep, in the order in which batches take them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/row_set.hpp"
#include "common/gpu/sweep/traversal.hpp"

namespace apsp::gpu {

/// A batch: a lane for each row.
struct Batch {
  std::vector<std::int32_t> rows;      // of each lane
  std::vector<std::int32_t> vertices;  // of each lane: its source
  std::vector<std::int32_t> steps;     // of each lane: its source's
  std::vector<std::int32_t> lanes;     // in the order in which rows are put

  [[nodiscard]] std::size_t size() const { return rows.size(); }
};

/// Cuts the rows that are wanted into batches. Lanes side by side are sources whose steps are
/// close: they share most of their way up.
class Batches {
 public:
  /// in_order: batches take the rows in ascending order, and put them so. `traversal` must outlive
  /// it. Needs `lanes` > 0. O(V + R).
  Batches(const RowSet& rows, const Traversal& traversal, std::size_t lanes, bool in_order);

  [[nodiscard]] std::size_t count() const { return (rows_.size() + lanes_ - 1) / lanes_; }
  [[nodiscard]] Batch batch(std::size_t n) const;

  /// The rows of batches [first, end).
  [[nodiscard]] std::span<const std::int32_t> rows(std::size_t first, std::size_t end) const {
    const std::size_t begin = std::min(first * lanes_, rows_.size());
    return std::span(rows_).subspan(begin, std::min(end * lanes_, rows_.size()) - begin);
  }

  /// The step of the source of each row, in the order in which rows are taken.
  [[nodiscard]] std::vector<std::int32_t> steps() const;

 private:
  [[nodiscard]] std::int32_t step_of(std::int32_t row) const;
  void sort_by_step(std::vector<std::int32_t>& rows) const;
  [[nodiscard]] std::vector<std::int32_t> all_by_step() const;

  const RowSet& wanted_;
  const Traversal& traversal_;
  std::size_t lanes_;
  bool in_order_;
  std::vector<std::int32_t> rows_;  // all, in the order in which they are taken
};

/// Steps that a way up from any `lanes` sources side by side meets at most, where `rows` are not in
/// order. O(V + R).
[[nodiscard]] std::size_t most_risen(const RowSet& rows, const Traversal& traversal,
                                     std::size_t lanes);

/// The rows [begin, end) of a batch by themselves, counted in the order in which they are put.
[[nodiscard]] Batch part_of(const Batch& batch, std::size_t begin, std::size_t end);

}  // namespace apsp::gpu
