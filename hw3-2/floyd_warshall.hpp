// SPDX-License-Identifier: MIT
// The rounds of blocked Floyd-Warshall on one device.
#pragma once

#include <cstddef>
#include <functional>

#include "common/gpu/rounds.hpp"

namespace apsp::gpu {

/// Rounds that the host may be ahead of the device: enough that the device does not wait for a
/// launch when the host is busy elsewhere for a millisecond, few enough that the progress is true
/// and an error is seen soon.
inline constexpr std::size_t kRoundsAhead = 8;

/// Replaces every element of the matrix, all of which is on the current device, by the length of
/// the shortest path, clipped to infinity. Returns when the device is done. Calls
/// `advance(round, rounds)` as rounds end.
template <class Word>
void close_matrix(Rounds<Word>& step, const std::function<void(std::size_t, std::size_t)>& advance);

}  // namespace apsp::gpu
