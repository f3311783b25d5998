// SPDX-License-Identifier: MIT
// Counts how often each distance occurs, in bins that widen as larger distances appear.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/core/distance.hpp"

namespace apsp {

/// Which distances are counted together: bin b in [0, kCount) holds the 2^shift distances from
/// first + b 2^shift on. Borders are multiples of the width, so that two bins side by side, the
/// even one first, are one bin of twice the width.
struct Bins {
  static constexpr std::size_t kCount = std::size_t{1} << 16;

  int shift = 0;          // [0, 15]
  bool negative = false;  // half of the bins lie below 0; or else they begin at 0

  /// The narrowest that hold every distance from `least` to `largest`, both strictly between
  /// -kUnreachable and kUnreachable. It depends on them alone, and those for a part of the
  /// distances are never wider than those for all.
  [[nodiscard]] static constexpr Bins covering(Distance least, Distance largest) {
    Bins bins{0, least < 0};
    while (bins.last() < largest || bins.first() > least) ++bins.shift;
    return bins;
  }

  [[nodiscard]] constexpr std::int64_t width() const { return std::int64_t{1} << shift; }
  [[nodiscard]] constexpr std::int64_t first() const {
    return negative ? -(width() * static_cast<std::int64_t>(kCount / 2)) : 0;
  }
  [[nodiscard]] constexpr std::int64_t last() const { return upper(kCount - 1); }

  /// The smallest and the largest distance that bin b holds.
  [[nodiscard]] constexpr std::int64_t lower(std::size_t b) const {
    return first() + static_cast<std::int64_t>(b) * width();
  }
  [[nodiscard]] constexpr std::int64_t upper(std::size_t b) const { return lower(b) + width() - 1; }

  /// The bin of a distance in [first(), last()].
  [[nodiscard]] constexpr std::size_t index(std::int64_t distance) const {
    return static_cast<std::size_t>((distance - first()) >> shift);
  }

  friend bool operator==(const Bins&, const Bins&) = default;
};

/// Numbers of ordered pairs of vertices by distance. Its state depends on the distances added
/// alone, not on their order nor on which histograms were added up.
class Histogram {
 public:
  Histogram() : counts_(Bins::kCount) {}

  /// Makes sure that every distance in [least, largest] has a bin: widens the bins, if it must, by
  /// adding up neighbours. O(1) if nothing changes, else O(kCount).
  void cover(Distance least, Distance largest);

  /// Adds what `other` has counted. O(its bins that are covered).
  void add(const Histogram& other);

  /// Forgets all. O(bins that are covered).
  void clear();

  /// Returns the count of each bin. Before you fill them, cover() all that will be counted.
  [[nodiscard]] std::vector<std::uint64_t>& counts() { return counts_; }
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }
  [[nodiscard]] const Bins& bins() const { return bins_; }

  /// Returns true if every bin is one distance: then percentiles are exact.
  [[nodiscard]] bool exact() const { return bins_.shift == 0; }

  /// The range that is covered; nothing is, where the least is larger than the largest.
  [[nodiscard]] Distance least() const { return least_; }
  [[nodiscard]] Distance largest() const { return largest_; }

  /// Number of distances. O(kCount).
  [[nodiscard]] std::uint64_t total() const;

  /// Returns the least number that at least `percent` in [1, 100] of the distances do not exceed.
  /// If the bins are wider than 1, it is the largest distance of its bin, or the largest of all if
  /// that is less. Nothing where nothing is counted. O(kCount).
  [[nodiscard]] std::optional<Distance> percentile(unsigned percent) const;

  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  Bins bins_;
  Distance least_ = kUnreachable;     // of what is covered
  Distance largest_ = -kUnreachable;  // of what is covered
  std::vector<std::uint64_t> counts_;
};

}  // namespace apsp
