// SPDX-License-Identifier: MIT
// The order of paths: by length, of equal ones by the number of edges.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

#include "common/core/distance.hpp"

namespace apsp {

/// A length, and below it a number of edges. An edge makes a path longer, also one of weight 0.
template <typename Length>
class PathKey {
 public:
  /// Behind every path.
  [[nodiscard]] static constexpr PathKey none() {
    return {std::numeric_limits<Length>::infinity(), ~std::uint32_t{0}};
  }

  constexpr PathKey(Length length, std::uint32_t edges) : length_(length), edges_(edges) {}

  [[nodiscard]] constexpr Length length() const { return length_; }

  /// The same path and one more edge.
  [[nodiscard]] constexpr PathKey followed_by(Length weight) const {
    return {length_ + weight, edges_ + 1};
  }

  friend constexpr auto operator<=>(const PathKey&, const PathKey&) = default;

 private:
  Length length_;
  std::uint32_t edges_;
};

/// The same in one word: one comparison, and half the memory.
template <>
class PathKey<Distance> {
 public:
  [[nodiscard]] static constexpr PathKey none() { return PathKey(~std::uint64_t{0}); }

  constexpr PathKey(Distance length, std::uint32_t edges)
      : word_(static_cast<std::uint64_t>(length) << kShift | edges) {}

  [[nodiscard]] constexpr Distance length() const { return static_cast<Distance>(word_ >> kShift); }

  [[nodiscard]] constexpr PathKey followed_by(Distance weight) const {
    return PathKey(word_ + (static_cast<std::uint64_t>(weight) << kShift) + 1);
  }

  friend constexpr auto operator<=>(const PathKey&, const PathKey&) = default;

 private:
  static constexpr unsigned kShift = 32;

  explicit constexpr PathKey(std::uint64_t word) : word_(word) {}

  std::uint64_t word_;
};

}  // namespace apsp
