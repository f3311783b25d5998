// SPDX-License-Identifier: MIT
// Transposed tiles, by vectors that every processor of the architecture has.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <cstddef>

#include "common/core/schedule.hpp"

namespace apsp::cpu {

#ifdef __SSE2__
/// Interleaves the lower halves of two vectors of elements of kBytes, then the upper halves.
template <std::size_t kBytes>
inline void interleave(__m128i a, __m128i b, __m128i* out) {
  if constexpr (kBytes == 1) {
    out[0] = _mm_unpacklo_epi8(a, b);
    out[1] = _mm_unpackhi_epi8(a, b);
  } else if constexpr (kBytes == 2) {
    out[0] = _mm_unpacklo_epi16(a, b);
    out[1] = _mm_unpackhi_epi16(a, b);
  } else if constexpr (kBytes == 4) {
    out[0] = _mm_unpacklo_epi32(a, b);
    out[1] = _mm_unpackhi_epi32(a, b);
  } else {
    out[0] = _mm_unpacklo_epi64(a, b);
    out[1] = _mm_unpackhi_epi64(a, b);
  }
}

/// Transposes the square block of a tile that is as wide as a vector. Each step interleaves the
/// first half of the rows with the second: after as many as halve their number to 1, element j of
/// row i is element i of row j.
template <typename Element>
inline void transpose_block(const Element* from, Element* to) {
  constexpr std::size_t kSide = sizeof(__m128i) / sizeof(Element);
  __m128i rows[kSide];
  __m128i next[kSide];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kSide; ++i) {
    rows[i] = _mm_load_si128(reinterpret_cast<const __m128i*>(from + i * kTile));
  }
#pragma GCC unroll 4
  for (std::size_t left = kSide; left > 1; left /= 2) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kSide / 2; ++i) {
      interleave<sizeof(Element)>(rows[i], rows[i + kSide / 2], next + 2 * i);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kSide; ++i) rows[i] = next[i];
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kSide; ++i) {
    _mm_store_si128(reinterpret_cast<__m128i*>(to + i * kTile), rows[i]);
  }
}
#else
template <typename Element>
inline void transpose_block(const Element* from, Element* to) {
  constexpr std::size_t kSide = 16 / sizeof(Element);
  for (std::size_t i = 0; i < kSide; ++i) {
    for (std::size_t j = 0; j < kSide; ++j) to[i * kTile + j] = from[j * kTile + i];
  }
}
#endif

/// to(i,j) = from(j,i): a tile, aligned as tiles are; they do not overlap. Bound by shuffles.
template <typename Element>
void transpose_tile(const Element* from, Element* to) {
  constexpr std::size_t kSide = 16 / sizeof(Element);
  for (std::size_t i = 0; i < kTile; i += kSide) {
    for (std::size_t j = 0; j < kTile; j += kSide) {
      transpose_block(from + j * kTile + i, to + i * kTile + j);
    }
  }
}

}  // namespace apsp::cpu
