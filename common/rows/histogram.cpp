// SPDX-License-Identifier: MIT
#include "common/rows/histogram.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace apsp {
namespace {

/// Adds the bins of `from` that hold distances from `least` to `largest` to those of `to` that hold
/// theirs.
void add_counts(const Bins& from, const std::vector<std::uint64_t>& counts, Distance least,
                Distance largest, const Bins& to, std::vector<std::uint64_t>& sums) {
  for (std::size_t b = from.index(least); b <= from.index(largest); ++b) {
    if (counts[b] > 0) sums[to.index(from.lower(b))] += counts[b];
  }
}

}  // namespace

void Histogram::cover(Distance least, Distance largest) {
  if (least >= least_ && largest <= largest_) return;
  least = std::min(least_, least);
  largest = std::max(largest_, largest);
  const Bins bins = Bins::covering(least, largest);
  if (bins != bins_) {
    std::vector<std::uint64_t> counts(Bins::kCount);  // no memory: nothing has changed
    if (least_ <= largest_) add_counts(bins_, counts_, least_, largest_, bins, counts);
    counts_ = std::move(counts);
    bins_ = bins;
  }
  least_ = least;
  largest_ = largest;
}

void Histogram::add(const Histogram& other) {
  if (other.least_ > other.largest_) return;
  cover(other.least_, other.largest_);
  add_counts(other.bins_, other.counts_, other.least_, other.largest_, bins_, counts_);
}

void Histogram::clear() {
  if (least_ <= largest_) {
    const auto at = [&](Distance distance) {
      return counts_.begin() + static_cast<std::ptrdiff_t>(bins_.index(distance));
    };
    std::fill(at(least_), at(largest_) + 1, 0);
  }
  bins_ = {};
  least_ = kUnreachable;
  largest_ = -kUnreachable;
}

std::uint64_t Histogram::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::optional<Distance> Histogram::percentile(unsigned percent) const {
  const std::uint64_t all = total();
  if (all == 0) return std::nullopt;
  // all * percent / 100, rounded up, without a product that might not fit.
  const std::uint64_t wanted = all / 100 * percent + (all % 100 * percent + 99) / 100;
  std::uint64_t below = 0;
  std::size_t b = 0;
  while ((below += counts_[b]) < wanted) ++b;
  return static_cast<Distance>(std::min<std::int64_t>(bins_.upper(b), largest_));
}

}  // namespace apsp
