// SPDX-License-Identifier: MIT
// The inner loops between numbers of a caller and integers: a set of them for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>

#include "apsp/graph.hpp"

namespace apsp {

/// A number x is the weight x * factor + offset. It is an edge unless it is infinite, NaN, or a 0
/// where zeros are none.
struct Conversion {
  double factor = 1;  // a power of two; or 0
  double offset = 0;
  bool zeros_are_edges = false;
};

/// The edges among some numbers, as a loop has seen them.
struct NumbersSeen {
  double least = std::numeric_limits<double>::infinity();  // weight
  double most = -std::numeric_limits<double>::infinity();
  std::size_t edges = 0;
  bool whole = true;  // all weights are integers; said of those below 2^51 alone
};

/// Formula: weights[j] is that of numbers[j], kUnreachable where it is no edge.
/// Call: `count` of both. Integers take the factor 1 and the offset 0.
/// Reads and writes: reads numbers, writes weights, adds to `seen`. Where that holds weights that
/// are no integers below kUnreachable, what was written is of no use.
/// Cost: some ten instructions a vector; bound by memory where vectors have 32 bytes or more.
template <typename T>
using ReadNumbers = void (*)(const T* numbers, std::size_t count, const Conversion& conversion,
                             Distance* weights, NumbersSeen& seen);

/// Formula: to[j] = from[j], the largest number of the type where from[j] is kUnreachable.
template <typename Stored>
using NarrowWeights = void (*)(const Distance* from, std::size_t count, Stored* to);

/// Formula: to[j] = lengths[j] * factor, infinity where lengths[j] is kUnreachable. Rounds once,
/// and only where T holds no such number. Call: `count` of both; the factor is a power of two.
/// Reads and writes: reads lengths, writes to.
/// Cost: some five instructions a vector; bound by memory where vectors have 32 bytes or more.
template <typename T>
using WriteNumbers = void (*)(const Distance* lengths, std::size_t count, double factor, T* to);

/// A set of loops. They hold no state and never throw.
struct NumberLoops {
  const char* name;
  bool (*runnable)();
  std::tuple<ReadNumbers<double>, ReadNumbers<float>, ReadNumbers<std::int64_t>,
             ReadNumbers<std::int32_t>, ReadNumbers<std::uint16_t>, ReadNumbers<std::uint8_t>>
      read;
  std::tuple<NarrowWeights<std::uint8_t>, NarrowWeights<std::uint16_t>> narrow;
  std::tuple<WriteNumbers<double>, WriteNumbers<float>> write;
};

extern const NumberLoops kAvx512NumberLoops;
extern const NumberLoops kAvx2NumberLoops;
extern const NumberLoops kPortableNumberLoops;

/// Returns the sets that this processor can run, the fastest first; the last runs anywhere.
[[nodiscard]] std::span<const NumberLoops* const> runnable_number_loops();

}  // namespace apsp
