// SPDX-License-Identifier: MIT
// The sink between a solver, whose rows are whole, and an output for some of their columns.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "common/base/pool.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Passes on, of each row, the distances to some vertices in their order.
class ColumnSink final : public RowSink {
 public:
  /// `next` outlives it, and takes rows of targets.size() distances: column c is that of
  /// targets.source(c). O(targets) a row, and for each thread that puts 4 bytes a distance of the
  /// rows that it puts at once.
  ColumnSink(RowSink& next, RowSet targets) : next_(next), targets_(std::move(targets)) {}

  void prepare() override { next_.prepare(); }
  [[nodiscard]] bool in_order() const override { return next_.in_order(); }
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override { next_.abandon(cause); }

 private:
  RowSink& next_;
  const RowSet targets_;
  Pool<std::vector<Distance>> buffers_;
};

}  // namespace apsp
