// SPDX-License-Identifier: MIT
// The start of hw3-1's threads, which are OpenMP's.
#pragma once

#include <optional>

#include "common/core/observer.hpp"

namespace apsp::cpu {

/// Makes `wanted` the number of threads; without a number the most are OMP_NUM_THREADS, else one
/// for each processor in the affinity mask. Warns once about more than processors. Throws
/// Error(kUsage) for more than kMostThreads.
void limit_threads(std::optional<int> wanted, Observer& observer);

/// Starts the threads of OpenMP's default number, which stay for all later regions. Moves each to a
/// processor of its own where they are as many. Linux may leave a new thread behind its creator for
/// ten milliseconds and more, although other processors are idle. With OMP_PROC_BIND the user has
/// bound them. Where the system refuses a thread, the OpenMP runtime ends the process: call this
/// before any output is opened.
void spread_threads();

}  // namespace apsp::cpu
