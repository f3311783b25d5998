// SPDX-License-Identifier: MIT
// The sink between a process that solves a share of the rows and the output of all rows.
#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "common/core/row_share.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Passes rows on under the numbers that they have among all rows.
class ShareSink final : public RowSink {
 public:
  /// Each row has `columns` distances. `next` and `share` outlive it.
  ShareSink(RowSink& next, const RowShare& share, std::size_t columns)
      : next_(next), share_(share), columns_(columns) {}

  void prepare() override { next_.prepare(); }
  [[nodiscard]] bool in_order() const override { return next_.in_order(); }

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    if (rows.empty()) return;
    const std::size_t count = rows.size() / columns_;
    if (share_.consecutive(first_row, count)) return next_.put(share_.number(first_row), rows);
    for (std::size_t r = 0; r < count; ++r) {
      next_.put(share_.number(first_row + r), rows.subspan(r * columns_, columns_));
    }
  }

  void abandon(const std::exception_ptr& cause) noexcept override { next_.abandon(cause); }

 private:
  RowSink& next_;
  const RowShare& share_;
  std::size_t columns_;
};

}  // namespace apsp
