// SPDX-License-Identifier: MIT
// The division and its launches from the device after Adinets, "Adaptive parallel computation with
// CUDA dynamic parallelism" (2014). This file is compiled without fused multiply-adds, so that the
// processor finds the same dwells, and as relocatable code, because kernels launch kernels.
#include <cstdio>
#include <cuda/atomic>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/mandelbrot/mandelbrot.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;

// ----- escape time -----

constexpr unsigned kBlockX = 32;
constexpr unsigned kBlockY = 8;

/// Formula: dwells(y, x) = escape_time(x, y).
/// Launch: blocks of kBlockX x kBlockY threads, one for each pixel; a warp has kWidth x 32 /
/// kWidth. Reads and writes: 4 bytes a pixel. Synchronisation: none. Cost: kStepOperations a step;
/// a warp takes as many steps as its slowest pixel.
template <unsigned kWidth>
__global__ void __launch_bounds__(kBlockX* kBlockY) by_pixels(View view, std::uint32_t* dwells) {
  constexpr unsigned kHeight = kWarp / kWidth;
  constexpr unsigned kWarpsX = kBlockX / kWidth;
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  const std::uint32_t x = blockIdx.x * kBlockX + warp % kWarpsX * kWidth + lane % kWidth;
  const std::uint32_t y = blockIdx.y * kBlockY + warp / kWarpsX * kHeight + lane / kWidth;
  if (x < view.width && y < view.height) dwells[view.at(x, y)] = escape_time(view, x, y);
}

// ----- division -----

constexpr unsigned kThreads = kBorderRound;  // of a block that works on squares
constexpr unsigned kChildren = kDivision * kDivision;
constexpr unsigned kBlocks = 4;  // of a multiprocessor, so that some compute while others wait

static_assert(kThreads % kWarp == 0, "leaves are shared out to whole warps");

/// Computes a leaf, or fills it with the dwell of its border. All lanes of a warp must call it.
__device__ void settle_leaf(const View& view, const Box& box, std::uint32_t* dwells) {
  const unsigned lane = threadIdx.x % kWarp;
  std::uint32_t common = 0;
  bool uniform = true;
  for (std::uint32_t first = 0; first < box.border(); first += kWarp) {
    const bool mine = first + lane < box.border();
    const Pixel pixel = box.border_pixel(mine ? first + lane : first);
    const std::uint32_t dwell = mine ? escape_time(view, pixel.x, pixel.y) : 0;
    if (first == 0) common = __shfl_sync(kAll, dwell, 0);
    uniform = __all_sync(kAll, !mine || dwell == common) != 0 && uniform;
    if (mine) dwells[view.at(pixel.x, pixel.y)] = dwell;
  }
  for (std::uint32_t i = lane; i < box.inner(); i += kWarp) {
    const Pixel pixel = box.inner_pixel(i);
    dwells[view.at(pixel.x, pixel.y)] = uniform ? common : escape_time(view, pixel.x, pixel.y);
  }
}

/// Whether all pixels of the border have one dwell, which is then `common`. Ends after the first
/// kBorderRound pixels that differ. All threads of the block must call it.
__device__ bool is_uniform(const View& view, const Box& box, std::uint32_t& common) {
  for (std::uint32_t first = 0; first < box.border(); first += kThreads) {
    const bool mine = first + threadIdx.x < box.border();
    const Pixel pixel = box.border_pixel(mine ? first + threadIdx.x : first);
    const std::uint32_t dwell = mine ? escape_time(view, pixel.x, pixel.y) : 0;
    if (first + threadIdx.x == 0) common = dwell;
    __syncthreads();  // after thread 0 has stored it
    if (__syncthreads_and(!mine || dwell == common) == 0) return false;
  }
  return true;
}

/// Settles a square, and its leaves if these are its children. Returns whether children are left to
/// the caller: they are then squares to settle. `common` is a word of shared memory. All threads of
/// the block must call it.
__device__ bool settle(const View& view, const Square& square, std::uint32_t* dwells,
                       std::uint32_t& common) {
  const Box box = square.within(view);
  if (box.pixels() == 0) return false;
  if (is_uniform(view, box, common)) {
    for (std::uint32_t i = threadIdx.x; i < box.pixels(); i += kThreads) {
      const Pixel pixel = box.pixel(i);
      dwells[view.at(pixel.x, pixel.y)] = common;
    }
    __syncthreads();  // before `common` changes
    return false;
  }
  if (square.side > kDivision * kLeafSide) return true;
  for (unsigned i = threadIdx.x / kWarp; i < kChildren; i += kThreads / kWarp) {
    settle_leaf(view, square.child(i).within(view), dwells);
  }
  return false;
}

/// Squares of kRootSide in a row of the picture, and in a column.
__host__ __device__ unsigned roots(std::uint32_t side) {
  return static_cast<unsigned>(blocks_for(side, kRootSide));
}

// ----- launches from the device -----

/// Formula: the dwells of the squares of `side` from (x, y) on, a square a block.
/// Launch: blocks of kThreads; the grid is as many squares wide and high.
/// Reads and writes: 4 bytes a pixel; border pixels of the least squares twice.
/// Synchronisation: barriers in settle(). A grid ends when those that its blocks have launched end,
/// and these need nothing of it, so that no block waits.
/// Cost: the steps of divide_on_cpu(); a launch for each square that is divided into squares.
__global__ void __launch_bounds__(kThreads, kBlocks)
    divide(View view, std::uint32_t x, std::uint32_t y, std::uint32_t side, std::uint32_t* dwells) {
  __shared__ std::uint32_t common;
  const Square square{x + blockIdx.x * side, y + blockIdx.y * side, side};
  if (!settle(view, square, dwells, common) || threadIdx.x != 0) return;
  divide<<<dim3(kDivision, kDivision), kThreads, 0, cudaStreamFireAndForget>>>(
      view, square.x, square.y, side / kDivision, dwells);
  const cudaError_t status = cudaGetLastError();
  if (status == cudaSuccess) return;
  printf("a launch from the device failed: CUDA error %d\n", static_cast<int>(status));
  __trap();  // the host then sees that the picture is not whole
}

// ----- a queue -----

/// A square in one word, which is never 0: it is read and written whole.
__device__ unsigned long long packed(const Square& square) {
  return static_cast<unsigned long long>(square.side) << 48 |
         static_cast<unsigned long long>(square.y) << 24 | square.x;
}
__device__ Square unpacked(unsigned long long word) {
  constexpr unsigned long long kPlace = (1ULL << 24) - 1;
  return {static_cast<std::uint32_t>(word & kPlace),
          static_cast<std::uint32_t>(word >> 24 & kPlace), static_cast<std::uint32_t>(word >> 48)};
}

/// The squares that are divided from the roots, in the order of their birth; each has a slot of its
/// own. All words are 0 before.
struct Queue {
  static constexpr std::size_t kCounters = 3;

  View view;
  std::size_t capacity;  // slots
  unsigned long long* words;

  using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
  [[nodiscard]] __device__ Word drawn() const { return Word(words[0]); }
  [[nodiscard]] __device__ Word stored() const { return Word(words[1]); }
  /// Squares stored less squares settled: the negative number of roots when all work is done.
  [[nodiscard]] __device__ Word balance() const { return Word(words[2]); }
  [[nodiscard]] __device__ Word slot(std::size_t i) const { return Word(words[kCounters + i]); }

  [[nodiscard]] __device__ unsigned long long root_count() const {
    return static_cast<unsigned long long>(roots(view.width)) * roots(view.height);
  }

  /// The next square; waits for one, and returns one of side 0 when none can come any more.
  [[nodiscard]] __device__ Square draw() const {
    const unsigned long long ticket = drawn().fetch_add(1, cuda::memory_order_relaxed);
    if (ticket < root_count()) {
      const auto root = static_cast<std::uint32_t>(ticket);
      return {root % roots(view.width) * kRootSide, root / roots(view.width) * kRootSide,
              kRootSide};
    }
    const unsigned long long own = ticket - root_count();
    while (true) {
      // Acquires what the parent did before it stored the square: above all, its change of balance.
      const unsigned long long word =
          own < capacity ? slot(own).load(cuda::memory_order_acquire) : 0;
      if (word != 0) return unpacked(word);
      if (balance().load(cuda::memory_order_acquire) + root_count() == 0) return {0, 0, 0};
      __nanosleep(200);
    }
  }

  /// Notes that a square is settled but for its children, which it stores.
  __device__ void settled_but(const Square& square) const {
    balance().fetch_add(kChildren - 1, cuda::memory_order_relaxed);
    const unsigned long long first = stored().fetch_add(kChildren, cuda::memory_order_relaxed);
    for (std::uint32_t i = 0; i < kChildren; ++i) {
      slot(first + i).store(packed(square.child(i)), cuda::memory_order_release);
    }
  }
  __device__ void settled() const { balance().fetch_sub(1, cuda::memory_order_release); }
};

/// Formula: the dwells of the whole picture.
/// Launch: as many blocks of kThreads as run at the same time; each draws squares until none is
/// left. A block waits only for squares that are being settled, by blocks that run.
/// Reads and writes: same as divide; a word a square.
/// Synchronisation: barriers in settle(), one after thread 0 has drawn, and one before it draws
/// again.
/// Cost: the steps of divide_on_cpu(); three atomics a square.
__global__ void __launch_bounds__(kThreads, kBlocks)
    drain(const Queue queue, std::uint32_t* dwells) {
  __shared__ std::uint32_t common;
  __shared__ Square square;
  while (true) {
    if (threadIdx.x == 0) square = queue.draw();
    __syncthreads();
    if (square.side == 0) return;
    const bool divided = settle(queue.view, square, dwells, common);
    __syncthreads();  // after all have settled their part, and read the square
    if (threadIdx.x != 0) continue;
    if (divided) {
      queue.settled_but(square);
    } else {
      queue.settled();
    }
  }
}

// ----- launches -----

template <unsigned kWidth>
void enqueue_pixels(const MandelbrotOperands& o) {
  if (o.view.pixels() == 0) return;
  const dim3 grid(static_cast<unsigned>(blocks_for(o.view.width, kBlockX)),
                  static_cast<unsigned>(blocks_for(o.view.height, kBlockY)));
  by_pixels<kWidth><<<grid, kBlockX * kBlockY>>>(o.view, o.dwells);
  gpu::check_launch("compute escape times");
}

/// Squares between the roots and the leaves, at most.
std::size_t slots(const View& view) {
  std::size_t count = 0;
  std::size_t generation = std::size_t{roots(view.width)} * roots(view.height);
  for (std::uint32_t side = kRootSide; side > kDivision * kLeafSide; side /= kDivision) {
    generation *= kChildren;
    count += generation;
  }
  return count;
}

void enqueue_divisions(const MandelbrotOperands& o) {
  if (o.view.pixels() == 0) return;
  const std::size_t most = std::size_t{roots(o.view.width)} * roots(o.view.height);
  std::size_t pending = 0;
  gpu::check(cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount),
             "ask for the limit of pending launches");
  if (pending < most) {
    gpu::check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, most),
               "raise the limit of pending launches");
  }
  divide<<<dim3(roots(o.view.width), roots(o.view.height)), kThreads>>>(o.view, 0, 0, kRootSide,
                                                                        o.dwells);
  gpu::check_launch("divide the picture");
}

void enqueue_queue(const MandelbrotOperands& o) {
  if (o.view.pixels() == 0) return;
  gpu::check(cudaMemsetAsync(o.room, 0, mandelbrot_room(o.view) * sizeof(*o.room)),
             "clear the queue of squares");
  int resident = 0;  // blocks of a multiprocessor
  gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, drain, kThreads, 0),
             "ask for resident blocks");
  drain<<<static_cast<unsigned>(resident) * processors(), kThreads>>>(
      Queue{o.view, slots(o.view), o.room}, o.dwells);
  gpu::check_launch("divide the picture");
}

constexpr MandelbrotStep kSteps[] = {
    {"escape time, warps of 32 x 1", false, enqueue_pixels<32>},
    {"escape time, warps of 8 x 4", false, enqueue_pixels<8>},
    {"division, launches by the device", true, enqueue_divisions},
    {"division, queue and resident blocks", true, enqueue_queue},
};

}  // namespace

std::span<const MandelbrotStep> mandelbrot_steps() {
  return kSteps;
}

std::size_t mandelbrot_room(const View& view) {
  return Queue::kCounters + slots(view);
}

}  // namespace apsp::labs
