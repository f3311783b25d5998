// SPDX-License-Identifier: MIT
// AVX-512 F and BW: 64 keys of 8 bits are one register, and comparisons give bits.
#include <immintrin.h>

#include "common/rows/vector_lane_loops.hpp"

namespace apsp {
namespace {

template <typename Key>
class KeyLanes;

template <>
class KeyLanes<std::uint8_t> {
 public:
  explicit KeyLanes(const std::uint8_t* at) : keys_(_mm512_load_si512(at)) {}

  [[nodiscard]] LaneWord reached() const {
    return _mm512_cmpneq_epi8_mask(keys_, _mm512_set1_epi8(-1));
  }
  [[nodiscard]] LaneWord equal(const std::uint8_t* other, Distance weight) const {
    const __m512i weights = _mm512_set1_epi8(static_cast<char>(weight));
    return _mm512_cmpeq_epi8_mask(_mm512_adds_epu8(_mm512_load_si512(other), weights), keys_);
  }

 private:
  __m512i keys_;
};

template <>
class KeyLanes<std::uint16_t> {
 public:
  explicit KeyLanes(const std::uint16_t* at)
      : low_(_mm512_load_si512(at)), high_(_mm512_load_si512(at + 32)) {}

  [[nodiscard]] LaneWord reached() const {
    const __m512i none = _mm512_set1_epi16(-1);
    return word(_mm512_cmpneq_epi16_mask(low_, none), _mm512_cmpneq_epi16_mask(high_, none));
  }
  [[nodiscard]] LaneWord equal(const std::uint16_t* other, Distance weight) const {
    const __m512i weights = _mm512_set1_epi16(static_cast<short>(weight));
    const __m512i low = _mm512_adds_epu16(_mm512_load_si512(other), weights);
    const __m512i high = _mm512_adds_epu16(_mm512_load_si512(other + 32), weights);
    return word(_mm512_cmpeq_epi16_mask(low, low_), _mm512_cmpeq_epi16_mask(high, high_));
  }

 private:
  static LaneWord word(LaneWord low, LaneWord high) { return high << 32 | low; }

  __m512i low_;
  __m512i high_;
};

struct Isa {
  template <typename Key>
  using Keys = KeyLanes<Key>;
  using Words = __m512i;
  static constexpr std::size_t kWords = 8;

  static Words gather(const LaneWord* front, const std::uint32_t* positions) {
    const __m256i index = _mm256_load_si256(reinterpret_cast<const __m256i*>(positions));
    return _mm512_i32gather_epi64(index, front, sizeof(LaneWord));
  }
  static bool any(Words words) { return _mm512_test_epi64_mask(words, words) != 0; }

  /// With the column in four registers.
  static void lower(const LaneArc* arcs, std::size_t count, std::uint32_t* column) {
    const __m512i none = _mm512_set1_epi32(kNoPredecessor);
    __m512i lanes_0 = none;
    __m512i lanes_1 = none;
    __m512i lanes_2 = none;
    __m512i lanes_3 = none;
    for (std::size_t n = 0; n < count; ++n) {
      const __m512i p = _mm512_set1_epi32(static_cast<int>(arcs[n].from));
      const LaneWord lanes = arcs[n].lanes;
      lanes_0 = _mm512_mask_min_epu32(lanes_0, sixteen(lanes, 0), lanes_0, p);
      lanes_1 = _mm512_mask_min_epu32(lanes_1, sixteen(lanes, 16), lanes_1, p);
      lanes_2 = _mm512_mask_min_epu32(lanes_2, sixteen(lanes, 32), lanes_2, p);
      lanes_3 = _mm512_mask_min_epu32(lanes_3, sixteen(lanes, 48), lanes_3, p);
    }
    _mm512_store_si512(column, lanes_0);
    _mm512_store_si512(column + 16, lanes_1);
    _mm512_store_si512(column + 32, lanes_2);
    _mm512_store_si512(column + 48, lanes_3);
  }

 private:
  static __mmask16 sixteen(LaneWord lanes, int first) {
    return static_cast<__mmask16>(lanes >> first);
  }
};

bool runnable() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
}

}  // namespace

constinit const LaneLoops kAvx512LaneLoops = VectorLaneLoops<Isa>::table("avx512", runnable);

}  // namespace apsp
