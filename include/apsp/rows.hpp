// SPDX-License-Identifier: MIT
/// \file
/// The output: a sink for finished rows.
#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "apsp/graph.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// Takes each of the wanted rows exactly once, by its number. Row r is that of vertex r, or
/// of source number r where sources are chosen. Rows have an element for each vertex, or for each
/// of the targets where these are chosen. `put` may be called from any number of threads at once
/// and in any order; but where in_order() is true, each thread hands over its own rows in ascending
/// order, so that a put may wait for earlier rows of other threads.
class RowSink {
 public:
  virtual ~RowSink() = default;

  /// Called once or never, before the first `put`, when the solver holds all its memory and
  /// computes for a while: the time to begin work in the background.
  virtual void prepare() {}

  /// True: rows leave in ascending order, as through a pipe, so that a later row may wait for an
  /// earlier one.
  [[nodiscard]] virtual bool in_order() const { return false; }

  /// Stores rows from `first_row` on, contiguous, as many as `rows` has elements for. The data
  /// must be copied before the call returns. An exception ends the solve, which throws it again;
  /// if there are several, one of them.
  virtual void put(std::size_t first_row, std::span<const Distance> rows) = 0;

  /// Reports that the calling thread puts no more rows, because of `cause`. From now on a `put`
  /// that would wait for one of them throws `cause` instead. Any thread, any number of times; the
  /// first cause counts.
  virtual void abandon(const std::exception_ptr& cause) noexcept { (void)cause; }
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
