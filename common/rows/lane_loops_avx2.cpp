// SPDX-License-Identifier: MIT
// AVX2: 32 keys of 8 bits a register.
#include <immintrin.h>

#include "common/rows/vector_lane_loops.hpp"

namespace apsp {
namespace {

__m256i load(const void* keys) {
  return _mm256_load_si256(static_cast<const __m256i*>(keys));
}

/// 32 lanes of a vertex.
template <typename Key>
class HalfOfKeys;

template <>
class HalfOfKeys<std::uint8_t> {
 public:
  explicit HalfOfKeys(const std::uint8_t* at) : keys_(load(at)) {}

  [[nodiscard]] std::uint32_t reached() const {
    return ~bits(_mm256_cmpeq_epi8(keys_, _mm256_set1_epi8(-1)));
  }
  [[nodiscard]] std::uint32_t equal(const std::uint8_t* other, __m256i weights) const {
    return bits(_mm256_cmpeq_epi8(_mm256_adds_epu8(load(other), weights), keys_));
  }
  static __m256i all(Distance weight) { return _mm256_set1_epi8(static_cast<char>(weight)); }

 private:
  static std::uint32_t bits(__m256i lanes) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(lanes));
  }

  __m256i keys_;
};

template <>
class HalfOfKeys<std::uint16_t> {
 public:
  explicit HalfOfKeys(const std::uint16_t* at) : low_(load(at)), high_(load(at + 16)) {}

  [[nodiscard]] std::uint32_t reached() const {
    const __m256i none = _mm256_set1_epi16(-1);
    return ~bits(_mm256_cmpeq_epi16(low_, none), _mm256_cmpeq_epi16(high_, none));
  }
  [[nodiscard]] std::uint32_t equal(const std::uint16_t* other, __m256i weights) const {
    return bits(_mm256_cmpeq_epi16(_mm256_adds_epu16(load(other), weights), low_),
                _mm256_cmpeq_epi16(_mm256_adds_epu16(load(other + 16), weights), high_));
  }
  static __m256i all(Distance weight) { return _mm256_set1_epi16(static_cast<short>(weight)); }

 private:
  static std::uint32_t bits(__m256i low, __m256i high) {
    // A pack takes its halves from both operands in turn.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0b11'01'10'00);
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(packed));
  }

  __m256i low_;
  __m256i high_;
};

template <typename Key>
class KeyLanes {
 public:
  explicit KeyLanes(const Key* at) : low_(at), high_(at + 32) {}

  [[nodiscard]] LaneWord reached() const { return word(low_.reached(), high_.reached()); }
  [[nodiscard]] LaneWord equal(const Key* other, Distance weight) const {
    const __m256i weights = HalfOfKeys<Key>::all(weight);
    return word(low_.equal(other, weights), high_.equal(other + 32, weights));
  }

 private:
  static LaneWord word(LaneWord low, LaneWord high) { return high << 32 | low; }

  HalfOfKeys<Key> low_;
  HalfOfKeys<Key> high_;
};

struct Isa {
  template <typename Key>
  using Keys = KeyLanes<Key>;
  using Words = __m256i;
  static constexpr std::size_t kWords = 4;

  static Words gather(const LaneWord* front, const std::uint32_t* positions) {
    const __m128i index = _mm_load_si128(reinterpret_cast<const __m128i*>(positions));
    return _mm256_i32gather_epi64(reinterpret_cast<const long long*>(front), index,
                                  sizeof(LaneWord));
  }
  static bool any(Words words) { return _mm256_testz_si256(words, words) == 0; }
  static void lower(const LaneArc* arcs, std::size_t count, std::uint32_t* column) {
    lower_column<Isa>(arcs, count, column);
  }
};

bool runnable() {
  return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace

constinit const LaneLoops kAvx2LaneLoops = VectorLaneLoops<Isa>::table("avx2", runnable);

}  // namespace apsp
