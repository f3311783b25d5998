// SPDX-License-Identifier: MIT
// The order of lengths, of equal ones by a number.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

#include "common/core/distance.hpp"

namespace apsp {

/// A length, and below it a number: of the edges of a path, so that an edge makes it longer also
/// where it weighs 0, or a vertex.
template <typename Length>
class LengthKey {
 public:
  /// Behind every path.
  [[nodiscard]] static constexpr LengthKey none() {
    return {std::numeric_limits<Length>::infinity(), ~std::uint32_t{0}};
  }
  /// Behind all paths of this length, and before longer ones; infinity is not the length of any.
  [[nodiscard]] static constexpr LengthKey end_of(Length length) {
    const bool any = length == std::numeric_limits<Length>::infinity();
    return {length, any ? 0 : ~std::uint32_t{0}};
  }

  constexpr LengthKey(Length length, std::uint32_t number) : length_(length), number_(number) {}

  [[nodiscard]] constexpr Length length() const { return length_; }
  [[nodiscard]] constexpr std::uint32_t number() const { return number_; }

  /// A path and one more edge.
  [[nodiscard]] constexpr LengthKey followed_by(Length weight) const {
    return {length_ + weight, number_ + 1};
  }

  // clang-tidy 14 takes the 0 of its own code for a null pointer.
  friend constexpr auto operator<=>(const LengthKey&,
                                    const LengthKey&) = default;  // NOLINT(modernize-use-nullptr)

 private:
  Length length_;
  std::uint32_t number_;
};

/// The same in one word: one comparison, and half the memory.
template <>
class LengthKey<Distance> {
 public:
  [[nodiscard]] static constexpr LengthKey none() { return LengthKey(~std::uint64_t{0}); }
  [[nodiscard]] static constexpr LengthKey end_of(Distance length) {
    return {length < kUnreachable ? length + 1 : kUnreachable, 0};
  }

  constexpr LengthKey(Distance length, std::uint32_t number)
      : word_(static_cast<std::uint64_t>(length) << kShift | number) {}

  [[nodiscard]] constexpr Distance length() const { return static_cast<Distance>(word_ >> kShift); }
  [[nodiscard]] constexpr std::uint32_t number() const { return static_cast<std::uint32_t>(word_); }

  [[nodiscard]] constexpr LengthKey followed_by(Distance weight) const {
    return LengthKey(word_ + (static_cast<std::uint64_t>(weight) << kShift) + 1);
  }

  friend constexpr auto operator<=>(const LengthKey&,
                                    const LengthKey&) = default;  // NOLINT(modernize-use-nullptr)

 private:
  static constexpr unsigned kShift = 32;

  explicit constexpr LengthKey(std::uint64_t word) : word_(word) {}

  std::uint64_t word_;
};

}  // namespace apsp
