// SPDX-License-Identifier: MIT
// Blocked Floyd-Warshall takes a matrix of tiles in rounds. Round r is three launches:
//
//   pivot      tile (r, r) is closed by itself
//   panels     row r takes pivot x row, column r takes column x pivot
//   remainder  every other tile (i, j) takes (i, r) x (r, j)
//
// Panels and remainder are the same product c = min(c, a x b). The pivot is closed and its diagonal
// is 0, so a panel's tile needs no order among the steps of k either. A sum of two elements does
// not wrap, and as every element is at most MinPlus::kZero, "no path" stays what it is.
//
// Row k and column k do not change in step k, because d(k, k) is not negative. A test before each
// store in place keeps such a step free of races.
//
// Source: G. Venkataraman, S. Sahni, S. Mukhopadhyaya, "A Blocked All-Pairs Shortest-Paths
// Algorithm", ACM JEA 8 (2003).
#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/floyd_warshall/floyd_warshall.hpp"

namespace apsp::labs {
namespace {

/// Threads of a block, a side. Elements of a thread lie so far apart, so that a warp reads and
/// writes 32 neighbours of one row.
constexpr unsigned kSide = 32;
constexpr unsigned kThreads = kSide * kSide;

/// A step's choices: the blocking factor, tiles in shared memory, a matrix of whole tiles.
template <unsigned kFactor, bool kInShared, bool kOfWholeTiles>
struct Tiling {
  static constexpr unsigned kTile = kFactor;
  static constexpr bool kShared = kInShared;
  static constexpr bool kWhole = kOfWholeTiles;
  static constexpr unsigned kOwn = kTile / kSide;  // elements of a thread, a side
  static_assert(kTile % kSide == 0, "whole elements for each thread");
};

/// The matrix; a step without whole tiles asks whether an element is inside.
template <class Tiling>
struct Matrix {
  int* elements;
  std::size_t side;

  __device__ bool inside(std::size_t i, std::size_t j) const {
    return Tiling::kWhole || (i < side && j < side);
  }
  __device__ int load(std::size_t i, std::size_t j) const {
    return inside(i, j) ? elements[i * side + j] : MinPlus::kZero;
  }
  __device__ void store(std::size_t i, std::size_t j, int distance) const {
    if (inside(i, j)) elements[i * side + j] = distance;
  }
};

/// Formula: d(i,j) = min(d(i,j), d(i,k) + d(k,j)) for one k.
/// Launch: blocks of kSide x kSide threads, one for each element.
/// Reads and writes: reads row k and column k, which no thread changes; a thread writes its own.
/// Synchronisation: none; one launch a step.
/// Cost: 12 bytes a relaxation, bound by caches or memory.
__global__ void __launch_bounds__(kThreads) plain_step(int* d, std::size_t side, std::size_t k) {
  const std::size_t i = blockIdx.y * std::size_t{kSide} + threadIdx.y;
  const std::size_t j = blockIdx.x * std::size_t{kSide} + threadIdx.x;
  if (i >= side || j >= side) return;
  const int detour = d[i * side + k] + d[k * side + j];
  if (detour < d[i * side + j]) d[i * side + j] = detour;
}

/// Formula: c = min(c, a x b) for tiles c = (i, j), a = (i, round), b = (round, j), which may be
/// the same.
/// Launch: all threads of a block of kSide x kSide call it, each for kOwn^2 elements.
/// Reads and writes: c in registers; a and b through shared memory where the tiling says so.
/// Synchronisation: one barrier, after the copies or before the stores of c.
/// Cost: kTile^3 relaxations, 2 / kOwn loads each: bound by these loads.
template <class Tiling>
__device__ __forceinline__ void relax_tile(const Matrix<Tiling>& d, std::size_t i, std::size_t j,
                                           std::size_t round) {
  constexpr unsigned kTile = Tiling::kTile;
  constexpr unsigned kOwn = Tiling::kOwn;
  constexpr unsigned kStored = Tiling::kShared ? kTile : 1;
  __shared__ int left[kStored][kStored];
  __shared__ int right[kStored][kStored];
  const unsigned y = threadIdx.y;
  const unsigned x = threadIdx.x;
  const std::size_t i0 = i * kTile;
  const std::size_t j0 = j * kTile;
  const std::size_t k0 = round * kTile;

  int known[kOwn][kOwn];
#pragma unroll
  for (unsigned m = 0; m < kOwn; ++m) {
#pragma unroll
    for (unsigned n = 0; n < kOwn; ++n) {
      const unsigned row = y + m * kSide;
      const unsigned column = x + n * kSide;
      known[m][n] = d.load(i0 + row, j0 + column);
      if constexpr (Tiling::kShared) {
        left[row][column] = d.load(i0 + row, k0 + column);
        right[row][column] = d.load(k0 + row, j0 + column);
      }
    }
  }
  if constexpr (Tiling::kShared) __syncthreads();  // both tiles are there

#pragma unroll 16
  for (unsigned k = 0; k < kTile; ++k) {
    int a[kOwn];
    int b[kOwn];
#pragma unroll
    for (unsigned m = 0; m < kOwn; ++m) {
      const unsigned row = y + m * kSide;
      const unsigned column = x + m * kSide;
      if constexpr (Tiling::kShared) {
        a[m] = left[row][k];
        b[m] = right[k][column];
      } else {
        a[m] = d.load(i0 + row, k0 + k);
        b[m] = d.load(k0 + k, j0 + column);
      }
    }
#pragma unroll
    for (unsigned m = 0; m < kOwn; ++m) {
#pragma unroll
      for (unsigned n = 0; n < kOwn; ++n) known[m][n] = MinPlus::step(known[m][n], a[m], b[n]);
    }
  }

  if constexpr (!Tiling::kShared) __syncthreads();  // where c is a or b, no thread reads it now
#pragma unroll
  for (unsigned m = 0; m < kOwn; ++m) {
#pragma unroll
    for (unsigned n = 0; n < kOwn; ++n) {
      d.store(i0 + y + m * kSide, j0 + x + n * kSide, known[m][n]);
    }
  }
}

/// Formula: phase 1, Floyd-Warshall inside tile (round, round).
/// Launch: one block of kSide x kSide threads.
/// Reads and writes: the tile, in place or in shared memory between.
/// Synchronisation: kTile barriers. Each parts the writes of step k from the reads of step k + 1,
/// whose row and column step k may have changed.
/// Cost: kTile^3 relaxations, bound by the latency of the barriers.
template <class Tiling>
__global__ void __launch_bounds__(kThreads) tile_pivot(const Matrix<Tiling> d, std::size_t round) {
  constexpr unsigned kTile = Tiling::kTile;
  constexpr unsigned kStored = Tiling::kShared ? kTile : 1;
  __shared__ int tile[kStored][kStored];
  const std::size_t first = round * kTile;
  const auto load = [&](unsigned i, unsigned j) {
    return Tiling::kShared ? tile[i][j] : d.load(first + i, first + j);
  };
  const auto each = [&](const auto& visit) {  // of the thread's elements
    for (unsigned i = threadIdx.y; i < kTile; i += kSide) {
      for (unsigned j = threadIdx.x; j < kTile; j += kSide) visit(i, j);
    }
  };
  if constexpr (Tiling::kShared) {
    each([&](unsigned i, unsigned j) { tile[i][j] = d.load(first + i, first + j); });
  }
#pragma unroll 1
  for (unsigned k = 0; k < kTile; ++k) {
    __syncthreads();
    each([&](unsigned i, unsigned j) {
      const int detour = load(i, k) + load(k, j);
      if (detour >= load(i, j)) return;
      if constexpr (Tiling::kShared) {
        tile[i][j] = detour;
      } else {
        d.store(first + i, first + j, detour);
      }
    });
  }
  if constexpr (Tiling::kShared) {  // a thread stores what it wrote itself
    each([&](unsigned i, unsigned j) { d.store(first + i, first + j, tile[i][j]); });
  }
}

/// Formula: phase 2, the row of the pivot takes pivot x itself, its column itself x pivot.
/// Launch: (tiles, 2) blocks, the row's and the column's; block as relax_tile.
/// Reads and writes: reads the pivot, reads and writes its own tile.
/// Synchronisation: none between blocks; inside one, see relax_tile.
/// Cost: relax_tile's a block.
template <class Tiling>
__global__ void __launch_bounds__(kThreads) tile_panels(const Matrix<Tiling> d, std::size_t round) {
  if (blockIdx.x == round) return;
  const bool in_row = blockIdx.y == 0;
  relax_tile(d, in_row ? round : blockIdx.x, in_row ? blockIdx.x : round, round);
}

/// Formula: phase 3, tile (i,j) = min(itself, column panel x row panel).
/// Launch: (tiles, tiles) blocks; block as relax_tile.
/// Reads and writes: reads one tile of each panel, reads and writes its own.
/// Synchronisation: none between blocks; inside one, see relax_tile.
/// Cost: relax_tile's a block.
template <class Tiling>
__global__ void __launch_bounds__(kThreads)
    tile_remainder(const Matrix<Tiling> d, std::size_t round) {
  if (blockIdx.x == round || blockIdx.y == round) return;
  relax_tile(d, blockIdx.y, blockIdx.x, round);
}

void copy(std::size_t side, const int* start, int* matrix) {
  gpu::check(cudaMemcpyAsync(matrix, start, side * side * sizeof(int), cudaMemcpyDeviceToDevice),
             "copy the matrix");
}

void enqueue_plain(std::size_t side, const int* start, int* matrix) {
  copy(side, start, matrix);
  const auto blocks = static_cast<unsigned>(blocks_for(side, kSide));
  for (std::size_t k = 0; k < side; ++k) {
    plain_step<<<dim3(blocks, blocks), dim3(kSide, kSide)>>>(matrix, side, k);
  }
  gpu::check_launch("relax over every vertex");
}

template <class Tiling>
void enqueue_tiles(std::size_t side, const int* start, int* matrix) {
  copy(side, start, matrix);
  const auto tiles = static_cast<unsigned>(blocks_for(side, Tiling::kTile));
  const dim3 block(kSide, kSide);
  const Matrix<Tiling> d{matrix, side};
  for (unsigned round = 0; round < tiles; ++round) {
    tile_pivot<Tiling><<<1, block>>>(d, round);
    tile_panels<Tiling><<<dim3(tiles, 2), block>>>(d, round);
    tile_remainder<Tiling><<<dim3(tiles, tiles), block>>>(d, round);
  }
  gpu::check_launch("take the rounds");
}

constexpr ClosureStep kSteps[] = {
    {"plain", 1, enqueue_plain},
    {"tiles of 32", 1, enqueue_tiles<Tiling<32, false, false>>},
    {"tiles of 32, shared memory", 1, enqueue_tiles<Tiling<32, true, false>>},
    {"tiles of 64, shared memory", 1, enqueue_tiles<Tiling<64, true, false>>},
    {"tiles of 64, padded matrix", 64, enqueue_tiles<Tiling<64, true, true>>},
};

}  // namespace

std::span<const ClosureStep> closure_steps() {
  return kSteps;
}

}  // namespace apsp::labs
