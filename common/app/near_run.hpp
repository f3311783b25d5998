// SPDX-License-Identifier: MIT
// A run that writes sparse rows.
#pragma once

#include <memory>

#include "common/app/app.hpp"
#include "common/app/solver_options.hpp"
#include "common/solve/backend.hpp"

namespace apsp {

class Ranks;

/// Writes the sparse rows that the program's near options ask for. `ranks`: not null where several
/// tasks make this solve, which is refused. `backend` as in run_solve(). Throws Error.
void run_near(const SolverOptions& options, const Program& program, Ranks* ranks,
              std::unique_ptr<Backend>& backend);

}  // namespace apsp
