// SPDX-License-Identifier: MIT
// A permutation of [0, size) that is computed, not stored: how a sample of millions of pairs never
// takes the same one twice and still needs no memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tools/generate/purpose.hpp"

namespace apsp::generate {

/// The smallest r with r * r >= value. value < 2^62.
[[nodiscard]] constexpr std::uint64_t ceiling_sqrt(std::uint64_t value) noexcept {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    const std::uint64_t larger = root + bit;
    if (larger * larger <= value) {
      root = larger;
    }
  }
  return root * root == value ? root : root + 1;
}

/// A keyed pseudo-random bijection of [0, size), size < 2^62. A Feistel network over a mixed radix
/// (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002). A number is
/// left * columns + right with left < rows, right < columns. Each round adds a hash of one half to
/// the other. rows * columns exceeds size by less than rows, and a number that lands there goes
/// round again. O(1) a number.
class Permutation {
 public:
  Permutation(std::uint64_t size, Key key) noexcept
      : size_(size),
        rows_(ceiling_sqrt(size)),
        columns_(rows_ == 0 ? 0 : (size + rows_ - 1) / rows_),
        rounds_(size < kSmall ? kRoundsIfSmall : kRounds) {
    SplitMix64 random = key.stream(0);
    for (std::uint64_t& word : round_keys_) {
      word = random.next();
    }
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// The image of `index` in [0, size). Each `tweak` gives another permutation.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t index,
                                         std::uint64_t tweak = 0) const noexcept {
    const std::uint64_t shift = mix(tweak);
    do {
      index = once(index, shift);
    } while (index >= size_);
    return index;
  }

 private:
  // With 8 rounds any two images are evenly spread from 12 numbers on. Some of the permutations of
  // 5 or 6 numbers still come visibly more often than others; with 16 rounds none do.
  static constexpr std::uint64_t kSmall = std::uint64_t{1} << 16;
  static constexpr std::size_t kRounds = 8;
  static constexpr std::size_t kRoundsIfSmall = 24;

  [[nodiscard]] std::uint64_t once(std::uint64_t index, std::uint64_t shift) const noexcept {
    std::uint64_t left = index / columns_;
    std::uint64_t right = index % columns_;
    for (std::size_t round = 0; round < rounds_; round += 2) {
      left = add(left, hash(right, round_keys_[round] + shift, rows_), rows_);
      right = add(right, hash(left, round_keys_[round + 1] + shift, columns_), columns_);
    }
    return left * columns_ + right;
  }

  // A number in [0, bound). Its bias, below 2^-31, is of no account in a round function.
  static std::uint64_t hash(std::uint64_t half, std::uint64_t key, std::uint64_t bound) noexcept {
    const std::uint64_t word = mix(key + half * SplitMix64::kGamma);
    return scale(word, bound);
  }

  // (a + b) mod bound, for a and b in [0, bound).
  static std::uint64_t add(std::uint64_t a, std::uint64_t b, std::uint64_t bound) noexcept {
    const std::uint64_t sum = a + b;
    return sum < bound ? sum : sum - bound;
  }

  std::uint64_t size_;
  std::uint64_t rows_;
  std::uint64_t columns_;
  std::size_t rounds_;
  std::array<std::uint64_t, kRoundsIfSmall> round_keys_{};
};

}  // namespace apsp::generate
