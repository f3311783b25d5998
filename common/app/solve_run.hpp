// SPDX-License-Identifier: MIT
// A run that solves, from the graph file to the last result.
#pragma once

#include <memory>

#include "common/app/app.hpp"
#include "common/app/solver_options.hpp"
#include "common/solve/backend.hpp"

namespace apsp {

class Ranks;

/// Solves, or plans, what the options ask. `ranks`: not null where several tasks make this solve.
/// `backend` receives the one that it makes, which the caller destroys. Throws Error.
void run_solve(const SolverOptions& options, const Program& program, Ranks* ranks,
               std::unique_ptr<Backend>& backend);

}  // namespace apsp
