// SPDX-License-Identifier: MIT
// The choice between the ways to solve with weights that are not integers: that of
// common/solve/chooser.hpp with other rates. Weights do not matter to it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "apsp/real.hpp"
#include "apsp/settings.hpp"
#include "common/core/row_set.hpp"
#include "common/solve/plan.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

/// Returns the method that is predicted to be the fastest for `rows`, or the one that is `forced`,
/// with its tree. `bytes`: of an element; has_room: the dense method's matrix fits. O(V + E) beside
/// the order of an elimination, which ends early where it cannot win, and beside sample searches of
/// a millisecond. No length above `limit` is wanted: short solves are then searches, whose lengths
/// have the bits of every other Dijkstra at the limit.
[[nodiscard]] Plan plan_real(std::span<const RealEdge> edges, const RowSet& rows, double limit,
                             std::optional<Method> forced, std::size_t bytes, bool has_room,
                             const KernelSet& kernels);

/// How long one thread takes for what was chosen, at most.
[[nodiscard]] double seconds_of_one_thread(const Plan& plan, const RowSet& rows, std::size_t edges,
                                           std::size_t bytes, const KernelSet& kernels);

}  // namespace apsp::cpu
