// SPDX-License-Identifier: MIT
// Processors, as far as the choice of a method depends on them.
#pragma once

#include <cstddef>

#include "common/solve/machine.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// The rates of processes, each with so many threads, for graphs of so many vertices. A thread's
/// rate is measured at the first call for a set, in 0.2 ms, and kept, and for large graphs what all
/// threads do together, which starts them. Graphs that are not worth that have the rate of the
/// processor that the others are fitted to. Only choices depend on them. The dense method has no
/// relaxations yet. Any thread.
[[nodiscard]] Machine machine_of(const KernelSet& kernels, std::size_t vertices, int threads,
                                 std::size_t processes = 1);

}  // namespace apsp::cpu
