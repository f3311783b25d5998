// SPDX-License-Identifier: MIT
// The start of hw3-1's threads, which are OpenMP's.
#pragma once

#include <optional>

#include "common/core/observer.hpp"

namespace apsp::cpu {

/// Starts `wanted` threads, which stay for all later regions; without a number OMP_NUM_THREADS,
/// else one for each processor in the affinity mask, and in that case on a processor each. Warns
/// once about more threads than processors. Throws Error(kUsage) for more than kMostThreads. Where
/// the system refuses a thread, the OpenMP runtime ends the process: call this before any output is
/// opened.
void start_threads(std::optional<int> wanted, Observer& observer);

}  // namespace apsp::cpu
