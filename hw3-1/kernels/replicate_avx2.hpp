// SPDX-License-Identifier: MIT
// The packing of bytes, for the instruction sets with AVX2. Internal linkage: see tile_kernels.hpp.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace apsp::cpu {

/// Formula: to[n] = from[n] * 0x01010101, for n in [0, 16).
/// Call: `from` is 16-byte aligned.
/// Reads and writes: reads 16 bytes, writes 64; they do not overlap.
/// Synchronisation: none.
/// Cost: two shuffles and two stores, where a multiplication of 32-bit words is two operations
/// each.
[[maybe_unused]] static inline void replicate_16_bytes(const std::uint8_t* from,
                                                       std::uint32_t* to) {
  const __m256i all =
      _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(from)));
  const __m256i first = _mm256_setr_epi32(0, 0x01010101, 0x02020202, 0x03030303, 0x04040404,
                                          0x05050505, 0x06060606, 0x07070707);
  const __m256i second = _mm256_add_epi8(first, _mm256_set1_epi8(8));
  auto* out = reinterpret_cast<__m256i*>(to);
  _mm256_storeu_si256(out, _mm256_shuffle_epi8(all, first));
  _mm256_storeu_si256(out + 1, _mm256_shuffle_epi8(all, second));
}

}  // namespace apsp::cpu
