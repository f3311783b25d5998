// SPDX-License-Identifier: MIT
#include "hw3-1/search/bit_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

namespace apsp::cpu {
namespace {

/// Bytes of a page: sets begin at one each.
constexpr std::uint64_t kSlack = 4096;

/// Single sets and planes.
constexpr std::size_t kFewSets =
    3 + BitCounts::kBlock + 2 * BitCounts::kPlanes + BitCounts::kSumPlanes;

/// Edges that are pulled in the time that one is pushed.
constexpr std::size_t kPush = 2;

}  // namespace

BitSearch::BitSearch(const sparse::BitGraph& graph, const BitKernels& kernels, std::size_t size)
    : graph_(graph),
      kernels_(kernels),
      size_(size),
      words_(kSetWords[size]),
      seen_(graph.vertices() * words_),
      fronts_{Pages<std::uint64_t>(graph.vertices() * words_),
              Pages<std::uint64_t>(graph.vertices() * words_)},
      marks_(graph.vertices()),
      frontier_(graph.vertices() + 1),
      found_(graph.vertices() + 1),
      touched_(graph.vertices()),
      open_(graph.vertices()),
      few_(kFewSets * words_) {
  std::uint64_t* next = few_.data();
  const auto sets = [&](std::size_t count) { return std::exchange(next, next + count * words_); };
  sources_ = sets(1);
  alive_ = sets(1);
  BitCounts& counts = level_.counts;
  counts.alive = sets(1);
  counts.block = sets(BitCounts::kBlock);
  counts.fresh = sets(BitCounts::kPlanes);
  counts.reached = sets(BitCounts::kPlanes);
  counts.sums = sets(BitCounts::kSumPlanes);
  level_.out = graph.out();
  level_.in = graph.in();
  level_.marks = marks_.data();
  level_.sources = sources_;
  level_.touched = touched_.data();
  level_.open = open_.data();
  level_.seen = seen_.data();
  now_ = fronts_[0].data();
  next_ = fronts_[1].data();
}

std::uint64_t BitSearch::bytes_for(std::size_t vertices, std::size_t size) {
  constexpr std::uint64_t kSets = 3;
  constexpr std::uint64_t kLists = 4;
  return kSets * (vertices * kSetWords[size] * sizeof(std::uint64_t) + kSlack) +
         kFewSets * kSetWords[size] * sizeof(std::uint64_t) + kSlack +
         (vertices + 1) * (kLists * sizeof(std::int32_t) + 1);
}

std::uint32_t BitSearch::count(std::span<const std::int32_t> sources, std::uint32_t most_levels,
                               std::span<Numbers> numbers, std::vector<std::uint64_t>& pairs) {
  begin(sources);
  const BitRoutines& routines = kernels_.of(size_, BitResult::kCounts);
  std::copy_n(sources_, words_, alive_);
  std::fill(numbers.begin(), numbers.end(), Numbers{});
  std::uint32_t last = 0;
  while (!ends_at(most_levels)) {
    advance(routines);
    if (level_.found_size == 0) break;
    routines.add_counts(level_);
    last = level_.level;
    if (last >= pairs.size()) pairs.resize(2 * std::size_t{last});
    pairs[last] += level_.counts.pairs;
    keep_largest(last - 1, numbers);
  }
  std::fill_n(level_.counts.alive, words_, 0);
  keep_largest(last, numbers);
  read_counts(numbers);
  end();
  return last;
}

template <typename Element>
bool BitSearch::levels(std::span<const std::int32_t> sources, std::uint32_t most_levels,
                       Element* lanes) {
  constexpr std::uint32_t kTooMany = std::numeric_limits<Element>::max();
  constexpr bool kNarrow = std::is_same_v<Element, std::uint8_t>;
  begin(sources);
  for (std::size_t n = 0; n < sources.size(); ++n) {
    lanes[static_cast<std::size_t>(sources[n]) * most_sources() + n] = 0;
  }
  const BitRoutines& routines = kernels_.of(size_, kNarrow ? BitResult::kBytes : BitResult::kWords);
  level_.lanes = lanes;
  while (!ends_at(std::min(most_levels, kTooMany))) advance(routines);
  const bool fits = level_.level < kTooMany || level_.frontier_size == 0;
  end();
  return fits;
}

template bool BitSearch::levels<std::uint8_t>(std::span<const std::int32_t>, std::uint32_t,
                                              std::uint8_t*);
template bool BitSearch::levels<std::int32_t>(std::span<const std::int32_t>, std::uint32_t,
                                              std::int32_t*);

/// Level 0.
void BitSearch::begin(std::span<const std::int32_t> sources) {
  level_.level = 0;
  level_.touched_size = 0;
  level_.open_edges = graph_.edges();
  level_.frontier_size = 0;
  level_.counts.block_size = 0;
  frontier_edges_ = 0;
  opened_ = false;
  std::fill_n(sources_, words_, 0);
  for (std::size_t n = 0; n < sources.size(); ++n) {
    const auto v = static_cast<std::size_t>(sources[n]);
    const std::size_t word = n / kWordSources;
    const std::uint64_t bit = std::uint64_t{1} << n % kWordSources;
    sources_[word] |= bit;
    seen_.data()[v * words_ + word] |= bit;
    now_[v * words_ + word] |= bit;
    if (marks_[v] != 0) continue;
    marks_[v] = kTouched;
    touched_[level_.touched_size++] = sources[n];
    frontier_[level_.frontier_size++] = sources[n];
    frontier_edges_ += level_.out.begin[v + 1] - level_.out.begin[v];
  }
}

/// Makes the next level.
void BitSearch::advance(const BitRoutines& routines) {
  ++level_.level;
  level_.now = now_;
  level_.next = next_;
  level_.frontier = frontier_.data();
  level_.found = found_.data();
  level_.found_size = 0;
  level_.found_edges = 0;
  if (kPush * frontier_edges_ < level_.open_edges) {
    routines.push(level_);
  } else {
    if (!opened_) open_all();
    routines.pull(level_);
  }
  for (std::size_t n = 0; n < level_.frontier_size; ++n) {
    std::fill_n(now_ + static_cast<std::size_t>(frontier_[n]) * words_, words_, 0);
  }
  std::swap(now_, next_);
  frontier_.swap(found_);
  level_.frontier_size = level_.found_size;
  frontier_edges_ = level_.found_edges;
}

/// Lists what may still be reached.
void BitSearch::open_all() {
  opened_ = true;
  level_.open_size = 0;
  for (std::size_t v = 0; v < graph_.vertices(); ++v) {
    if ((marks_[v] & kFull) != 0 || level_.in.begin[v] == level_.in.begin[v + 1]) continue;
    open_[level_.open_size++] = static_cast<std::int32_t>(v);
  }
}

/// Empties what the batch has written.
void BitSearch::end() {
  for (std::size_t n = 0; n < level_.frontier_size; ++n) {
    std::fill_n(now_ + static_cast<std::size_t>(frontier_[n]) * words_, words_, 0);
  }
  for (std::size_t n = 0; n < level_.touched_size; ++n) {
    const auto v = static_cast<std::size_t>(touched_[n]);
    marks_[v] = 0;
    std::fill_n(seen_.data() + v * words_, words_, 0);
  }
}

/// Keeps `level` for the sources that reached a vertex there and reach none at the next.
void BitSearch::keep_largest(std::uint32_t level, std::span<Numbers> numbers) {
  const std::uint64_t* const alive = level_.counts.alive;
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::uint64_t left = alive_[w] & ~alive[w]; left != 0; left &= left - 1) {
      numbers[w * kWordSources + static_cast<std::size_t>(std::countr_zero(left))].largest = level;
    }
    alive_[w] = alive[w];
  }
}

/// Turns the planes into numbers, and empties them.
void BitSearch::read_counts(std::span<Numbers> numbers) {
  const auto read = [&](std::uint64_t* planes, std::size_t count, const auto& add) {
    for (std::size_t p = 0; p < count; ++p) {
      for (std::size_t w = 0; w < words_; ++w) {
        std::uint64_t left = std::exchange(planes[p * words_ + w], 0);
        for (; left != 0; left &= left - 1) {
          const auto source = w * kWordSources + static_cast<std::size_t>(std::countr_zero(left));
          add(numbers[source], p);
        }
      }
    }
  };
  read(level_.counts.reached, BitCounts::kPlanes,
       [](Numbers& of, std::size_t p) { of.reached += std::uint32_t{1} << p; });
  read(level_.counts.sums, BitCounts::kSumPlanes,
       [](Numbers& of, std::size_t p) { of.levels += std::uint64_t{1} << p; });
}

}  // namespace apsp::cpu
