// SPDX-License-Identifier: MIT
// When a way down reads each distance again.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "common/gpu/sweep/traversal.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

/// The step that reads each value next.
struct NextReads {
  static constexpr std::int32_t kNever =
      std::numeric_limits<std::int32_t>::max();  // later than any

  /// Of no tree.
  NextReads() = default;
  /// O(fill).
  NextReads(const sparse::EliminationTree& tree, const Traversal& traversal);

  std::vector<std::int32_t> after_arc;   // of each pair of the fill, after it; kNever: none does
  std::vector<std::int32_t> after_step;  // the first read of each step
};

}  // namespace apsp::gpu
