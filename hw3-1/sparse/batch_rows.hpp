// SPDX-License-Identifier: MIT
// The way back of a batch: from rows of lanes in the order of the elimination to rows of distances
// in the numbering of the graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/core/width.hpp"
#include "hw3-1/sparse/sweep.hpp"

namespace apsp::cpu {

/// Lanes that are brought back at once: a cache line of each vertex.
template <typename Element>
inline constexpr std::size_t kLanesAtOnce = 64 / sizeof(Element);

/// Fills rows [0, count) of `out`, V distances each, with those of the lanes from `first` on;
/// infinity becomes kUnreachable. At most kLanesAtOnce lanes, from a multiple of it on. Reads a
/// cache line a vertex and transposes blocks of vertices, so that whole cache lines are written.
template <typename Element>
void bring_back(const Sweep<Element>& sweep, const sparse::EliminationTree& tree, std::size_t first,
                std::size_t count, Distance* out) {
  constexpr std::size_t kBlock = 16;  // vertices: a cache line of `out`
  constexpr std::size_t kLanes = kLanesAtOnce<Element>;
  const std::size_t vertices = tree.size();
  for (std::size_t begin = 0; begin < vertices; begin += kBlock) {
    const std::size_t size = std::min(kBlock, vertices - begin);
    Element block[kBlock][kLanes];
    for (std::size_t v = 0; v < size; ++v) {
      const auto position = static_cast<std::size_t>(tree.positions[begin + v]);
      std::memcpy(block[v], sweep.row(position) + first, sizeof block[v]);
    }
    for (std::size_t lane = 0; lane < count; ++lane) {
      Distance line[kBlock];
      for (std::size_t v = 0; v < kBlock; ++v) {
        const Element found = block[v][lane];
        line[v] = found < kInfinity<Element> ? Distance{found} : kUnreachable;
      }
      std::memcpy(out + lane * vertices + begin, line, size * sizeof(Distance));
    }
  }
}

}  // namespace apsp::cpu
