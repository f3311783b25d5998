// SPDX-License-Identifier: MIT
#include "common/gpu/device/status.hpp"
#include "labs/common/ceilings.hpp"
#include "labs/common/launch.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kBlocksPerProcessor = 8;
constexpr int kChains = 16;  // independent results a thread, to hide the latency
constexpr int kRounds = 2048;

struct MultiplyAdd {
  using Element = float;
  static __device__ float step(float c, float other, float a) { return fmaf(a, other, c); }
};
struct Relax {
  using Element = int;
  static __device__ int step(int c, int other, int a) { return min(c, other + a); }
};

/// Formula: c(i) = step(c(i), c(i + 1), a) on kChains values a thread, kRounds times.
/// Launch: kBlocksPerProcessor blocks of kThreads for each multiprocessor.
/// Reads and writes: no operands; one element a thread to `out`, so that no work is dropped.
/// Synchronisation: none.
/// Cost: kChains x kRounds steps a thread, bound by the issue rate.
template <class Operation>
__global__ void __launch_bounds__(kThreads)
    issue_kernel(typename Operation::Element a, typename Operation::Element* out) {
  using Element = typename Operation::Element;
  Element c[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) c[i] = static_cast<Element>(threadIdx.x + i);
#pragma unroll 4
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int i = 0; i < kChains; ++i) c[i] = Operation::step(c[i], c[(i + 1) % kChains], a);
  }
  Element sum = 0;
#pragma unroll
  for (int i = 0; i < kChains; ++i) sum += c[i];
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

template <class Operation>
double enqueue(typename Operation::Element a, typename Operation::Element* out) {
  const unsigned blocks = kBlocksPerProcessor * processors();
  issue_kernel<Operation><<<blocks, kThreads>>>(a, out);
  gpu::check_launch("measure the issue rate");
  return static_cast<double>(blocks) * kThreads * kChains * kRounds;
}

}  // namespace

double enqueue_multiply_adds(float* out) {
  return enqueue<MultiplyAdd>(1e-3F, out);
}

double enqueue_relaxations(int* out) {
  return enqueue<Relax>(-1, out);
}

std::size_t ceiling_elements() {
  return std::size_t{kBlocksPerProcessor} * kThreads * processors();
}

}  // namespace apsp::labs
