// SPDX-License-Identifier: MIT
// The plan of a solve, for people.
#pragma once

#include <cstddef>
#include <optional>

#include "common/core/problem.hpp"
#include "common/solve/plan.hpp"

namespace apsp {

/// Prints on standard output how `asked` is solved: method, seconds, those of other methods,
/// memory, and the size of the output, whose rows have `columns` distances; nothing: there is none.
/// Throws Error(kOutput).
void show_plan(const Plan& plan, const Problem& asked, std::optional<std::size_t> columns);

}  // namespace apsp
