// SPDX-License-Identifier: MIT
// The kernels that make predecessors from the closed matrix, and their operands in device memory.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/core/arc.hpp"
#include "common/gpu/dense/device_matrix.hpp"

namespace apsp::gpu {

/// Rows of a batch: a lane is a row, bit l of a word is that of lane l.
inline constexpr std::size_t kPredecessorLanes = 64;

/// The arcs into each vertex, ascending by weight, in device memory: all that weigh no more than
/// the largest distance, and none from a vertex to itself.
struct DeviceArcs {
  const std::uint32_t* begin;  // V + 1: where the arcs into each vertex begin
  const Arc* arcs;
  std::size_t count;
};

/// The work memory of some batches side by side. Each pointer has its elements for batch 0, then
/// those for batch 1, and so on.
struct PredecessorBatches {
  void* keys;               // V x 64: lane l of vertex j at [j * 64 + l]; elements of the matrix
  std::uint64_t* lanes;     // an entry for each arc: lanes in which it is tight
  std::uint32_t* from;      // the vertex that the arc of an entry leaves
  std::uint32_t* entries;   // V: entries of each vertex, from begin[j] on
  std::uint64_t* pending;   // V: lanes that are not reached yet
  std::uint64_t* fronts;    // 2 x V: lanes that the last step reached, and those of this step
  std::uint32_t* too_long;  // 1 if a path has more than kMostPathEdges edges
  std::size_t count;        // of batches

  /// Bytes of one batch, whose elements have so many bytes.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t arcs,
                                             std::size_t element_bytes) {
    return vertices * (kPredecessorLanes * element_bytes + 4 * sizeof(std::uint64_t)) +
           arcs * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) + 256;
  }
};

/// Edges of a path from which on the host's search is faster than steps of a batch.
inline constexpr std::uint32_t kMostPathEdges = 2048;

/// Finds, for rows [first, first + 64 x batches.count) of `rows` as far as there are so many, the
/// entries in which an arc ends a path with the fewest edges among the shortest. Batch b has rows
/// from first + 64 b on. Asynchronous.
template <class Word>
void find_predecessors(const MatrixView& matrix, HeldRows rows, std::size_t first,
                       const DeviceArcs& arcs, const PredecessorBatches& batches,
                       cudaStream_t stream);

/// Writes the predecessors of rows [first, first + count), counted from the first row of batch 0,
/// V numbers each: the smallest vertex among the entries of a lane, kNoPredecessor where there is
/// none. `out` is device memory. Asynchronous.
void write_predecessors(std::size_t vertices, std::size_t first, std::size_t count,
                        const DeviceArcs& arcs, const PredecessorBatches& batches,
                        std::int32_t* out, cudaStream_t stream);

}  // namespace apsp::gpu
