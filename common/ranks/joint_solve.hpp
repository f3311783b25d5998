// SPDX-License-Identifier: MIT
// An attempt of several processes that hold a matrix together.
#pragma once

#include <memory>

#include "common/ranks/ranks.hpp"
#include "common/solve/backend.hpp"

namespace apsp {

/// Returns `own`, the attempt of this process, with verdicts about the rows of all: extent(),
/// first_clipped() and too_long() are collective. `ranks` outlives it.
[[nodiscard]] std::unique_ptr<Solve> joint_solve(std::unique_ptr<Solve> own, Ranks& ranks);

}  // namespace apsp
