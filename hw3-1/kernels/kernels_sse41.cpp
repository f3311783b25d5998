// SPDX-License-Identifier: MIT
// SSE4.1: 16 registers of 16 bytes, two-operand instructions. 12 of them hold c. A left operand is
// replicated to 8 bytes: movddup spreads those in the load itself, where 4 bytes would need a
// shuffle. The kernels and their contracts: tile_kernels.hpp.
#include <smmintrin.h>

#include "hw3-1/kernels/tile_kernels.hpp"
#include "hw3-1/lanes/vector_lanes.hpp"

namespace apsp::cpu {
namespace {

/// Formula: known = min(known, left + right), other = min(other, left + loaded).
/// Call: one step of a row of two vectors; `left` is one packed word, `loaded` 16-byte aligned.
/// Reads and writes: reads `left` and `loaded` from memory, writes registers alone.
/// Synchronisation: none.
/// Cost: two vector relaxations in six instructions. Additions overwrite an operand: the second one
/// overwrites `left`, which saves a copy. One block of assembly with two registers of its own: from
/// single instructions, GCC 12 makes up to one more copy a relaxation.
// clang-format off: a line for each instruction
#define APSP_RELAX_PAIR(add, min, known, other, left, right, loaded)                       \
  asm("movdqa %[r], %%xmm15\n\t"                                                           \
      "movddup %[l], %%xmm14\n\t" add " %%xmm14, %%xmm15\n\t" add " %[m], %%xmm14\n\t" min \
      " %%xmm15, %[k]\n\t" min " %%xmm14, %[o]"                                            \
      : [k] "+x"(known), [o] "+x"(other)                                                   \
      : [l] "m"(*(left)), [r] "x"(right), [m] "m"(*static_cast<const Vector*>(loaded))     \
      : "xmm14", "xmm15")
// clang-format on

struct Common {
  using Vector = __m128i;
  using Packed = std::uint64_t;
  static Vector load(const void* p) { return _mm_load_si128(static_cast<const Vector*>(p)); }
  static void store(void* p, Vector x) { _mm_store_si128(static_cast<Vector*>(p), x); }
  static Vector spread(const Packed* p) {
    return _mm_castpd_si128(_mm_loaddup_pd(reinterpret_cast<const double*>(p)));
  }
  static bool any(Vector x) { return _mm_testz_si128(x, x) == 0; }
};

struct U8 : Common {
  using Element = std::uint8_t;
  static constexpr std::size_t kLanes = 16;
  static void replicate_16(const Element* from, Packed* to) {
    const Vector all = load(from);
    Vector indices = _mm_set_epi64x(0x0101010101010101, 0);
    for (std::size_t i = 0; i < 16; i += 2) {
      store(to + i, _mm_shuffle_epi8(all, indices));
      indices = _mm_add_epi8(indices, _mm_set1_epi8(2));
    }
  }
  static Vector widen(const Element* from) {
    int four;
    __builtin_memcpy(&four, from, sizeof four);
    return _mm_cvtepu8_epi32(_mm_cvtsi32_si128(four));
  }
  static Vector set1(Element x) { return _mm_set1_epi8(static_cast<char>(x)); }
  static Vector add(Vector x, Vector y) { return _mm_add_epi8(x, y); }
  static Vector min(Vector x, Vector y) { return _mm_min_epu8(x, y); }
  static void lower(Vector& known, Vector x) { asm("pminub %1, %0" : "+x"(known) : "x"(x)); }
  static void relax_pair(Vector& known, Vector& other, const Packed* left, Vector right,
                         const void* loaded) {
    APSP_RELAX_PAIR("paddb", "pminub", known, other, left, right, loaded);
  }
};

struct U16 : Common {
  using Element = std::uint16_t;
  static constexpr std::size_t kLanes = 8;
  static void replicate_16(const Element* from, Packed* to) {
    for (std::size_t i = 0; i < 16; i += kLanes) {
      const Vector all = load(from + i);
      const Vector low = _mm_unpacklo_epi16(all, all);
      const Vector high = _mm_unpackhi_epi16(all, all);
      store(to + i, _mm_unpacklo_epi32(low, low));
      store(to + i + 2, _mm_unpackhi_epi32(low, low));
      store(to + i + 4, _mm_unpacklo_epi32(high, high));
      store(to + i + 6, _mm_unpackhi_epi32(high, high));
    }
  }
  static Vector widen(const Element* from) {
    return _mm_cvtepu16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  }
  static Vector set1(Element x) { return _mm_set1_epi16(static_cast<short>(x)); }
  static Vector add(Vector x, Vector y) { return _mm_add_epi16(x, y); }
  static Vector min(Vector x, Vector y) { return _mm_min_epu16(x, y); }
  static void lower(Vector& known, Vector x) { asm("pminuw %1, %0" : "+x"(known) : "x"(x)); }
  static void relax_pair(Vector& known, Vector& other, const Packed* left, Vector right,
                         const void* loaded) {
    APSP_RELAX_PAIR("paddw", "pminuw", known, other, left, right, loaded);
  }
};

struct S32 : Common {
  using Element = std::int32_t;
  static constexpr std::size_t kLanes = 4;
  static void replicate_16(const Element* from, Packed* to) {
    for (std::size_t i = 0; i < 16; i += kLanes) {
      const Vector all = load(from + i);
      store(to + i, _mm_unpacklo_epi32(all, all));
      store(to + i + 2, _mm_unpackhi_epi32(all, all));
    }
  }
  static Vector set1(Element x) { return _mm_set1_epi32(x); }
  static Vector add(Vector x, Vector y) { return _mm_add_epi32(x, y); }
  static Vector min(Vector x, Vector y) { return _mm_min_epi32(x, y); }
  static void lower(Vector& known, Vector x) { asm("pminsd %1, %0" : "+x"(known) : "x"(x)); }
  static void relax_pair(Vector& known, Vector& other, const Packed* left, Vector right,
                         const void* loaded) {
    APSP_RELAX_PAIR("paddd", "pminsd", known, other, left, right, loaded);
  }
};

/// Same for elements that round. No element is a NaN, and an absent path is the infinity that adds
/// up by itself.
struct F32 : Common {
  using Element = float;
  static constexpr std::size_t kLanes = 4;
  static void replicate_16(const Element* from, Packed* to) {
    for (std::size_t i = 0; i < 16; i += kLanes) {
      const Vector all = load(from + i);
      store(to + i, _mm_unpacklo_epi32(all, all));
      store(to + i + 2, _mm_unpackhi_epi32(all, all));
    }
  }
  static Vector set1(Element x) { return _mm_castps_si128(_mm_set1_ps(x)); }
  static Vector add(Vector x, Vector y) {
    return _mm_castps_si128(_mm_add_ps(_mm_castsi128_ps(x), _mm_castsi128_ps(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm_castps_si128(_mm_min_ps(_mm_castsi128_ps(x), _mm_castsi128_ps(y)));
  }
  static void lower(Vector& known, Vector x) { asm("minps %1, %0" : "+x"(known) : "x"(x)); }
  static void relax_pair(Vector& known, Vector& other, const Packed* left, Vector right,
                         const void* loaded) {
    APSP_RELAX_PAIR("addps", "minps", known, other, left, right, loaded);
  }
};

struct F64 : Common {
  using Element = double;
  static constexpr std::size_t kLanes = 2;
  static Packed replicate(Element x) { return __builtin_bit_cast(Packed, x); }
  static Vector set1(Element x) { return _mm_castpd_si128(_mm_set1_pd(x)); }
  static Vector add(Vector x, Vector y) {
    return _mm_castpd_si128(_mm_add_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y)));
  }
  static Vector min(Vector x, Vector y) {
    return _mm_castpd_si128(_mm_min_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y)));
  }
  static void lower(Vector& known, Vector x) { asm("minpd %1, %0" : "+x"(known) : "x"(x)); }
  static void relax_pair(Vector& known, Vector& other, const Packed* left, Vector right,
                         const void* loaded) {
    APSP_RELAX_PAIR("addpd", "minpd", known, other, left, right, loaded);
  }
};

bool runnable() {
  return __builtin_cpu_supports("sse4.1") != 0;
}

constexpr Shape kShape = {.rows = 6, .vectors = 2};

}  // namespace

constinit const KernelSet kSse41Kernels = {
    "sse41",
    runnable,
    Processor::kAny,
    {VectorKernels<U8, kShape>::kTable, VectorKernels<U16, kShape>::kTable,
     VectorKernels<S32, kShape>::kTable},
    {VectorLanes<U8>::kTable, VectorLanes<U16>::kTable, VectorLanes<S32>::kTable},
    {VectorKernels<F32, kShape>::kTable, VectorKernels<F64, kShape>::kTable},
    {VectorLanes<F32>::kTable, VectorLanes<F64>::kTable}};

}  // namespace apsp::cpu
