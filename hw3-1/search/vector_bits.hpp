// SPDX-License-Identifier: MIT
// The kernels of a search by bits over a width of vectors. Each bits_<isa>.cpp instantiates them
// with a type from its unnamed namespace. The instantiations then have internal linkage, so that
// the linker never keeps an AVX copy for a caller that runs without AVX. For the same reason no
// code here calls a function of the standard library.
//
// The vectors are those of the compiler: or, and, shifts and additions become one instruction each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw3-1/search/bit_kernels.hpp"

namespace apsp::cpu {

/// Words side by side.
template <std::size_t kBytes>
struct WordVector {
  using Vector [[gnu::vector_size(kBytes), gnu::may_alias]] = std::uint64_t;
};
template <>
struct WordVector<8> {
  using Vector [[gnu::may_alias]] = std::uint64_t;
};

/// The kernels of BitKernels, see there for their contracts. Isa has kBytes, the bytes of a vector,
/// and store_level(), which stores a level in those of 64 bytes whose bit is set.
template <class Isa>
struct VectorBits {
  template <std::size_t kWords>
  struct Set {
    static constexpr std::size_t kBytes = kWords * 8 < Isa::kBytes ? kWords * 8 : Isa::kBytes;
    static constexpr std::size_t kVectors = kWords * 8 / kBytes;
    static constexpr std::size_t kVectorWords = kBytes / 8;
    using Vector = typename WordVector<kBytes>::Vector;

    Vector parts[kVectors];

    [[gnu::always_inline]] static Set load(const std::uint64_t* sets, std::size_t vertex) {
      Set set;
      const auto* from = reinterpret_cast<const Vector*>(sets + vertex * kWords);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) set.parts[v] = from[v];
      return set;
    }
    [[gnu::always_inline]] void store(std::uint64_t* sets, std::size_t vertex) const {
      auto* to = reinterpret_cast<Vector*>(sets + vertex * kWords);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) to[v] = parts[v];
    }
    [[gnu::always_inline]] static Set none() {
      Set set;
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) set.parts[v] = Vector{};
      return set;
    }
    [[gnu::always_inline]] void add(const Set& other) {
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) parts[v] |= other.parts[v];
    }
    /// Those that `other` lacks.
    [[gnu::always_inline]] Set without(const Set& other) const {
      Set set;
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) set.parts[v] = parts[v] & ~other.parts[v];
      return set;
    }
    [[gnu::always_inline]] bool any() const {
      Vector all = parts[0];
#pragma GCC unroll 8
      for (std::size_t v = 1; v < kVectors; ++v) all |= parts[v];
      return folded(all, [](std::uint64_t a, std::uint64_t b) { return a | b; }) != 0;
    }
    /// Their number. Counts within bytes, which hold up to 8 for each vector, then adds these up.
    [[gnu::always_inline]] std::uint64_t size() const {
      constexpr std::uint64_t k55 = 0x5555555555555555, k33 = 0x3333333333333333;
      constexpr std::uint64_t k0f = 0x0f0f0f0f0f0f0f0f, k00ff = 0x00ff00ff00ff00ff;
      Vector bytes = Vector{};
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) {
        Vector x = parts[v];
        x = x - ((x >> 1) & k55);
        x = (x & k33) + ((x >> 2) & k33);
        bytes += (x + (x >> 4)) & k0f;
      }
      const Vector pairs = (bytes & k00ff) + ((bytes >> 8) & k00ff);
      const std::uint64_t sums =
          folded(pairs, [](std::uint64_t a, std::uint64_t b) { return a + b; });
      return (sums * 0x0001000100010001) >> 48;
    }
    /// Adds three bits of each source: keeps the lower bit of the sum, returns the upper one.
    [[gnu::always_inline]] Set add_bits(const Set& a, const Set& b) {
      Set upper;
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Vector differ = parts[v] ^ a.parts[v];
        upper.parts[v] = (parts[v] & a.parts[v]) | (differ & b.parts[v]);
        parts[v] = differ ^ b.parts[v];
      }
      return upper;
    }

   private:
    template <typename Fold>
    [[gnu::always_inline]] static std::uint64_t folded(const Vector& x, const Fold& fold) {
      if constexpr (kVectorWords == 1) {
        return x;
      } else {
        std::uint64_t all = x[0];
#pragma GCC unroll 8
        for (std::size_t w = 1; w < kVectorWords; ++w) all = fold(all, x[w]);
        return all;
      }
    }
  };

  /// Counts a block: adders of three bits turn eight sets into one carry, which ripples on.
  template <std::size_t kWords>
  static void count_block(BitCounts& counts) {
    using Sources = Set<kWords>;
    const auto at = [&](std::size_t n) { return Sources::load(counts.block, n); };
    Sources ones = Sources::load(counts.fresh, 0);
    Sources twos = Sources::load(counts.fresh, 1);
    Sources fours = Sources::load(counts.fresh, 2);
    const Sources a = ones.add_bits(at(0), at(1));
    const Sources b = ones.add_bits(at(2), at(3));
    const Sources ab = twos.add_bits(a, b);
    const Sources c = ones.add_bits(at(4), at(5));
    const Sources d = ones.add_bits(at(6), at(7));
    const Sources cd = twos.add_bits(c, d);
    Sources carry = fours.add_bits(ab, cd);
    ones.store(counts.fresh, 0);
    twos.store(counts.fresh, 1);
    fours.store(counts.fresh, 2);
    for (std::size_t plane = 3; carry.any(); ++plane) {
      Sources sum = Sources::load(counts.fresh, plane);
      carry = sum.add_bits(carry, Sources::none());
      sum.store(counts.fresh, plane);
    }
    counts.block_size = 0;
  }

  /// Adds a number of `planes` planes, times 2^shift.
  template <std::size_t kWords>
  [[gnu::always_inline]] static void add_planes(const std::uint64_t* number, std::size_t planes,
                                                std::uint64_t* sum, std::size_t shift) {
    using Sources = Set<kWords>;
    Sources carry = Sources::none();
    for (std::size_t p = 0; p < planes; ++p) {
      Sources here = Sources::load(sum, shift + p);
      carry = here.add_bits(Sources::load(number, p), carry);
      here.store(sum, shift + p);
    }
    for (std::size_t p = shift + planes; carry.any(); ++p) {
      Sources here = Sources::load(sum, p);
      carry = here.add_bits(carry, Sources::none());
      here.store(sum, p);
    }
  }

  template <std::size_t kWords>
  static void add_counts(BitLevel& level) {
    using Sources = Set<kWords>;
    BitCounts& counts = level.counts;
    if (counts.block_size > 0) {
      for (std::size_t n = counts.block_size; n < BitCounts::kBlock; ++n) {
        Sources::none().store(counts.block, n);
      }
      count_block<kWords>(counts);
    }
    std::size_t planes = 0;
    while (level.found_size >> planes != 0) ++planes;
    Sources alive = Sources::none();
    counts.pairs = 0;
    for (std::size_t p = 0; p < planes; ++p) {
      const Sources plane = Sources::load(counts.fresh, p);
      counts.pairs += plane.size() << p;
      alive.add(plane);
    }
    alive.store(counts.alive, 0);
    add_planes<kWords>(counts.fresh, planes, counts.reached, 0);
    for (std::size_t bit = 0; level.level >> bit != 0; ++bit) {
      if ((level.level >> bit & 1) != 0) {
        add_planes<kWords>(counts.fresh, planes, counts.sums, bit);
      }
    }
    for (std::size_t p = 0; p < planes; ++p) Sources::none().store(counts.fresh, p);
  }

  /// Takes the sources that are new at a vertex, at least one.
  template <BitResult kResult, std::size_t kWords>
  [[gnu::always_inline]] static void take(BitLevel& level, std::size_t vertex,
                                          const Set<kWords>& fresh) {
    if constexpr (kResult == BitResult::kCounts) {
      fresh.store(level.counts.block, level.counts.block_size);
      if (++level.counts.block_size == BitCounts::kBlock) count_block<kWords>(level.counts);
    } else {
      std::uint64_t words[kWords];
      __builtin_memcpy(words, fresh.parts, sizeof words);
      for (std::size_t w = 0; w < kWords; ++w) {
        if (words[w] == 0) continue;
        const std::size_t first = (vertex * kWords + w) * kWordSources;
        if constexpr (kResult == BitResult::kBytes) {
          Isa::store_level(words[w], static_cast<std::uint8_t*>(level.lanes) + first,
                           static_cast<std::uint8_t>(level.level));
        } else {
          std::int32_t* const lanes = static_cast<std::int32_t*>(level.lanes) + first;
          for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
            lanes[__builtin_ctzll(left)] = static_cast<std::int32_t>(level.level);
          }
        }
      }
    }
  }

  /// Ends a vertex: keeps the sources that are new of those that come. Returns whether any is.
  template <BitResult kResult, std::size_t kWords>
  [[gnu::always_inline]] static bool settle(BitLevel& level, std::size_t vertex,
                                            const Set<kWords>& come, const Set<kWords>& sources) {
    Set<kWords> seen = Set<kWords>::load(level.seen, vertex);
    const Set<kWords> fresh = come.without(seen);
    if (!fresh.any()) return false;
    fresh.store(level.next, vertex);
    seen.add(fresh);
    seen.store(level.seen, vertex);
    take<kResult>(level, vertex, fresh);
    unsigned char mark = level.marks[vertex];
    if ((mark & kTouched) == 0)
      level.touched[level.touched_size++] = static_cast<std::int32_t>(vertex);
    mark = kTouched;
    if (!sources.without(seen).any()) {
      mark |= kFull;
      level.open_edges -= level.in.begin[vertex + 1] - level.in.begin[vertex];
    }
    level.marks[vertex] = mark;
    level.found_edges += level.out.begin[vertex + 1] - level.out.begin[vertex];
    return true;
  }

  template <BitResult kResult, std::size_t kWords>
  static void push(BitLevel& level) {
    using Sources = Set<kWords>;
    const Sources sources = Sources::load(level.sources, 0);
    std::size_t listed = 0;
    for (std::size_t n = 0; n < level.frontier_size; ++n) {
      const auto u = static_cast<std::size_t>(level.frontier[n]);
      const Sources from = Sources::load(level.now, u);
      const std::size_t end = level.out.begin[u + 1];
      for (std::size_t e = level.out.begin[u]; e < end; ++e) {
        const auto v = static_cast<std::size_t>(level.out.ends[e]);
        const unsigned char mark = level.marks[v];
        if ((mark & kFull) != 0) continue;
        Sources to = Sources::load(level.next, v);
        to.add(from);
        to.store(level.next, v);
        level.found[listed] = static_cast<std::int32_t>(v);
        listed += (mark & kListed) == 0;
        level.marks[v] = mark | kListed;
      }
    }
    std::size_t found = 0;
    for (std::size_t n = 0; n < listed; ++n) {
      const std::int32_t v = level.found[n];
      const auto vertex = static_cast<std::size_t>(v);
      level.found[found] = v;
      if (settle<kResult>(level, vertex, Sources::load(level.next, vertex), sources)) {
        ++found;
      } else {
        level.marks[vertex] &= static_cast<unsigned char>(~kListed);
        Sources::none().store(level.next, vertex);
      }
    }
    level.found_size = found;
  }

  template <std::size_t kWords>
  [[gnu::always_inline]] static void prefetch(const std::uint64_t* sets, std::int32_t vertex) {
    constexpr std::size_t kLineWords = 8;
    const std::uint64_t* const set = sets + static_cast<std::size_t>(vertex) * kWords;
    for (std::size_t w = 0; w < kWords; w += kLineWords) __builtin_prefetch(set + w);
  }

  template <BitResult kResult, std::size_t kWords>
  static void pull(BitLevel& level) {
    constexpr std::size_t kStep = 4;  // edges between two looks whether all sources are there
    using Sources = Set<kWords>;
    const Sources sources = Sources::load(level.sources, 0);
    std::size_t open = 0;
    std::size_t found = 0;
    for (std::size_t n = 0; n < level.open_size; ++n) {
      const std::int32_t v = level.open[n];
      const auto vertex = static_cast<std::size_t>(v);
      if ((level.marks[vertex] & kFull) != 0) continue;
      const Sources missing = sources.without(Sources::load(level.seen, vertex));
      Sources come = Sources::none();
      std::size_t e = level.in.begin[vertex];
      const std::size_t end = level.in.begin[vertex + 1];
      for (; e + kStep <= end; e += kStep) {
#pragma GCC unroll 4
        for (std::size_t step = 0; step < kStep; ++step) {
          prefetch<kWords>(level.now, level.in.ends[e + step + sparse::kEndsAhead]);
          come.add(Sources::load(level.now, static_cast<std::size_t>(level.in.ends[e + step])));
        }
        if (!missing.without(come).any()) {
          e = end;
          break;
        }
      }
      for (; e < end; ++e) {
        prefetch<kWords>(level.now, level.in.ends[e + sparse::kEndsAhead]);
        come.add(Sources::load(level.now, static_cast<std::size_t>(level.in.ends[e])));
      }
      if (settle<kResult>(level, vertex, come, sources)) level.found[found++] = v;
      level.open[open] = v;
      open += (level.marks[vertex] & kFull) == 0;
    }
    level.open_size = open;
    level.found_size = found;
  }

  template <BitResult kResult, std::size_t kWords>
  static constexpr BitRoutines kRoutine = {push<kResult, kWords>, pull<kResult, kWords>,
                                           add_counts<kWords>};
  template <std::size_t kWords>
  static constexpr std::array<BitRoutines, kBitResults> kRoutines = {
      kRoutine<BitResult::kCounts, kWords>, kRoutine<BitResult::kBytes, kWords>,
      kRoutine<BitResult::kWords, kWords>};

  static constexpr BitKernels table(std::string_view name) {
    return {name,
            {kRoutines<kSetWords[0]>, kRoutines<kSetWords[1]>, kRoutines<kSetWords[2]>,
             kRoutines<kSetWords[3]>}};
  }
};

}  // namespace apsp::cpu
