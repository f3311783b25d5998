// SPDX-License-Identifier: MIT
// An eliminated graph, ready for sweeps on any device.
#pragma once

#include "common/core/graph.hpp"
#include "common/core/width.hpp"
#include "common/gpu/sweep/slots.hpp"
#include "common/gpu/sweep/traversal.hpp"
#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

struct SweepGraph {
  /// Eliminates `graph`, whose pattern `of` was made of, up to its core. Needs weights >= 0. `of`
  /// must outlive it.
  SweepGraph(const Graph& graph, const sparse::EliminationTree& of)
      : tree(of),
        eliminated(sparse::eliminate(graph, tree)),
        traversal(tree),
        lifetimes(tree, traversal) {}

  const sparse::EliminationTree& tree;
  sparse::EliminatedGraph eliminated;
  Traversal traversal;
  Lifetimes lifetimes;
};

}  // namespace apsp::gpu
