// SPDX-License-Identifier: MIT
// Any processor's vectors of 16 bytes, or what the compiler makes of them. The kernels:
// vector_batch.hpp.
#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 16;
  template <typename Vector>
  static void stream(void* to, Vector x) {
    __builtin_memcpy(to, &x, sizeof x);
  }
  static void fence() {}
};

}  // namespace

constinit const BatchKernels kPortableBatch = VectorBatch<Isa>::table("portable");

}  // namespace apsp::cpu
