// SPDX-License-Identifier: MIT
// A square matrix as a graph: the entry in row i and column j is the weight of the edge from i to
// j. No edge: infinity, NaN, 2^30 - 1, and 0, which beside the diagonal is an edge with
// --zero-is-edge.
#pragma once

#include "tools/convert/format.hpp"
#include "tools/convert/npy_array.hpp"

namespace apsp::convert {

/// Whether a square matrix may be as many edges, one a row: of 2 x 2 or 3 x 3 numbers the first two
/// in each row are whole ones from 0, and some entry on the diagonal is a weight. A matrix of
/// weights seldom has one there, and edges seldom have none.
[[nodiscard]] bool may_be_edges(const NpyArray& array);

/// The graph of a square matrix, row by row. Throws Error(kInput) for another shape, and for an
/// entry that is no weight; Error(kMemory). O(V^2) time.
[[nodiscard]] EdgeGraph graph_of_matrix(const NpyArray& array, const ReadOptions& options);

}  // namespace apsp::convert
