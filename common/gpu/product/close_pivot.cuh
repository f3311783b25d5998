// SPDX-License-Identifier: MIT
// Phase 1: Floyd-Warshall inside the pivot block, by one thread block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/operands.hpp"
#include "common/gpu/product/word.cuh"

namespace apsp::gpu {

/// Shape of the closure kernel: as much of an SM as a block of the product kernel, so that it finds
/// room as soon as one of those ends; of doubles as both of them.
template <class Word>
struct ClosureShape {
  static constexpr int kThreads = 512;
  static constexpr int kBlocksPerSm = sizeof(typename Word::Bits) == 4 ? 2 : 1;  // by registers
  static constexpr int kThreadRows = 8;     // rows of a thread: row_group * 8 + 0 .. 7
  static constexpr int kThreadColumns = 4;  // columns of a thread: column_group * 4 + 0 .. 3
  static_assert(kPivot / kThreadRows * (kPivot / kThreadColumns) == kThreads);
};

/// Loads cells that lie side by side, 16 bytes at a time.
template <typename Cell, int N>
__device__ __forceinline__ void load_cells(Cell (&cells)[N], const Cell* from) {
  struct alignas(16) Vector {
    Cell cells[16 / sizeof(Cell)];
  };
  constexpr int kVector = 16 / sizeof(Cell);
#pragma unroll
  for (int q = 0; q < N / kVector; ++q) {
    const Vector vector = *reinterpret_cast<const Vector*>(from + kVector * q);
#pragma unroll
    for (int e = 0; e < kVector; ++e) cells[kVector * q + e] = vector.cells[e];
  }
}

/// Formula: for k ascending, d(i,j) = min(d(i,j), d(i,k) + d(k,j)), i and j in [0, kPivot).
/// Launch: grid 1, block ClosureShape::kThreads; 4 kPivot cells of static shared memory.
/// Reads and writes: the elements at `pivot`, rows `pitch_elements` apart, in registers between;
/// writes the closed block to `packed` too, as a block of PackedTiles. `vertex` and `negative` as
/// of PivotBlock. Synchronisation: one barrier a step. Row k and column k pass through shared
/// memory in two buffers: step k + 1 writes the one that step k - 1 read. Cost: kPivot^3
/// relaxations, bound by the latency of kPivot barriers.
template <class Word>
__global__ void __launch_bounds__(ClosureShape<Word>::kThreads, ClosureShape<Word>::kBlocksPerSm)
    close_pivot_kernel(typename Word::Element* pivot, std::size_t pitch_elements,
                       typename Word::Bits* packed, std::uint32_t vertex, std::uint32_t* negative) {
  using Bits = typename Word::Bits;
  using Cell = typename WordOps<Word>::Cell;
  constexpr int kRows = ClosureShape<Word>::kThreadRows;
  constexpr int kColumns = ClosureShape<Word>::kThreadColumns;
  __shared__ alignas(16) Cell pivot_row[2][kPivot];
  __shared__ alignas(16) Cell pivot_column[2][kPivot];
  const int column_group = static_cast<int>(threadIdx.x) % (kPivot / kColumns);
  const int row_group = static_cast<int>(threadIdx.x) / (kPivot / kColumns);
  typename Word::Element* mine = pivot +
                                 static_cast<std::size_t>(row_group * kRows) * pitch_elements +
                                 column_group * kColumns;

  Cell d[kRows][kColumns];
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
#pragma unroll
    for (int j = 0; j < kColumns; ++j) d[i][j] = mine[i * pitch_elements + j];
  }

#pragma unroll 1
  for (int k8 = 0; k8 < kPivot / 8; ++k8) {
#pragma unroll
    for (int q = 0; q < 8; ++q) {  // k = 8 k8 + q: register indices must be known to the compiler
      const int buffer = q % 2;
      if (row_group == k8) {
#pragma unroll
        for (int j = 0; j < kColumns; ++j) pivot_row[buffer][column_group * kColumns + j] = d[q][j];
      }
      if (column_group == 2 * k8 + q / 4) {
#pragma unroll
        for (int i = 0; i < kRows; ++i) pivot_column[buffer][row_group * kRows + i] = d[i][q % 4];
      }
      __syncthreads();
      if constexpr (sizeof(Bits) == sizeof(double)) {
        if (threadIdx.x == 0 && negative != nullptr && *negative == kNoVertex &&
            __longlong_as_double(pivot_row[buffer][8 * k8 + q]) < 0) {
          *negative = vertex + static_cast<std::uint32_t>(8 * k8 + q);
        }
      }
      Cell first[kRows];
      Cell second[kColumns];
      load_cells(second, &pivot_row[buffer][column_group * kColumns]);
      load_cells(first, &pivot_column[buffer][row_group * kRows]);
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
#pragma unroll
        for (int j = 0; j < kColumns; ++j) {
          d[i][j] = WordOps<Word>::relax_element(d[i][j], first[i], second[j]);
        }
      }
    }
  }

#pragma unroll
  for (int i = 0; i < kRows; ++i) {
#pragma unroll
    for (int j = 0; j < kColumns; ++j) {
      mine[i * pitch_elements + j] = static_cast<typename Word::Element>(d[i][j]);
    }
  }
#pragma unroll
  for (int j = 0; j < kColumns; ++j) {
    Bits* to = packed + (column_group * kColumns + j) * kBlockRows + row_group * kRows;
#pragma unroll
    for (int i = 0; i < kRows; ++i) to[i] = WordOps<Word>::spread(static_cast<Bits>(d[i][j]));
  }
}

}  // namespace apsp::gpu
