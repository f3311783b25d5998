// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include <algorithm>

#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/tile_product.cuh"
#include "common/gpu/product/word.cuh"
#include "tools/bench/gpu_ceiling.hpp"

namespace apsp::gpu {
namespace {

constexpr int kRounds = 400;  // passes of a block through its stages
constexpr int kRepeats = 6;

/// Formula: the product kernel's loop, c = min(c, a + b), on constants in shared memory.
/// Launch: kBlocksPerSm blocks a processor; block and shared memory as ProductShape.
/// Reads and writes: no operands; writes one word a thread to `out`, so that no work is dropped.
/// Synchronisation: one barrier after the stages are made, none in the loop.
/// Cost: kRounds x kStageDepth x kBlockRows x kTileWords relaxations of words a block, bound by
/// the pipes of arithmetic.
template <class Word, class Shape = ProductShape<Word>>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocksPerSm)
    relax_loop(typename Word::Bits* out, std::uint32_t seed, std::uint32_t one) {
  using Bits = typename Word::Bits;
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const stages = reinterpret_cast<Bits*>(memory);
  for (int x = static_cast<int>(threadIdx.x); x < Shape::kStages * Shape::kStageWords;
       x += Shape::kThreads) {
    stages[x] = (seed * static_cast<Bits>(x) * 2654435761u) & Word::kInfinite;
  }
  __syncthreads();
  const int row = static_cast<int>(threadIdx.x % 32 / 8 + threadIdx.x / 64 * 4) * Shape::kVector;
  const int word = static_cast<int>(threadIdx.x % 8 + threadIdx.x / 32 % 2 * 8) * Shape::kVector;
  Bits c[Shape::kThreadRows][Shape::kThreadWords];
  for (auto& line : c) {
    for (Bits& x : line) x = Word::kInfinite;
  }
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
    const Bits* a = stages + round % Shape::kStages * Shape::kStageWords + row;
    const Bits* b = a - row + Shape::kStageDepth * kBlockRows + word;
#pragma unroll
    for (int k = 0; k < Shape::kStageDepth; k += 2) {
      detail::relax_two_steps<Word>(c, a + k * kBlockRows, b + k * Shape::kTileWords, one);
    }
  }
  Bits sum = 0;
  for (auto& line : c) {
    for (const Bits x : line) sum = sum * 31 + x;
  }
  out[blockIdx.x * Shape::kThreads + threadIdx.x] = sum;
}

/// Shortest of some runs of `enqueue`, in seconds; the first is not counted.
template <typename Enqueue>
double best_seconds(Enqueue enqueue) {
  const Event start = make_timed_event();
  const Event stop = make_timed_event();
  float best = 1e9F;
  for (int repeat = 0; repeat <= kRepeats; ++repeat) {
    check(cudaEventRecord(start.get()), "record an event");
    enqueue();
    check(cudaEventRecord(stop.get()), "record an event");
    check(cudaEventSynchronize(stop.get()), "measure the ceiling");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "read the time");
    if (repeat > 0) best = std::min(best, milliseconds);
  }
  return static_cast<double>(best) / 1e3;
}

template <class Word, class Shape = ProductShape<Word>>
double relax_rate(int sms) {
  const int blocks = Shape::kBlocksPerSm * sms;
  const auto out =
      allocate_device<typename Word::Bits>(static_cast<std::size_t>(blocks) * Shape::kThreads);
  const double seconds = best_seconds([&] {
    relax_loop<Word><<<blocks, Shape::kThreads, Shape::kSharedBytes>>>(out.get(), 12345u, 1u);
    check_launch("measure the ceiling");
  });
  const double relaxes = static_cast<double>(blocks) * kRounds * Shape::kStageDepth * kBlockRows *
                         Shape::kTileWords * Word::kElements;
  return relaxes / seconds;
}

double copy_rate() {
  constexpr std::size_t kBytes = std::size_t{1} << 30;
  const auto from = allocate_device<std::byte>(kBytes);
  const auto to = allocate_device<std::byte>(kBytes);
  check(cudaMemset(from.get(), 0x5a, kBytes), "fill device memory");
  const double seconds = best_seconds([&] {
    check(cudaMemcpyAsync(to.get(), from.get(), kBytes, cudaMemcpyDeviceToDevice),
          "copy inside the device");
  });
  return 2.0 * static_cast<double>(kBytes) / seconds;
}

}  // namespace

GpuCeiling measure_gpu_ceiling(int device) {
  int sms = 0;
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device),
        "ask for the processors");
  return {relax_rate<S32>(sms), relax_rate<U16x2>(sms), relax_rate<F32>(sms), relax_rate<F64>(sms),
          copy_rate()};
}

}  // namespace apsp::gpu
