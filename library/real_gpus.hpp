// SPDX-License-Identifier: MIT
// Lengths that round, on GPUs.
#pragma once

#include <span>

#include "apsp/settings.hpp"
#include "common/core/observer.hpp"
#include "hw3-1/real/real_solve.hpp"

namespace apsp {

/// Solves on the GPUs of `settings`, into float by the dense method or by sweeps, into double by
/// the dense method: the engines of integers, on the bits of the numbers (kF32, kF64). Fills `out`
/// as cpu::solve_real() does. From a list of edges doubles take 8 V^2 bytes of host memory. Throws
/// Error: kUsage for predecessors, searches and sweeps of doubles, which are the processors';
/// kNoDevice, kMemory, kCancelled.
template <typename Element>
void solve_on_gpus(const cpu::RealProblem& problem, const Settings& settings,
                   std::span<Element> out, Observer& observer);

/// Same, if GPUs are predicted to take less than `seconds`. Returns whether they did.
template <typename Element>
[[nodiscard]] bool solve_on_faster_gpus(const cpu::RealProblem& problem, const Settings& settings,
                                        double seconds, std::span<Element> out, Observer& observer);

}  // namespace apsp
