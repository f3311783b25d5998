// SPDX-License-Identifier: MIT
// Scale-free graphs by R-MAT, without repeated edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/generate/vertex_pair.hpp"

namespace apsp::generate {

/// R-MAT (Chakrabarti, Zhan, Faloutsos: "R-MAT: a recursive model for graph mining", 2004) with the
/// probabilities of Graph500. The four quadrants of the matrix get 57, 19, 19 and 5 percent of the
/// edges, and so do the quadrants of each quadrant. Edges are not drawn one by one, which would
/// repeat the heavy pairs: all edges of a block fall into its quadrants together. An edge that
/// finds its quadrant full is drawn among the others. The diagonal and all places outside V x V
/// count as full. So no pair comes twice, and any number of edges up to V (V - 1) is reached. The
/// vertices are numbered at random, for otherwise the hubs would all be at the front. In order of
/// the quadrants.
class ScaleFree {
 public:
  /// edges <= V (V - 1). Throws Error(kMemory) when 8 bytes an edge and 4 a vertex are not to be
  /// had. O(E log V), in parallel.
  ScaleFree(std::uint64_t vertices, std::uint64_t edges, std::uint64_t seed);

  [[nodiscard]] std::uint64_t size() const { return pairs_.size(); }
  [[nodiscard]] VertexPair pair(std::uint64_t index) const { return pairs_[index]; }

 private:
  std::vector<VertexPair> pairs_;
};

}  // namespace apsp::generate
