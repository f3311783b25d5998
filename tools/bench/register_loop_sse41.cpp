// SPDX-License-Identifier: MIT
// SSE4.1: 16 registers of 16 bytes. Its adds overwrite an operand, so each relax copies one first;
// the copy is part of what such a machine can do at most.
#include <smmintrin.h>

#include "tools/bench/register_loop.hpp"

namespace apsp::bench {
namespace {

struct Common {
  using Vector = __m128i;
  static constexpr std::size_t kAccumulators = 12;
  static Vector start(int x) { return _mm_set1_epi8(static_cast<char>(x)); }
};

struct U8 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector);
  static Vector add(Vector x, Vector y) { return _mm_add_epi8(x, y); }
  static Vector min(Vector x, Vector y) { return _mm_min_epu8(x, y); }
};

struct U16 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 2;
  static Vector add(Vector x, Vector y) { return _mm_add_epi16(x, y); }
  static Vector min(Vector x, Vector y) { return _mm_min_epu16(x, y); }
};

struct S32 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 4;
  static Vector add(Vector x, Vector y) { return _mm_add_epi32(x, y); }
  static Vector min(Vector x, Vector y) { return _mm_min_epi32(x, y); }
};

struct F32 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 4;
  static Vector add(Vector x, Vector y) {
    return _mm_castps_si128(_mm_add_ps(_mm_castsi128_ps(x), _mm_castsi128_ps(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm_castps_si128(_mm_min_ps(_mm_castsi128_ps(x), _mm_castsi128_ps(y)));
  }
};

struct F64 : Common {
  static constexpr std::size_t kLanes = sizeof(Vector) / 8;
  static Vector add(Vector x, Vector y) {
    return _mm_castpd_si128(_mm_add_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm_castpd_si128(_mm_min_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y)));
  }
};

bool runnable() {
  return __builtin_cpu_supports("sse4.1") != 0;
}

}  // namespace

constinit const RegisterLoops kSse41Loops = {
    "sse41",
    runnable,
    {register_loop<U8>(), register_loop<U16>(), register_loop<S32>()},
    {register_loop<F32>(), register_loop<F64>()}};

}  // namespace apsp::bench
