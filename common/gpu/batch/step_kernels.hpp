// SPDX-License-Identifier: MIT
// Kernels for graphs whose matrices no multiprocessor holds: they lie in global memory, and each
// launch passes once over them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/gpu/batch/batch_view.hpp"

namespace apsp::gpu {

/// Matrices of several graphs, row-major: number n of `count`, of members.list, begins at
/// cells[n * largest^2] and has as many rows and columns as its graph vertices. `Cell` is float for
/// weights of that element, else double.
template <class Cell>
struct StepMatrices {
  Cell* cells;
  Members members;
  std::size_t count;    // at most kMostMatrices
  std::size_t largest;  // vertices of a graph, at most
};
inline constexpr std::size_t kMostMatrices = 65535;  // of a grid

/// Reads the weights. Asynchronous, as the others.
template <class Cell>
void read_cells(const BatchView& batch, const StepMatrices<Cell>& matrices, cudaStream_t stream);

/// Shortens paths by those over vertex k, in [0, largest).
template <class Cell>
void relax_step(const BatchView& batch, const StepMatrices<Cell>& matrices, std::size_t k,
                cudaStream_t stream);

/// Stores the distances of closed matrices, unless a graph up to theirs was reported, or is here.
template <class Cell>
void put_cells(const BatchView& batch, const StepMatrices<Cell>& matrices, cudaStream_t stream);

}  // namespace apsp::gpu
