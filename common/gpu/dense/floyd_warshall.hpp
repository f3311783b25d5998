// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on one device.
#pragma once

#include "common/gpu/dense/round_loop.hpp"
#include "common/gpu/dense/rounds.hpp"

namespace apsp::gpu {

/// Replaces every element of the matrix, all of which is on the current device, by the length of
/// the shortest path, clipped to infinity. Returns when the device is done. Calls `advance` as
/// rounds end. O(V^3).
template <class Word>
void close_matrix(Rounds<Word>& rounds, const Advance& advance);

}  // namespace apsp::gpu
