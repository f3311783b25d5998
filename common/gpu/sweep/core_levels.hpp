// SPDX-License-Identifier: MIT
// The part of an eliminated graph from which a device makes the distances to and from its core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/distance.hpp"
#include "common/gpu/sweep/level_row.hpp"
#include "common/gpu/sweep/traversal.hpp"
#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

/// The steps outside the core, a level of the tree after the other. Those of one level are no
/// neighbours of each other. Their higher neighbours are of the core or of levels before.
struct CoreLevels {
  /// O(fill). Needs a fill of less than 2^31 pairs.
  CoreLevels(const sparse::EliminationTree& tree, const sparse::EliminatedGraph& eliminated,
             const Traversal& traversal);

  std::vector<LevelRow> rows;
  std::vector<std::size_t> levels;  // where each begins in `rows`, and the end of the last
  std::vector<std::int32_t> ups;    // steps
  std::vector<Distance> rising;     // lengths to them,
  std::vector<Distance> falling;    // and from them
};

}  // namespace apsp::gpu
