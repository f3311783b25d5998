// SPDX-License-Identifier: MIT
#include "hw3-1/sparse/lane_scan.hpp"

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
[[gnu::always_inline]] inline void add_all_numbers(const Element* rows, std::size_t count,
                                                   LaneNumbers<Element>& numbers) {
  using Narrow [[gnu::vector_size(kWide * sizeof(Element))]] = Element;
  for (std::size_t first = 0; first < kBatch<Element>; first += kWide) {
    Words low = {}, high = {}, reached = {}, largest = {};
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
    }
    for (std::size_t lane = 0; lane < kWide; ++lane) {
      numbers.sums[first + lane] += (std::int64_t{high[lane]} << 16) + low[lane];
      numbers.reached[first + lane] += static_cast<std::uint32_t>(reached[lane]);
      numbers.largest[first + lane] =
          std::max(numbers.largest[first + lane], static_cast<Element>(largest[lane]));
    }
  }
}

template <typename Element>
[[gnu::always_inline]] inline void widen_all(const Element* __restrict lanes, std::size_t count,
                                             Distance* __restrict distances) {
#pragma omp simd
  for (std::size_t n = 0; n < count; ++n) {
    const bool infinite = lanes[n] == kInfinity<Element>;
    distances[n] = infinite ? kUnreachable : Distance{lanes[n]};
  }
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
void add_numbers(const std::uint8_t* rows, std::size_t count, LaneNumbers<std::uint8_t>& numbers) {
  add_all_numbers(rows, count, numbers);
}

APSP_FOR_EACH_ISA
void add_numbers(const std::uint16_t* rows, std::size_t count,
                 LaneNumbers<std::uint16_t>& numbers) {
  add_all_numbers(rows, count, numbers);
}

APSP_FOR_EACH_ISA
void add_numbers(const std::int32_t* rows, std::size_t count, LaneNumbers<std::int32_t>& numbers) {
  add_all_numbers(rows, count, numbers);
}

APSP_FOR_EACH_ISA
void widen(const std::uint8_t* lanes, std::size_t count, Distance* distances) {
  widen_all(lanes, count, distances);
}

APSP_FOR_EACH_ISA
void widen(const std::uint16_t* lanes, std::size_t count, Distance* distances) {
  widen_all(lanes, count, distances);
}

}  // namespace apsp::cpu
