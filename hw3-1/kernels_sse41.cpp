// SPDX-License-Identifier: MIT
// SSE4.1: 16 registers of 16 bytes, two-operand instructions. 12 of them hold c. A left operand is
// replicated to 8 bytes: movddup spreads those in the load itself, where 4 bytes would need a
// shuffle. The sum with the last vector of b, always read from memory, overwrites it: one copy
// less.
#include <smmintrin.h>

#include "hw3-1/tile_kernels.hpp"

namespace apsp::cpu {
namespace {

struct Common {
  using Vector = __m128i;
  using Packed = std::uint64_t;
  static Vector load(const void* p) { return _mm_load_si128(static_cast<const Vector*>(p)); }
  static void store(void* p, Vector x) { _mm_store_si128(static_cast<Vector*>(p), x); }
  static Vector spread(const Packed* p) {
    return _mm_castpd_si128(_mm_loaddup_pd(reinterpret_cast<const double*>(p)));
  }
};

struct U8 : Common {
  using Element = std::uint8_t;
  static constexpr std::size_t kLanes = 16;
  static Packed replicate(Element x) { return x * 0x0101010101010101u; }
  static Vector set1(Element x) { return _mm_set1_epi8(static_cast<char>(x)); }
  static Vector add(Vector x, Vector y) { return _mm_add_epi8(x, y); }
  static Vector add_loaded(Vector x, const void* y) {
    asm("paddb %1, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) { return _mm_min_epu8(x, y); }
  static void lower(Vector& known, Vector x) { asm("pminub %1, %0" : "+x"(known) : "x"(x)); }
};

struct U16 : Common {
  using Element = std::uint16_t;
  static constexpr std::size_t kLanes = 8;
  static Packed replicate(Element x) { return x * 0x0001000100010001u; }
  static Vector set1(Element x) { return _mm_set1_epi16(static_cast<short>(x)); }
  static Vector add(Vector x, Vector y) { return _mm_add_epi16(x, y); }
  static Vector add_loaded(Vector x, const void* y) {
    asm("paddw %1, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) { return _mm_min_epu16(x, y); }
  static void lower(Vector& known, Vector x) { asm("pminuw %1, %0" : "+x"(known) : "x"(x)); }
};

struct S32 : Common {
  using Element = std::int32_t;
  static constexpr std::size_t kLanes = 4;
  static Packed replicate(Element x) { return static_cast<std::uint32_t>(x) * 0x0000000100000001u; }
  static Vector set1(Element x) { return _mm_set1_epi32(x); }
  static Vector add(Vector x, Vector y) { return _mm_add_epi32(x, y); }
  static Vector add_loaded(Vector x, const void* y) {
    asm("paddd %1, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) { return _mm_min_epi32(x, y); }
  static void lower(Vector& known, Vector x) { asm("pminsd %1, %0" : "+x"(known) : "x"(x)); }
};

bool runnable() {
  return __builtin_cpu_supports("sse4.1") != 0;
}

constexpr Shape kShape = {.rows = 6, .vectors = 2, .reload = 1};

}  // namespace

constinit const KernelSet kSse41Kernels = {
    "sse41",
    runnable,
    Processor::kAny,
    {VectorKernels<U8, kShape>::kTable, VectorKernels<U16, kShape>::kTable,
     VectorKernels<S32, kShape>::kTable}};

}  // namespace apsp::cpu
