// SPDX-License-Identifier: MIT
// Graphs of the nearest neighbours of random points.
#pragma once

#include <cstdint>

#include "tools/generate/segments.hpp"

namespace apsp::generate {

inline constexpr std::uint64_t kMostDimensions = 16;
inline constexpr std::uint64_t kCoordinateBits = 28;  // so squared distances are below 2^60

/// Coordinate `axis` of a vertex: in [0, 2^28), each value equally likely.
[[nodiscard]] std::uint64_t coordinate(std::uint64_t vertex, std::uint64_t axis,
                                       std::uint64_t seed);

/// Joins each of V points of a cube with its `neighbours` nearest other ones; of two equally near
/// ones the lower number is nearer. `directed`: from each vertex to its nearest, by vertex, nearest
/// first. Otherwise there and back, once for each pair in which one is near the other, by the lower
/// vertex, then the higher. neighbours < V, or 0; 1 <= dimensions <= kMostDimensions. Throws
/// Error(kMemory) when 12 bytes a neighbour and 4 * dimensions + 4 a vertex are not to be had.
/// O(V (log V + neighbours)) in few dimensions by a k-d tree, in parallel.
[[nodiscard]] Segments make_nearest(std::uint64_t vertices, std::uint64_t neighbours,
                                    std::uint64_t dimensions, bool directed, std::uint64_t seed);

}  // namespace apsp::generate
