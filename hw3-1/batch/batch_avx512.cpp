// SPDX-License-Identifier: MIT
// AVX-512 F and BW: vectors of 64 bytes. The kernels: vector_batch.hpp.
#include <immintrin.h>

#include "hw3-1/batch/vector_batch.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 64;
  template <typename Vector>
  static void stream(void* to, Vector x) {
    _mm512_stream_si512(static_cast<__m512i*>(to), __builtin_bit_cast(__m512i, x));
  }
  static void fence() { _mm_sfence(); }
};

}  // namespace

constinit const BatchKernels kAvx512Batch = VectorBatch<Isa>::table("avx512");

}  // namespace apsp::cpu
