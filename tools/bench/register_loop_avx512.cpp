// SPDX-License-Identifier: MIT
// AVX-512 F and BW: 32 registers of 64 bytes.
#include <immintrin.h>

#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

struct Common {
  using Vector = __m512i;
  static constexpr std::size_t kAccumulators = 24;
  static Vector start(int x) { return _mm512_set1_epi8(static_cast<char>(x)); }
};

struct U8 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector);
  static Vector add(Vector x, Vector y) { return _mm512_add_epi8(x, y); }
  static Vector min(Vector x, Vector y) { return _mm512_min_epu8(x, y); }
};

struct U16 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 2;
  static Vector add(Vector x, Vector y) { return _mm512_add_epi16(x, y); }
  static Vector min(Vector x, Vector y) { return _mm512_min_epu16(x, y); }
};

struct S32 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 4;
  static Vector add(Vector x, Vector y) { return _mm512_add_epi32(x, y); }
  static Vector min(Vector x, Vector y) { return _mm512_min_epi32(x, y); }
};

struct F32 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 4;
  static Vector add(Vector x, Vector y) {
    return _mm512_castps_si512(_mm512_add_ps(_mm512_castsi512_ps(x), _mm512_castsi512_ps(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm512_castps_si512(_mm512_min_ps(_mm512_castsi512_ps(x), _mm512_castsi512_ps(y)));
  }
};

struct F64 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 8;
  static Vector add(Vector x, Vector y) {
    return _mm512_castpd_si512(_mm512_add_pd(_mm512_castsi512_pd(x), _mm512_castsi512_pd(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm512_castpd_si512(_mm512_min_pd(_mm512_castsi512_pd(x), _mm512_castsi512_pd(y)));
  }
};

bool runnable() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
}

}  // namespace

constinit const RegisterLoops kAvx512Loops = {
    "avx512",
    runnable,
    {register_loop<U8>(), register_loop<U16>(), register_loop<S32>()},
    {register_loop<F32>(), register_loop<F64>()}};

}  // namespace apsp::bench
