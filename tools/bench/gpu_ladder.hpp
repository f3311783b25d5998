// SPDX-License-Identifier: MIT
// The way from a plain port of Floyd-Warshall to the kernel of hw3-2, one idea a step, so that each
// idea's worth can be measured. All steps compute in s32 and, unlike hw3-2, one phase at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/core/distance.hpp"
#include "common/core/graph.hpp"

namespace apsp::gpu {

/// A step of the ladder.
struct LadderStep {
  std::string name;
  std::string idea;  // what it adds to the step before it
  int tile;          // vertices that a round closes: the blocking factor
};

/// All steps, slowest first.
[[nodiscard]] std::vector<LadderStep> ladder_steps();

/// Looks at the distances of one run: rows of the padded matrix, `pitch` elements apart.
using Inspect = std::function<void(std::span<const Distance> matrix, std::size_t pitch)>;

/// Closes `graph`'s matrix on the current device, once to warm up and `repeats` times for the
/// clock, and hands every result to `inspect`. Returns the seconds of each timed run, from the
/// first launch to the last kernel's end, without transfers. Device memory: two matrices; host
/// memory: the same. `step` is a name from ladder_steps(). Throws Error(kNoDevice) if the device
/// grants a block less shared memory than the step needs, Error(kMemory) if the matrices do not
/// fit, and Error(kInternal) for a failure of the device.
[[nodiscard]] std::vector<double> time_step(const std::string& step, const Graph& graph,
                                            int repeats, const Inspect& inspect);

}  // namespace apsp::gpu
