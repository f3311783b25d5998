// SPDX-License-Identifier: MIT
// The wanted rows among those that a device holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/row_set.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/product/layout.hpp"

namespace apsp::gpu {

/// Those rows of a RowSet whose sources are held, in its order. Takes 4 bytes a row on the current
/// device, unless all rows are wanted.
class WantedRows {
 public:
  WantedRows(const RowSet& rows, const Layout& layout);

  /// As kernels see them.
  [[nodiscard]] HeldRows view() const { return {list_.get(), count_}; }

  [[nodiscard]] std::size_t size() const { return count_; }

  /// The number in the RowSet of row n in [0, size()).
  [[nodiscard]] std::size_t number(std::size_t n) const {
    return numbers_.empty() ? first_vertex_ + n : numbers_[n];
  }

 private:
  std::size_t first_vertex_;
  std::size_t count_;
  std::vector<std::size_t> numbers_;  // empty where all rows are wanted
  DeviceMemory<std::uint32_t> list_;
};

}  // namespace apsp::gpu
