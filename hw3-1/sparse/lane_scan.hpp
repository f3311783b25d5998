// SPDX-License-Identifier: MIT
// Looks through the rows of a batch: how far they reach, and whether an edge is clipped.
#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace apsp::cpu
