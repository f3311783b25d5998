// SPDX-License-Identifier: MIT
// The exercise itself: the distances of all pairs, by Floyd-Warshall on a square matrix of
// distances. It is row-major without gaps, 0 on its diagonal; MinPlus::kZero stands for no path.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "labs/common/semiring.hpp"

namespace apsp::labs {

/// The closure of n x n distances, on all threads of the processor. O(n^3).
[[nodiscard]] std::vector<int> close_on_cpu(std::size_t n, std::vector<int> matrix);

/// A step of the ladder, on operands of the device.
struct ClosureStep {
  std::string_view name;
  std::size_t multiple;  // `side` is one; rows and columns beyond the graph hold no path
  /// Enqueues the closure of `start` into `matrix`, side x side distances each.
  void (*enqueue)(std::size_t side, const int* start, int* matrix);
};

/// The ladder, slowest first.
[[nodiscard]] std::span<const ClosureStep> closure_steps();

}  // namespace apsp::labs
