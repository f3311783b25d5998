// SPDX-License-Identifier: MIT
// Looks through the rows of a batch: how far they reach, whether an edge is clipped, their numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/core/distance.hpp"
#include "hw3-1/sparse/lanes.hpp"

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

/// Adds those of `count` rows of kBatch elements, at most 4096.
void add_numbers(const std::uint8_t* rows, std::size_t count, LaneNumbers<std::uint8_t>& numbers);
void add_numbers(const std::uint16_t* rows, std::size_t count, LaneNumbers<std::uint16_t>& numbers);
void add_numbers(const std::int32_t* rows, std::size_t count, LaneNumbers<std::int32_t>& numbers);

/// Lanes as distances: infinity becomes kUnreachable.
void widen(const std::uint8_t* lanes, std::size_t count, Distance* distances);
void widen(const std::uint16_t* lanes, std::size_t count, Distance* distances);

}  // namespace apsp::cpu
