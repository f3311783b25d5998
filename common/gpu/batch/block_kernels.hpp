// SPDX-License-Identifier: MIT
// Kernels for small graphs: a thread block closes the matrix of one graph.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/gpu/batch/batch_view.hpp"

namespace apsp::gpu {

/// Where the matrix of a graph lies while it is closed.
enum class Place {
  kRegisters32,   // of 64 threads: up to 32 vertices
  kRegisters64,   // of 256 threads: up to 64 vertices
  kRegisters128,  // of 256 threads: up to 128 vertices
  kShared,        // in shared memory
  kGlobal,        // in global memory: step_kernels.hpp
};
inline constexpr std::size_t kPlaces = 5;

/// Returns the place of a matrix of cells of `bytes`. `shared`: bytes that a block may have.
[[nodiscard]] Place place_of_matrix(std::size_t size, std::size_t bytes, std::size_t shared);

/// Solves `count` graphs, of at most `largest` vertices, for which place_of_matrix() is `place`,
/// not kGlobal. `Cell` is std::int32_t for integers, float or double for weights of that element,
/// or double for the integers that were postponed: std::int32_t postpones the graphs whose lengths
/// it may not hold. A graph that is reported or postponed leaves its distances as they were.
/// Asynchronous.
template <class Cell>
void close_in_blocks(const BatchView& batch, Members members, std::size_t count, Place place,
                     std::size_t largest, cudaStream_t stream);

}  // namespace apsp::gpu
