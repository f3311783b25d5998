// SPDX-License-Identifier: MIT
// What every solver does around its rounds: refuse what it cannot answer, choose a width, try it,
// and go one width up where the result is not proven.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "common/graph.hpp"
#include "common/run.hpp"
#include "common/width.hpp"
#include "common/width_choice.hpp"

namespace apsp {

/// A result that a width clipped: `row` reaches the source of edge number `edge` below infinity,
/// but its destination only at infinity or beyond.
struct Clipped {
  std::size_t row;
  std::size_t edge;
};

/// Solves `graph` in one width. Puts all rows and returns nothing if the result is proven exact;
/// otherwise puts none and returns what was clipped.
using Attempt = std::function<std::optional<Clipped>(Width)>;

/// Calls `attempt` with the width that is forced, or with those of `widths` (ascending) from the
/// one that an estimate suggests until a result is proven. Tells `run` which was tried and proven.
/// Throws Error(kNoAnswer) for a negative weight, for a forced width that is too narrow, and for a
/// length that does not fit the distance file.
void solve_exactly(const Graph& graph, Run& run, std::span<const Width> widths, Arithmetic forced,
                   const Attempt& attempt);

/// What proves a result: see width_choice.hpp. Calls `find_clipped` only if the extent leaves a
/// doubt. Tells `run` the proof, or returns what was clipped.
[[nodiscard]] std::optional<Clipped> doubt(
    const Extent& extent, const Graph& graph, Distance infinity, Run& run,
    const std::function<std::optional<Clipped>()>& find_clipped);

}  // namespace apsp
