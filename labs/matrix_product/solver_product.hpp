// SPDX-License-Identifier: MIT
// The (min, +) product of hw3-2, on operands laid out as the solver lays them out.
#pragma once

#include <cstddef>
#include <vector>

#include "common/gpu/device/resources.hpp"

namespace apsp::labs {

/// One product of square matrices by the kernel of hw3-2, in s32.
class SolverProduct {
 public:
  /// Pads both to whole macro-tiles, and packs `a`: n x n distances in [0, 1073741823].
  SolverProduct(std::size_t n, const std::vector<int>& a, const std::vector<int>& b);

  void enqueue();
  [[nodiscard]] std::vector<int> result() const;

 private:
  std::size_t n_;
  std::size_t blocks_;  // of rows, and of columns
  std::size_t pitch_;
  gpu::DeviceMemory<std::uint32_t> a_;  // packed
  gpu::DeviceMemory<std::uint32_t> b_;
  gpu::DeviceMemory<std::uint32_t> c_;
};

}  // namespace apsp::labs
