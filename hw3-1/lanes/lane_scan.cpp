// SPDX-License-Identifier: MIT
#include "hw3-1/lanes/lane_scan.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/for_each_isa.hpp"
#include "common/core/width.hpp"

namespace apsp::cpu {
namespace {

template <typename Element>
[[gnu::always_inline]] inline void raise_all(const Element* __restrict rows, std::size_t count,
                                             Element* __restrict finite, Element* __restrict all) {
  for (std::size_t n = 0; n < count; ++n, rows += kBatch<Element>) {
#pragma omp simd
    for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
      const Element here = rows[lane];
      const Element below = here == kInfinity<Element> ? Element{0} : here;
      finite[lane] = finite[lane] > below ? finite[lane] : below;
      all[lane] = all[lane] > here ? all[lane] : here;
    }
  }
}

template <typename Element>
[[gnu::always_inline]] inline bool is_one_clipped(const Element* from, const Element* to) {
  Element any = 0;
#pragma omp simd reduction(| : any)
  for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
    const Element far = to[lane] == kInfinity<Element> ? Element{1} : Element{0};
    const Element clipped = from[lane] == kInfinity<Element> ? Element{0} : far;
    any = static_cast<Element>(any | clipped);
  }
  return any != 0;
}

constexpr std::size_t kWide = 16;
/// kWide lanes in one register or several; comparisons give 0 or -1. As loops over lanes these sums
/// are not vectorized by GCC 12.
using Words [[gnu::vector_size(kWide * 4)]] = std::int32_t;

/// Some lanes at a time, so that their sums stay in registers while the rows go by. Sums are split
/// in halves of 16 bits, of which 4096 fit 32 bits.
template <typename Element>
[[gnu::always_inline]] inline LaneRange add_all_numbers(const Element* rows, std::size_t count,
                                                        LaneNumbers<Element>& numbers) {
  using Narrow [[gnu::vector_size(kWide * sizeof(Element))]] = Element;
  const Words none = Words{} + kUnreachable;
  LaneRange range;
  for (std::size_t first = 0; first < kBatch<Element>; first += kWide) {
    Words low = {}, high = {}, reached = {}, largest = {}, least = none;
    const Element* row = rows + first;
    for (std::size_t n = 0; n < count; ++n, row += kBatch<Element>) {
      Narrow narrow;
      std::memcpy(&narrow, row, sizeof narrow);
      const Words here = __builtin_convertvector(narrow, Words);
      const Words finite = here != kInfinity<Element>;
      const Words below = here & finite;
      low += below & 0xffff;
      high += below >> 16;
      reached -= finite;
      const Words larger = below > largest;
      largest = (below & larger) | (largest & ~larger);
      const Words above = here | (none & ~finite);
      const Words smaller = above < least;
      least = (above & smaller) | (least & ~smaller);
    }
    for (std::size_t lane = 0; lane < kWide; ++lane) {
      numbers.sums[first + lane] += (std::int64_t{high[lane]} << 16) + low[lane];
      numbers.reached[first + lane] += static_cast<std::uint32_t>(reached[lane]);
      numbers.largest[first + lane] =
          std::max(numbers.largest[first + lane], static_cast<Element>(largest[lane]));
      range.least = std::min(range.least, Distance{least[lane]});
      if (reached[lane] != 0) range.largest = std::max(range.largest, Distance{largest[lane]});
    }
  }
  return range;
}

template <typename Element>
[[gnu::always_inline]] inline RowNumbers numbers_of_row(const Element* row) {
  std::uint32_t low = 0, high = 0, reached = 0;
  Distance largest = 0;
#pragma omp simd reduction(+ : low, high, reached) reduction(max : largest)
  for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
    const Distance here = row[lane];
    const bool finite = here != kInfinity<Element>;
    const Distance below = finite ? here : 0;
    low += static_cast<std::uint32_t>(below) & 0xffff;
    high += static_cast<std::uint32_t>(below) >> 16;
    reached += finite;
    largest = largest > below ? largest : below;
  }
  return {(std::int64_t{high} << 16) + low, largest, reached};
}

template <typename Element>
[[gnu::always_inline]] inline LaneRange range_of_all(const Element* lanes, std::size_t count) {
  Element least = kInfinity<Element>, largest = 0;
#pragma omp simd reduction(min : least) reduction(max : largest)
  for (std::size_t n = 0; n < count; ++n) {
    least = least < lanes[n] ? least : lanes[n];
    largest = largest > lanes[n] ? largest : lanes[n];
  }
  return {least, largest};
}

template <typename Element>
[[gnu::always_inline]] inline void add_all_plain(const Element* rows, std::size_t count,
                                                 LaneNumbers<Element>& numbers) {
  using Narrow [[gnu::vector_size(kWide * sizeof(Element))]] = Element;
  for (std::size_t first = 0; first < kBatch<Element>; first += kWide) {
    Words sum = {}, largest = {};
    const Element* row = rows + first;
    for (std::size_t n = 0; n < count; ++n, row += kBatch<Element>) {
      Narrow narrow;
      std::memcpy(&narrow, row, sizeof narrow);
      const Words here = __builtin_convertvector(narrow, Words);
      sum += here;
      const Words larger = here > largest;
      largest = (here & larger) | (largest & ~larger);
    }
    for (std::size_t lane = 0; lane < kWide; ++lane) {
      numbers.sums[first + lane] += sum[lane];
      numbers.reached[first + lane] += static_cast<std::uint32_t>(count);
      numbers.largest[first + lane] =
          std::max(numbers.largest[first + lane], static_cast<Element>(largest[lane]));
    }
  }
}

template <typename Element>
[[gnu::always_inline]] inline RowNumbers numbers_of_plain_row(const Element* row) {
  std::uint32_t sum = 0;
  Distance largest = 0;
#pragma omp simd reduction(+ : sum) reduction(max : largest)
  for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
    const Distance here = row[lane];
    sum += static_cast<std::uint32_t>(here);
    largest = largest > here ? largest : here;
  }
  return {sum, largest, kBatch<Element>};
}

}  // namespace

APSP_FOR_EACH_ISA
void raise_to_largest(const std::uint8_t* rows, std::size_t count, std::uint8_t* finite,
                      std::uint8_t* all) {
  raise_all(rows, count, finite, all);
}

APSP_FOR_EACH_ISA
void raise_to_largest(const std::uint16_t* rows, std::size_t count, std::uint16_t* finite,
                      std::uint16_t* all) {
  raise_all(rows, count, finite, all);
}

APSP_FOR_EACH_ISA
void raise_to_largest(const std::int32_t* rows, std::size_t count, std::int32_t* finite,
                      std::int32_t* all) {
  raise_all(rows, count, finite, all);
}

APSP_FOR_EACH_ISA
bool is_any_clipped(const std::uint8_t* from, const std::uint8_t* to) {
  return is_one_clipped(from, to);
}

APSP_FOR_EACH_ISA
bool is_any_clipped(const std::uint16_t* from, const std::uint16_t* to) {
  return is_one_clipped(from, to);
}

APSP_FOR_EACH_ISA
bool is_any_clipped(const std::int32_t* from, const std::int32_t* to) {
  return is_one_clipped(from, to);
}

APSP_FOR_EACH_ISA
LaneRange add_numbers(const std::uint8_t* rows, std::size_t count,
                      LaneNumbers<std::uint8_t>& numbers) {
  return add_all_numbers(rows, count, numbers);
}

APSP_FOR_EACH_ISA
RowNumbers numbers_of(const std::uint8_t* row) {
  return numbers_of_row(row);
}

APSP_FOR_EACH_ISA
LaneRange range_of(const std::uint8_t* lanes, std::size_t count) {
  return range_of_all(lanes, count);
}

APSP_FOR_EACH_ISA
void add_plain_numbers(const std::uint8_t* rows, std::size_t count,
                       LaneNumbers<std::uint8_t>& numbers) {
  add_all_plain(rows, count, numbers);
}

APSP_FOR_EACH_ISA
RowNumbers plain_numbers_of(const std::uint8_t* row) {
  return numbers_of_plain_row(row);
}

APSP_FOR_EACH_ISA
LaneRange add_numbers(const std::uint16_t* rows, std::size_t count,
                      LaneNumbers<std::uint16_t>& numbers) {
  return add_all_numbers(rows, count, numbers);
}

APSP_FOR_EACH_ISA
RowNumbers numbers_of(const std::uint16_t* row) {
  return numbers_of_row(row);
}

APSP_FOR_EACH_ISA
LaneRange range_of(const std::uint16_t* lanes, std::size_t count) {
  return range_of_all(lanes, count);
}

APSP_FOR_EACH_ISA
void add_plain_numbers(const std::uint16_t* rows, std::size_t count,
                       LaneNumbers<std::uint16_t>& numbers) {
  add_all_plain(rows, count, numbers);
}

APSP_FOR_EACH_ISA
RowNumbers plain_numbers_of(const std::uint16_t* row) {
  return numbers_of_plain_row(row);
}

APSP_FOR_EACH_ISA
LaneRange add_numbers(const std::int32_t* rows, std::size_t count,
                      LaneNumbers<std::int32_t>& numbers) {
  return add_all_numbers(rows, count, numbers);
}

APSP_FOR_EACH_ISA
RowNumbers numbers_of(const std::int32_t* row) {
  return numbers_of_row(row);
}

APSP_FOR_EACH_ISA
LaneRange range_of(const std::int32_t* lanes, std::size_t count) {
  return range_of_all(lanes, count);
}

APSP_FOR_EACH_ISA
void add_plain_numbers(const std::int32_t* rows, std::size_t count,
                       LaneNumbers<std::int32_t>& numbers) {
  add_all_plain(rows, count, numbers);
}

APSP_FOR_EACH_ISA
RowNumbers plain_numbers_of(const std::int32_t* row) {
  return numbers_of_plain_row(row);
}

}  // namespace apsp::cpu
