// SPDX-License-Identifier: MIT
// Predecessors on their way from lanes to rows.
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/rows/lane_loops.hpp"

namespace apsp {

/// The predecessors of some vertices in every lane: a column is a vertex, and a cache line of a row
/// has as many vertices as there are columns. As unsigned numbers, kNoPredecessor is the largest.
class PredecessorTile {
 public:
  static constexpr std::size_t kColumns = 16;
  static_assert(static_cast<std::uint32_t>(kNoPredecessor) > INT32_MAX);

  /// kBatchLanes numbers, 64-byte aligned.
  [[nodiscard]] std::uint32_t* column(std::size_t column) { return columns_[column].data(); }

  /// Copies the first columns of the first lanes to rows that begin `stride` numbers apart.
  void copy(std::size_t columns, std::size_t lanes, std::size_t stride, std::int32_t* rows) const {
    for (std::size_t lane = 0; lane < lanes; lane += kTogether) {
      copy_lanes(lane, columns, rows + lane * stride, stride, std::min(kTogether, lanes - lane));
    }
  }

 private:
  static constexpr std::size_t kTogether = 4;

  void copy_lanes(std::size_t lane, std::size_t columns, std::int32_t* rows, std::size_t stride,
                  std::size_t lanes) const {
    std::size_t column = 0;
#if defined(__SSE2__)
    for (; lanes == kTogether && column + kTogether <= columns; column += kTogether) {
      copy_square(column, lane, rows + column, stride);
    }
#endif
    for (; column < columns; ++column) {
      for (std::size_t n = 0; n < lanes; ++n) {
        rows[n * stride + column] = static_cast<std::int32_t>(columns_[column][lane + n]);
      }
    }
  }

#if defined(__SSE2__)
  /// Four columns of four lanes.
  void copy_square(std::size_t column, std::size_t lane, std::int32_t* rows,
                   std::size_t stride) const {
    const auto of = [&](std::size_t n) {
      return _mm_load_si128(reinterpret_cast<const __m128i*>(&columns_[column + n][lane]));
    };
    const __m128i a = _mm_unpacklo_epi32(of(0), of(1));
    const __m128i b = _mm_unpacklo_epi32(of(2), of(3));
    const __m128i c = _mm_unpackhi_epi32(of(0), of(1));
    const __m128i d = _mm_unpackhi_epi32(of(2), of(3));
    const auto store = [&](std::size_t n, __m128i numbers) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(rows + n * stride), numbers);
    };
    store(0, _mm_unpacklo_epi64(a, b));
    store(1, _mm_unpackhi_epi64(a, b));
    store(2, _mm_unpacklo_epi64(c, d));
    store(3, _mm_unpackhi_epi64(c, d));
  }
#endif

  alignas(64) std::array<std::array<std::uint32_t, kBatchLanes>, kColumns> columns_;
};

}  // namespace apsp
