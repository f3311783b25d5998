// SPDX-License-Identifier: MIT
// Lengths that round, on GPUs.
#pragma once

#include <span>

#include "apsp/settings.hpp"
#include "common/core/observer.hpp"
#include "hw3-1/real/real_solve.hpp"

namespace apsp {

/// Solves by the dense method or by sweeps in float32, on the GPUs of `settings`: the engines of
/// integers, on the bits of floats (kF32). Fills `out` as cpu::solve_real() does. Throws Error:
/// kUsage for predecessors and searches, which are the processors'; kNoDevice, kMemory, kCancelled.
void solve_on_gpus(const cpu::RealProblem& problem, const Settings& settings, std::span<float> out,
                   Observer& observer);

/// Same, if GPUs are predicted to take less than `seconds`. Returns whether they did.
[[nodiscard]] bool solve_on_faster_gpus(const cpu::RealProblem& problem, const Settings& settings,
                                        double seconds, std::span<float> out, Observer& observer);

}  // namespace apsp
