// SPDX-License-Identifier: MIT
// One attempt by elimination and sweeps. Rows are computed as they are put: what looks at all of
// them before that, extent() and first_clipped(), takes as long as putting them.
#pragma once

#include <cstddef>
#include <memory>

#include "common/solve/backend.hpp"
#include "common/sparse/elimination_tree.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// `tree` is that of the plan's graph. It outlives the attempt.
[[nodiscard]] std::unique_ptr<Solve> make_sweep_solve(const sparse::EliminationTree& tree,
                                                      const KernelSet& kernels,
                                                      const Attempt& attempt);

/// Bytes that such an attempt takes with `threads` threads. proven: the width holds every distance,
/// so that no batch is computed once more in s32.
[[nodiscard]] std::size_t sweep_bytes(const sparse::EliminationTree& tree, const KernelSet& kernels,
                                      Width width, bool proven, std::size_t threads);

}  // namespace apsp::cpu
