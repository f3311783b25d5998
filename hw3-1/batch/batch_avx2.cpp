// SPDX-License-Identifier: MIT
// AVX2: vectors of 32 bytes. The kernels: vector_batch.hpp.
#include <immintrin.h>

#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 32;
  template <typename Vector>
  static void stream(void* to, Vector x) {
    _mm256_stream_si256(static_cast<__m256i*>(to), __builtin_bit_cast(__m256i, x));
  }
  static void fence() { _mm_sfence(); }
};

}  // namespace

constinit const BatchKernels kAvx2Batch = VectorBatch<Isa>::table("avx2");

}  // namespace apsp::cpu
