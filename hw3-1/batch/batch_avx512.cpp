// SPDX-License-Identifier: MIT
// AVX-512 F and BW: vectors of 64 bytes. The kernels: vector_batch.hpp.
#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 64;
};

}  // namespace

constinit const BatchKernels kAvx512Batch = VectorBatch<Isa>::table("avx512");

}  // namespace apsp::cpu
