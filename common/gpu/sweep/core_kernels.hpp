// SPDX-License-Identifier: MIT
// The kernels that make the distances from all vertices to the core of an eliminated graph, and
// bring them to a batch of sources. Every call is asynchronous.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/sweep/level_row.hpp"

namespace apsp::gpu {

/// CoreLevels in device memory.
struct CoreLevelsView {
  const LevelRow* rows;
  const std::int32_t* ups;
  const Distance* rising;
  const Distance* falling;
};

/// Lowers the element of every two vertices of the core to the length of the way across each of
/// `count` rows that both are higher neighbours of. `matrix`: of the core, its vertices are steps.
template <class Word>
void join_across(const CoreLevelsView& levels, std::size_t count, const MatrixView<Word>& matrix,
                 cudaStream_t stream);

/// Distances to the core, in device memory: a row for each step, an element for each vertex of the
/// core, the padding infinite.
struct CoreRows {
  std::uint32_t* words;
  std::size_t pitch;  // words of a row, a multiple of 128
};

/// Fills the rows of `count` steps, those of one level, from the rows of their higher neighbours. A
/// relaxation a word and pair, bound by memory.
template <class Word>
void extend_rows(const CoreLevelsView& levels, std::size_t first, std::size_t count,
                 const CoreRows& rows, cudaStream_t stream);

/// Fills the first `core` rows of a batch, `pitch` words each, with the distances from the sources
/// of its lanes. `steps`: of each lane, -1: infinite. Reads and writes each element once.
template <class Word>
void enter_core(const CoreRows& rows, std::size_t core, const std::int32_t* steps,
                std::uint32_t* batch, std::size_t pitch, cudaStream_t stream);

}  // namespace apsp::gpu
