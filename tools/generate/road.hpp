// SPDX-License-Identifier: MIT
// Planar graphs that look like road networks.
#pragma once

#include <cstdint>

#include "tools/generate/segments.hpp"

namespace apsp::generate {

/// Returns roads, there and back: a connected planar graph of V vertices and, from 20 vertices
/// on, round(1.4 V) segments, so of mean degree 2.8. Seven eighths of the vertices are junctions,
/// on a grid whose points are moved a little. A minimum spanning tree of the grid under random
/// priorities joins them, and so do the segments with the best of the other priorities. Segments
/// across the lines between large blocks of the grid have poor priorities, as few roads cross a
/// river or leave a town. Eliminating the vertices by minimum degree leaves some 3.3 pairs a vertex
/// at V = 20,000, as real road networks do. The other vertices lie on the segments and make chains
/// of degree 2. Vertices are numbered row by row. Throws Error(kMemory) when 100 bytes a vertex are
/// not to be had. O(V log V).
[[nodiscard]] Segments make_road(std::uint64_t vertices, std::uint64_t seed);

}  // namespace apsp::generate
