// SPDX-License-Identifier: MIT
// The sink that is memory of the caller.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "common/core/row_sink.hpp"

namespace apsp {

/// Takes rows of `columns` elements each into `rows`, row-major, which has room for all of them.
class MemorySink final : public RowSink {
 public:
  MemorySink(std::span<Distance> rows, std::size_t columns) : rows_(rows), columns_(columns) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    std::copy(rows.begin(), rows.end(), rows_.subspan(first_row * columns_).begin());
  }

 private:
  std::span<Distance> rows_;
  std::size_t columns_;
};

}  // namespace apsp
