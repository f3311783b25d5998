// SPDX-License-Identifier: MIT
#include "common/rows/predecessor_batch.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "common/base/for_each_isa.hpp"

namespace apsp {
namespace {

constexpr std::size_t kLanes = PredecessorBatch::kLanes;
using Word = std::uint64_t;

/// The key of a vertex that no path leads to. Sums that pass it stay there.
template <typename Key>
constexpr Key kNoKey = std::numeric_limits<Key>::max();

/// Vertices whose keys are brought from rows to lanes together: the first-level cache holds both.
constexpr std::size_t kBlock = 128;

/// Eight rows of keys.
template <typename Key>
using EightRows = std::array<std::array<Key, kBlock>, 8>;

APSP_FOR_EACH_ISA
void narrow(const Distance* distances, std::size_t count, std::uint8_t* keys) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    keys[j] = static_cast<std::uint8_t>(distances[j] < 255 ? distances[j] : 255);
  }
}

APSP_FOR_EACH_ISA
void narrow(const Distance* distances, std::size_t count, std::uint16_t* keys) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    keys[j] = static_cast<std::uint16_t>(distances[j] < 65535 ? distances[j] : 65535);
  }
}

template <typename Key>
void narrow(const Distance* distances, const Distance* potentials, std::size_t count, Key* keys) {
  if (potentials == nullptr) return narrow(distances, count, keys);
  for (std::size_t j = 0; j < count; ++j) {
    keys[j] =
        distances[j] == kUnreachable ? kNoKey<Key> : static_cast<Key>(distances[j] - potentials[j]);
  }
}

/// Transposes a matrix of 8 x 8 bytes, one row a word: H. S. Warren, "Hacker's Delight", 7-3.
void transpose(std::array<Word, 8>& rows) {
  const auto swap = [&](std::size_t first, std::size_t second, int shift, Word mask) {
    const Word bits = (rows[first] >> shift ^ rows[second]) & mask;
    rows[second] ^= bits;
    rows[first] ^= bits << shift;
  };
  for (const std::size_t n : {0, 2, 4, 6}) swap(n, n + 1, 8, 0x00ff00ff00ff00ff);
  for (const std::size_t n : {0, 1, 4, 5}) swap(n, n + 2, 16, 0x0000ffff0000ffff);
  for (const std::size_t n : {0, 1, 2, 3}) swap(n, n + 4, 32, 0x00000000ffffffff);
}

/// Copies the keys of each row to a lane of their vertices: keys[vertex * kLanes + row].
void to_lanes(const EightRows<std::uint8_t>& rows, std::size_t count, std::uint8_t* keys) {
  for (std::size_t first = 0; first < count; first += 8) {
    std::array<Word, 8> words;
    for (std::size_t n = 0; n < 8; ++n) std::memcpy(&words[n], &rows[n][first], sizeof(Word));
    transpose(words);
    for (std::size_t n = 0; n < std::min<std::size_t>(8, count - first); ++n) {
      std::memcpy(keys + (first + n) * kLanes, &words[n], sizeof(Word));
    }
  }
}

void to_lanes(const EightRows<std::uint16_t>& rows, std::size_t count, std::uint16_t* keys) {
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t n = 0; n < 8; ++n) keys[j * kLanes + n] = rows[n][j];
  }
}

#if defined(__SSE2__)

__m128i load(const void* keys) {
  return _mm_load_si128(static_cast<const __m128i*>(keys));
}

/// Sixteen lanes of a vertex, and arithmetic on them.
template <typename Key>
struct Sixteen;

template <>
struct Sixteen<std::uint8_t> {
  __m128i keys;

  explicit Sixteen(const std::uint8_t* at) : keys(load(at)) {}

  /// The lanes in which `other` plus the weight is this.
  [[nodiscard]] unsigned equal(const std::uint8_t* other, __m128i weight) const {
    return bits(_mm_cmpeq_epi8(_mm_adds_epu8(load(other), weight), keys));
  }
  [[nodiscard]] unsigned reached() const {
    return ~bits(_mm_cmpeq_epi8(keys, _mm_set1_epi8(-1))) & 0xffff;
  }
  static unsigned bits(__m128i lanes) { return static_cast<unsigned>(_mm_movemask_epi8(lanes)); }
  static __m128i all(Distance weight) { return _mm_set1_epi8(static_cast<char>(weight)); }
};

template <>
struct Sixteen<std::uint16_t> {
  __m128i low, high;

  explicit Sixteen(const std::uint16_t* at) : low(load(at)), high(load(at + 8)) {}

  [[nodiscard]] unsigned equal(const std::uint16_t* other, __m128i weight) const {
    return bits(_mm_cmpeq_epi16(_mm_adds_epu16(load(other), weight), low),
                _mm_cmpeq_epi16(_mm_adds_epu16(load(other + 8), weight), high));
  }
  [[nodiscard]] unsigned reached() const {
    const __m128i none = _mm_set1_epi16(-1);
    return ~bits(_mm_cmpeq_epi16(low, none), _mm_cmpeq_epi16(high, none)) & 0xffff;
  }
  static unsigned bits(__m128i first, __m128i second) {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(first, second)));
  }
  static __m128i all(Distance weight) { return _mm_set1_epi16(static_cast<short>(weight)); }
};

/// The lanes of a vertex.
template <typename Key>
class Lanes {
 public:
  explicit Lanes(const Key* at)
      : parts_{Sixteen<Key>(at), Sixteen<Key>(at + 16), Sixteen<Key>(at + 32),
               Sixteen<Key>(at + 48)} {}

  /// Those that a path leads to.
  [[nodiscard]] Word reached() const {
    return word([&](std::size_t n) { return parts_[n].reached(); });
  }

  /// Those in which the keys at `other` plus the weight are these. Meaningless where there is no
  /// path.
  [[nodiscard]] Word equal(const Key* other, Distance weight) const {
    const __m128i weights = Sixteen<Key>::all(weight);
    return word([&](std::size_t n) { return parts_[n].equal(other + 16 * n, weights); });
  }

 private:
  template <typename Part>
  static Word word(const Part& part) {
    return (Word{part(3)} << 48 | Word{part(2)} << 32) | (Word{part(1)} << 16 | Word{part(0)});
  }

  std::array<Sixteen<Key>, 4> parts_;
};

#else

template <typename Key>
class Lanes {
 public:
  explicit Lanes(const Key* at) : keys_(at) {}

  [[nodiscard]] Word reached() const {
    return word([&](std::size_t lane) { return keys_[lane] != kNoKey<Key>; });
  }
  [[nodiscard]] Word equal(const Key* other, Distance weight) const {
    return word(
        [&](std::size_t lane) { return Distance{other[lane]} + weight == Distance{keys_[lane]}; });
  }

 private:
  template <typename Holds>
  static Word word(const Holds& holds) {
    Word lanes = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes |= Word{holds(lane)} << lane;
    return lanes;
  }

  const Key* keys_;
};

#endif

/// Returns the largest key of a vertex; 0 where no path leads to it in any lane.
template <typename Key>
Distance heaviest(const Key* keys) {
  Key largest = 0;
#pragma omp simd reduction(max : largest)
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Key key = keys[lane] == kNoKey<Key> ? Key{0} : keys[lane];
    largest = key > largest ? key : largest;
  }
  return largest;
}

/// Appends to `tight` those of a vertex's arcs, up to a weight, that are tight in a wanted lane,
/// and returns their number. The keys of vertex p begin at keys[p * kLanes], those of the vertex
/// are `at`. There is room for all arcs.
template <typename Key>
using AppendTight = std::size_t (*)(const Key* keys, const Key* at, std::span<const Arc> arcs,
                                    Distance most, Word wanted, LaneArc* tight);

template <typename Key>
std::size_t append_tight(const Key* keys, const Key* at, std::span<const Arc> arcs, Distance most,
                         Word wanted, LaneArc* tight) {
  const Lanes<Key> lanes(at);
  std::size_t count = 0;
  for (const Arc& arc : arcs) {
    if (arc.weight > most) break;  // and so are all that follow
    const auto p = static_cast<std::uint32_t>(arc.vertex);
    const Word found = lanes.equal(keys + std::size_t{p} * kLanes, arc.weight) & wanted;
    tight[count] = {found, p};
    count += found != 0 ? 1 : 0;
  }
  return count;
}

/// Replaces a column by the smallest p of the arcs in each lane; kNoPredecessor where there is
/// none.
using LowerColumn = void (*)(std::span<const LaneArc> arcs, std::uint32_t* column);

/// The loops that each instruction set has a version of.
struct Loops {
  AppendTight<std::uint8_t> append_u8;
  AppendTight<std::uint16_t> append_u16;
  LowerColumn lower;

  [[nodiscard]] AppendTight<std::uint8_t> append(std::uint8_t /*key*/) const { return append_u8; }
  [[nodiscard]] AppendTight<std::uint16_t> append(std::uint16_t /*key*/) const {
    return append_u16;
  }
};

/// Keeps a short loop with scattered loads from being vectorized, which makes it slower.
inline void keep_scalar(Word& word) {
#if defined(__GNUC__)
  asm("" : "+r"(word));
#endif
}

/// Vertices whose predecessors are written together: a cache line of each row.
constexpr std::size_t kColumns = 16;

/// The predecessor of a vertex in each lane. As unsigned numbers, kNoPredecessor is the largest.
using Column = std::array<std::uint32_t, kLanes>;
using Tile = std::array<Column, kColumns>;
static_assert(static_cast<std::uint32_t>(kNoPredecessor) > INT32_MAX);

/// Lowers the `wanted` lanes of a column to p, where that is less.
APSP_FOR_EACH_ISA
void lower_lanes(std::uint32_t* column, Word wanted, std::uint32_t p) {
  for (std::size_t first = 0; first < kLanes; first += 32) {
    const auto bits = static_cast<std::uint32_t>(wanted >> first);
#pragma omp simd
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t candidate = (bits & 1U << lane) != 0 ? p : UINT32_MAX;
      const std::uint32_t known = column[first + lane];
      column[first + lane] = candidate < known ? candidate : known;
    }
  }
}

void lower(std::span<const LaneArc> arcs, std::uint32_t* column) {
  std::fill_n(column, kLanes, static_cast<std::uint32_t>(kNoPredecessor));
  for (const LaneArc& arc : arcs) lower_lanes(column, arc.lanes, arc.from);
}

constexpr Loops kPlainLoops = {append_tight<std::uint8_t>, append_tight<std::uint16_t>, lower};

#if defined(__x86_64__) && defined(__GNUC__)

/// Same as append_tight, at twice the lanes an instruction.
[[gnu::target("avx2")]] std::size_t append_tight_avx2(const std::uint8_t* keys,
                                                      const std::uint8_t* at,
                                                      std::span<const Arc> arcs, Distance most,
                                                      Word wanted, LaneArc* tight) {
  const __m256i low = _mm256_load_si256(reinterpret_cast<const __m256i*>(at));
  const __m256i high = _mm256_load_si256(reinterpret_cast<const __m256i*>(at + 32));
  std::size_t count = 0;
  for (const Arc& arc : arcs) {
    if (arc.weight > most) break;
    const auto p = static_cast<std::uint32_t>(arc.vertex);
    const auto* const from = reinterpret_cast<const __m256i*>(keys + std::size_t{p} * kLanes);
    const __m256i weight = _mm256_set1_epi8(static_cast<char>(arc.weight));
    const __m256i low_equal =
        _mm256_cmpeq_epi8(_mm256_adds_epu8(_mm256_load_si256(from), weight), low);
    const __m256i high_equal =
        _mm256_cmpeq_epi8(_mm256_adds_epu8(_mm256_load_si256(from + 1), weight), high);
    const auto low_bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(low_equal));
    const auto high_bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(high_equal));
    const Word found = (Word{high_bits} << 32 | low_bits) & wanted;
    tight[count] = {found, p};
    count += found != 0 ? 1 : 0;
  }
  return count;
}

/// The 32 lanes from `from` in which the keys plus the weight are those of two vectors.
[[gnu::target("avx2")]] inline std::uint32_t equal_avx2(const __m256i* from, __m256i weight,
                                                        __m256i low, __m256i high) {
  const __m256i low_equal =
      _mm256_cmpeq_epi16(_mm256_adds_epu16(_mm256_load_si256(from), weight), low);
  const __m256i high_equal =
      _mm256_cmpeq_epi16(_mm256_adds_epu16(_mm256_load_si256(from + 1), weight), high);
  // A pack takes its halves from both operands in turn.
  const __m256i packed =
      _mm256_permute4x64_epi64(_mm256_packs_epi16(low_equal, high_equal), 0b11'01'10'00);
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(packed));
}

[[gnu::target("avx2")]] std::size_t append_tight_avx2(const std::uint16_t* keys,
                                                      const std::uint16_t* at,
                                                      std::span<const Arc> arcs, Distance most,
                                                      Word wanted, LaneArc* tight) {
  const auto* const to = reinterpret_cast<const __m256i*>(at);
  const __m256i to_0 = _mm256_load_si256(to);
  const __m256i to_1 = _mm256_load_si256(to + 1);
  const __m256i to_2 = _mm256_load_si256(to + 2);
  const __m256i to_3 = _mm256_load_si256(to + 3);
  std::size_t count = 0;
  for (const Arc& arc : arcs) {
    if (arc.weight > most) break;
    const auto p = static_cast<std::uint32_t>(arc.vertex);
    const auto* const from = reinterpret_cast<const __m256i*>(keys + std::size_t{p} * kLanes);
    const __m256i weight = _mm256_set1_epi16(static_cast<short>(arc.weight));
    const std::uint32_t low_bits = equal_avx2(from, weight, to_0, to_1);
    const std::uint32_t high_bits = equal_avx2(from + 2, weight, to_2, to_3);
    const Word found = (Word{high_bits} << 32 | low_bits) & wanted;
    tight[count] = {found, p};
    count += found != 0 ? 1 : 0;
  }
  return count;
}

/// Same, with all lanes of 8 bits in one register, and bits from comparisons.
[[gnu::target("avx512f,avx512bw")]] std::size_t append_tight_avx512(const std::uint8_t* keys,
                                                                    const std::uint8_t* at,
                                                                    std::span<const Arc> arcs,
                                                                    Distance most, Word wanted,
                                                                    LaneArc* tight) {
  const __m512i to = _mm512_load_si512(at);
  std::size_t count = 0;
  for (const Arc& arc : arcs) {
    if (arc.weight > most) break;
    const auto p = static_cast<std::uint32_t>(arc.vertex);
    const __m512i from = _mm512_load_si512(keys + std::size_t{p} * kLanes);
    const __m512i sum = _mm512_adds_epu8(from, _mm512_set1_epi8(static_cast<char>(arc.weight)));
    const Word found = _mm512_cmpeq_epi8_mask(sum, to) & wanted;
    tight[count] = {found, p};
    count += found != 0 ? 1 : 0;
  }
  return count;
}

[[gnu::target("avx512f,avx512bw")]] std::size_t append_tight_avx512(const std::uint16_t* keys,
                                                                    const std::uint16_t* at,
                                                                    std::span<const Arc> arcs,
                                                                    Distance most, Word wanted,
                                                                    LaneArc* tight) {
  const __m512i low = _mm512_load_si512(at);
  const __m512i high = _mm512_load_si512(at + 32);
  std::size_t count = 0;
  for (const Arc& arc : arcs) {
    if (arc.weight > most) break;
    const auto p = static_cast<std::uint32_t>(arc.vertex);
    const std::uint16_t* const from = keys + std::size_t{p} * kLanes;
    const __m512i weight = _mm512_set1_epi16(static_cast<short>(arc.weight));
    const __m512i low_sum = _mm512_adds_epu16(_mm512_load_si512(from), weight);
    const __m512i high_sum = _mm512_adds_epu16(_mm512_load_si512(from + 32), weight);
    const Word high_bits = _mm512_cmpeq_epi16_mask(high_sum, high);
    const Word found = (high_bits << 32 | _mm512_cmpeq_epi16_mask(low_sum, low)) & wanted;
    tight[count] = {found, p};
    count += found != 0 ? 1 : 0;
  }
  return count;
}

/// Same as lower(), with the column in four registers.
[[gnu::target("avx512f,avx512bw")]] void lower_avx512(std::span<const LaneArc> arcs,
                                                      std::uint32_t* column) {
  const __m512i none = _mm512_set1_epi32(kNoPredecessor);
  __m512i lanes_0 = none;
  __m512i lanes_1 = none;
  __m512i lanes_2 = none;
  __m512i lanes_3 = none;
  const auto mask = [](Word lanes, int first) { return static_cast<__mmask16>(lanes >> first); };
  for (const LaneArc& arc : arcs) {
    const __m512i p = _mm512_set1_epi32(static_cast<int>(arc.from));
    lanes_0 = _mm512_mask_min_epu32(lanes_0, mask(arc.lanes, 0), lanes_0, p);
    lanes_1 = _mm512_mask_min_epu32(lanes_1, mask(arc.lanes, 16), lanes_1, p);
    lanes_2 = _mm512_mask_min_epu32(lanes_2, mask(arc.lanes, 32), lanes_2, p);
    lanes_3 = _mm512_mask_min_epu32(lanes_3, mask(arc.lanes, 48), lanes_3, p);
  }
  _mm512_store_si512(column, lanes_0);
  _mm512_store_si512(column + 16, lanes_1);
  _mm512_store_si512(column + 32, lanes_2);
  _mm512_store_si512(column + 48, lanes_3);
}

constexpr Loops kAvx2Loops = {append_tight_avx2, append_tight_avx2, lower};
constexpr Loops kAvx512Loops = {append_tight_avx512, append_tight_avx512, lower_avx512};

const Loops& loops_for(BatchIsa isa) {
  switch (isa) {
    case BatchIsa::kAvx512:
      return kAvx512Loops;
    case BatchIsa::kAvx2:
      return kAvx2Loops;
    case BatchIsa::kPlain:
      break;
  }
  return kPlainLoops;
}

#else

const Loops& loops_for(BatchIsa /*isa*/) {
  return kPlainLoops;
}

#endif

/// Copies four lanes of some columns to four rows, which begin `stride` numbers apart.
void copy_lanes(const Tile& tile, std::size_t lane, std::size_t columns, std::int32_t* rows,
                std::size_t stride, std::size_t lanes) {
  std::size_t column = 0;
#if defined(__SSE2__)
  for (; lanes == 4 && column + 4 <= columns; column += 4) {
    const auto of = [&](std::size_t n) { return load(&tile[column + n][lane]); };
    const __m128i a = _mm_unpacklo_epi32(of(0), of(1));
    const __m128i b = _mm_unpacklo_epi32(of(2), of(3));
    const __m128i c = _mm_unpackhi_epi32(of(0), of(1));
    const __m128i d = _mm_unpackhi_epi32(of(2), of(3));
    const auto store = [&](std::size_t n, __m128i numbers) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(rows + n * stride + column), numbers);
    };
    store(0, _mm_unpacklo_epi64(a, b));
    store(1, _mm_unpackhi_epi64(a, b));
    store(2, _mm_unpacklo_epi64(c, d));
    store(3, _mm_unpackhi_epi64(c, d));
  }
#endif
  for (; column < columns; ++column) {
    for (std::size_t n = 0; n < lanes; ++n) {
      rows[n * stride + column] = static_cast<std::int32_t>(tile[column][lane + n]);
    }
  }
}

}  // namespace

std::span<const BatchIsa> runnable_batch_isas() {
  static const std::vector<BatchIsa> isas = [] {
    std::vector<BatchIsa> runnable;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0) {
      runnable.push_back(BatchIsa::kAvx512);
    }
    if (__builtin_cpu_supports("avx2") != 0) runnable.push_back(BatchIsa::kAvx2);
#endif
    runnable.push_back(BatchIsa::kPlain);
    return runnable;
  }();
  return isas;
}

template <typename Key>
void PredecessorBatch::fill_keys(const KeyRows& rows) {
  keys_.resize(2 * vertices_);
  Key* const keys = reinterpret_cast<Key*>(keys_.data());
  const Distance* const potentials = rows.potentials.empty() ? nullptr : rows.potentials.data();
  EightRows<Key> block = {};
  for (std::size_t lane = 0; lane < kLanes; lane += 8) {
    for (std::size_t first = 0; first < vertices_; first += kBlock) {
      const std::size_t count = std::min(kBlock, vertices_ - first);
      for (std::size_t n = 0; n < 8; ++n) {
        if (lane + n < rows.sources.size()) {
          narrow(rows.distances.data() + (lane + n) * vertices_ + first,
                 potentials == nullptr ? nullptr : potentials + first, count, block[n].data());
        } else {
          block[n].fill(kNoKey<Key>);
        }
      }
      to_lanes(block, count, keys + first * kLanes + lane);
    }
  }
}

/// Makes sure that there is room for so many arcs. Returns false if these are too many.
bool PredecessorBatch::make_room(std::size_t arcs) {
  if (arcs <= tight_.size()) return true;
  const std::size_t most = kMostTight * vertices_;
  if (arcs > most) return false;
  tight_.resize(std::min(most, std::max(arcs, 2 * tight_.size())));
  return true;
}

/// Lists the arcs into each vertex that are tight in some lane. Returns false if these are too
/// many.
template <typename Key>
bool PredecessorBatch::find_tight(const CompressedRows<Arc>& arcs_into, const KeyRows& rows) {
  fill_keys<Key>(rows);
  const Key* const keys = reinterpret_cast<const Key*>(keys_.data());
  const auto append = loops_for(isa_).append(Key{});
  std::size_t end = 0;
  for (std::size_t j = 0; j < vertices_; ++j) {
    const Key* const at = keys + j * kLanes;
    tight_begin_[j] = static_cast<std::uint32_t>(end);
    if (!make_room(end + arcs_into.degree(j))) return false;
    const Word wanted = Lanes<Key>(at).reached() & ~starts_[j];
    end += append(keys, at, arcs_into.of(j), heaviest(at), wanted, tight_.data() + end);
  }
  tight_begin_[vertices_] = static_cast<std::uint32_t>(end);
  return true;
}

/// Gives the vertices positions, ascending by their tight arcs, and copies these in that order. So
/// steps run through memory, and the processor predicts the end of each loop over arcs.
void PredecessorBatch::arrange() {
  constexpr std::size_t kMany = 64;
  std::array<std::uint32_t, kMany + 2> next = {};
  const auto arcs_of = [&](std::size_t j) { return tight_begin_[j + 1] - tight_begin_[j]; };
  const auto size_of = [&](std::size_t j) { return std::min<std::size_t>(arcs_of(j), kMany); };
  for (std::size_t j = 0; j < vertices_; ++j) ++next[size_of(j) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t j = 0; j < vertices_; ++j) {
    position_[j] = next[size_of(j)]++;
    states_[position_[j]] = {.vertex = static_cast<std::int32_t>(j)};
  }
  entries_.resize(std::max<std::size_t>(entries_.size(), tight_begin_[vertices_]));
  std::uint32_t end = 0;
  for (State& state : states_) {
    const auto j = static_cast<std::size_t>(state.vertex);
    state.begin = end;
    for (std::size_t n = tight_begin_[j]; n < tight_begin_[j + 1]; ++n) {
      const LaneArc& entry = tight_[n];
      state.several |= state.pending & entry.lanes;
      state.pending |= entry.lanes;
      entries_[end++] = {entry.lanes, position_[entry.from]};
    }
    state.end = end;
    front_[position_[j]] = starts_[j];
  }
}

/// Leaves only those lanes pending in which the number of edges matters. There several arcs into a
/// vertex are tight, or some arc leads on to such a vertex, as far as two edges show it.
void PredecessorBatch::leave_out_ends() {
  leads_on_.assign(vertices_, 0);
  leads_far_.assign(vertices_, 0);
  for (const State& state : states_) {
    for (const LaneArc& entry : entries_of(state)) leads_on_[entry.from] |= entry.lanes;
  }
  for (std::size_t at = 0; at < vertices_; ++at) {
    const Word matters = states_[at].several | leads_on_[at];
    for (const LaneArc& entry : entries_of(states_[at])) {
      leads_far_[entry.from] |= entry.lanes & matters;
    }
  }
  for (std::size_t at = 0; at < vertices_; ++at) {
    states_[at].pending &= states_[at].several | leads_far_[at];
  }
}

/// Follows one more edge in all lanes. Returns false where none leads to a new vertex.
bool PredecessorBatch::step(unsigned level) {
  std::array<std::size_t, kPlanes> plane = {};  // those in which the level has a bit
  std::size_t planes = 0;
  for (std::size_t n = 0; n < kPlanes; ++n) {
    if ((level >> n & 1) != 0) plane[planes++] = n;
  }
  std::size_t active = 0;
  Word reached = 0;
  for (const std::uint32_t at : active_) {
    State& state = states_[at];
    Word lanes = 0;
    for (const LaneArc& entry : entries_of(state)) {
      lanes |= entry.lanes & front_[entry.from];
      keep_scalar(lanes);
    }
    lanes &= state.pending;
    next_front_[at] = lanes;
    const Word pending = state.pending ^ lanes;
    state.pending = pending;
    Word* const edges = edges_to_[at].data();
    for (std::size_t n = 0; n < planes; ++n) edges[plane[n]] |= lanes;
    reached |= lanes;
    // A lane of a vertex that leaves here stays in one of the fronts. It reaches nothing again,
    // because all that it reaches has been reached by then.
    active_[active] = at;
    active += pending != 0 ? 1 : 0;
  }
  active_.resize(active);
  front_.swap(next_front_);
  return reached != 0;
}

/// Returns false where a path has too many edges for the planes.
bool PredecessorBatch::count_edges() {
  active_.clear();
  for (std::size_t at = 0; at < vertices_; ++at) {
    if (states_[at].pending != 0) active_.push_back(static_cast<std::uint32_t>(at));
  }
  next_front_.assign(vertices_, 0);
  edges_to_.assign(vertices_, Planes{});
  for (unsigned level = 1; !active_.empty(); ++level) {
    if (level >> kPlanes != 0) return false;
    if (!step(level)) break;
  }
  return true;
}

/// Clears the lanes of all tight arcs but those of the paths with the fewest edges.
void PredecessorBatch::keep_fewest_edges(std::size_t vertex) {
  const std::size_t position = position_[vertex];
  const Word several = states_[position].several;
  if (several == 0) return;
  Planes before;  // edges_to_ less 1
  Word borrow = ~Word{0};
  for (std::size_t n = 0; n < kPlanes; ++n) {
    before[n] = edges_to_[position][n] ^ borrow;
    borrow &= ~edges_to_[position][n];
  }
  for (LaneArc& arc : tight_into(vertex)) {
    const Planes& edges = edges_to_[position_[arc.from]];
    Word differ = 0;
    for (std::size_t n = 0; n < kPlanes; ++n) differ |= edges[n] ^ before[n];
    arc.lanes &= ~(differ & several);
  }
}

/// Writes the smallest p of each lane.
void PredecessorBatch::write(std::size_t lanes, std::span<std::int32_t> predecessors) {
  alignas(64) Tile tile;
  const LowerColumn lower = loops_for(isa_).lower;
  for (std::size_t first = 0; first < vertices_; first += kColumns) {
    const std::size_t columns = std::min(kColumns, vertices_ - first);
    for (std::size_t column = 0; column < columns; ++column) {
      keep_fewest_edges(first + column);
      lower(tight_into(first + column), tile[column].data());
    }
    for (std::size_t lane = 0; lane < lanes; lane += 4) {
      copy_lanes(tile, lane, columns, &predecessors[lane * vertices_ + first], vertices_,
                 std::min<std::size_t>(4, lanes - lane));
    }
  }
}

bool PredecessorBatch::run(const CompressedRows<Arc>& arcs_into, const KeyRows& rows,
                           std::span<std::int32_t> predecessors) {
  tight_begin_.resize(vertices_ + 1);
  position_.resize(vertices_);
  states_.resize(vertices_);
  front_.resize(vertices_);
  starts_.assign(vertices_, 0);
  for (std::size_t lane = 0; lane < rows.sources.size(); ++lane) {
    starts_[rows.sources[lane]] |= Word{1} << lane;
  }
  const bool found = rows.reach < kNoKey<std::uint8_t> ? find_tight<std::uint8_t>(arcs_into, rows)
                                                       : find_tight<std::uint16_t>(arcs_into, rows);
  if (!found) return false;
  arrange();
  leave_out_ends();
  if (!count_edges()) return false;
  write(rows.sources.size(), predecessors);
  return true;
}

}  // namespace apsp
