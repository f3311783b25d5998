// SPDX-License-Identifier: MIT
// Bins in which distances are counted before the largest is known.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/rows/histogram.hpp"

namespace apsp::gpu {

/// Bins of 2^widening distances for those below 2^(16 + widening), of twice as many for the next
/// 2^(17 + widening), and so on: those of a float that holds the distance plus 2^(16 + widening),
/// by its exponent and 16 bits behind. Where the largest distance has Bins of a shift of `widening`
/// or more, every bin lies in one of theirs.
struct OctaveBins {
  static constexpr int kBits = 16;  // bins of an octave, their logarithm
  static_assert(std::size_t{1} << kBits == Bins::kCount);
  static constexpr std::size_t kCount = std::size_t{15} << kBits;  // distances have 30 bits

  int widening = 0;

  [[nodiscard]] constexpr std::uint32_t offset() const { return 1u << (kBits + widening); }

  /// The bin of a distance below 2^30 - 1.
  [[nodiscard]] constexpr std::size_t index(std::uint32_t distance) const {
    const std::uint32_t raised = distance + offset();
    int octave = 0;
    while (raised >> octave >= 2 * offset()) ++octave;
    return (static_cast<std::size_t>(octave) << kBits) +
           ((raised >> (widening + octave)) - (1u << kBits));
  }

  /// The smallest distance of a bin.
  [[nodiscard]] constexpr std::int64_t lower(std::size_t bin) const {
    const std::size_t octave = bin >> kBits;
    const std::size_t within = bin - (octave << kBits) + (std::size_t{1} << kBits);
    return static_cast<std::int64_t>(within << (octave + static_cast<std::size_t>(widening))) -
           offset();
  }
};

}  // namespace apsp::gpu
