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

bool runnable() {
  return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace

constinit const RegisterLoops kAvx2Loops = {
    "avx2",
    runnable,
    {register_loop<U8>(Width::kU8), register_loop<U16>(Width::kU16),
     register_loop<S32>(Width::kS32)}};

}  // namespace apsp::bench
