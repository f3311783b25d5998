// SPDX-License-Identifier: MIT
// The recipe of every solve: give negative weights potentials, choose a width, try it, and go one
// width up where the result is not proven.
#pragma once

#include "common/core/backend.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/problem.hpp"
#include "common/core/width.hpp"

namespace apsp {

/// The way of graphs with negative weights whose reduced lengths (potentials.hpp) pass s32, where
/// the program was not forced into a width.
enum class BeyondS32 {
  kRefused,       // Error(kNoAnswer) that names the program that solves it
  kOnProcessors,  // the recipe solves it itself, in 64 bits: wide_solve.hpp
};

/// Throws Error(kMemory) for a problem that does not fit in the width that is forced, or in the
/// narrowest. For calls before an output is created. Backends take no negative weights: where there
/// is one, they are asked about V vertices without edges, and start() looks again.
void require_fit(const Problem& problem, Backend& backend, Arithmetic forced);

/// Solves `problem` on `backend` and delivers its rows. Every length that is wanted is proven exact
/// (width_choice.hpp, fit_sink.hpp), or no row is delivered. Tries the width that is forced, or
/// those of the backend from the one that choose_width() returns. Reports which was tried and what
/// proved it. With a negative weight, hands the backend a copy of the edges with reduced weights,
/// and no NumbersSink. Throws NegativeCycle, Error(kMemory), and what the backend and the sinks
/// throw. Throws Error(kNoAnswer) for a length that is wanted and does not fit: the distance file,
/// or a forced width, which counts lengths as potentials reduce them.
void solve_exactly(const Problem& problem, Backend& backend, const Outputs& outputs,
                   Observer& observer, Arithmetic forced, BeyondS32 beyond = BeyondS32::kRefused);

}  // namespace apsp
