// SPDX-License-Identifier: MIT
// AVX2: 16 registers of 32 bytes.
#include <immintrin.h>

#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

struct Common {
  using Vector = __m256i;
  static constexpr std::size_t kAccumulators = 12;
  static Vector start(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
};

struct U8 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector);
  static Vector add(Vector x, Vector y) { return _mm256_add_epi8(x, y); }
  static Vector min(Vector x, Vector y) { return _mm256_min_epu8(x, y); }
};

struct U16 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 2;
  static Vector add(Vector x, Vector y) { return _mm256_add_epi16(x, y); }
  static Vector min(Vector x, Vector y) { return _mm256_min_epu16(x, y); }
};

struct S32 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 4;
  static Vector add(Vector x, Vector y) { return _mm256_add_epi32(x, y); }
  static Vector min(Vector x, Vector y) { return _mm256_min_epi32(x, y); }
};

struct F32 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 4;
  static Vector add(Vector x, Vector y) {
    return _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(x), _mm256_castsi256_ps(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm256_castps_si256(_mm256_min_ps(_mm256_castsi256_ps(x), _mm256_castsi256_ps(y)));
  }
};

struct F64 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 8;
  static Vector add(Vector x, Vector y) {
    return _mm256_castpd_si256(_mm256_add_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm256_castpd_si256(_mm256_min_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y)));
  }
};

bool runnable() {
  return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace

constinit const RegisterLoops kAvx2Loops = {
    "avx2",
    runnable,
    {register_loop<U8>(), register_loop<U16>(), register_loop<S32>()},
    {register_loop<F32>(), register_loop<F64>()}};

}  // namespace apsp::bench
