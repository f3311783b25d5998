// SPDX-License-Identifier: MIT
// The sink between a solver and outputs that take no distance above a limit.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include "common/base/pool.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Passes rows on, with kUnreachable in the place of every distance above a limit.
class LimitSink final : public RowSink {
 public:
  /// `next` outlives it. limit: in [0, kUnreachable). Takes a copy of rows that hold something
  /// above the limit: for each thread that puts, 4 bytes a distance of those that it puts at once.
  LimitSink(RowSink& next, Distance limit) : next_(next), limit_(limit) {}

  void prepare() override { next_.prepare(); }
  [[nodiscard]] bool in_order() const override { return next_.in_order(); }
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override { next_.abandon(cause); }

 private:
  RowSink& next_;
  const Distance limit_;
  Pool<std::vector<Distance>> buffers_;
};

}  // namespace apsp
