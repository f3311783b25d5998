// SPDX-License-Identifier: MIT
// The order of the rounds on one device, alone or one of several.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>

#include "common/gpu/dense/rounds.hpp"

namespace apsp::gpu {

/// Enqueues what makes the closed panels of a round, after its frontier, on a stream.
using MakePanels = std::function<void(std::size_t round, cudaStream_t stream)>;
/// Is told that `round` of `rounds` have ended.
using Advance = std::function<void(std::size_t round, std::size_t rounds)>;

/// All rounds: replaces every element of the rows that the current device holds by the length of
/// the shortest path, clipped to infinity. Returns when the device is done. Calls `advance` as
/// rounds end, from the calling thread, in order; what it or `make_panels` throws ends the loop.
///
/// A round takes two streams. While remainder(r) fills the device, the critical stream, whose
/// blocks get room first, makes what round r + 1 needs:
///
///   critical   frontier(r + 1) -> make_panels(r + 1) -> frontier(r + 2) -> ...
///                  ^                      |                ^
///                  | panels(r)            v                | needs remainder(r)
///   remainder  remainder(r) ------> remainder(r + 1) ------+
///
/// rounds.cuh says why the two do not disturb each other.
template <class Word>
void run_rounds(Rounds<Word>& step, const MakePanels& make_panels, const Advance& advance);

}  // namespace apsp::gpu
