// SPDX-License-Identifier: MIT
#include <utility>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"
#include "labs/knapsack/knapsack.hpp"

namespace apsp::labs {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr unsigned kRowThreads = 256;

/// The value with the item, or 0 where it does not fit: then it is not taken, as no value is below.
/// `row` is null for the row of zeros before the first item.
__device__ std::uint32_t value_with(const std::uint32_t* row, std::size_t j, Item item) {
  if (j < item.weight) return 0;
  return (row == nullptr ? 0 : row[j - item.weight]) + item.value;
}

/// Formula: to(j) = max(from(j), from(j - weight) + value) for one item.
/// Launch: a thread for each capacity from 0 to `capacity`.
/// Reads and writes: two values and a value for each capacity; a decision, a byte or a bit.
/// Synchronisation: none; a ballot of whole warps makes a word of 32 bits.
/// Cost: 8 bytes a capacity, as the two reads meet in the caches, and 1 or 1/8 for the decision.
template <bool kBytes>
__global__ void take_one(const std::uint32_t* from, std::uint32_t* to, std::size_t capacity,
                         Item item, std::uint32_t* decisions) {
  const std::size_t j = blockIdx.x * std::size_t{kRowThreads} + threadIdx.x;
  const bool inside = j <= capacity;
  const std::uint32_t without = inside && from != nullptr ? from[j] : 0;
  const std::uint32_t with = inside ? value_with(from, j, item) : 0;
  const bool taken = with > without;
  if (inside) to[j] = taken ? with : without;
  if constexpr (kBytes) {
    if (inside) reinterpret_cast<std::uint8_t*>(decisions)[j] = taken ? 1 : 0;
  } else {
    const unsigned bits = __ballot_sync(kAll, taken);
    if (j % 32 == 0 && inside) decisions[j / 32] = bits;
  }
}

constexpr unsigned kCapacities =
    8;  // of a thread, 32 apart: neighbouring lanes, neighbouring words

/// Formula: same as take_one, a bit a decision.
/// Launch: a thread for kCapacities; a warp for kCapacities words of decisions.
/// Reads and writes: same as take_one.
/// Synchronisation: none; a ballot of whole warps for each word.
/// Cost: 8.125 bytes a capacity. With one value a thread, 2048 threads have 8 KiB under way, less
/// than the memory's latency takes; here all values are requested before one is used.
__global__ void __launch_bounds__(kRowThreads)
    take_one_wide(const std::uint32_t* from, std::uint32_t* to, std::size_t capacity, Item item,
                  std::uint32_t* decisions) {
  const unsigned lane = threadIdx.x % 32;
  const std::size_t first =
      (blockIdx.x * std::size_t{kRowThreads} + threadIdx.x - lane) * kCapacities + lane;
  std::uint32_t without[kCapacities];
  std::uint32_t with[kCapacities];
#pragma unroll
  for (unsigned p = 0; p < kCapacities; ++p) {
    const std::size_t j = first + p * 32;
    without[p] = j <= capacity && from != nullptr ? from[j] : 0;
    with[p] = j <= capacity ? value_with(from, j, item) : 0;
  }
#pragma unroll
  for (unsigned p = 0; p < kCapacities; ++p) {
    const std::size_t j = first + p * 32;
    const bool taken = with[p] > without[p];
    if (j <= capacity) to[j] = taken ? with[p] : without[p];
    const unsigned bits = __ballot_sync(kAll, taken);
    if (lane == 0 && j <= capacity) decisions[j / 32] = bits;
  }
}

// ----- several items a launch -----

constexpr unsigned kThreads = 512;
constexpr unsigned kPerThread = 16;  // capacities of a thread
constexpr unsigned kSpan = kThreads * kPerThread;
constexpr unsigned kHalo = 1024;  // capacities below the tile that its values depend on
constexpr unsigned kTile = kSpan - kHalo;
constexpr unsigned kMostItems = 8;

static_assert(kHalo % 32 == 0 && kTile % 32 == 0, "a warp's 32 decisions are one word");

/// The items of a launch. Their weights add up to kHalo at most.
struct Group {
  Item items[kMostItems];
  unsigned count;
};

/// Formula: to = from after all items of the group.
/// Launch: a block of kThreads for kTile capacities; it computes kHalo more below them.
/// Reads and writes: kSpan values a block, of which kTile are written; a bit a capacity and item.
/// Synchronisation: for each item, a barrier after all have read the row, and one after it has
/// changed. Values that depend on capacities below the span are wrong. After items of a total
/// weight s they are the lowest s of the span, none of them in the tile. Cost: 8 bytes a capacity
/// for the group, and 1/8 for each item; two words of shared memory for each item.
__global__ void __launch_bounds__(kThreads, 2)
    take_several(const std::uint32_t* from, std::uint32_t* to, std::size_t capacity,
                 const Group group, std::uint32_t* decisions, std::size_t words) {
  __shared__ std::uint32_t row[kSpan];
  const long long begin = blockIdx.x * static_cast<long long>(kTile) - kHalo;  // of the span
  const auto most = static_cast<long long>(capacity);
  std::uint32_t own[kPerThread];
#pragma unroll
  for (unsigned p = 0; p < kPerThread; ++p) {
    const unsigned s = p * kThreads + threadIdx.x;
    const long long j = begin + s;
    own[p] = from != nullptr && j >= 0 && j <= most ? from[j] : 0;
    row[s] = own[p];
  }
  __syncthreads();
  for (unsigned i = 0; i < group.count; ++i) {
    const Item item = group.items[i];
    std::uint32_t with[kPerThread];
#pragma unroll
    for (unsigned p = 0; p < kPerThread; ++p) {
      const unsigned s = p * kThreads + threadIdx.x;
      const bool fits = s >= item.weight && begin + s >= static_cast<long long>(item.weight);
      with[p] = fits ? row[s - item.weight] + item.value : 0;
    }
    __syncthreads();
#pragma unroll
    for (unsigned p = 0; p < kPerThread; ++p) {
      const unsigned s = p * kThreads + threadIdx.x;
      const long long j = begin + s;
      const bool taken = j <= most && with[p] > own[p];
      if (taken) own[p] = with[p];
      row[s] = own[p];
      const unsigned bits = __ballot_sync(kAll, taken);
      if (s % 32 == 0 && s >= kHalo && j <= most) {
        decisions[i * words + static_cast<std::size_t>(j) / 32] = bits;
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned p = 0; p < kPerThread; ++p) {
    const unsigned s = p * kThreads + threadIdx.x;
    if (s >= kHalo && begin + s <= most) to[begin + s] = own[p];
  }
}

// ----- several items a launch, few instructions -----

constexpr unsigned kLeanThreads = 128;
constexpr unsigned kLeanValues = 32;  // of a thread, 32 apart: a warp's decisions are 32 words
constexpr unsigned kLeanBatch = 16;   // values that a thread has requested
constexpr unsigned kLeanSpan = kLeanThreads * kLeanValues;
constexpr unsigned kLeanRow = kHalo + kLeanSpan;  // words below the span serve the heaviest item

/// Bit p of lane l becomes bit l of lane p. All 32 lanes must call it.
__device__ std::uint32_t transposed(std::uint32_t bits) {
  std::uint32_t low = 0x0000ffffu;  // the lower half of each group of 2 distance bits
#pragma unroll
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    const bool upper = (threadIdx.x & distance) != 0;
    const std::uint32_t other = __shfl_xor_sync(kAll, bits, distance);
    const std::uint32_t moved = __funnelshift_l(other, other, upper ? 32 - distance : distance);
    const std::uint32_t keep = upper ? ~low : low;
    bits = (bits & keep) | (moved & ~keep);
    low ^= low << distance / 2;
  }
  return bits;
}

/// A block's capacities, counted from the first one of its span.
struct Span {
  int first;           // of the thread, which has first, first + 32, ...
  int lowest;          // that exists: those before are below 0
  int last;            // that exists
  std::uint32_t word;  // the first one of the word of decisions that the lane stores
};

/// Takes one item: `source` is the row before it, `target` the row behind it, unless kLast. `own`
/// are the thread's values. kWhole: all capacities of the span exist. Returns the decisions of 32
/// neighbouring capacities, those from span.word on.
template <bool kWhole, bool kLast>
__device__ std::uint32_t take_item(Item item, const Span& span, std::uint32_t (&own)[kLeanValues],
                                   const std::uint32_t* source, std::uint32_t* target) {
  constexpr int kBatch = kLeanBatch;
  std::uint32_t bits = 0;
#pragma unroll
  for (int high = kLeanValues - kBatch; high >= 0; high -= kBatch) {
    std::uint32_t before[kBatch];
#pragma unroll
    for (int p = 0; p < kBatch; ++p) {
      before[p] = source[span.first + (high + p) * 32 - static_cast<int>(item.weight)];
    }
#pragma unroll
    for (int p = kBatch - 1; p >= 0; --p) {
      std::uint32_t& value = own[high + p];
      const int s = span.first + (high + p) * 32;
      const bool fits =
          kWhole || (s >= span.lowest + static_cast<int>(item.weight) && s <= span.last);
      const std::uint32_t loss = fits ? value - before[p] - item.value : 0;
      bits = __funnelshift_l(loss, bits, 1);  // appends its sign
      if (fits) value = __viaddmax_u32(before[p], item.value, value);
      if constexpr (!kLast) target[s] = value;
    }
  }
  return transposed(bits);
}

/// Takes all items of the group; `row` has the values before them.
template <bool kWhole>
__device__ void take_items(const Group& group, const Span& span, bool stores,
                           std::uint32_t (&own)[kLeanValues], std::uint32_t* row,
                           std::uint32_t* decisions, std::size_t words) {
  std::uint32_t* source = row;
  std::uint32_t* target = row + kLeanRow;
  for (unsigned i = 0; i + 1 < group.count; ++i) {
    const std::uint32_t bits = take_item<kWhole, false>(group.items[i], span, own, source, target);
    if (stores) decisions[i * words + span.word / 32] = bits;
    __syncthreads();
    std::uint32_t* const turned = source;
    source = target;
    target = turned;
  }
  const unsigned i = group.count - 1;
  const std::uint32_t bits = take_item<kWhole, true>(group.items[i], span, own, source, target);
  if (stores) decisions[i * words + span.word / 32] = bits;
}

/// Formula: same as take_several.
/// Launch: a block of kLeanThreads for kLeanSpan capacities. `halo` of them are below its tile: the
/// group's weight, rounded up to whole words of decisions.
/// Reads and writes: same as take_several; a warp stores the decisions of 1024 capacities at once.
/// Synchronisation: two rows take turns in shared memory, so that one barrier an item is enough.
/// Cost: seven instructions for an item and a warp's 32 capacities: two for shared memory, two for
/// the decision, one for the value, and a part of the transposition. take_several compares 64-bit
/// capacities and selects the word of each ballot.
__global__ void __launch_bounds__(kLeanThreads, 5)
    take_several_lean(const std::uint32_t* from, std::uint32_t* to, std::size_t capacity,
                      const __grid_constant__ Group group, unsigned halo, std::uint32_t* decisions,
                      std::size_t words) {
  __shared__ std::uint32_t rows[2 * kLeanRow];
  const long long begin = blockIdx.x * static_cast<long long>(kLeanSpan - halo) - halo;
  const long long last = static_cast<long long>(capacity) - begin;
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp_first = (threadIdx.x - lane) * kLeanValues;
  Span span{};
  span.first = static_cast<int>(warp_first + lane);
  span.lowest = begin < 0 ? static_cast<int>(-begin) : 0;
  span.last = static_cast<int>(last < kLeanSpan ? last : kLeanSpan - 1);
  span.word = warp_first + lane * 32;
  std::uint32_t* const row = rows + kHalo;
  std::uint32_t own[kLeanValues];
#pragma unroll
  for (int p = 0; p < static_cast<int>(kLeanValues); ++p) {
    const int s = span.first + p * 32;
    const bool exists = from != nullptr && s >= span.lowest && s <= span.last;
    own[p] = exists ? from[begin + s] : 0;
  }
#pragma unroll
  for (int p = 0; p < static_cast<int>(kLeanValues); ++p) row[span.first + p * 32] = own[p];
  __syncthreads();
  const bool stores = span.word >= halo && static_cast<int>(span.word) <= span.last;
  std::uint32_t* const first_decision = decisions + begin / 32;  // begin is a multiple of 32
  if (span.lowest == 0 && last >= kLeanSpan - 1) {
    take_items<true>(group, span, stores, own, row, first_decision, words);
  } else {
    take_items<false>(group, span, stores, own, row, first_decision, words);
  }
#pragma unroll
  for (int p = 0; p < static_cast<int>(kLeanValues); ++p) {
    const int s = span.first + p * 32;
    if (s >= static_cast<int>(halo) && s <= span.last) to[begin + s] = own[p];
  }
}

/// The items from `first` on that one launch takes: at least one, which may be heavier than kHalo.
std::size_t group_size(std::span<const Item> items, std::size_t first, std::size_t most) {
  std::size_t count = 0;
  std::size_t weight = 0;
  while (first + count < items.size() && count < most) {
    weight += items[first + count].weight;
    if (count > 0 && weight > kHalo) break;
    ++count;
  }
  return count;
}

/// Formula: chosen(i) = decision of item i at what capacity is left by the items above it.
/// Launch: one thread.
/// Reads and writes: one word of decisions an item; a byte an item.
/// Synchronisation: none.
/// Cost: a chain of loads, a latency of the memory an item; no table leaves the device.
__global__ void walk_back(const Item* items, std::size_t count, std::size_t capacity,
                          const std::uint32_t* decisions, std::uint8_t* chosen) {
  const std::size_t words = decision_words(capacity);
  std::size_t left = capacity;
  for (std::size_t i = count; i-- > 0;) {
    const bool taken = (decisions[i * words + left / 32] >> left % 32 & 1u) != 0;
    chosen[i] = taken ? 1 : 0;
    if (taken) left -= items[i].weight;
  }
}

// ----- launches -----

/// Two rows that take turns: each launch reads the last one's.
struct Rows {
  explicit Rows(const KnapsackOperands& operands)
      : to(operands.rows), other(operands.rows + operands.capacity + 1) {}
  void turn() {
    from = to;
    std::swap(to, other);
  }
  const std::uint32_t* from = nullptr;  // zeros
  std::uint32_t* to;
  std::uint32_t* other;
};

/// The row of no items, which no launch has written.
const std::uint32_t* zeros(const KnapsackOperands& o) {
  gpu::check(cudaMemsetAsync(o.rows, 0, (o.capacity + 1) * sizeof(std::uint32_t)), "clear a row");
  return o.rows;
}

template <bool kBytes>
void enqueue_one(const KnapsackOperands& o, std::size_t i, const Rows& rows) {
  const std::size_t words = decision_words(o.capacity);
  auto* decisions = kBytes
                        ? reinterpret_cast<std::uint32_t*>(
                              reinterpret_cast<std::uint8_t*>(o.decisions) + i * (o.capacity + 1))
                        : o.decisions + i * words;
  const auto blocks = static_cast<unsigned>(blocks_for(o.capacity + 1, kRowThreads));
  take_one<kBytes><<<blocks, kRowThreads>>>(rows.from, rows.to, o.capacity, o.items[i], decisions);
  gpu::check_launch("take an item");
}

template <bool kBytes>
const std::uint32_t* by_rows(const KnapsackOperands& o) {
  if (o.items.empty()) return zeros(o);
  Rows rows(o);
  for (std::size_t i = 0; i < o.items.size(); ++i) {
    enqueue_one<kBytes>(o, i, rows);
    rows.turn();
  }
  return rows.from;
}

const std::uint32_t* by_wide_rows(const KnapsackOperands& o) {
  if (o.items.empty()) return zeros(o);
  const std::size_t words = decision_words(o.capacity);
  const auto blocks =
      static_cast<unsigned>(blocks_for(o.capacity + 1, std::size_t{kRowThreads} * kCapacities));
  Rows rows(o);
  for (std::size_t i = 0; i < o.items.size(); ++i) {
    take_one_wide<<<blocks, kRowThreads>>>(rows.from, rows.to, o.capacity, o.items[i],
                                           o.decisions + i * words);
    gpu::check_launch("take an item");
    rows.turn();
  }
  return rows.from;
}

/// The items of a group, and where it goes.
struct GroupLaunch {
  const Rows& rows;
  const Group& group;
  std::uint32_t* decisions;
  const KnapsackOperands& operands;
};

void launch_several(const GroupLaunch& l) {
  const auto blocks = static_cast<unsigned>(blocks_for(l.operands.capacity + 1, kTile));
  take_several<<<blocks, kThreads>>>(l.rows.from, l.rows.to, l.operands.capacity, l.group,
                                     l.decisions, decision_words(l.operands.capacity));
  gpu::check_launch("take items");
}

void launch_several_lean(const GroupLaunch& l) {
  unsigned weight = 0;
  for (unsigned n = 0; n < l.group.count; ++n) weight += l.group.items[n].weight;
  const unsigned halo = (weight + 31) / 32 * 32;
  const auto blocks = static_cast<unsigned>(blocks_for(l.operands.capacity + 1, kLeanSpan - halo));
  take_several_lean<<<blocks, kLeanThreads>>>(l.rows.from, l.rows.to, l.operands.capacity, l.group,
                                              halo, l.decisions,
                                              decision_words(l.operands.capacity));
  gpu::check_launch("take items");
}

template <std::size_t kMost, void (*kLaunch)(const GroupLaunch&)>
const std::uint32_t* by_groups(const KnapsackOperands& o) {
  static_assert(kMost <= kMostItems);
  if (o.items.empty()) return zeros(o);
  const std::size_t words = decision_words(o.capacity);
  Rows rows(o);
  for (std::size_t i = 0; i < o.items.size();) {
    const std::size_t count = group_size(o.items, i, kMost);
    if (o.items[i].weight > kHalo) {
      enqueue_one<false>(o, i, rows);
    } else {
      Group group{};
      group.count = static_cast<unsigned>(count);
      for (std::size_t n = 0; n < count; ++n) group.items[n] = o.items[i + n];
      kLaunch({rows, group, o.decisions + i * words, o});
    }
    rows.turn();
    i += count;
  }
  return rows.from;
}

template <std::size_t kMost>
std::size_t group_launches(std::span<const Item> items) {
  std::size_t launches = 0;
  for (std::size_t i = 0; i < items.size(); i += group_size(items, i, kMost)) ++launches;
  return launches;
}

constexpr KnapsackStep kSteps[] = {
    {"row by row, bytes", true, by_rows<true>, group_launches<1>},
    {"row by row, bits", false, by_rows<false>, group_launches<1>},
    {"row by row, 8 capacities a thread", false, by_wide_rows, group_launches<1>},
    {"shared memory, an item a launch", false, by_groups<1, launch_several>, group_launches<1>},
    {"shared memory, 8 items a launch", false, by_groups<8, launch_several>, group_launches<8>},
    {"few instructions, 4 items a launch", false, by_groups<4, launch_several_lean>,
     group_launches<4>},
    {"few instructions, 8 items a launch", false, by_groups<8, launch_several_lean>,
     group_launches<8>},
};

}  // namespace

std::span<const KnapsackStep> knapsack_steps() {
  return kSteps;
}

void enqueue_chosen_items(const Item* items, std::size_t count, std::size_t capacity,
                          const std::uint32_t* decisions, std::uint8_t* chosen) {
  walk_back<<<1, 1>>>(items, count, capacity, decisions, chosen);
  gpu::check_launch("recover the items");
}

}  // namespace apsp::labs
