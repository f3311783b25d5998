// SPDX-License-Identifier: MIT
// The way of a graph into the matrix of a solve.
#pragma once

#include "common/core/graph.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/staging.hpp"

namespace apsp::gpu {

/// Makes every element of the held rows infinite, 0 on the diagonal of vertices, every edge of
/// these rows its smallest weight, clipped to infinity. The graph has a list of edges, or a matrix
/// of integers: that crosses as it is, one to four bytes a pair. Needs weights >= 0. Returns when
/// the device is done. O(V^2 + E).
template <class Word>
void scatter_graph(const MatrixView<Word>& matrix, const Graph& graph, StagingRing& ring);

}  // namespace apsp::gpu
