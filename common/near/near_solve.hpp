// SPDX-License-Identifier: MIT
// Sparse rows from a graph into a sink, by OpenMP's threads.
#pragma once

#include "apsp/near.hpp"
#include "common/core/observer.hpp"
#include "common/near/near_problem.hpp"

namespace apsp {

/// Puts the rows of `problem` into `sink`, as apsp::solve_near() says. Reports the facts "method",
/// "searches_from", "threads", "settled_vertices" and "entries". Throws Error: kUsage for a
/// negative weight, kNoAnswer, kMemory, kCancelled; and what the sink throws.
void solve_near(const NearProblem& problem, NearSink& sink, Observer& observer);

}  // namespace apsp
