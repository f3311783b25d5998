// SPDX-License-Identifier: MIT
// The way back of a batch: from rows of lanes, one for each vertex, to rows in the numbering of the
// graph. These are distances, or elements that are not integers.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "common/core/width.hpp"

namespace apsp::cpu {

/// Lanes that are brought back at once: a cache line of each vertex.
template <typename Element>
inline constexpr std::size_t kLanesAtOnce = 64 / sizeof(Element);

/// Distance, or the element itself where that is no integer.
template <typename Element>
using BroughtBack = std::conditional_t<std::is_floating_point_v<Element>, Element, Distance>;

namespace batch_rows {

inline constexpr std::size_t kQuad = 4;  // lanes and vertices of a block that is transposed at once

template <typename Element>
[[nodiscard]] inline BroughtBack<Element> brought_back(Element lane,
                                                       [[maybe_unused]] Element infinity) {
  if constexpr (std::is_floating_point_v<Element>) {
    return lane;
  } else {
    return lane < infinity ? Distance{lane} : kUnreachable;
  }
}

#ifdef __SSE2__
/// Four lanes as distances, or as they are.
template <typename Element>
inline __m128i load_quad(const Element* lanes, [[maybe_unused]] Element infinity) {
  if constexpr (sizeof(Element) == 4) {  // its infinity stays
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(lanes));
  } else {
    const __m128i zero = _mm_setzero_si128();
    __m128i wide;
    if constexpr (sizeof(Element) == 2) {
      wide = _mm_unpacklo_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(lanes)), zero);
    } else {
      int bytes = 0;
      std::memcpy(&bytes, lanes, sizeof bytes);
      wide = _mm_unpacklo_epi16(_mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), zero), zero);
    }
    // Infinity has no bit that kUnreachable lacks.
    const __m128i infinite = _mm_cmpeq_epi32(wide, _mm_set1_epi32(infinity));
    return _mm_or_si128(wide, _mm_and_si128(infinite, _mm_set1_epi32(kUnreachable)));
  }
}

/// Four lanes of four vertices become four distances of four rows, `pitch` apart.
template <typename Element>
inline void transpose_quad(const Element* const vertices[kQuad], std::size_t lane,
                           BroughtBack<Element>* out, std::size_t pitch,
                           [[maybe_unused]] Element infinity) {
  const auto load = [&](std::size_t v) { return load_quad(vertices[v] + lane, infinity); };
  const __m128i a = load(0), b = load(1), c = load(2), d = load(3);
  const __m128i ab = _mm_unpacklo_epi32(a, b), cd = _mm_unpacklo_epi32(c, d);
  const __m128i ab_high = _mm_unpackhi_epi32(a, b), cd_high = _mm_unpackhi_epi32(c, d);
  const auto store = [&](std::size_t row, __m128i distances) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + row * pitch), distances);
  };
  store(0, _mm_unpacklo_epi64(ab, cd));
  store(1, _mm_unpackhi_epi64(ab, cd));
  store(2, _mm_unpacklo_epi64(ab_high, cd_high));
  store(3, _mm_unpackhi_epi64(ab_high, cd_high));
}

template <>
inline void transpose_quad(const double* const vertices[kQuad], std::size_t lane, double* out,
                           std::size_t pitch, double) {
  for (std::size_t row = 0; row < kQuad; row += 2) {
    for (std::size_t v = 0; v < kQuad; v += 2) {
      const __m128d a = _mm_loadu_pd(vertices[v] + lane + row);
      const __m128d b = _mm_loadu_pd(vertices[v + 1] + lane + row);
      _mm_storeu_pd(out + row * pitch + v, _mm_unpacklo_pd(a, b));
      _mm_storeu_pd(out + (row + 1) * pitch + v, _mm_unpackhi_pd(a, b));
    }
  }
}
#else
template <typename Element>
inline void transpose_quad(const Element* const vertices[kQuad], std::size_t lane,
                           BroughtBack<Element>* out, std::size_t pitch,
                           [[maybe_unused]] Element infinity) {
  for (std::size_t row = 0; row < kQuad; ++row) {
    for (std::size_t v = 0; v < kQuad; ++v) {
      out[row * pitch + v] = brought_back(vertices[v][lane + row], infinity);
    }
  }
}
#endif

}  // namespace batch_rows

/// Fills the rows of `out`, V lengths each, with those of kLanesAtOnce lanes of each vertex v,
/// which begin at lanes_of(v); integers of `infinity` become kUnreachable. Reads a cache line a
/// vertex and transposes blocks of vertices, so that whole cache lines are written. Bound by the
/// caches that the lanes lie in.
template <typename Element, typename LanesOf>
void bring_back(std::size_t vertices, const LanesOf& lanes_of, BroughtBack<Element>* out,
                Element infinity = kInfinity<Element>) {
  constexpr std::size_t kBlock = 16;  // vertices: a cache line of `out`
  constexpr std::size_t kLanes = kLanesAtOnce<Element>;
  std::size_t begin = 0;
  for (; begin + kBlock <= vertices; begin += kBlock) {
    const Element* lanes[kBlock];
    for (std::size_t v = 0; v < kBlock; ++v) {
      lanes[v] = lanes_of(begin + v);
      if (begin + kBlock + v < vertices) __builtin_prefetch(lanes_of(begin + kBlock + v));
    }
    for (std::size_t lane = 0; lane < kLanes; lane += batch_rows::kQuad) {
      for (std::size_t v = 0; v < kBlock; v += batch_rows::kQuad) {
        batch_rows::transpose_quad(lanes + v, lane, out + lane * vertices + begin + v, vertices,
                                   infinity);
      }
    }
  }
  for (; begin < vertices; ++begin) {
    const Element* lanes = lanes_of(begin);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      out[lane * vertices + begin] = batch_rows::brought_back(lanes[lane], infinity);
    }
  }
}

}  // namespace apsp::cpu
