// SPDX-License-Identifier: MIT
// A square matrix as a graph: the entry in row i and column j is the weight of the edge from i to
// j. No edge: infinity, NaN, 2^30 - 1, and 0, which beside the diagonal is an edge with
// --zero-is-edge.
#pragma once

#include "tools/convert/format.hpp"
#include "tools/convert/npy_array.hpp"

namespace apsp::convert {

/// The graph of a square matrix, row by row. Throws Error(kInput) for another shape, and for an
/// entry that is no weight; Error(kMemory). O(V^2) time.
[[nodiscard]] EdgeGraph graph_of_matrix(const NpyArray& array, const ReadOptions& options);

}  // namespace apsp::convert
