// SPDX-License-Identifier: MIT
// Rounds of the kernels of hw3-2, in s32: the closure of a pivot and the (min, +) product, on one
// GPU or two. Devices share out the rows; the panel of each round's pivot crosses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/gpu/device/resources.hpp"

namespace apsp::labs {

class SolverRounds {
 public:
  /// Sends n x n distances to one device, the current one, or to two, the first of which is. It is
  /// current before and after each call.
  SolverRounds(const std::vector<int>& devices, std::size_t n, const std::vector<int>& start);

  /// Enqueues the closure. An event that the first device records later waits for all.
  void enqueue();

  /// The closure that was enqueued last.
  [[nodiscard]] std::vector<int> result() const;

 private:
  using Words = gpu::DeviceMemory<std::uint32_t>;
  /// Rows of macro-tiles [first, first + count) on their device.
  struct Part {
    int device;
    std::size_t first;
    std::size_t count;
    Words start;
    Words rows;
    Words row_panel;     // the pivot's rows, closed
    Words column_panel;  // packed
    Words pivot;         // packed
  };

  void close_row_panel(const Part& part, std::size_t round) const;
  void relax_rows(const Part& part, std::size_t round) const;

  std::size_t n_;
  std::size_t tiles_;  // a side
  std::size_t pitch_;
  std::vector<Part> parts_;
};

}  // namespace apsp::labs
