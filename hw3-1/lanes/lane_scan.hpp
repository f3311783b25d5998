// SPDX-License-Identifier: MIT
// Looks through the rows of a batch: how far they reach, whether an edge is clipped, their numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "common/rows/row_gatherer.hpp"
#include "hw3-1/lanes/lanes.hpp"

namespace apsp::cpu {

/// Raises, lane by lane, `finite` to the largest element below infinity of `count` rows of kBatch
/// elements, and `all` to the largest of all.
void raise_to_largest(const std::uint8_t* rows, std::size_t count, std::uint8_t* finite,
                      std::uint8_t* all);
void raise_to_largest(const std::uint16_t* rows, std::size_t count, std::uint16_t* finite,
                      std::uint16_t* all);
void raise_to_largest(const std::int32_t* rows, std::size_t count, std::int32_t* finite,
                      std::int32_t* all);

/// Whether any of kBatch lanes is below infinity in `from` and infinite in `to`.
[[nodiscard]] bool is_any_clipped(const std::uint8_t* from, const std::uint8_t* to);
[[nodiscard]] bool is_any_clipped(const std::uint16_t* from, const std::uint16_t* to);
[[nodiscard]] bool is_any_clipped(const std::int32_t* from, const std::int32_t* to);

/// Numbers of each lane, infinity left out.
template <typename Element>
struct LaneNumbers {
  std::array<std::int64_t, kBatch<Element>> sums = {};
  std::array<std::uint32_t, kBatch<Element>> reached = {};
  std::array<Element, kBatch<Element>> largest = {};  // 0 where nothing is reached
};

/// The least and the largest of what some lanes reach.
struct LaneRange {
  Distance least = kUnreachable;     // where nothing is reached
  Distance largest = -kUnreachable;  // likewise
};

/// Returns the range of `count` elements, infinity among them like any other.
[[nodiscard]] LaneRange range_of(const std::uint8_t* lanes, std::size_t count);
[[nodiscard]] LaneRange range_of(const std::uint16_t* lanes, std::size_t count);
[[nodiscard]] LaneRange range_of(const std::int32_t* lanes, std::size_t count);

/// The sum of 256 elements below it fits 32 bits without a sign, that of 64 with one.
inline constexpr Distance kPlainEnd = Distance{1} << 25;

/// Adds the numbers of `count` rows of kBatch elements, at most 4096. Returns the range of what is
/// reached.
LaneRange add_numbers(const std::uint8_t* rows, std::size_t count,
                      LaneNumbers<std::uint8_t>& numbers);
LaneRange add_numbers(const std::uint16_t* rows, std::size_t count,
                      LaneNumbers<std::uint16_t>& numbers);
LaneRange add_numbers(const std::int32_t* rows, std::size_t count,
                      LaneNumbers<std::int32_t>& numbers);

/// Same as add_numbers() of at most 64 rows whose elements are below kPlainEnd and infinity.
void add_plain_numbers(const std::uint8_t* rows, std::size_t count,
                       LaneNumbers<std::uint8_t>& numbers);
void add_plain_numbers(const std::uint16_t* rows, std::size_t count,
                       LaneNumbers<std::uint16_t>& numbers);
void add_plain_numbers(const std::int32_t* rows, std::size_t count,
                       LaneNumbers<std::int32_t>& numbers);

/// Returns the numbers of one row of kBatch elements, as if it were that of a source.
[[nodiscard]] RowNumbers numbers_of(const std::uint8_t* row);
[[nodiscard]] RowNumbers numbers_of(const std::uint16_t* row);
[[nodiscard]] RowNumbers numbers_of(const std::int32_t* row);

/// Same as numbers_of() a row whose elements are below kPlainEnd and infinity.
[[nodiscard]] RowNumbers plain_numbers_of(const std::uint8_t* row);
[[nodiscard]] RowNumbers plain_numbers_of(const std::uint16_t* row);
[[nodiscard]] RowNumbers plain_numbers_of(const std::int32_t* row);

}  // namespace apsp::cpu
