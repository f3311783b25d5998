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
/// device, unless they are all held rows in order.
class WantedRows {
 public:
  WantedRows(const RowSet& rows, const Layout& layout);

  /// As kernels see them.
  [[nodiscard]] HeldRows view() const { return {list_.get(), count_}; }

  [[nodiscard]] std::size_t size() const { return count_; }

  /// The number in the RowSet of row n in [0, size()).
  [[nodiscard]] std::size_t number(std::size_t n) const {
    return all_held_ ? first_number_ + n : numbers_[n];
  }

  /// Whether they are all held rows, in order: then their numbers are consecutive.
  [[nodiscard]] bool all_held() const { return all_held_; }

 private:
  bool all_held_;
  std::size_t first_number_;  // where they are all held rows
  std::size_t count_;
  std::vector<std::size_t> numbers_;
  DeviceMemory<std::uint32_t> list_;
};

}  // namespace apsp::gpu
