// SPDX-License-Identifier: MIT
// A histogram for people: few bars with round borders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/rows/histogram.hpp"

namespace apsp::stats {

/// The pairs at distances from `first` to `last`.
struct Bar {
  std::int64_t first, last;
  std::uint64_t pairs;

  friend bool operator==(const Bar&, const Bar&) = default;
};

/// At most `most` >= 2 bars of one width, a multiple of the histogram's, which hold all its pairs;
/// empty ones between others are among them. Widths of 1, 2, 5, 10, 20 and so on, or doubled bins.
[[nodiscard]] std::vector<Bar> bars(const Histogram& histogram, std::size_t most);

}  // namespace apsp::stats
