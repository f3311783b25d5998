// SPDX-License-Identifier: MIT
// SSE4.1: vectors of 16 bytes. The kernels: vector_bits.hpp.
#include <immintrin.h>

#include "hw3-1/search/vector_bits.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 16;

  /// Brings the byte of each lane's bit into the lane, and compares the bit.
  static void store_level(std::uint64_t lanes, std::uint8_t* to, std::uint8_t level) {
    const __m128i bit = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m128i levels = _mm_set1_epi8(static_cast<char>(level));
    const __m128i spread = _mm_set_epi64x(0x0101010101010101, 0);
    for (std::size_t half = 0; half < 64; half += 16, lanes >>= 16) {
      const __m128i bytes =
          _mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(lanes & 0xffff)), spread);
      const __m128i mask = _mm_cmpeq_epi8(_mm_and_si128(bytes, bit), bit);
      auto* const place = reinterpret_cast<__m128i*>(to + half);
      _mm_store_si128(place, _mm_blendv_epi8(_mm_load_si128(place), levels, mask));
    }
  }
};

}  // namespace

constinit const BitKernels kSse41Bits = VectorBits<Isa>::table("sse41");

}  // namespace apsp::cpu
