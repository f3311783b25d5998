// SPDX-License-Identifier: MIT
// hw3-gpu-ceiling: what one GPU's integer pipes and memory can do for (min, +) work. The loop is
// the product kernel's own, two steps of k at a time from shared memory, without its global memory,
// its barriers and its first and last part: no solver on this device relaxes faster with these
// instructions.
//   hw3-gpu-ceiling [DEVICE]     prints one JSON object
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "common/gpu/tile_product.cuh"
#include "common/gpu/word.cuh"

namespace apsp::gpu {
namespace {

using Shape = ProductShape;

constexpr int kRounds = 400;  // times that a block runs through its stages
constexpr int kRepeats = 6;

void require(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "hw3-gpu-ceiling: cannot %s: %s\n", call, cudaGetErrorString(status));
  std::exit(status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ? 6 : 1);
}

/// Blocks as the product kernel's; `out` takes one word a thread, so that no work is dropped.
template <class Word>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocksPerSm)
    relax_loop(std::uint32_t* out, std::uint32_t seed, std::uint32_t one) {
  extern __shared__ __align__(16) std::uint32_t stages[];
  for (int x = static_cast<int>(threadIdx.x); x < Shape::kStages * Shape::kStageWords;
       x += Shape::kThreads) {
    stages[x] = (seed * static_cast<std::uint32_t>(x) * 2654435761u) & Word::kInfinite;
  }
  __syncthreads();
  const int row = static_cast<int>(threadIdx.x % 32 / 8 + threadIdx.x / 64 * 4) * 4;
  const int word = static_cast<int>(threadIdx.x % 8 + threadIdx.x / 32 % 2 * 8) * 4;
  std::uint32_t c[Shape::kThreadRows][Shape::kThreadWords];
  for (auto& line : c) {
    for (std::uint32_t& x : line) x = Word::kInfinite;
  }
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
    const std::uint32_t* a = stages + round % Shape::kStages * Shape::kStageWords + row;
    const std::uint32_t* b = a - row + Shape::kStageDepth * kBlockRows + word;
#pragma unroll
    for (int k = 0; k < Shape::kStageDepth; k += 2) {
      detail::relax_two_steps<Word>(c, a + k * kBlockRows, b + k * kBlockWords, one);
    }
  }
  std::uint32_t sum = 0;
  for (auto& line : c) {
    for (const std::uint32_t x : line) sum = sum * 31 + x;
  }
  out[blockIdx.x * Shape::kThreads + threadIdx.x] = sum;
}

/// Shortest of some runs of `enqueue`, in seconds; the first is not counted.
template <typename Enqueue>
double best_seconds(Enqueue enqueue) {
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  require(cudaEventCreate(&start), "create an event");
  require(cudaEventCreate(&stop), "create an event");
  float best = 1e9F;
  for (int repeat = 0; repeat <= kRepeats; ++repeat) {
    require(cudaEventRecord(start), "record an event");
    enqueue();
    require(cudaEventRecord(stop), "record an event");
    require(cudaEventSynchronize(stop), "run");
    float milliseconds = 0;
    require(cudaEventElapsedTime(&milliseconds, start, stop), "read the time");
    if (repeat > 0) best = std::min(best, milliseconds);
  }
  require(cudaEventDestroy(start), "destroy an event");
  require(cudaEventDestroy(stop), "destroy an event");
  return static_cast<double>(best) / 1e3;
}

/// Relaxes a second, in units of 10^12.
template <class Word>
double relax_rate(int sms) {
  const int blocks = Shape::kBlocksPerSm * sms;
  std::uint32_t* out = nullptr;
  require(
      cudaMalloc(&out, sizeof(std::uint32_t) * Shape::kThreads * static_cast<std::size_t>(blocks)),
      "allocate");
  const double seconds = best_seconds([&] {
    relax_loop<Word><<<blocks, Shape::kThreads, Shape::kSharedBytes>>>(out, 12345u, 1u);
    require(cudaGetLastError(), "launch");
  });
  require(cudaFree(out), "free");
  const double relaxes = static_cast<double>(blocks) * kRounds * Shape::kStageDepth * kBlockRows *
                         kBlockWords * Word::kElements;
  return relaxes / seconds / 1e12;
}

/// Bytes read and written by a copy inside the device, in GB a second.
double copy_rate() {
  constexpr std::size_t kBytes = std::size_t{1} << 30;
  void* from = nullptr;
  void* to = nullptr;
  require(cudaMalloc(&from, kBytes), "allocate");
  require(cudaMalloc(&to, kBytes), "allocate");
  require(cudaMemset(from, 0x5a, kBytes), "fill");
  const double seconds = best_seconds(
      [&] { require(cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDeviceToDevice), "copy"); });
  require(cudaFree(from), "free");
  require(cudaFree(to), "free");
  return 2.0 * static_cast<double>(kBytes) / seconds / 1e9;
}

void run(int device) {
  require(cudaSetDevice(device), "select the device");
  cudaDeviceProp properties;
  require(cudaGetDeviceProperties(&properties, device), "ask for the device's properties");
  std::printf(
      "{\"device\": \"%s\", \"unit\": \"T relax/s\", \"s32\": %.2f, \"u16\": %.2f, "
      "\"copy_GB_per_s\": %.0f}\n",
      properties.name, relax_rate<S32>(properties.multiProcessorCount),
      relax_rate<U16x2>(properties.multiProcessorCount), copy_rate());
}

}  // namespace
}  // namespace apsp::gpu

int main(int argc, char** argv) {
  char* end = nullptr;
  const long device = argc > 1 ? std::strtol(argv[1], &end, 10) : 0;
  if (argc > 2 || (argc == 2 && (end == argv[1] || *end != '\0' || device < 0))) {
    std::fputs("usage: hw3-gpu-ceiling [DEVICE]\n", stderr);
    return 2;
  }
  apsp::gpu::run(static_cast<int>(device));
  return 0;
}
