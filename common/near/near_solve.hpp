// SPDX-License-Identifier: MIT
// Sparse rows from a graph into a sink, by OpenMP's threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apsp/near.hpp"
#include "common/core/observer.hpp"
#include "common/near/near_problem.hpp"
#include "common/solve/backend.hpp"

namespace apsp {

/// Puts the rows of `problem` into `sink`, as apsp::solve_near() says. `backend` makes whole rows
/// where these are predicted to come sooner; null: there is none. Reports the facts "method",
/// "searches_from", "threads", "settled_vertices" and "entries", of whole rows those of a solve in
/// place of the second and the fourth. Throws Error: kUsage for a negative weight, kNoAnswer,
/// kMemory, kCancelled; and what the sink throws.
void solve_near(const NearProblem& problem, Backend* backend, NearSink& sink, Observer& observer);

/// Same for reals, by searches from sources. No weight is below 0.
void solve_near(const BasicNearProblem<double>& problem, RealNearSink& sink, Observer& observer);

/// Throws Error(kUsage), which tells the edge by its number among those of the user.
[[noreturn]] void refuse_negative_weight(std::size_t edge, std::int32_t source,
                                         std::int32_t destination, double weight);

}  // namespace apsp
