// SPDX-License-Identifier: MIT
// The order of the rounds on one device, alone or one of several.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>

#include "common/gpu/dense/rounds.hpp"

namespace apsp::gpu {

/// Enqueues the steps that close the panels of a round, after its lookahead, on a stream.
using MakePanels = std::function<void(std::size_t round, cudaStream_t stream)>;
/// Receives that `round` of `rounds` have ended.
using Advance = std::function<void(std::size_t round, std::size_t rounds)>;

/// All rounds: replaces every element of the rows that the current device holds by the length of
/// the shortest path, clipped to infinity. Returns when the device is done. Calls `advance` as
/// rounds end, from the calling thread, in order; what it or `make_panels` throws ends the loop.
///
/// A round takes two streams. While remainder(r) fills the device, the critical stream, whose
/// blocks get room first, makes what round r + 1 needs:
///
///   critical   lookahead(r + 1) -> make_panels(r + 1) -> lookahead(r + 2) -> ...
///                  ^                      |                ^
///                  | panels(r)            v                | needs remainder(r)
///   remainder  remainder(r) ------> remainder(r + 1) ------+
///
/// round_steps.hpp has the reason why the two do not disturb each other.
template <class Word>
void run_rounds(Rounds<Word>& rounds, const MakePanels& make_panels, const Advance& advance);

}  // namespace apsp::gpu
