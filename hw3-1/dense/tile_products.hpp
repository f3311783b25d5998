// SPDX-License-Identifier: MIT
// The work of the dense method on a graph that is not dense.
#pragma once

#include <cstddef>

#include "common/core/graph.hpp"

namespace apsp::cpu {

/// Returns the number of tile products that are not skipped because no path is known (see
/// round_phases.hpp), at most: of T^3 for T tiles a side. O(E + T^3 / 64).
[[nodiscard]] std::size_t tile_products(const Graph& graph);

}  // namespace apsp::cpu
