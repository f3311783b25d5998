// SPDX-License-Identifier: MIT
// SSE4.1: vectors of 16 bytes. The kernels: vector_batch.hpp.
#include <immintrin.h>

#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 16;
  template <typename Vector>
  static void stream(void* to, Vector x) {
    _mm_stream_si128(static_cast<__m128i*>(to), __builtin_bit_cast(__m128i, x));
  }
  static void fence() { _mm_sfence(); }
};

}  // namespace

constinit const BatchKernels kSse41Batch = VectorBatch<Isa>::table("sse41");

}  // namespace apsp::cpu
