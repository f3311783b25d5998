// SPDX-License-Identifier: MIT
#include "hw3-1/sparse/lane_scan.hpp"

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
    any |= from[lane] == kInfinity<Element> ? Element{0} : far;
  }
  return any != 0;
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

}  // namespace apsp::cpu
