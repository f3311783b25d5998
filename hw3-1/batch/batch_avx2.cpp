// SPDX-License-Identifier: MIT
// AVX2: vectors of 32 bytes. The kernels: vector_batch.hpp.
#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 32;
};

}  // namespace

constinit const BatchKernels kAvx2Batch = VectorBatch<Isa>::table("avx2");

}  // namespace apsp::cpu
