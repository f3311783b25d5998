// SPDX-License-Identifier: MIT
// The steps of the ladder. An element is one s32 distance; the matrix is row-major and padded to
// whole tiles with kUnreachable, so that no kernel looks at a bound. Blocked Floyd-Warshall takes
// the tiles in rounds; round r is three launches:
//
//   pivot      tile (r, r) is closed by itself
//   panels     row r takes pivot x row, column r takes column x pivot
//   remainder  every other tile (i, j) takes (i, r) x (r, j)
//
// Panels and remainder are the same product c = min(c, a x b). The pivot is closed and its diagonal
// is 0, so a panel's tile needs no order among the steps of k either. A sum of two elements is at
// most 2 kUnreachable and does not wrap; as every element is at most kUnreachable, "no path" stays
// kUnreachable.
//
// A test before each store keeps the steps in place free of races. Row k and column k do not change
// in step k, because d(k, k) >= 0 adds to both.
//
// Source: G. Venkataraman, S. Sahni, S. Mukhopadhyaya, "A Blocked All-Pairs Shortest-Paths
// Algorithm", ACM JEA 8 (2003).
#include <cuda_runtime.h>

#include <algorithm>

#include "common/base/error.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "tools/bench/gpu_ladder.hpp"

namespace apsp::gpu {
namespace {

/// Threads of a block, a side, in every step but the last two. Elements of a thread lie so far
/// apart, so that a warp reads and writes 32 neighbours of one row.
constexpr int kSide = 32;
constexpr int kThreads = kSide * kSide;

/// The ways to compute min(known, first + second). On sm_90 nvcc makes one instruction of kPlain,
/// the one that kFused asks for. kApart shows what that instruction is worth: it
/// keeps the sum from the minimum by adding `zero`, a kernel argument that is 0. That makes a
/// three-way addition and a minimum, two instructions as on GPUs before Hopper.
enum class Relax { kPlain, kApart, kFused };

template <Relax kRelax>
__device__ __forceinline__ int relaxed(int known, int first, int second, int zero) {
  if constexpr (kRelax == Relax::kFused) {
    return __viaddmin_s32(first, second, known);
  } else if constexpr (kRelax == Relax::kApart) {
    int sum;
    asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(first), "r"(second));
    asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(sum), "r"(zero));
    return min(known, sum);
  } else {
    return min(known, first + second);
  }
}

__device__ __forceinline__ int* tile_at(int* matrix, std::size_t pitch, int tile, unsigned row,
                                        unsigned column) {
  const auto side = static_cast<std::size_t>(tile);
  return matrix + row * side * pitch + column * side;
}

/// The n-th number that is not `left_out`.
__device__ __forceinline__ unsigned but(unsigned left_out, unsigned n) {
  return n < left_out ? n : n + 1;
}

// ---- plain ---------------------------------------------------------------------------------

/// Formula: d(i,j) = min(d(i,j), d(i,k) + d(k,j)) for one k.
/// Launch: (tiles, tiles) blocks of (kSide, kSide), a thread for each element.
/// Reads and writes: reads row k and column k, which no thread changes; a thread writes its
/// element. Synchronisation: none; one launch a step. Cost: 12 bytes a relaxation, bound by cache
/// or memory.
__global__ void __launch_bounds__(kThreads) plain_step(int* matrix, std::size_t pitch, int k) {
  const std::size_t row = static_cast<std::size_t>(blockIdx.y) * kSide + threadIdx.y;
  const std::size_t column = static_cast<std::size_t>(blockIdx.x) * kSide + threadIdx.x;
  const int detour = matrix[row * pitch + k] + matrix[k * pitch + column];
  if (detour < matrix[row * pitch + column]) matrix[row * pitch + column] = detour;
}

// ---- tiles of B x B, in global or in shared memory -----------------------------------------

/// Formula: c = min(c, a x b) for tiles of B x B elements, rows `pitch` apart; c may be a or b.
/// Launch: all threads of a block of (kSide, kSide) call it, each for (B / kSide)^2 elements.
/// Reads and writes: c in registers; with kShared a and b through 2 B^2 elements of dynamic shared
/// memory.
/// Synchronisation: one barrier, after the copies or before the stores of c.
/// Cost: B^3 relaxations; 2 B / kSide loads for (B / kSide)^2 of them, bound by those loads.
template <int B, bool kShared>
__device__ __forceinline__ void multiply_tile(int* c, const int* a, const int* b,
                                              std::size_t pitch) {
  extern __shared__ __align__(16) int tiles[];
  constexpr int kElements = B / kSide;  // of a thread, a side
  static_assert(B % kSide == 0, "whole elements for each thread");
  const int row = static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(threadIdx.x);

  int known[kElements][kElements];
#pragma unroll
  for (int i = 0; i < kElements; ++i) {
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      const std::size_t at = (row + i * kSide) * pitch + column + j * kSide;
      known[i][j] = c[at];
      if constexpr (kShared) {
        const int to = (row + i * kSide) * B + column + j * kSide;
        tiles[to] = a[at];
        tiles[B * B + to] = b[at];
      }
    }
  }
  if constexpr (kShared) __syncthreads();  // both tiles are there

  const int* const left = kShared ? tiles : a;
  const int* const right = kShared ? tiles + B * B : b;
  const std::size_t width = kShared ? B : pitch;
#pragma unroll 16
  for (int k = 0; k < B; ++k) {
    int first[kElements];
    int second[kElements];
#pragma unroll
    for (int i = 0; i < kElements; ++i) first[i] = left[(row + i * kSide) * width + k];
#pragma unroll
    for (int j = 0; j < kElements; ++j) second[j] = right[k * width + column + j * kSide];
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        known[i][j] = relaxed<Relax::kPlain>(known[i][j], first[i], second[j], 0);
      }
    }
  }

  if constexpr (!kShared) __syncthreads();  // where c is a or b, no thread reads it any more
#pragma unroll
  for (int i = 0; i < kElements; ++i) {
#pragma unroll
    for (int j = 0; j < kElements; ++j) {
      c[(row + i * kSide) * pitch + column + j * kSide] = known[i][j];
    }
  }
}

/// Formula: phase 1, Floyd-Warshall inside tile (round, round).
/// Launch: one block of (kSide, kSide), with kShared B^2 elements of dynamic shared memory.
/// Reads and writes: the tile, in place or in shared memory between.
/// Synchronisation: B barriers. Each parts the writes of step k from the reads of step k + 1, whose
/// row and column step k may have changed.
/// Cost: B^3 relaxations, bound by the latency of B barriers.
template <int B, bool kShared>
__global__ void __launch_bounds__(kThreads)
    tile_pivot(int* matrix, std::size_t pitch, unsigned round) {
  extern __shared__ __align__(16) int tiles[];
  constexpr int kElements = B / kSide;
  const int row = static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(threadIdx.x);
  int* const pivot = tile_at(matrix, pitch, B, round, round);
  int* const d = kShared ? tiles : pivot;
  const std::size_t width = kShared ? B : pitch;

  if constexpr (kShared) {
    for (int i = row; i < B; i += kSide) {
      for (int j = column; j < B; j += kSide) d[i * width + j] = pivot[i * pitch + j];
    }
  }
#pragma unroll 1
  for (int k = 0; k < B; ++k) {
    __syncthreads();
    int first[kElements];
    int second[kElements];
#pragma unroll
    for (int i = 0; i < kElements; ++i) first[i] = d[(row + i * kSide) * width + k];
#pragma unroll
    for (int j = 0; j < kElements; ++j) second[j] = d[k * width + column + j * kSide];
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        int& known = d[(row + i * kSide) * width + column + j * kSide];
        const int detour = first[i] + second[j];
        if (detour < known) known = detour;
      }
    }
  }
  if constexpr (kShared) {  // a thread stores what it wrote itself
    for (int i = row; i < B; i += kSide) {
      for (int j = column; j < B; j += kSide) pivot[i * pitch + j] = d[i * width + j];
    }
  }
}

/// Formula: phase 2, row tile = min(itself, pivot x itself), column tile = min(itself, itself x
/// pivot).
/// Launch: (tiles - 1, 2) blocks, the row's and the column's; block and shared memory as
/// multiply_tile.
/// Reads and writes: reads the pivot, reads and writes its own tile.
/// Synchronisation: none between blocks; inside one, see multiply_tile.
/// Cost: multiply_tile's a block.
template <int B, bool kShared>
__global__ void __launch_bounds__(kThreads)
    tile_panels(int* matrix, std::size_t pitch, unsigned round) {
  const unsigned other = but(round, blockIdx.x);
  int* const pivot = tile_at(matrix, pitch, B, round, round);
  if (blockIdx.y == 0) {
    int* const tile = tile_at(matrix, pitch, B, round, other);
    multiply_tile<B, kShared>(tile, pivot, tile, pitch);
  } else {
    int* const tile = tile_at(matrix, pitch, B, other, round);
    multiply_tile<B, kShared>(tile, tile, pivot, pitch);
  }
}

/// Formula: phase 3, tile (i,j) = min(itself, column panel x row panel).
/// Launch: (tiles - 1, tiles - 1) blocks; block and shared memory as multiply_tile.
/// Reads and writes: reads one tile of each panel, reads and writes its own.
/// Synchronisation: none between blocks; inside one, see multiply_tile.
/// Cost: multiply_tile's a block.
template <int B, bool kShared>
__global__ void __launch_bounds__(kThreads)
    tile_remainder(int* matrix, std::size_t pitch, unsigned round) {
  const unsigned row = but(round, blockIdx.y);
  const unsigned column = but(round, blockIdx.x);
  multiply_tile<B, kShared>(tile_at(matrix, pitch, B, row, column),
                            tile_at(matrix, pitch, B, row, round),
                            tile_at(matrix, pitch, B, round, column), pitch);
}

// ---- register tiles ------------------------------------------------------------------------

/// Shape of the last two steps: 16 x 16 threads with 8 x 8 elements each.
struct MacroTile {
  static constexpr int kSide = 128;
  static constexpr int kThreads = 256;
  static constexpr int kBlocksPerSm = 2;
  static constexpr int kStageDepth = 16;      // steps of k in shared memory at a time
  static constexpr int kLeftRow = kSide + 4;  // elements; + 4: fewer bank conflicts of the
                                              // transposing stores, rows still 16-byte aligned
  static constexpr int kChunks = kSide * kStageDepth / 4 / kThreads;  // 16-byte copies of a thread

  static_assert(kSide / 8 * (kSide / 8) == kThreads, "16 x 16 threads cover the macro-tile");
  static_assert(kSide * kStageDepth == kChunks * 4 * kThreads, "whole chunks for each thread");
};

/// Elements 4q .. 4q+3 of a fragment lie 64 q apart, so that neighbouring threads read neighbouring
/// 16 bytes. `from` is 16-byte aligned, as are the next two.
__device__ __forceinline__ void load_fragment(int (&fragment)[8], const int* from) {
#pragma unroll
  for (int q = 0; q < 2; ++q) {
    const int4 four = *reinterpret_cast<const int4*>(from + 64 * q);
    fragment[4 * q] = four.x;
    fragment[4 * q + 1] = four.y;
    fragment[4 * q + 2] = four.z;
    fragment[4 * q + 3] = four.w;
  }
}

/// Formula: c = min(c, a x b) for macro-tiles; c may be a or b.
/// Launch: all threads of a block of MacroTile::kThreads call it; static shared memory.
/// Reads and writes: c in registers; stages of a, transposed, and of b through shared memory.
/// Synchronisation: two barriers a stage, round its copy.
/// Cost: four 16-byte loads for 64 relaxations a thread and step, bound by the integer pipes.
template <Relax kRelax>
__device__ __forceinline__ void multiply_macro_tile(int* c, const int* a, const int* b,
                                                    std::size_t pitch, int zero) {
  using Shape = MacroTile;
  __shared__ __align__(16) int left[Shape::kStageDepth][Shape::kLeftRow];  // [k][row of a]
  __shared__ __align__(16) int right[Shape::kStageDepth][Shape::kSide];    // [k][column of b]
  const int thread = static_cast<int>(threadIdx.x);
  const int row = thread / 16 * 4;     // [0, 64), and 64 more
  const int column = thread % 16 * 4;  // [0, 64), and 64 more

  int known[8][8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    load_fragment(known[i], c + (row + i % 4 + i / 4 * 64) * pitch + column);
  }

#pragma unroll 1
  for (int stage = 0; stage < Shape::kSide; stage += Shape::kStageDepth) {
    __syncthreads();  // no thread reads the stage before any more
#pragma unroll
    for (int chunk = 0; chunk < Shape::kChunks; ++chunk) {
      const int number = thread + chunk * Shape::kThreads;  // [0, 512), 16 bytes each
      const int a_row = number / (Shape::kStageDepth / 4);
      const int a_step = number % (Shape::kStageDepth / 4) * 4;
      const int4 four = *reinterpret_cast<const int4*>(a + a_row * pitch + stage + a_step);
      left[a_step][a_row] = four.x;
      left[a_step + 1][a_row] = four.y;
      left[a_step + 2][a_row] = four.z;
      left[a_step + 3][a_row] = four.w;
      const int b_step = number / (Shape::kSide / 4);
      const int b_column = number % (Shape::kSide / 4) * 4;
      *reinterpret_cast<int4*>(&right[b_step][b_column]) =
          *reinterpret_cast<const int4*>(b + (stage + b_step) * pitch + b_column);
    }
    // The stage has arrived. After the last one's barrier no thread reads a and b any more: c may
    // be one of them.
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Shape::kStageDepth; ++k) {
      int first[8];
      int second[8];
      load_fragment(first, &left[k][row]);
      load_fragment(second, &right[k][column]);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          known[i][j] = relaxed<kRelax>(known[i][j], first[i], second[j], zero);
        }
      }
    }
  }

#pragma unroll
  for (int i = 0; i < 8; ++i) {
#pragma unroll
    for (int q = 0; q < 2; ++q) {
      *reinterpret_cast<int4*>(c + (row + i % 4 + i / 4 * 64) * pitch + column + 64 * q) =
          make_int4(known[i][4 * q], known[i][4 * q + 1], known[i][4 * q + 2], known[i][4 * q + 3]);
    }
  }
}

/// Phase 2: formula, grid, reads and writes as tile_panels; launch, synchronisation and cost of a
/// block as multiply_macro_tile, MacroTile::kThreads threads in one dimension. `zero` is 0.
template <Relax kRelax>
__global__ void __launch_bounds__(MacroTile::kThreads, MacroTile::kBlocksPerSm)
    macro_panels(int* matrix, std::size_t pitch, unsigned round, int zero) {
  const unsigned other = but(round, blockIdx.x);
  const bool in_row = blockIdx.y == 0;
  int* const pivot = tile_at(matrix, pitch, MacroTile::kSide, round, round);
  int* const tile =
      tile_at(matrix, pitch, MacroTile::kSide, in_row ? round : other, in_row ? other : round);
  multiply_macro_tile<kRelax>(tile, in_row ? pivot : tile, in_row ? tile : pivot, pitch, zero);
}

/// Phase 3: formula, grid, reads and writes as tile_remainder; launch, synchronisation and cost of
/// a block as multiply_macro_tile, MacroTile::kThreads threads in one dimension. `zero` is 0.
template <Relax kRelax>
__global__ void __launch_bounds__(MacroTile::kThreads, MacroTile::kBlocksPerSm)
    macro_remainder(int* matrix, std::size_t pitch, unsigned round, int zero) {
  const unsigned row = but(round, blockIdx.y);
  const unsigned column = but(round, blockIdx.x);
  multiply_macro_tile<kRelax>(tile_at(matrix, pitch, MacroTile::kSide, row, column),
                              tile_at(matrix, pitch, MacroTile::kSide, row, round),
                              tile_at(matrix, pitch, MacroTile::kSide, round, column), pitch, zero);
}

// ---- the rounds of each step, enqueued on a stream -----------------------------------------

/// A matrix on the device, of tiles x tiles tiles.
struct DeviceTiles {
  int* matrix;
  std::size_t pitch;  // elements
  unsigned tiles;     // a side, > 0
};

/// Lets `kernel` have `bytes` of dynamic shared memory a block, which is more than it gets by
/// itself.
template <typename Kernel>
void grant_shared(Kernel kernel, int bytes) {
  constexpr int kWithoutAsking = 48 << 10;
  if (bytes <= kWithoutAsking) return;
  int device = 0;
  int most = 0;
  check(cudaGetDevice(&device), "ask for the current device");
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
        "ask for the device's shared memory");
  if (bytes > most) {
    throw Error(Fault::kNoDevice, "this step needs " + std::to_string(bytes >> 10) +
                                      " KiB of shared memory a block, this device grants " +
                                      std::to_string(most >> 10) + " KiB");
  }
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
        "ask for shared memory");
}

void enqueue_plain(const DeviceTiles& at, cudaStream_t stream) {
  const dim3 grid(at.tiles, at.tiles);
  for (unsigned k = 0; k < at.tiles * kSide; ++k) {
    plain_step<<<grid, dim3(kSide, kSide), 0, stream>>>(at.matrix, at.pitch, static_cast<int>(k));
  }
  check_launch("relax over every vertex");
}

/// Bytes of a tile in dynamic shared memory.
template <int B, bool kShared>
constexpr int kTileBytes = kShared ? B* B* static_cast<int>(sizeof(int)) : 0;

template <int B, bool kShared>
void prepare_tiles() {
  grant_shared(tile_pivot<B, kShared>, kTileBytes<B, kShared>);
  grant_shared(tile_panels<B, kShared>, 2 * kTileBytes<B, kShared>);
  grant_shared(tile_remainder<B, kShared>, 2 * kTileBytes<B, kShared>);
}

template <int B, bool kShared>
void enqueue_tiles(const DeviceTiles& at, cudaStream_t stream) {
  constexpr int kBytes = kTileBytes<B, kShared>;
  const dim3 block(kSide, kSide);
  const unsigned others = at.tiles - 1;
  for (unsigned round = 0; round < at.tiles; ++round) {
    tile_pivot<B, kShared><<<1, block, kBytes, stream>>>(at.matrix, at.pitch, round);
    check_launch("close the pivot");
    if (others == 0) continue;
    tile_panels<B, kShared>
        <<<dim3(others, 2), block, 2 * kBytes, stream>>>(at.matrix, at.pitch, round);
    check_launch("multiply the panels");
    tile_remainder<B, kShared>
        <<<dim3(others, others), block, 2 * kBytes, stream>>>(at.matrix, at.pitch, round);
    check_launch("multiply the remainder");
  }
}

void prepare_macro_tiles() {
  grant_shared(tile_pivot<MacroTile::kSide, true>, kTileBytes<MacroTile::kSide, true>);
}

template <Relax kRelax>
void enqueue_macro_tiles(const DeviceTiles& at, cudaStream_t stream) {
  constexpr int B = MacroTile::kSide;
  constexpr int kZero = 0;
  const dim3 block(kSide, kSide);
  const unsigned others = at.tiles - 1;
  for (unsigned round = 0; round < at.tiles; ++round) {
    tile_pivot<B, true><<<1, block, kTileBytes<B, true>, stream>>>(at.matrix, at.pitch, round);
    check_launch("close the pivot");
    if (others == 0) continue;
    macro_panels<kRelax>
        <<<dim3(others, 2), MacroTile::kThreads, 0, stream>>>(at.matrix, at.pitch, round, kZero);
    check_launch("multiply the panels");
    macro_remainder<kRelax><<<dim3(others, others), MacroTile::kThreads, 0, stream>>>(
        at.matrix, at.pitch, round, kZero);
    check_launch("multiply the remainder");
  }
}

struct Rung {
  LadderStep step;
  void (*prepare)();  // once, before the clock
  void (*enqueue)(const DeviceTiles&, cudaStream_t);
};

const std::vector<Rung>& rungs() {
  static const std::vector<Rung> all = {
      {{"plain", "one launch for each vertex, one thread for each element", kSide},
       [] {},
       enqueue_plain},
      {{"blocked", "three phases, tiles of 32 x 32 in global memory", 32},
       prepare_tiles<32, false>,
       enqueue_tiles<32, false>},
      {{"shared-32", "the tiles in shared memory", 32},
       prepare_tiles<32, true>,
       enqueue_tiles<32, true>},
      {{"shared-64", "tiles of 64 x 64, 4 elements a thread", 64},
       prepare_tiles<64, true>,
       enqueue_tiles<64, true>},
      {{"shared-128", "tiles of 128 x 128, 16 elements a thread", 128},
       prepare_tiles<128, true>,
       enqueue_tiles<128, true>},
      {{"register", "8 x 8 elements a thread, their operands in 16-byte loads", 128},
       prepare_macro_tiles,
       enqueue_macro_tiles<Relax::kApart>},
      {{"dpx", "addition and minimum in one instruction", 128},
       prepare_macro_tiles,
       enqueue_macro_tiles<Relax::kFused>},
  };
  return all;
}

// ---- time ----------------------------------------------------------------------------------

/// The matrix of `graph`, `pitch` x `pitch` elements.
std::vector<Distance> padded_matrix(const Graph& graph, std::size_t pitch) {
  std::vector<Distance> matrix(pitch * pitch, kUnreachable);
  for (std::size_t v = 0; v < graph.vertices; ++v) matrix[v * pitch + v] = 0;
  for (const Edge& edge : graph.edges) {
    Distance& known = matrix[static_cast<std::size_t>(edge.source) * pitch +
                             static_cast<std::size_t>(edge.destination)];
    known = std::min(known, edge.weight);
  }
  return matrix;
}

}  // namespace

std::vector<LadderStep> ladder_steps() {
  std::vector<LadderStep> steps;
  for (const Rung& rung : rungs()) steps.push_back(rung.step);
  return steps;
}

std::vector<double> time_step(const std::string& step, const Graph& graph, int repeats,
                              const Inspect& inspect) {
  const auto rung = std::find_if(rungs().begin(), rungs().end(),
                                 [&](const Rung& known) { return known.step.name == step; });
  if (rung == rungs().end()) throw Error(Fault::kUsage, "there is no step " + step);
  if (graph.vertices == 0) return std::vector<double>(static_cast<std::size_t>(repeats), 0.0);

  const auto tile = static_cast<std::size_t>(rung->step.tile);
  const std::size_t tiles = (graph.vertices + tile - 1) / tile;
  const std::size_t pitch = tiles * tile;
  const std::size_t elements = pitch * pitch;
  const std::size_t bytes = elements * sizeof(int);
  require_device_memory(2 * bytes, "two matrices", "");
  std::vector<Distance> host = padded_matrix(graph, pitch);
  const DeviceMemory<int> input = allocate_device<int>(elements);
  const DeviceMemory<int> matrix = allocate_device<int>(elements);
  const Stream stream = make_stream(Priority::kHigh);
  const Event began = make_timed_event();
  const Event ended = make_timed_event();
  check(cudaMemcpyAsync(input.get(), host.data(), bytes, cudaMemcpyHostToDevice, stream.get()),
        "copy the matrix");
  rung->prepare();

  std::vector<double> seconds;
  for (int run = 0; run <= repeats; ++run) {
    check(cudaMemcpyAsync(matrix.get(), input.get(), bytes, cudaMemcpyDeviceToDevice, stream.get()),
          "copy the matrix");
    check(cudaStreamSynchronize(stream.get()), "copy the matrix");
    check(cudaEventRecord(began.get(), stream.get()), "record the start");
    rung->enqueue({matrix.get(), pitch, static_cast<unsigned>(tiles)}, stream.get());
    check(cudaEventRecord(ended.get(), stream.get()), "record the end");
    check(cudaEventSynchronize(ended.get()), "compute");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, began.get(), ended.get()), "read the time");
    check(cudaMemcpyAsync(host.data(), matrix.get(), bytes, cudaMemcpyDeviceToHost, stream.get()),
          "copy the result");
    check(cudaStreamSynchronize(stream.get()), "copy the result");
    inspect(host, pitch);
    if (run > 0) seconds.push_back(static_cast<double>(milliseconds) / 1e3);
  }
  return seconds;
}

}  // namespace apsp::gpu
