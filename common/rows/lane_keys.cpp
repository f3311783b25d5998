// SPDX-License-Identifier: MIT
#include "common/rows/lane_keys.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <type_traits>

#include "common/base/for_each_isa.hpp"

namespace apsp {
namespace {

/// Writes the keys of a row without potentials. Returns the largest of all, whether or not it fits
/// in a key.
APSP_FOR_EACH_ISA
Distance narrow(const Distance* distances, std::size_t count, std::uint8_t* keys) {
  Distance largest = 0;
#pragma omp simd reduction(max : largest)
  for (std::size_t j = 0; j < count; ++j) {
    const Distance key = distances[j];
    const Distance reached = key == kUnreachable ? 0 : key;
    largest = reached > largest ? reached : largest;
    keys[j] = static_cast<std::uint8_t>(key < 255 ? key : 255);
  }
  return largest;
}

APSP_FOR_EACH_ISA
Distance narrow(const Distance* distances, std::size_t count, std::uint16_t* keys) {
  Distance largest = 0;
#pragma omp simd reduction(max : largest)
  for (std::size_t j = 0; j < count; ++j) {
    const Distance key = distances[j];
    const Distance reached = key == kUnreachable ? 0 : key;
    largest = reached > largest ? reached : largest;
    keys[j] = static_cast<std::uint16_t>(key < 65535 ? key : 65535);
  }
  return largest;
}

/// Same for a row with potentials, which are 0 or less.
template <typename Key>
Distance narrow(std::span<const Distance> distances, std::span<const Distance> potentials,
                Key* keys) {
  if (potentials.empty()) return narrow(distances.data(), distances.size(), keys);
  Distance largest = 0;
  for (std::size_t j = 0; j < distances.size(); ++j) {
    keys[j] = kNoLaneKey<Key>;
    if (distances[j] == kUnreachable) continue;
    const Distance key = distances[j] - potentials[j];
    largest = std::max(largest, key);
    keys[j] = static_cast<Key>(std::min<Distance>(key, kNoLaneKey<Key>));
  }
  return largest;
}

#if defined(__SSE2__)

__m128i load_unaligned(const void* keys) {
  return _mm_loadu_si128(static_cast<const __m128i*>(keys));
}

/// Copies 16 columns of eight rows, which begin `stride` keys apart, to their vertices.
void copy_square(const std::uint8_t* rows, std::size_t stride, std::uint8_t* keys) {
  const auto pair = [&](std::size_t n, auto unpack) {
    return unpack(load_unaligned(rows + n * stride), load_unaligned(rows + (n + 1) * stride));
  };
  const auto four = [&](std::size_t first, const auto& unpack) {
    const __m128i even = pair(0, unpack);
    const __m128i odd = pair(2, unpack);
    const __m128i even_4 = pair(4, unpack);
    const __m128i odd_4 = pair(6, unpack);
    const auto store = [&](std::size_t column, __m128i low, __m128i high) {
      const auto at = [&](std::size_t n) {
        return reinterpret_cast<__m128i*>(keys + (first + column + n) * kBatchLanes);
      };
      const __m128i two = _mm_unpacklo_epi32(low, high);
      const __m128i next_two = _mm_unpackhi_epi32(low, high);
      _mm_storel_epi64(at(0), two);
      _mm_storel_epi64(at(1), _mm_unpackhi_epi64(two, two));
      _mm_storel_epi64(at(2), next_two);
      _mm_storel_epi64(at(3), _mm_unpackhi_epi64(next_two, next_two));
    };
    store(0, _mm_unpacklo_epi16(even, odd), _mm_unpacklo_epi16(even_4, odd_4));
    store(4, _mm_unpackhi_epi16(even, odd), _mm_unpackhi_epi16(even_4, odd_4));
  };
  four(0, [](__m128i a, __m128i b) { return _mm_unpacklo_epi8(a, b); });
  four(8, [](__m128i a, __m128i b) { return _mm_unpackhi_epi8(a, b); });
}

/// Same for eight columns.
void copy_square(const std::uint16_t* rows, std::size_t stride, std::uint16_t* keys) {
  const auto four = [&](std::size_t first, const auto& unpack) {
    const auto pair = [&](std::size_t n) {
      return unpack(load_unaligned(rows + n * stride), load_unaligned(rows + (n + 1) * stride));
    };
    const __m128i a = pair(0);
    const __m128i b = pair(2);
    const __m128i c = pair(4);
    const __m128i d = pair(6);
    const auto store = [&](std::size_t column, __m128i low, __m128i high) {
      const auto at = [&](std::size_t n) {
        return reinterpret_cast<__m128i*>(keys + (first + column + n) * kBatchLanes);
      };
      _mm_storeu_si128(at(0), _mm_unpacklo_epi64(low, high));
      _mm_storeu_si128(at(1), _mm_unpackhi_epi64(low, high));
    };
    store(0, _mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
    store(2, _mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d));
  };
  four(0, [](__m128i x, __m128i y) { return _mm_unpacklo_epi16(x, y); });
  four(4, [](__m128i x, __m128i y) { return _mm_unpackhi_epi16(x, y); });
}

#endif

/// Copies eight rows of `count` keys each to a lane of their vertices.
template <typename Key>
void to_lanes(const Key* rows, std::size_t count, Key* keys) {
  std::size_t j = 0;
#if defined(__SSE2__)
  constexpr std::size_t kColumns = sizeof(__m128i) / sizeof(Key);
  for (; j + kColumns <= count; j += kColumns) copy_square(rows + j, count, keys + j * kBatchLanes);
#endif
  for (; j < count; ++j) {
    for (std::size_t n = 0; n < 8; ++n) keys[j * kBatchLanes + n] = rows[n * count + j];
  }
}

/// Makes `count` keys of 8 bits wide, in place: from the last on, because they take more room.
void widen_in_place(void* keys, std::size_t count) {
  const auto* const narrow = static_cast<const std::uint8_t*>(keys);
  auto* const wide = static_cast<std::uint16_t*>(keys);
  constexpr std::uint8_t kNone = kNoLaneKey<std::uint8_t>;
  constexpr std::uint16_t kNoneWide = kNoLaneKey<std::uint16_t>;
  for (std::size_t n = count; n-- > 0;) {
    const std::uint8_t key = narrow[n];
    wide[n] = key == kNone ? kNoneWide : key;
  }
}

}  // namespace

bool LaneKeys::add(std::span<const Distance> distances, std::span<const Distance> potentials) {
  constexpr std::size_t kKeysOfLine = sizeof(Line) / sizeof(std::uint16_t);
  if (keys_.empty()) {
    keys_.resize(vertices_ * kBatchLanes / kKeysOfLine + 1);
    staged_.resize(vertices_ * kStaged / kKeysOfLine + 1);
  }
  const std::size_t n = rows_ % kStaged;
  Distance largest = 0;
  if (!wide_) {
    largest = narrow(distances, potentials, staged<std::uint8_t>(n));
    if (largest > kLargest) return false;
    if (largest >= kNoLaneKey<std::uint8_t>) widen();
  }
  if (wide_) {
    largest = narrow(distances, potentials, staged<std::uint16_t>(n));
    if (largest > kLargest) return false;
  }
  largest_ = std::max(largest_, largest);
  ++rows_;
  if (rows_ % kStaged == 0) wide_ ? place_staged<std::uint16_t>() : place_staged<std::uint8_t>();
  return true;
}

void LaneKeys::widen() {
  if (rows_ > 0) {
    widen_in_place(keys_.data(), vertices_ * kBatchLanes);
    widen_in_place(staged_.data(), vertices_ * kStaged);
  }
  wide_ = true;
}

/// Copies the last eight rows to their lanes. Those that are missing have no paths.
template <typename Key>
void LaneKeys::place_staged() {
  const std::size_t last = (rows_ - 1) % kStaged;
  std::fill(staged<Key>(last + 1), staged<Key>(kStaged), kNoLaneKey<Key>);
  to_lanes(staged<Key>(0), vertices_,
           reinterpret_cast<Key*>(keys_.data()) + (rows_ - 1) / kStaged * kStaged);
}

void LaneKeys::finish() {
  if (rows_ == 0 || rows_ == kBatchLanes) return;
  const auto fill = [&](auto key) {
    using Key = decltype(key);
    if (rows_ % kStaged != 0) place_staged<Key>();
    const std::size_t first = (rows_ + kStaged - 1) / kStaged * kStaged;
    auto* const keys = reinterpret_cast<Key*>(keys_.data());
    for (std::size_t j = 0; j < vertices_; ++j) {
      std::fill(keys + j * kBatchLanes + first, keys + (j + 1) * kBatchLanes, kNoLaneKey<Key>);
    }
  };
  wide_ ? fill(std::uint16_t{}) : fill(std::uint8_t{});
}

void LaneKeys::clear() {
  rows_ = 0;
  largest_ = 0;
}

void LaneKeys::distances(std::size_t row, std::span<const Distance> potentials,
                         std::span<Distance> distances) const {
  const auto copy = [&](const auto* keys) {
    using Key = std::remove_cvref_t<decltype(*keys)>;
    constexpr Key kNone = kNoLaneKey<Key>;
    for (std::size_t j = 0; j < vertices_; ++j) {
      const Key key = keys[j * kBatchLanes + row];
      const Distance h = potentials.empty() ? 0 : potentials[j];
      distances[j] = key == kNone ? kUnreachable : key + h;
    }
  };
  wide_ ? copy(keys<std::uint16_t>()) : copy(keys<std::uint8_t>());
}

}  // namespace apsp
