// SPDX-License-Identifier: MIT
// Undirected graphs: every edge of the file leads both ways.
//
// Solvers receive a copy of the edges, as for potentials (potentials.hpp), and for the same reason:
// everything that reads edges would otherwise have to read each of them twice. These are the
// scatter of three backends, compressed rows, the choice of a width, the elimination, proofs and
// kernels. The copy takes 24 bytes for each edge of the file: as much as the edges of a file with
// both directions, which need not be written, stored and read.
#pragma once

#include <memory>

#include "common/core/graph.hpp"

namespace apsp {

/// The edges of an undirected graph as directed ones. Edge n of the E edges of the file is edge n
/// here; edge E + n leads from its destination to its source, with the same weight. So
/// Graph::number_in_file() finds the edge of the file again. A self-loop stands twice, too.
class BothWays {
 public:
  /// Copies the edges of `file`, which leads one way. Throws Error(kMemory) beforehand where they
  /// do not fit. O(E), in parallel.
  explicit BothWays(const Graph& file);

  /// A view, valid as long as this object.
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  std::unique_ptr<Edge[]> edges_;
  Graph graph_;
};

}  // namespace apsp
