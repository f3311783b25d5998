// SPDX-License-Identifier: MIT
// AVX2: vectors of 32 bytes. The kernels: vector_bits.hpp.
#include <immintrin.h>

#include "hw3-1/search/vector_bits.hpp"

namespace apsp::cpu {
namespace {

struct Isa {
  static constexpr std::size_t kBytes = 32;

  /// Brings the byte of each lane's bit into the lane, and compares the bit.
  static void store_level(std::uint64_t lanes, std::uint8_t* to, std::uint8_t level) {
    const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m256i levels = _mm256_set1_epi8(static_cast<char>(level));
    const __m256i spread =
        _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    for (std::size_t half = 0; half < 64; half += 32, lanes >>= 32) {
      const __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(lanes)), spread);
      const __m256i mask = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
      auto* const place = reinterpret_cast<__m256i*>(to + half);
      _mm256_store_si256(place, _mm256_blendv_epi8(_mm256_load_si256(place), levels, mask));
    }
  }
};

}  // namespace

constinit const BitKernels kAvx2Bits = VectorBits<Isa>::table("avx2");

}  // namespace apsp::cpu
