// SPDX-License-Identifier: MIT
// AVX2: 16 registers of 32 bytes. 12 of them hold c; the others two vectors of b, a spread element
// and a sum. The kernels and their contracts: tile_kernels.hpp.
#include <immintrin.h>

#include "hw3-1/kernels/replicate_avx2.hpp"
#include "hw3-1/kernels/tile_kernels.hpp"
#include "hw3-1/lanes/vector_lanes.hpp"

namespace apsp::cpu {
namespace {

struct Common {
  using Vector = __m256i;
  using Packed = std::uint32_t;
  static Vector load(const void* p) { return _mm256_load_si256(static_cast<const Vector*>(p)); }
  static void store(void* p, Vector x) { _mm256_store_si256(static_cast<Vector*>(p), x); }
  static Vector spread(const Packed* p) { return _mm256_set1_epi32(static_cast<int>(*p)); }
  static bool any(Vector x) { return _mm256_testz_si256(x, x) == 0; }
};

/// Formula: lower is known = min(known, x), add and add_loaded x + y, replicate x in every lane of
/// a word. Lanes of s32 are signed. No sum leaves its lane, because no term is above infinity.
/// Call: each works on one register; `y` in memory is 32-byte aligned.
/// Reads and writes: add_loaded reads 32 bytes, the others registers alone; none writes memory.
/// Synchronisation: none.
/// Cost: a relaxation is one addition and one minimum. From intrinsics, GCC 12 copies each sum in
/// lower, and leaves out the second load of a vector in add_loaded.
struct U8 : Common {
  using Element = std::uint8_t;
  static constexpr std::size_t kLanes = 32;
  static Packed replicate(Element x) { return x * 0x01010101u; }
  static void replicate_16(const Element* from, Packed* to) { replicate_16_bytes(from, to); }
  static Vector widen(const Element* from) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  }
  static Vector set1(Element x) { return _mm256_set1_epi8(static_cast<char>(x)); }
  static Vector add(Vector x, Vector y) { return _mm256_add_epi8(x, y); }
  static Vector add_loaded(Vector x, const void* y) {
    asm("vpaddb %1, %0, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) { return _mm256_min_epu8(x, y); }
  static void lower(Vector& known, Vector x) { asm("vpminub %1, %0, %0" : "+x"(known) : "x"(x)); }
};

struct U16 : Common {
  using Element = std::uint16_t;
  static constexpr std::size_t kLanes = 16;
  static Packed replicate(Element x) { return x * 0x00010001u; }
  static Vector widen(const Element* from) {
    return _mm256_cvtepu16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(from)));
  }
  static Vector set1(Element x) { return _mm256_set1_epi16(static_cast<short>(x)); }
  static Vector add(Vector x, Vector y) { return _mm256_add_epi16(x, y); }
  static Vector add_loaded(Vector x, const void* y) {
    asm("vpaddw %1, %0, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) { return _mm256_min_epu16(x, y); }
  static void lower(Vector& known, Vector x) { asm("vpminuw %1, %0, %0" : "+x"(known) : "x"(x)); }
};

struct S32 : Common {
  using Element = std::int32_t;
  static constexpr std::size_t kLanes = 8;
  static Packed replicate(Element x) { return static_cast<Packed>(x); }
  static Vector set1(Element x) { return _mm256_set1_epi32(x); }
  static Vector add(Vector x, Vector y) { return _mm256_add_epi32(x, y); }
  static Vector add_loaded(Vector x, const void* y) {
    asm("vpaddd %1, %0, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) { return _mm256_min_epi32(x, y); }
  static void lower(Vector& known, Vector x) { asm("vpminsd %1, %0, %0" : "+x"(known) : "x"(x)); }
};

/// Same for elements that round. No element is a NaN, and an absent path is the infinity that adds
/// up by itself.
struct F32 : Common {
  using Element = float;
  using Packed = std::uint32_t;
  static constexpr std::size_t kLanes = 8;
  static Vector spread(const Packed* p) { return _mm256_set1_epi32(static_cast<int>(*p)); }
  static Packed replicate(Element x) { return __builtin_bit_cast(Packed, x); }
  static Vector set1(Element x) { return _mm256_castps_si256(_mm256_set1_ps(x)); }
  static Vector add(Vector x, Vector y) {
    return _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(x), _mm256_castsi256_ps(y)));
  }
  static Vector add_loaded(Vector x, const void* y) {
    asm("vaddps %1, %0, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) {
    return _mm256_castps_si256(_mm256_min_ps(_mm256_castsi256_ps(x), _mm256_castsi256_ps(y)));
  }
  static void lower(Vector& known, Vector x) { asm("vminps %1, %0, %0" : "+x"(known) : "x"(x)); }
};

struct F64 : Common {
  using Element = double;
  using Packed = std::uint64_t;
  static constexpr std::size_t kLanes = 4;
  static Vector spread(const Packed* p) { return _mm256_set1_epi64x(static_cast<long long>(*p)); }
  static Packed replicate(Element x) { return __builtin_bit_cast(Packed, x); }
  static Vector set1(Element x) { return _mm256_castpd_si256(_mm256_set1_pd(x)); }
  static Vector add(Vector x, Vector y) {
    return _mm256_castpd_si256(_mm256_add_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y)));
  }
  static Vector add_loaded(Vector x, const void* y) {
    asm("vaddpd %1, %0, %0" : "+x"(x) : "m"(*static_cast<const Vector*>(y)));
    return x;
  }
  static Vector min(Vector x, Vector y) {
    return _mm256_castpd_si256(_mm256_min_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y)));
  }
  static void lower(Vector& known, Vector x) { asm("vminpd %1, %0, %0" : "+x"(known) : "x"(x)); }
};

bool runnable() {
  return __builtin_cpu_supports("avx2") != 0;
}

constexpr Shape kShape = {.rows = 6, .vectors = 2};
constexpr Shape kZen4Shape = {.rows = 4, .vectors = 2, .reload = 4};

}  // namespace

constinit const KernelSet kAvx2Zen4Kernels = {
    "avx2",
    runnable,
    Processor::kZen4,
    {VectorKernels<U8, kZen4Shape>::kTable, VectorKernels<U16, kZen4Shape>::kTable,
     VectorKernels<S32, kZen4Shape>::kTable},
    {VectorLanes<U8>::kTable, VectorLanes<U16>::kTable, VectorLanes<S32>::kTable},
    {VectorKernels<F32, kZen4Shape>::kTable, VectorKernels<F64, kZen4Shape>::kTable},
    {VectorLanes<F32>::kTable, VectorLanes<F64>::kTable}};

constinit const KernelSet kAvx2Kernels = {
    "avx2",
    runnable,
    Processor::kAny,
    {VectorKernels<U8, kShape>::kTable, VectorKernels<U16, kShape>::kTable,
     VectorKernels<S32, kShape>::kTable},
    {VectorLanes<U8>::kTable, VectorLanes<U16>::kTable, VectorLanes<S32>::kTable},
    {VectorKernels<F32, kShape>::kTable, VectorKernels<F64, kShape>::kTable},
    {VectorLanes<F32>::kTable, VectorLanes<F64>::kTable}};

}  // namespace apsp::cpu
