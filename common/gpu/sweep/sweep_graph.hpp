// SPDX-License-Identifier: MIT
// An eliminated graph, ready for sweeps on any device.
#pragma once

#include "common/core/graph.hpp"
#include "common/core/width.hpp"
#include "common/gpu/sweep/next_reads.hpp"
#include "common/gpu/sweep/slots.hpp"
#include "common/gpu/sweep/traversal.hpp"
#include "common/sparse/elimination.hpp"
#include "common/sparse/elimination_tree.hpp"

namespace apsp::gpu {

struct SweepGraph {
  /// Eliminates `graph`, whose pattern `of` was made of, up to its core. Needs weights >= 0, of
  /// integers, or the bits of floats with kF32: those are eliminated in double and then rounded.
  /// `of` must outlive it.
  SweepGraph(const Graph& graph, const sparse::EliminationTree& of, Width width = Width::kS32);

  const sparse::EliminationTree& tree;
  sparse::EliminatedGraph eliminated;
  Traversal traversal;
  Lifetimes lifetimes;
  NextReads next_reads;
};

}  // namespace apsp::gpu
