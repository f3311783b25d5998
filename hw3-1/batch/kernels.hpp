// SPDX-License-Identifier: MIT
// The kernels for batches of small graphs: one matrix of one graph at a time, all of it in the
// first-level cache. One table for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace apsp::cpu {

/// Bytes that the rows of a working matrix are a multiple of; its start is aligned to them.
inline constexpr std::size_t kRowAlignment = 64;

/// Returns the elements from one row of a working matrix of n columns to the next. Inlined always:
/// the files of instruction sets call it.
template <typename Work>
[[nodiscard, gnu::always_inline]] inline constexpr std::size_t stride_of(std::size_t n) noexcept {
  constexpr std::size_t kMultiple = kRowAlignment / sizeof(Work);
  return (n + kMultiple - 1) / kMultiple * kMultiple;
}

/// Range of the weights of one graph, with 0 in it.
template <typename Work>
struct WeightRange {
  Work least = 0;
  Work most = 0;      // of the edges that are there
  bool valid = true;  // false: an element is NaN, minus infinity or beyond 32 bits
};

/// Formula: d(i,j) = infinity where from(i,j) is `absent` or infinity or above, else from(i,j);
/// d(i,i) = min(0, from(i,i)).
/// Call: n x n elements, rows `width` apart; d has n rows, stride_of<Work>(n) apart.
/// Reads and writes: reads `from`, writes whole rows of d. Returns the range of what it read.
/// Cost: n^2 elements; bound by memory.
template <typename Element, typename Work>
using Load = WeightRange<Work> (*)(const Element* from, std::size_t n, std::size_t width,
                                   Element absent, Work* d);

/// "No path" of the working matrices of 16 bits: infinity + infinity does not wrap.
inline constexpr std::uint16_t kNarrowInfinity = 0x7fff;

/// Weights whose bitwise or is this or more are not narrow: with two vertices or more, the bound on
/// lengths is infinity or above.
inline constexpr std::uint64_t kNarrowBits = 0x4000;
inline constexpr std::uint64_t kNotNarrow = ~std::uint64_t{0};

/// The unsigned integer of an element's size.
template <typename Element>
using BitsOf =
    std::conditional_t<sizeof(Element) == 8, std::uint64_t,
                       std::conditional_t<sizeof(Element) == 4, std::uint32_t, std::uint16_t>>;

/// Returns the weight as an integer where that is less than kNarrowBits, else some number that is
/// not. Sets bits of `lost` if the weight is a fraction or -0.0. Adding 2^52, or 2^23 of float,
/// makes a unit the last digit; taking it away again then gives other bits. Inlined always, see
/// stride_of().
template <typename Element>
[[nodiscard, gnu::always_inline]] inline constexpr BitsOf<Element> narrow_bits(
    Element weight, BitsOf<Element>& lost) noexcept {
  using Bits = BitsOf<Element>;
  if constexpr (static_cast<Element>(0.5) == 0) {
    return static_cast<Bits>(weight);
  } else {
    constexpr Element kUnits = sizeof(Element) == 8 ? Element{0x1p52} : Element{0x1p23};
    const Element shifted = weight + kUnits;
    lost |= __builtin_bit_cast(Bits, shifted - kUnits) ^ __builtin_bit_cast(Bits, weight);
    return __builtin_bit_cast(Bits, shifted) ^ __builtin_bit_cast(Bits, kUnits);
  }
}

/// Formula: d(i,j) = kNarrowInfinity where from(i,j) is `absent` or infinity or above, else
/// from(i,j); d(i,i) = 0.
/// Call: n x n elements, rows `width` apart; d has n rows, stride_of<std::uint16_t>(n) apart.
/// Reads and writes: reads `from`, writes whole rows of d. Returns the bitwise or of the weights,
/// which none of them exceeds. With kNarrowBits or more a weight may be negative, a fraction, -0.0
/// or too large, and d is undefined.
/// Cost: n^2 elements; bound by memory.
template <typename Element>
using LoadNarrow = std::uint64_t (*)(const Element* from, std::size_t n, std::size_t width,
                                     Element absent, std::uint16_t* d);

/// Formula: to(x) = from(x stride) as an integer, for x < number.
/// Call: any memory, `stride` in elements.
/// Reads and writes: writes `to`. Returns as LoadNarrow does; infinity is no narrow weight here.
/// Cost: `number` elements, in vectors where the stride is 1.
template <typename Element>
using NarrowWeights = std::uint64_t (*)(const Element* from, std::ptrdiff_t stride,
                                        std::size_t number, std::uint16_t* to);

/// Formula: to(i,j) = min(from(i,j), kNarrowInfinity), whole rows.
/// Call: from(i,j) >= 0; n rows each, strides by stride_of().
using Narrow = void (*)(const std::int32_t* from, std::size_t n, std::uint16_t* to);

/// Memory that is used next: a kernel prefetches it evenly while it computes.
struct Ahead {
  const void* start = nullptr;
  std::size_t bytes = 0;
};

/// Formula: for k ascending, d(i,j) = min(d(i,j), d(i,k) + d(k,j)): Floyd-Warshall.
/// Call: n rows of a working matrix; no sum leaves the element.
/// Reads and writes: d, in place; prefetches `input` and `output`, of the next graph. Returns n, or
/// the first k with d(k,k) < 0 before its turn: a negative cycle passes through it. Cost: n^3
/// relaxations in vectors along j; bound by the ports that add and take minima.
template <typename Work>
using Close = std::size_t (*)(Work* d, std::size_t n, const Ahead& input, const Ahead& output);

/// Formula: to(i,j) = d(i,j) where i, j < n and d(i,j) <= limit, else no_path.
/// Call: limit is 0 or more and less than the infinity of Work. `to` has `width` rows and columns.
/// If `streamed`, n = width, and rows of `to` are whole lines of kRowAlignment bytes; elements
/// wider than Work may then go past the caches. Reads and writes: reads d, writes all of `to`.
/// Returns whether Element holds each d(i,j) <= limit below its infinity. Cost: width^2 elements;
/// bound by memory.
template <typename Work, typename Element>
using Store = bool (*)(const Work* d, std::size_t n, Work limit, Element no_path, Element* to,
                       std::size_t width, bool streamed);

/// The kernels of one instruction set. They hold no state and never throw.
struct BatchKernels {
  std::string_view name;
  std::tuple<Load<std::int32_t, std::int32_t>, Load<std::uint16_t, std::int32_t>,
             Load<std::int64_t, std::int32_t>, Load<float, float>, Load<double, double>>
      load;
  std::tuple<LoadNarrow<std::int32_t>, LoadNarrow<std::uint16_t>, LoadNarrow<std::int64_t>,
             LoadNarrow<float>, LoadNarrow<double>>
      load_narrow;
  std::tuple<NarrowWeights<float>, NarrowWeights<double>> narrow_weights;
  Narrow narrow;
  std::tuple<Close<std::uint16_t>, Close<std::int32_t>, Close<float>, Close<double>> close;
  std::tuple<Store<std::uint16_t, std::int32_t>, Store<std::uint16_t, std::uint16_t>,
             Store<std::uint16_t, float>, Store<std::uint16_t, double>,
             Store<std::int32_t, std::int32_t>, Store<std::int32_t, std::uint16_t>,
             Store<float, float>, Store<double, double>>
      store;
  void (*fence)();  // called by a thread after its last store, before others read
};

extern const BatchKernels kPortableBatch;
#ifdef APSP_X86
extern const BatchKernels kSse41Batch;
extern const BatchKernels kAvx2Batch;
extern const BatchKernels kAvx512Batch;
#endif

/// Returns the kernels of the set that choose_kernels() chooses for this name. Throws as it does.
[[nodiscard]] const BatchKernels& choose_batch_kernels(std::string_view name);

}  // namespace apsp::cpu
