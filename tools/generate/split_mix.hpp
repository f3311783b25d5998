// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine: SplitMix64, an unbiased bounded draw, and keys
// that give each use and each edge a stream of its own.
#pragma once

#include <cstdint>

namespace apsp::generate {

/// A 64 by 64 bit product, or a 64 bit number scaled by another.
__extension__ using Wide = unsigned __int128;

/// The finaliser of SplitMix64, a bijection of the 64-bit words ("variant 13" of Stafford's
/// mixers).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t word) noexcept {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
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

/// The purposes of random numbers. The values are part of the promise that the same command line
/// gives the same bytes: new ones go to the end.
enum class Purpose : std::uint64_t {
  kPlaces = 1,   // which pairs a random graph joins
  kWeights = 2,  // the weight of each edge
  kRewire = 3,   // small-world: which edges leave the ring
  kFar = 4,      // small-world: where they go
  kSplit = 5,    // scale-free: how edges fall into quadrants
  kLabels = 6,   // scale-free: the numbers of the vertices
  kRepeats = 7,  // which edges are repeated
  kLoops = 8,    // which vertices get a self-loop
  kOrder = 9,    // the order of the edges
};

/// The seed of one purpose. Number `index` of it has a stream of its own, so edges can be made in
/// any order, on any number of threads.
class Key {
 public:
  constexpr Key(std::uint64_t seed, Purpose purpose) noexcept
      : value_(mix(mix(seed + SplitMix64::kGamma) +
                   static_cast<std::uint64_t>(purpose) * SplitMix64::kGamma)) {}

  [[nodiscard]] constexpr SplitMix64 stream(std::uint64_t index) const noexcept {
    return SplitMix64(mix(value_ + index * SplitMix64::kGamma));
  }

 private:
  std::uint64_t value_;
};

}  // namespace apsp::generate
