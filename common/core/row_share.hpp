// SPDX-License-Identifier: MIT
// Some of the rows of a problem: those that one of several processes solves, or that are left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/core/row_set.hpp"

namespace apsp {

/// Some rows of a RowSet, ascending by their numbers in it.
class RowShare {
 public:
  /// Rows [first, end) of `whole`.
  RowShare(RowSet whole, std::size_t first, std::size_t end) : whole_(std::move(whole)) {
    for (std::size_t row = first; row < end; ++row) numbers_.push_back(row);
  }

  /// The rows of `whole` for whose numbers `is_in(row)` holds.
  template <typename IsIn>
  [[nodiscard]] static RowShare of_rows(RowSet whole, const IsIn& is_in) {
    RowShare share(std::move(whole), 0, 0);
    for (std::size_t row = 0; row < share.whole_.size(); ++row) {
      if (is_in(row)) share.numbers_.push_back(row);
    }
    return share;
  }

  /// The rows of `whole` whose vertices are in [first, end).
  [[nodiscard]] static RowShare of_vertices(const RowSet& whole, std::size_t first,
                                            std::size_t end) {
    return of_rows(whole, [&](std::size_t row) {
      return first <= whole.source(row) && whole.source(row) < end;
    });
  }

  [[nodiscard]] const RowSet& whole() const { return whole_; }

  /// The number of rows.
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

  /// The number that row r of the share has in the whole.
  [[nodiscard]] std::size_t number(std::size_t row) const { return numbers_[row]; }

  /// Whether `count` rows from `row` on have consecutive numbers.
  [[nodiscard]] bool consecutive(std::size_t row, std::size_t count) const {
    return count == 0 || numbers_[row + count - 1] == numbers_[row] + count - 1;
  }

  /// The rows of the share, numbered from 0.
  [[nodiscard]] RowSet rows() const {
    std::vector<std::int32_t> sources;
    sources.reserve(size());
    for (const std::size_t row : numbers_) {
      sources.push_back(static_cast<std::int32_t>(whole_.source(row)));
    }
    return {whole_.vertices(), std::move(sources)};
  }

 private:
  RowSet whole_;
  std::vector<std::size_t> numbers_;
};

}  // namespace apsp
