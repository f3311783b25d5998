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
inline constexpr std::size_t kPredecessorLanes = 32;

/// The arcs into each vertex, ascending by weight, in device memory: all that weigh no more than
/// the largest distance, and none from a vertex to itself.
struct DeviceArcs {
  const std::uint32_t* begin;  // V + 1: where the arcs into each vertex begin
  const Arc* arcs;
  std::size_t count;
};

/// An arc that is tight in some lanes.
struct alignas(8) LaneEntry {
  std::uint32_t lanes;
  std::uint32_t from;  // the vertex that it leaves
};

/// A vertex of a batch.
struct alignas(16) LaneVertex {
  std::uint32_t begin;    // of its entries
  std::uint32_t entries;  // their number
  std::uint32_t tight;    // lanes in which some arc is tight
  std::uint32_t starts;   // lanes that start here
};

/// The work memory of some batches side by side. Each pointer has its elements for batch 0, then
/// those for batch 1, and so on.
struct PredecessorBatches {
  void* keys;               // V x 32: lane l of vertex j at [j * 32 + l]; elements of the matrix
  LaneEntry* entries;       // room for one of each arc
  LaneVertex* vertices;     // V
  std::uint32_t* reached;   // V: lanes that are reached, where shared memory has no room
  std::uint32_t* next;      // V: lanes that a step reaches
  std::uint32_t* taken;     // 1: entries whose room is taken
  std::uint32_t* too_long;  // 1 if a path has more than kMostPathEdges edges
  std::size_t count;        // of batches

  /// Bytes of one batch, whose elements have so many bytes.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t arcs,
                                             std::size_t element_bytes) {
    return vertices * (kPredecessorLanes * element_bytes + sizeof(LaneVertex) +
                       2 * sizeof(std::uint32_t)) +
           arcs * sizeof(LaneEntry) + 2 * sizeof(std::uint32_t);
  }
};

/// Edges of a path from which on the host's search is faster than steps of a batch.
inline constexpr std::uint32_t kMostPathEdges = 2048;

/// Finds the entries in which an arc ends a path with the fewest edges among the shortest. Batch b
/// has the rows from first + 32 b on, as far as `rows` has so many. Asynchronous.
template <class Word>
void find_predecessors(const MatrixView<Word>& matrix, HeldRows rows, std::size_t first,
                       const DeviceArcs& arcs, const PredecessorBatches& batches,
                       cudaStream_t stream);

/// Writes the predecessors of rows [first, first + count), V numbers each, counted from the first
/// row of batch 0. A number is the smallest vertex among the entries of a lane, kNoPredecessor
/// where there is none. `out` is device memory. Asynchronous.
void write_predecessors(std::size_t vertices, std::size_t first, std::size_t count,
                        const DeviceArcs& arcs, const PredecessorBatches& batches,
                        std::int32_t* out, cudaStream_t stream);

}  // namespace apsp::gpu
