// SPDX-License-Identifier: MIT
#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/convolution/convolution.hpp"

namespace apsp::labs {
namespace {

/// A position that may lie outside on either side.
using Position = long long;

/// Kernels receive the taps by value: arguments of a kernel lie in constant memory, whose cache
/// serves all lanes of a warp at once.
struct LineWeights {
  float tap[2 * kLineRadius + 1];
};
struct ImageWeights {
  float tap[kImageTaps][kImageTaps];
};

/// The element, or 0 outside.
__device__ float element(const float* in, Position n, Position i) {
  return i >= 0 && i < n ? in[i] : 0;
}

// ----- a line -----

constexpr unsigned kThreads = 256;

/// Formula: out(i) = sum over d of stored(d) in(i + d).
/// Launch: a thread for each element.
/// Reads and writes: 15 elements and 15 taps from device memory for each result.
/// Synchronisation: none.
/// Cost: 31 loads and stores a result, which caches serve: bound by their number.
__global__ void line_plain(Position n, const float* in, const float* stored, float* out) {
  const Position i = blockIdx.x * Position{kThreads} + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int d = -kLineRadius; d <= kLineRadius; ++d) {
    sum += stored[d + kLineRadius] * element(in, n, i + d);
  }
  out[i] = sum;
}

/// Formula, launch, synchronisation: same as line_plain.
/// Reads and writes: 15 elements from device memory; taps are operands of the multiply-add.
/// Cost: half of line_plain's loads.
__global__ void line_constant(Position n, const float* in, const LineWeights weights, float* out) {
  const Position i = blockIdx.x * Position{kThreads} + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
#pragma unroll
  for (int d = -kLineRadius; d <= kLineRadius; ++d) {
    sum += weights.tap[d + kLineRadius] * element(in, n, i + d);
  }
  out[i] = sum;
}

/// Formula, launch: same as line_plain.
/// Reads and writes: each element once a block, and 14 of the halo; 15 words of shared memory a
/// result.
/// Synchronisation: a barrier between loading the tile and using it; all threads reach it.
/// Cost: bounds are checked once an element, not once a tap; bound by shared memory.
__global__ void line_shared(Position n, const float* in, const LineWeights weights, float* out) {
  constexpr unsigned kHalo = kLineRadius;
  __shared__ float tile[kThreads + 2 * kHalo];
  const Position first = blockIdx.x * Position{kThreads};
  for (unsigned t = threadIdx.x; t < kThreads + 2 * kHalo; t += kThreads) {
    tile[t] = element(in, n, first + t - kHalo);
  }
  __syncthreads();
  const Position i = first + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
#pragma unroll
  for (int d = 0; d <= 2 * kLineRadius; ++d) sum += weights.tap[d] * tile[threadIdx.x + d];
  out[i] = sum;
}

/// Four elements from a position that is a multiple of 4; 0 outside. `wide`: `in` is aligned, so
/// that a load of 16 bytes is allowed.
__device__ float4 load_four(const float* in, Position n, Position i, bool wide) {
  if (wide && i >= 0 && i + 4 <= n) return *reinterpret_cast<const float4*>(in + i);
  return {element(in, n, i), element(in, n, i + 1), element(in, n, i + 2), element(in, n, i + 3)};
}

__device__ void store_four(float* out, Position n, Position i, bool wide, const float (&value)[4]) {
  if (wide && i + 4 <= n) {
    *reinterpret_cast<float4*>(out + i) = {value[0], value[1], value[2], value[3]};
    return;
  }
#pragma unroll
  for (int x = 0; x < 4; ++x) {
    if (i + x < n) out[i + x] = value[x];
  }
}

/// Formula: same as line_plain, four neighbouring results a thread.
/// Launch: a thread for each four elements.
/// Reads and writes: five loads of 16 bytes for four results; a window of 20 elements in registers.
/// Synchronisation: none.
/// Cost: 8 bytes a result, bound by memory.
__global__ void __launch_bounds__(kThreads)
    line_registers(Position n, const float* in, const LineWeights weights, float* out) {
  constexpr int kMargin = 8;  // kLineRadius, rounded up to whole loads
  const Position i = 4 * (blockIdx.x * Position{kThreads} + threadIdx.x);
  if (i >= n) return;
  float window[4 + 2 * kMargin];
#pragma unroll
  for (int w = 0; w < 4 + 2 * kMargin; w += 4) {
    const float4 four = load_four(in, n, i + w - kMargin, true);
    window[w] = four.x;
    window[w + 1] = four.y;
    window[w + 2] = four.z;
    window[w + 3] = four.w;
  }
  float sums[4] = {};
#pragma unroll
  for (int d = -kLineRadius; d <= kLineRadius; ++d) {
#pragma unroll
    for (int x = 0; x < 4; ++x) sums[x] += weights.tap[d + kLineRadius] * window[x + d + kMargin];
  }
  store_four(out, n, i, true, sums);
}

// ----- an image -----

constexpr unsigned kBlockX = 32;
constexpr unsigned kBlockY = 8;

/// The pixel, or 0 outside.
__device__ float pixel(ImageSize size, const float* in, Position y, Position x) {
  const bool inside = y >= 0 && x >= 0 && y < static_cast<Position>(size.height) &&
                      x < static_cast<Position>(size.width);
  return inside ? in[y * static_cast<Position>(size.width) + x] : 0;
}

__device__ Position own_y() {
  return blockIdx.y * Position{kBlockY} + threadIdx.y;
}
__device__ Position own_x() {
  return blockIdx.x * Position{kBlockX} + threadIdx.x;
}
__device__ bool inside(ImageSize size, Position y, Position x) {
  return y < static_cast<Position>(size.height) && x < static_cast<Position>(size.width);
}

/// Formula: out(y, x) = sum over v, u of stored(v, u) in(y + v, x + u).
/// Launch: blocks of kBlockX x kBlockY threads, one for each pixel.
/// Reads and writes: 25 pixels and 25 taps from device memory for each result.
/// Synchronisation: none.
/// Cost: 51 loads and stores a result, which caches serve.
__global__ void image_plain(ImageSize size, const float* in, const float* stored, float* out) {
  const Position y = own_y();
  const Position x = own_x();
  if (!inside(size, y, x)) return;
  float sum = 0;
  for (int v = 0; v < kImageTaps; ++v) {
    for (int u = 0; u < kImageTaps; ++u) {
      sum +=
          stored[v * kImageTaps + u] * pixel(size, in, y + v - kImageRadius, x + u - kImageRadius);
    }
  }
  out[y * static_cast<Position>(size.width) + x] = sum;
}

/// Formula, launch, synchronisation: same as image_plain.
/// Reads and writes: 25 pixels from device memory; taps are operands of the multiply-add.
/// Cost: half of image_plain's loads.
__global__ void image_constant(ImageSize size, const float* in, const ImageWeights weights,
                               float* out) {
  const Position y = own_y();
  const Position x = own_x();
  if (!inside(size, y, x)) return;
  float sum = 0;
#pragma unroll
  for (int v = 0; v < kImageTaps; ++v) {
#pragma unroll
    for (int u = 0; u < kImageTaps; ++u) {
      sum += weights.tap[v][u] * pixel(size, in, y + v - kImageRadius, x + u - kImageRadius);
    }
  }
  out[y * static_cast<Position>(size.width) + x] = sum;
}

/// Formula, launch: same as image_plain.
/// Reads and writes: a tile of 36 x 12 pixels for 32 x 8 results, halo included.
/// Synchronisation: a barrier between loading the tile and using it; all threads reach it.
/// Cost: bounds are checked once a pixel of the tile; bound by 25 words of shared memory a result.
__global__ void image_shared(ImageSize size, const float* in, const ImageWeights weights,
                             float* out) {
  constexpr unsigned kHeight = kBlockY + 2 * kImageRadius;
  constexpr unsigned kWidth = kBlockX + 2 * kImageRadius;
  __shared__ float tile[kHeight][kWidth];
  for (unsigned v = threadIdx.y; v < kHeight; v += kBlockY) {
    for (unsigned u = threadIdx.x; u < kWidth; u += kBlockX) {
      tile[v][u] = pixel(size, in, blockIdx.y * Position{kBlockY} + v - kImageRadius,
                         blockIdx.x * Position{kBlockX} + u - kImageRadius);
    }
  }
  __syncthreads();
  const Position y = own_y();
  const Position x = own_x();
  if (!inside(size, y, x)) return;
  float sum = 0;
#pragma unroll
  for (int v = 0; v < kImageTaps; ++v) {
#pragma unroll
    for (int u = 0; u < kImageTaps; ++u) {
      sum += weights.tap[v][u] * tile[threadIdx.y + v][threadIdx.x + u];
    }
  }
  out[y * static_cast<Position>(size.width) + x] = sum;
}

constexpr int kStripRows = 8;  // results of a thread, one below the other

/// Formula: same as image_plain, four by kStripRows neighbouring results a thread.
/// Launch: blocks of kBlockX x kBlockY threads; a thread for four columns of a strip.
/// Reads and writes: three loads of 16 bytes for each of kStripRows + 4 rows; results once.
/// Synchronisation: none.
/// Cost: 25 multiply-adds on registers a result, 8 bytes a result: bound by memory.
__global__ void __launch_bounds__(kBlockX* kBlockY)
    image_registers(ImageSize size, const float* in, const ImageWeights weights, float* out) {
  constexpr int kMargin = 4;  // kImageRadius, rounded up to whole loads
  const auto width = static_cast<Position>(size.width);
  const auto height = static_cast<Position>(size.height);
  const bool wide = width % 4 == 0;  // rows are aligned as the image is
  const Position x = 4 * own_x();
  const Position y = kStripRows * own_y();
  if (x >= width || y >= height) return;
  float sums[kStripRows][4] = {};
#pragma unroll
  for (int r = -kImageRadius; r < kStripRows + kImageRadius; ++r) {
    float window[4 + 2 * kMargin] = {};
    if (y + r >= 0 && y + r < height) {
      const float* row = in + (y + r) * width;
#pragma unroll
      for (int w = 0; w < 4 + 2 * kMargin; w += 4) {
        const float4 four = load_four(row, width, x + w - kMargin, wide);
        window[w] = four.x;
        window[w + 1] = four.y;
        window[w + 2] = four.z;
        window[w + 3] = four.w;
      }
    }
#pragma unroll
    for (int v = 0; v < kImageTaps; ++v) {  // the row is the neighbour v - kImageRadius of row s
      const int s = r + kImageRadius - v;
      if (s < 0 || s >= kStripRows) continue;
#pragma unroll
      for (int u = 0; u < kImageTaps; ++u) {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
          sums[s][c] += weights.tap[v][u] * window[c + u - kImageRadius + kMargin];
        }
      }
    }
  }
#pragma unroll
  for (int s = 0; s < kStripRows; ++s) {
    if (y + s < height) store_four(out + (y + s) * width, width, x, wide, sums[s]);
  }
}

constexpr int kSlideRows = 32;      // results of a thread, one below the other
constexpr int kSlideThreads = 128;  // of a block, side by side

/// A row's elements about four columns, from x - kSlideMargin on.
constexpr int kSlideMargin = 4;
struct RowWindow {
  float x[4 + 2 * kSlideMargin];
};

/// The row's window; zeros where the row lies outside the image.
__device__ RowWindow load_window(const float* in, Position width, Position height, Position y,
                                 Position x, bool wide) {
  RowWindow window{};
  if (y < 0 || y >= height) return window;
#pragma unroll
  for (int w = 0; w < 4 + 2 * kSlideMargin; w += 4) {
    const float4 four = load_four(in + y * width, width, x + w - kSlideMargin, wide);
    window.x[w] = four.x;
    window.x[w + 1] = four.y;
    window.x[w + 2] = four.z;
    window.x[w + 3] = four.w;
  }
  return window;
}

/// Formula: same as image_plain, four by kSlideRows neighbouring results a thread.
/// Launch: a thread for four columns of a strip; blocks of kSlideThreads beside each other.
/// Reads and writes: three loads of 16 bytes for each of kSlideRows + 4 rows; results once.
/// Synchronisation: none.
/// Cost: 9 bytes a result, as strips share four rows. The sums of five rows slide down the strip in
/// 20 registers, and the next row is under way while this one is used.
__global__ void __launch_bounds__(kSlideThreads)
    image_sliding(ImageSize size, const float* in, const ImageWeights weights, float* out) {
  const auto width = static_cast<Position>(size.width);
  const auto height = static_cast<Position>(size.height);
  const bool wide = width % 4 == 0;  // rows are aligned as the image is
  const Position x = 4 * (blockIdx.x * Position{kSlideThreads} + threadIdx.x);
  const Position y = blockIdx.y * Position{kSlideRows};
  if (x >= width) return;
  float sums[kImageTaps][4] = {};  // of result row r - kImageRadius + s, before row r is added
  RowWindow next = load_window(in, width, height, y - kImageRadius, x, wide);
  // Unrolled so far that the names of the sums come round.
#pragma unroll 5
  for (int r = -kImageRadius; r < kSlideRows + kImageRadius; ++r) {
    const RowWindow row = next;
    next = load_window(in, width, height, y + r + 1, x, wide);
#pragma unroll
    for (int s = 0; s < kImageTaps; ++s) {  // row r is the neighbour kImageRadius - s of that row
      const int v = kImageTaps - 1 - s;
#pragma unroll
      for (int u = 0; u < kImageTaps; ++u) {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
          sums[s][c] += weights.tap[v][u] * row.x[c + u - kImageRadius + kSlideMargin];
        }
      }
    }
    const Position done = y + r - kImageRadius;
    if (r >= kImageRadius && done < height) store_four(out + done * width, width, x, wide, sums[0]);
#pragma unroll
    for (int s = 0; s < kImageTaps; ++s) {
#pragma unroll
      for (int c = 0; c < 4; ++c)
        sums[s][c] = s + 1 < kImageTaps ? sums[(s + 1) % kImageTaps][c] : 0;
    }
  }
}

// ----- launches -----

LineWeights weights_of(const LineTaps& taps) {
  LineWeights weights{};
  for (std::size_t t = 0; t < taps.size(); ++t) weights.tap[t] = taps[t];
  return weights;
}

ImageWeights weights_of(const ImageTaps& taps) {
  ImageWeights weights{};
  for (std::size_t t = 0; t < taps.size(); ++t) {
    weights.tap[t / kImageTaps][t % kImageTaps] = taps[t];
  }
  return weights;
}

void by_line_plain(std::size_t n, const float* in, const LineTaps&, const float* stored,
                   float* out) {
  if (n == 0) return;
  line_plain<<<static_cast<unsigned>(blocks_for(n, kThreads)), kThreads>>>(static_cast<Position>(n),
                                                                           in, stored, out);
  gpu::check_launch("convolve a line");
}

template <void (*kKernel)(Position, const float*, LineWeights, float*), std::size_t kPerThread>
void by_line(std::size_t n, const float* in, const LineTaps& taps, const float*, float* out) {
  if (n == 0) return;
  kKernel<<<static_cast<unsigned>(blocks_for(n, kPerThread * kThreads)), kThreads>>>(
      static_cast<Position>(n), in, weights_of(taps), out);
  gpu::check_launch("convolve a line");
}

dim3 grid_of(ImageSize size, std::size_t columns, std::size_t rows) {
  return {static_cast<unsigned>(blocks_for(size.width, columns * kBlockX)),
          static_cast<unsigned>(blocks_for(size.height, rows * kBlockY))};
}

void by_image_plain(ImageSize size, const float* in, const ImageTaps&, const float* stored,
                    float* out) {
  if (size.width == 0 || size.height == 0) return;
  image_plain<<<grid_of(size, 1, 1), dim3(kBlockX, kBlockY)>>>(size, in, stored, out);
  gpu::check_launch("convolve an image");
}

template <void (*kKernel)(ImageSize, const float*, ImageWeights, float*), std::size_t kColumns,
          std::size_t kRows>
void by_image(ImageSize size, const float* in, const ImageTaps& taps, const float*, float* out) {
  if (size.width == 0 || size.height == 0) return;
  kKernel<<<grid_of(size, kColumns, kRows), dim3(kBlockX, kBlockY)>>>(size, in, weights_of(taps),
                                                                      out);
  gpu::check_launch("convolve an image");
}

constexpr LineStep kLineSteps[] = {
    {"plain", by_line_plain},
    {"taps in constant memory", by_line<line_constant, 1>},
    {"shared tile with halo", by_line<line_shared, 1>},
    {"registers, four results", by_line<line_registers, 4>},
};

void by_image_sliding(ImageSize size, const float* in, const ImageTaps& taps, const float*,
                      float* out) {
  if (size.width == 0 || size.height == 0) return;
  const dim3 grid(static_cast<unsigned>(blocks_for(size.width, std::size_t{4} * kSlideThreads)),
                  static_cast<unsigned>(blocks_for(size.height, kSlideRows)));
  image_sliding<<<grid, kSlideThreads>>>(size, in, weights_of(taps), out);
  gpu::check_launch("convolve an image");
}

constexpr ImageStep kImageSteps[] = {
    {"plain", by_image_plain},
    {"taps in constant memory", by_image<image_constant, 1, 1>},
    {"shared tile with halo", by_image<image_shared, 1, 1>},
    {"registers, 4 x 8 results", by_image<image_registers, 4, kStripRows>},
    {"registers that slide down 32 rows", by_image_sliding},
};

}  // namespace

std::span<const LineStep> line_steps() {
  return kLineSteps;
}

std::span<const ImageStep> image_steps() {
  return kImageSteps;
}

}  // namespace apsp::labs
