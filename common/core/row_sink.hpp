// SPDX-License-Identifier: MIT
// Where a solver puts finished rows: the output file in a program, a vector in a test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include "common/core/distance.hpp"

namespace apsp {

/// Takes each row of a RowSet exactly once, by its number there. `put` may be called from any
/// number of threads at once and in any order; but where in_order() is true, a single thread hands
/// over its rows in ascending order.
class RowSink {
 public:
  virtual ~RowSink() = default;

  /// Begins work in the background that would slow down an allocation: the solver holds all its
  /// memory and computes for a while. Called once or never, before the first `put`.
  virtual void prepare() {}

  /// True: rows leave in the order of the file, as through a pipe, so that a later row may wait for
  /// an earlier one.
  [[nodiscard]] virtual bool in_order() const { return false; }

  /// Stores rows [first_row, first_row + rows.size() / V), each V distances, contiguous. The data
  /// is copied before the call returns. Throws Error(kOutput) if it cannot be stored.
  virtual void put(std::size_t first_row, std::span<const Distance> rows) = 0;

  /// Reports that the calling thread puts no more rows, because of `cause`. From now on a `put`
  /// that would wait for one of them throws `cause` instead. Any thread, any number of times; the
  /// first cause counts.
  virtual void abandon(const std::exception_ptr& cause) noexcept { (void)cause; }
};

/// A sink in memory, row-major, for tests and the self-check.
class MatrixSink final : public RowSink {
 public:
  explicit MatrixSink(std::size_t vertices) : MatrixSink(vertices, vertices) {}
  MatrixSink(std::size_t vertices, std::size_t rows)
      : vertices_(vertices), distances_(rows * vertices, kNotWritten) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    std::copy(rows.begin(), rows.end(),
              distances_.begin() + static_cast<std::ptrdiff_t>(first_row * vertices_));
  }

  [[nodiscard]] std::span<const Distance> distances() const { return distances_; }

  /// Fills rows that are not put yet. No distance has this value, so a missing row is seen.
  static constexpr Distance kNotWritten = -0x5a5a5a5a;

 private:
  std::size_t vertices_;
  std::vector<Distance> distances_;
};

}  // namespace apsp
