// SPDX-License-Identifier: MIT
// The order of lengths, of equal ones by a number.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "common/core/distance.hpp"

namespace apsp::sparse {

/// The length of no path: infinity, or kUnreachable of integers.
template <typename Length>
inline constexpr Length kNoLength = [] {
  if constexpr (std::is_floating_point_v<Length>) {
    return std::numeric_limits<Length>::infinity();
  } else {
    return kUnreachable;
  }
}();

/// A length of 0 or more, not -0.0, and below it a number: of the edges of a path, so that an edge
/// makes it longer also where its weight adds nothing, or a vertex. Such lengths of any type are in
/// the order of their bits, which are compared as integers, without a branch. Those of 32 bits are
/// one word with the number, by which `Length` is Distance or float here.
template <typename Length>
class LengthKey {
 public:
  static_assert(sizeof(Length) == sizeof(std::uint32_t));

  /// Behind every path.
  [[nodiscard]] static constexpr LengthKey none() { return {kNoLength<Length>, ~std::uint32_t{0}}; }
  /// Behind all paths of this length, and before longer ones; that of no path is not the length of
  /// any.
  [[nodiscard]] static constexpr LengthKey end_of(Length length) {
    return {length, length < kNoLength<Length> ? ~std::uint32_t{0} : 0};
  }

  constexpr LengthKey(Length length, std::uint32_t number)
      : word_(std::uint64_t{std::bit_cast<std::uint32_t>(length)} << kShift | number) {}

  [[nodiscard]] constexpr Length length() const {
    return std::bit_cast<Length>(static_cast<std::uint32_t>(word_ >> kShift));
  }
  [[nodiscard]] constexpr std::uint32_t number() const { return static_cast<std::uint32_t>(word_); }

  /// A path and one more edge.
  [[nodiscard]] constexpr LengthKey followed_by(Length weight) const {
    return {length() + weight, number() + 1};
  }

  // clang-tidy 14 takes the 0 of its own code for a null pointer.
  friend constexpr auto operator<=>(const LengthKey&,
                                    const LengthKey&) = default;  // NOLINT(modernize-use-nullptr)

 private:
  static constexpr unsigned kShift = 32;

  std::uint64_t word_;
};

/// The same in 12 bytes, behind which 4 are left for a vertex.
template <>
class LengthKey<double> {
 public:
  [[nodiscard]] static constexpr LengthKey none() { return {kNoLength<double>, ~std::uint32_t{0}}; }
  [[nodiscard]] static constexpr LengthKey end_of(double length) {
    return {length, length < kNoLength<double> ? ~std::uint32_t{0} : 0};
  }

  constexpr LengthKey(double length, std::uint32_t number)
      : bits_(std::bit_cast<std::uint64_t>(length)), number_(number) {}

  [[nodiscard]] constexpr double length() const { return std::bit_cast<double>(bits_); }
  [[nodiscard]] constexpr std::uint32_t number() const { return number_; }

  [[nodiscard]] constexpr LengthKey followed_by(double weight) const {
    return {length() + weight, number_ + 1};
  }

  friend constexpr bool operator==(const LengthKey&, const LengthKey&) = default;
  friend constexpr std::strong_ordering operator<=>(const LengthKey& a, const LengthKey& b) {
    return a.word() <=> b.word();
  }

 private:
  __extension__ using Word = unsigned __int128;

  [[nodiscard]] constexpr Word word() const { return Word{bits_} << 64U | number_; }

  std::uint64_t bits_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace apsp::sparse
