// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine and for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apsp {

/// A 64 by 64 bit product.
__extension__ using Wide = unsigned __int128;

/// The finaliser of SplitMix64, a bijection of the 64-bit words ("variant 13" of Stafford's
/// mixers).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t word) noexcept {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

/// Scales a random word to [0, bound). A number gets one word in 2^64 more than another at most.
[[nodiscard]] constexpr std::uint64_t scale(std::uint64_t word, std::uint64_t bound) noexcept {
  return static_cast<std::uint64_t>((Wide{word} * bound) >> 64);
}

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
class SplitMix64 {
 public:
  /// The odd number nearest to 2^64 divided by the golden ratio.
  static constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15U;

  explicit constexpr SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}

  constexpr std::uint64_t next() noexcept {
    state_ += kGamma;
    return mix(state_);
  }

  /// A number in [0, bound), each with the same probability; bound >= 1. Lemire's method ("Fast
  /// random integer generation in an interval", 2019): the upper half of word * bound. Refuses the
  /// few words that would give some numbers one word more than others.
  constexpr std::uint64_t below(std::uint64_t bound) noexcept {
    Wide product = Wide{next()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
      while (static_cast<std::uint64_t>(product) < surplus) {
        product = Wide{next()} * bound;
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  std::uint64_t state_;
};

/// One of the independent sources of random numbers that a seed has. Its numbers are drawn by
/// index, in any order and on any thread.
class RandomKey {
 public:
  constexpr RandomKey(std::uint64_t seed, std::uint64_t source) noexcept
      : value_(mix(mix(seed + SplitMix64::kGamma) + source * SplitMix64::kGamma)) {}

  /// Word `index` of the source. Draw words or streams of one source, not both.
  [[nodiscard]] constexpr std::uint64_t word(std::uint64_t index) const noexcept {
    return mix(value_ + (index + 1) * SplitMix64::kGamma);
  }

  /// Stream `index` of the source: as many numbers as are wanted.
  [[nodiscard]] constexpr SplitMix64 stream(std::uint64_t index) const noexcept {
    return SplitMix64(mix(value_ + index * SplitMix64::kGamma));
  }

 private:
  std::uint64_t value_;
};

/// Returns `count` <= `end` of the numbers [0, end), ascending, each set of them equally likely.
/// Its words are those of source 2^64 - 1 of the seed. O(end) time and memory.
[[nodiscard]] std::vector<std::size_t> random_subset(std::size_t end, std::size_t count,
                                                     std::uint64_t seed);

/// Returns a seed in [0, 2^63), as far as JSON readers and command lines go, that differs from run
/// to run.
[[nodiscard]] std::uint64_t fresh_seed();

}  // namespace apsp
