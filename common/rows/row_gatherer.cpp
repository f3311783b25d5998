// SPDX-License-Identifier: MIT
#include "common/rows/row_gatherer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "common/base/for_each_isa.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/width.hpp"

namespace apsp {
namespace {

/// Entries that are looked at together: 16 KiB, which the first-level cache holds from the search
/// for their extent until they are counted.
constexpr std::size_t kChunk = 4096;

/// Most distances are small, and neighbours are often equal: counting both in one counter would
/// make the second increment wait for the first. So the first kNear bins exist kTables times, taken
/// in turn.
constexpr std::size_t kNear = 2048;
constexpr std::size_t kTables = 8;
constexpr std::size_t kTable = kNear + 1;            // the last entry is for "no path"
constexpr std::size_t kFarTable = Bins::kCount + 1;  // likewise; there are two of these

/// The facts about a chunk of a row.
struct ChunkFacts {
  Distance least;           // kUnreachable included
  Distance largest;         // of what is reached; -kUnreachable where nothing is
  Distance top;             // kUnreachable included
  std::int64_t sum;         // of what is reached
  std::uint32_t reachable;  // how many
};

/// For at most 2^16 entries. Entries that are no distances give any sum, but show in least or top.
APSP_FOR_EACH_ISA
ChunkFacts look_at(const Distance* entries, std::size_t count) {
  Distance least = kUnreachable;
  Distance largest = -kUnreachable;
  Distance top = -kUnreachable;
  // The sum in two halves, of numbers made positive: 32 bits hold either, so that a vector adds
  // twice as many at once.
  constexpr auto kOffset = static_cast<std::uint32_t>(kUnreachable);
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t reachable = 0;
#pragma omp simd reduction(min : least) reduction(max : largest, top) \
    reduction(+ : low, high, reachable)
  for (std::size_t j = 0; j < count; ++j) {
    const Distance entry = entries[j];
    const bool finite = entry != kUnreachable;
    const Distance reached = finite ? entry : -kUnreachable;
    const std::uint32_t positive = static_cast<std::uint32_t>(reached) + kOffset;
    least = entry < least ? entry : least;
    largest = reached > largest ? reached : largest;
    top = entry > top ? entry : top;
    low += positive & 0xffff;
    high += positive >> 16;
    reachable += finite;
  }
  const std::int64_t sum = (std::int64_t{high} << 16) + low;
  return {least, largest, top, sum - std::int64_t{reachable} * kUnreachable, reachable};
}

/// The bins of distances >= 0, those from kNear on and "no path" as kNear.
APSP_FOR_EACH_ISA
void near_bins(const Distance* entries, std::size_t count, int shift, std::uint16_t* bins) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    const Distance bin = entries[j] >> shift;
    bins[j] = static_cast<std::uint16_t>(bin < Distance{kNear} ? bin : Distance{kNear});
  }
}

/// The same of narrow distances, where each has a bin of its own.
template <typename Element>
[[gnu::always_inline]] inline void clamp_all(const Element* __restrict entries, std::size_t count,
                                             std::uint16_t* __restrict bins) {
  constexpr Element kNone = kInfinity<Element>;
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    const auto bin = static_cast<std::uint16_t>(entries[j]);
    bins[j] = entries[j] == kNone || bin > kNear ? std::uint16_t{kNear} : bin;
  }
}

APSP_FOR_EACH_ISA
void near_bins(const std::uint8_t* entries, std::size_t count, std::uint16_t* bins) {
  clamp_all(entries, count, bins);
}

APSP_FOR_EACH_ISA
void near_bins(const std::uint16_t* entries, std::size_t count, std::uint16_t* bins) {
  clamp_all(entries, count, bins);
}

template <typename Element>
[[gnu::always_inline]] inline void widen_all(const Element* __restrict entries, std::size_t count,
                                             Distance* __restrict distances) {
  constexpr Element kNone = kInfinity<Element>;
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    distances[j] = entries[j] == kNone ? kUnreachable : Distance{entries[j]};
  }
}

APSP_FOR_EACH_ISA
void widen(const std::uint8_t* entries, std::size_t count, Distance* distances) {
  widen_all(entries, count, distances);
}

APSP_FOR_EACH_ISA
void widen(const std::uint16_t* entries, std::size_t count, Distance* distances) {
  widen_all(entries, count, distances);
}

/// The bins of distances, those of "no path" as Bins::kCount.
APSP_FOR_EACH_ISA
void far_bins(const Distance* entries, std::size_t count, Distance first, int shift,
              std::uint32_t* bins) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    const Distance entry = entries[j];
    // Unsigned, because their difference may pass the range of a distance.
    const std::uint32_t bin =
        (static_cast<std::uint32_t>(entry) - static_cast<std::uint32_t>(first)) >> shift;
    bins[j] = entry == kUnreachable ? std::uint32_t{Bins::kCount} : bin;
  }
}

std::size_t first_that_is_none(std::span<const Distance> row) {
  const auto found = std::find_if(row.begin(), row.end(), [](Distance entry) {
    return entry <= -kUnreachable || entry > kUnreachable;
  });
  return static_cast<std::size_t>(found - row.begin());
}

/// Thrown for a chunk with an entry that is no distance.
struct Broken {};

std::string expected_there(bool on_diagonal) {
  return on_diagonal ? "0 (the diagonal)" : fmt::format("{} to {}", 1 - kUnreachable, kUnreachable);
}

}  // namespace

NoDistance::NoDistance(std::size_t at_row, std::size_t at_column, Distance entry, bool on_diagonal)
    : Error(Fault::kInternal, fmt::format("row {}, column {}: {}, expected {}", at_row, at_column,
                                          entry, expected_there(on_diagonal))),
      row(at_row),
      column(at_column),
      found(entry),
      expected(expected_there(on_diagonal)) {}

RowGatherer::RowGatherer(std::uint32_t far_room)
    : near_(kTables * kTable), far_(2 * kFarTable), far_room_(far_room), far_left_(far_room) {}

RowNumbers RowGatherer::add(std::size_t i, std::span<const Distance> row) {
  if (row[i] != 0) throw NoDistance(i, i, row[i]);
  RowNumbers numbers;
  try {
    for (std::span<const Distance> part : {row.first(i), row.subspan(i + 1)}) {
      while (!part.empty()) {
        const std::size_t count = std::min(part.size(), kChunk);
        add_chunk(part.first(count), numbers);
        part = part.subspan(count);
      }
    }
  } catch (const Broken&) {
    const std::size_t column = first_that_is_none(row);
    throw NoDistance(i, column, row[column]);
  }
  return numbers;
}

RowNumbers RowGatherer::add_reached(std::size_t i, std::span<const Distance> row,
                                    std::span<const std::int32_t> reached) {
  if (row[i] != 0) throw NoDistance(i, i, row[i]);
  RowNumbers numbers;
  std::array<Distance, kChunk> entries;
  std::size_t count = 0;
  try {
    for (const std::int32_t vertex : reached) {
      const auto j = static_cast<std::size_t>(vertex);
      if (j == i) continue;
      entries[count++] = row[j];
      if (count < kChunk) continue;
      add_chunk(entries, numbers);
      count = 0;
    }
    add_chunk(std::span(entries).first(count), numbers);
  } catch (const Broken&) {
    const std::size_t column = first_that_is_none(row);
    throw NoDistance(i, column, row[column]);
  }
  return numbers;
}

RowNumbers RowGatherer::add_targets(std::size_t i, std::span<const Distance> row,
                                    const RowSet& targets) {
  RowNumbers numbers;
  std::array<Distance, kChunk> entries;
  std::size_t count = 0;
  try {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool own = targets.source(c) == i;
      if (own && row[c] != 0) throw NoDistance(i, c, row[c], true);
      if (own) continue;
      entries[count++] = row[c];
      if (count < kChunk) continue;
      add_chunk(entries, numbers);
      count = 0;
    }
    add_chunk(std::span(entries).first(count), numbers);
  } catch (const Broken&) {
    const std::size_t column = first_that_is_none(row);
    throw NoDistance(i, column, row[column], false);
  }
  return numbers;
}

void RowGatherer::count(std::span<const Distance> distances, Distance least, Distance largest) {
  if (least > largest) return;
  for (const Distance bound : {least, largest}) {
    if (bound > -kUnreachable && bound < kUnreachable) continue;
    throw Error(Fault::kInternal, fmt::format("a length of {} is no distance", bound));
  }
  while (!distances.empty()) {
    const std::size_t count = std::min(distances.size(), kChunk);
    count_within(distances.first(count), least, largest);
    distances = distances.subspan(count);
  }
}

void RowGatherer::add_chunk(std::span<const Distance> chunk, RowNumbers& numbers) {
  const ChunkFacts found = look_at(chunk.data(), chunk.size());
  if (found.least <= -kUnreachable || found.top > kUnreachable) throw Broken{};
  if (found.reachable == 0) return;
  numbers.largest =
      numbers.reachable == 0 ? found.largest : std::max(numbers.largest, found.largest);
  numbers.reachable += found.reachable;
  numbers.sum += found.sum;
  count_within(chunk, found.least, found.largest);
}

/// Counts at most kChunk distances, of which those below kUnreachable lie from `least` to
/// `largest`.
void RowGatherer::count_within(std::span<const Distance> chunk, Distance least, Distance largest) {
  if (!are_near(least, largest)) return count_far(chunk);
  std::array<std::uint16_t, kChunk> bins;
  near_bins(chunk.data(), chunk.size(), histogram_.bins().shift, bins.data());
  count_near(std::span(bins).first(chunk.size()), chunk.data() + chunk.size());
}

/// Makes bins from `least` to `largest`. Returns whether all of them are near.
bool RowGatherer::are_near(Distance least, Distance largest) {
  const Bins before = histogram_.bins();
  if (least < before.first() || largest > before.last()) flush();
  histogram_.cover(least, largest);
  return least >= 0 && largest >> histogram_.bins().shift < Distance{kNear};
}

template <typename Element>
void RowGatherer::count_narrow(std::span<const Element> distances, Distance least,
                               Distance largest) {
  if (least > largest) return;
  const bool own_bins = are_near(least, largest) && histogram_.bins().shift == 0;
  while (!distances.empty()) {
    const std::span<const Element> chunk = distances.first(std::min(distances.size(), kChunk));
    if (own_bins) {
      std::array<std::uint16_t, kChunk> bins;
      near_bins(chunk.data(), chunk.size(), bins.data());
      count_near(std::span(bins).first(chunk.size()), chunk.data() + chunk.size());
    } else {
      std::array<Distance, kChunk> wide;
      widen(chunk.data(), chunk.size(), wide.data());
      count_within(std::span(wide).first(chunk.size()), least, largest);
    }
    distances = distances.subspan(chunk.size());
  }
}

void RowGatherer::count(std::span<const std::uint8_t> distances, Distance least, Distance largest) {
  count_narrow(distances, least, largest);
}

void RowGatherer::count(std::span<const std::uint16_t> distances, Distance least,
                        Distance largest) {
  count_narrow(distances, least, largest);
}

/// Counts bins, and prefetches from `ahead` on what is looked at next. Beyond the rows that is
/// harmless.
void RowGatherer::count_near(std::span<const std::uint16_t> bins, const void* ahead) {
  waiting_ = true;
  std::uint64_t* const near = near_.data();
  std::size_t j = 0;
  for (; j + kTables <= bins.size(); j += kTables) {
    __builtin_prefetch(static_cast<const Distance*>(ahead) + j);
    for (std::size_t table = 0; table < kTables; table += 4) {
      std::uint64_t four = 0;  // bins in one load
      std::memcpy(&four, bins.data() + j + table, sizeof four);
      std::uint64_t* const first = near + table * kTable;
      ++first[four & 0xffff];
      ++first[kTable + (four >> 16 & 0xffff)];
      ++first[2 * kTable + (four >> 32 & 0xffff)];
      ++first[3 * kTable + (four >> 48)];
    }
  }
  for (; j < bins.size(); ++j) ++near[bins[j]];
}

void RowGatherer::count_far(std::span<const Distance> chunk) {
  std::array<std::uint32_t, kChunk> bins;
  far_bins(chunk.data(), chunk.size(), static_cast<Distance>(histogram_.bins().first()),
           histogram_.bins().shift, bins.data());
  if (far_left_ < chunk.size()) flush();
  waiting_ = true;
  far_left_ -= static_cast<std::uint32_t>(chunk.size());
  std::uint32_t* const far = far_.data();
  std::size_t j = 0;
  for (; j + 2 <= chunk.size(); j += 2) {
    __builtin_prefetch(chunk.data() + chunk.size() + j);
    ++far[bins[j]];
    ++far[kFarTable + bins[j + 1]];
  }
  for (; j < chunk.size(); ++j) ++far[bins[j]];
}

/// Goes through the bins of what is covered alone: others are 0.
void RowGatherer::flush() {
  if (!waiting_) return;
  waiting_ = false;
  const Bins& bins = histogram_.bins();
  std::vector<std::uint64_t>& counts = histogram_.counts();
  const std::size_t first = bins.index(histogram_.least());
  const std::size_t end = bins.index(histogram_.largest()) + 1;
  // The near bins are those of distances from 0 on.
  const std::size_t zero = bins.index(0);
  const std::size_t near_end = end > zero ? std::min(kNear, end - zero) : 0;
  for (std::size_t table = 0; table < kTables; ++table) {
    for (std::size_t b = 0; b < near_end; ++b) {
      counts[zero + b] += std::exchange(near_[table * kTable + b], 0);
    }
  }
  for (std::size_t b = first; b < end; ++b) {
    counts[b] += static_cast<std::uint64_t>(std::exchange(far_[b], 0)) +
                 std::exchange(far_[kFarTable + b], 0);
  }
  far_left_ = far_room_;
}

void RowGatherer::take(RowGatherer& other) {
  flush();
  histogram_.add(other.histogram());
  other.histogram_.clear();
}

const Histogram& RowGatherer::histogram() {
  flush();
  return histogram_;
}

Histogram histogram_of(std::span<std::optional<RowGatherer>> gatherers) {
  parallel_for(gatherers.size(), [&](std::size_t n) {
    if (gatherers[n]) (void)gatherers[n]->histogram();
  });
  Histogram all;
  for (std::optional<RowGatherer>& gatherer : gatherers) {
    if (gatherer) all.add(gatherer->histogram());
  }
  return all;
}

}  // namespace apsp
