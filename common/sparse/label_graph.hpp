// SPDX-License-Identifier: MIT
// A graph as label correcting follows it: distances from many sources side by side that are lowered
// along edges, in rounds, until none changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/sparse/numbering.hpp"

namespace apsp::sparse {

struct LabelGraph {
  /// `arcs`: the edges that leave each vertex, weights of 0 or more. O(V + E).
  explicit LabelGraph(const CompressedRows<Arc>& arcs);

  /// Bytes, while it is made as well.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t edges);

  Numbering numbering;
  std::vector<std::size_t> begin;  // V + 1: where the edges of each number begin
  std::vector<std::int32_t> ends;  // numbers, and kEndsAhead more for prefetches
  std::vector<std::int32_t> weights;
};

/// What batches of consecutive sources do, in the mean: each follows the edges of a vertex again in
/// every round in which the distance from any of its sources has changed there.
struct LabelSample {
  static constexpr std::size_t kSources = 128;

  double visits = 0;   // of vertices, by a batch of so many sources that an edge leaves,
  double arcs = 0;     // edges that these follow,
  double rounds = 0;   // and rounds that they take
  double reached = 0;  // vertices that any of them reaches
  double share = 0;    // of the vertices, those that an edge leaves
};

/// Follows some of the sources of two batches, or of one where `most_arcs` edges and words of a
/// Frontier are too few for two. Nothing where they are too few for one, or where a batch takes
/// more rounds than a graph has that few edges lead through. Takes 64 bytes a vertex. V > 0. The
/// same result on every machine.
[[nodiscard]] std::optional<LabelSample> sample_labels(const LabelGraph& graph, double most_arcs);

}  // namespace apsp::sparse
