// SPDX-License-Identifier: MIT
// The recipe of every solve: refuse what has no answer, choose a width, try it, and go one width up
// where the result is not proven.
#pragma once

#include "common/core/backend.hpp"
#include "common/core/graph.hpp"
#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/width.hpp"

namespace apsp {

/// Solves `graph` on `backend` and delivers all rows, proven exact (width_choice.hpp), none
/// otherwise. Tries the width that is forced, or those of the backend from the one that
/// choose_width() returns. Reports which was tried and what proved it. Throws Error(kNoAnswer) for
/// a negative weight, for a forced width that is too narrow, and for a length that does not fit the
/// distance file; and what the backend and the sink throw.
void solve_exactly(const Graph& graph, Backend& backend, const Outputs& outputs, Observer& observer,
                   Arithmetic forced);

}  // namespace apsp
