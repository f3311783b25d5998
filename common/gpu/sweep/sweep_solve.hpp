// SPDX-License-Identifier: MIT
// One attempt by sweeps, on one device or several that share the sources. Rows are computed as they
// are put: what looks at all of them before that, extent() and first_clipped(), takes as long.
#pragma once

#include <cstddef>
#include <memory>

#include "common/gpu/dense/members.hpp"
#include "common/gpu/sweep/sweep_graph.hpp"
#include "common/solve/backend.hpp"

namespace apsp::gpu {

/// Bounds that tests set, to have many batches, or slots that are too few, at small sizes.
struct SweepLimits {
  std::size_t batch_bytes = std::size_t{48} << 30;          // of the distances of a batch, at most
  std::size_t shared_bytes = static_cast<std::size_t>(-1);  // of a block, at most
};

/// `graph` is that of the attempt. Needs V > 0. Throws Error(kMemory) if sweeps do not fit a
/// device: the eliminated graph, the rows to its core, and some distances.
[[nodiscard]] std::unique_ptr<Solve> make_sweep_solve(std::unique_ptr<const SweepGraph> graph,
                                                      const Attempt& attempt, Members members,
                                                      const SweepLimits& limits = {});

}  // namespace apsp::gpu
