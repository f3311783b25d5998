// SPDX-License-Identifier: MIT
#include "tools/stats/bars.hpp"

#include <algorithm>

namespace apsp::stats {
namespace {

/// x / width, rounded down.
std::int64_t slot(std::int64_t x, std::int64_t width) {
  return x / width - (x % width < 0 ? 1 : 0);
}

/// The next rounder width.
std::int64_t wider(std::int64_t width, bool exact) {
  if (!exact) return 2 * width;
  std::int64_t digit = width;
  while (digit >= 10) digit /= 10;
  return digit == 2 ? width / 2 * 5 : 2 * width;
}

}  // namespace

std::vector<Bar> bars(const Histogram& histogram, std::size_t most) {
  const std::vector<std::uint64_t>& counts = histogram.counts();
  const auto filled = [](std::uint64_t count) { return count > 0; };
  const auto first_filled = std::find_if(counts.begin(), counts.end(), filled);
  if (first_filled == counts.end()) return {};
  const Bins& bins = histogram.bins();
  const std::int64_t least = bins.lower(static_cast<std::size_t>(first_filled - counts.begin()));
  const std::int64_t largest = bins.upper(static_cast<std::size_t>(
      std::find_if(counts.rbegin(), counts.rend(), filled).base() - counts.begin() - 1));

  std::int64_t width = bins.width();
  while (slot(largest, width) - slot(least, width) >= static_cast<std::int64_t>(most)) {
    width = wider(width, histogram.exact());
  }
  std::vector<Bar> bars;
  for (std::int64_t s = slot(least, width); s <= slot(largest, width); ++s) {
    bars.push_back({s * width, (s + 1) * width - 1, 0});
  }
  for (std::size_t b = 0; b < counts.size(); ++b) {
    if (counts[b] == 0) continue;
    const std::int64_t s = slot(bins.lower(b), width) - slot(least, width);
    bars[static_cast<std::size_t>(s)].pairs += counts[b];
  }
  return bars;
}

}  // namespace apsp::stats
