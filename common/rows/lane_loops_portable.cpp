// SPDX-License-Identifier: MIT
// For any processor of the architecture: SSE2 on x86-64, plain loops elsewhere.
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "common/rows/vector_lane_loops.hpp"

namespace apsp {
namespace {

#if defined(__SSE2__)

__m128i load(const void* keys) {
  return _mm_load_si128(static_cast<const __m128i*>(keys));
}

/// Sixteen lanes of a vertex.
template <typename Key>
class Sixteen;

template <>
class Sixteen<std::uint8_t> {
 public:
  explicit Sixteen(const std::uint8_t* at) : keys_(load(at)) {}

  [[nodiscard]] unsigned reached() const {
    return ~bits(_mm_cmpeq_epi8(keys_, _mm_set1_epi8(-1))) & 0xffff;
  }
  [[nodiscard]] unsigned equal(const std::uint8_t* other, __m128i weights) const {
    return bits(_mm_cmpeq_epi8(_mm_adds_epu8(load(other), weights), keys_));
  }
  static __m128i all(Distance weight) { return _mm_set1_epi8(static_cast<char>(weight)); }

 private:
  static unsigned bits(__m128i lanes) { return static_cast<unsigned>(_mm_movemask_epi8(lanes)); }

  __m128i keys_;
};

template <>
class Sixteen<std::uint16_t> {
 public:
  explicit Sixteen(const std::uint16_t* at) : low_(load(at)), high_(load(at + 8)) {}

  [[nodiscard]] unsigned reached() const {
    const __m128i none = _mm_set1_epi16(-1);
    return ~bits(_mm_cmpeq_epi16(low_, none), _mm_cmpeq_epi16(high_, none)) & 0xffff;
  }
  [[nodiscard]] unsigned equal(const std::uint16_t* other, __m128i weights) const {
    return bits(_mm_cmpeq_epi16(_mm_adds_epu16(load(other), weights), low_),
                _mm_cmpeq_epi16(_mm_adds_epu16(load(other + 8), weights), high_));
  }
  static __m128i all(Distance weight) { return _mm_set1_epi16(static_cast<short>(weight)); }

 private:
  static unsigned bits(__m128i low, __m128i high) {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
  }

  __m128i low_;
  __m128i high_;
};

template <typename Key>
class KeyLanes {
 public:
  explicit KeyLanes(const Key* at)
      : parts_{Sixteen<Key>(at), Sixteen<Key>(at + 16), Sixteen<Key>(at + 32),
               Sixteen<Key>(at + 48)} {}

  [[nodiscard]] LaneWord reached() const {
    return word([&](std::size_t n) { return parts_[n].reached(); });
  }
  [[nodiscard]] LaneWord equal(const Key* other, Distance weight) const {
    const __m128i weights = Sixteen<Key>::all(weight);
    return word([&](std::size_t n) { return parts_[n].equal(other + 16 * n, weights); });
  }

 private:
  template <typename Part>
  static LaneWord word(const Part& part) {
    return (LaneWord{part(3)} << 48 | LaneWord{part(2)} << 32) |
           (LaneWord{part(1)} << 16 | LaneWord{part(0)});
  }

  Sixteen<Key> parts_[4];
};

#else

template <typename Key>
class KeyLanes {
 public:
  explicit KeyLanes(const Key* at) : keys_(at) {}

  [[nodiscard]] LaneWord reached() const {
    return word([&](std::size_t lane) { return keys_[lane] != kNoLaneKey<Key>; });
  }
  [[nodiscard]] LaneWord equal(const Key* other, Distance weight) const {
    return word(
        [&](std::size_t lane) { return Distance{other[lane]} + weight == Distance{keys_[lane]}; });
  }

 private:
  template <typename Holds>
  static LaneWord word(const Holds& holds) {
    LaneWord lanes = 0;
    for (std::size_t lane = 0; lane < kBatchLanes; ++lane) lanes |= LaneWord{holds(lane)} << lane;
    return lanes;
  }

  const Key* keys_;
};

#endif

struct Isa {
  template <typename Key>
  using Keys = KeyLanes<Key>;
  using Words = LaneWord;  // without gathers, a vector is no faster
  static constexpr std::size_t kWords = 1;

  static Words gather(const LaneWord* front, const std::uint32_t* position) {
    return front[*position];
  }
  static bool any(Words words) { return words != 0; }
  static void lower(const LaneArc* arcs, std::size_t count, std::uint32_t* column) {
    lower_column<Isa>(arcs, count, column);
  }
};

}  // namespace

constinit const LaneLoops kPortableLaneLoops =
    VectorLaneLoops<Isa>::table("portable", [] { return true; });

}  // namespace apsp
