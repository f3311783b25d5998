// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on one device.
#pragma once

#include "common/gpu/dense/round_loop.hpp"
#include "common/gpu/dense/rounds.hpp"

namespace apsp::gpu {

/// Vertices of a matrix whose symmetry pays: rounds of fewer are bound by latency.
inline constexpr std::size_t kWorthAsking = 2000;

/// Replaces every element of the matrix, all of which is on the current device, by the length of
/// the shortest path, clipped to infinity. Returns when the device is done, and whether the matrix
/// is symmetric, which halves the work; those of less than `least` vertices are not asked,
/// nor where no room is left for two row panels more; a half is taken to be symmetric. What
/// filled the matrix is done. Calls `advance` as rounds end. O(V^3).
template <class Word>
bool close_matrix(Rounds<Word>& rounds, cudaStream_t stream, const Advance& advance,
                  std::size_t least = kWorthAsking);

}  // namespace apsp::gpu
