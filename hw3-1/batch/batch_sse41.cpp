// SPDX-License-Identifier: MIT
// SSE4.1: vectors of 16 bytes. The kernels: vector_batch.hpp.
#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 16;
};

}  // namespace

constinit const BatchKernels kSse41Batch = VectorBatch<Isa>::table("sse41");

}  // namespace apsp::cpu
