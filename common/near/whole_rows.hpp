// SPDX-License-Identifier: MIT
// Sparse rows out of whole ones, where much lies within the limit.
#pragma once

#include "apsp/near.hpp"
#include "common/core/observer.hpp"
#include "common/near/near_problem.hpp"
#include "common/solve/backend.hpp"

namespace apsp {

/// Has `backend` make whole rows and puts what is wanted of them into `sink`, where that is
/// predicted to take less than searches, which take `seconds` on one thread, and there is room for
/// it. Returns false where it is not: nothing was put. Weights are 0 or more, and nothing but
/// distances within limits is wanted, all of them finite or none. Called in the phase "compute".
/// Reports what a solve does, and "entries". Throws Error: kNoAnswer, kCancelled; and what the sink
/// throws.
[[nodiscard]] bool put_from_whole_rows(const NearProblem& problem, double seconds, Backend& backend,
                                       NearSink& sink, Observer& observer);

}  // namespace apsp
