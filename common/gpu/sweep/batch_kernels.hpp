// SPDX-License-Identifier: MIT
// The kernels that use the distances of a batch where they lie: rows in the numbering of the graph,
// and the search for lengths that a width has clipped.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/core/graph.hpp"
#include "common/gpu/sweep/sweep_kernels.hpp"

namespace apsp::gpu {

/// Fills rows, V distances each, without gaps: row r with those of lane lanes[first + r] in the
/// numbering of the graph, Word::kNoPath where infinite. `steps`: of each vertex. Asynchronous.
template <class Word>
void bring_back(const BatchView& batch, const std::int32_t* steps, std::size_t vertices,
                const std::int32_t* lanes, std::size_t first, std::size_t count, Distance* rows,
                cudaStream_t stream);

/// Searches for an edge (k, j), of `count` in device memory, and a lane with d(k) below infinity
/// and d(j) infinite. Lowers *found to the smallest such edge << 32 | row, edges numbered from
/// `first_edge`. `rows`: the source vertex of each lane. Asynchronous.
template <class Word>
void find_clipped_lanes(const BatchView& batch, const std::int32_t* steps, const std::int32_t* rows,
                        const Edge* edges, std::size_t count, std::size_t first_edge,
                        unsigned long long* found, cudaStream_t stream);

}  // namespace apsp::gpu
