// SPDX-License-Identifier: MIT
// Solves a matrix that lies on a device, for a caller that wants its distances there.
#pragma once

#include "common/core/device_problem.hpp"
#include "common/core/observer.hpp"

namespace apsp::gpu {

/// Solves `problem`, which has vertices and wanted rows, on the device that holds its memory, and
/// makes that device current. Tries u16 where it is likely to do, then s32, and proves the result
/// as width_choice.hpp has it, but by "complete" and "bound" alone. Returns when the rows are
/// filled. Throws Error as apsp::solve_on_device().
void solve_matrix(const DeviceProblem& problem, Observer& observer);

}  // namespace apsp::gpu
