// SPDX-License-Identifier: MIT
// The part of its machine that is one process's where several of a solve run on it.
#pragma once

#include <cstddef>
#include <optional>

#include "common/ranks/ranks.hpp"

namespace apsp {

/// The ranks on this machine, this one counted. Collective.
[[nodiscard]] std::size_t ranks_of_this_machine(Ranks& ranks);

/// The number of threads of a process that shares its processors with other ranks: nothing where
/// none does, or where `wanted` or OMP_NUM_THREADS says it. Collective.
[[nodiscard]] std::optional<int> threads_among(Ranks& ranks, std::optional<int> wanted);

}  // namespace apsp
