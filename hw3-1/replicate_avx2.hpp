// SPDX-License-Identifier: MIT
// What the instruction sets with AVX2 have in common. Internal linkage: see tile_kernels.hpp.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace apsp::cpu {

/// Each of 16 neighbours four times, by a shuffle instead of a multiplication, which is two
/// operations. `from`: 16-byte aligned.
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
