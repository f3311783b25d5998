// SPDX-License-Identifier: MIT
// The start of an order of elimination: vertices of at most three neighbours, which are most of a
// road network. Minimum degree takes them first as well, but one after the other.
//
// The vertices are dealt to parts by their numbers. One that has a neighbour in another part stays,
// as if it had many neighbours. Eliminating any other joins vertices of its own part alone, so that
// the parts are eliminated side by side, and what each does depends on nothing but its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/sparse/pattern.hpp"

namespace apsp::sparse {

/// What an elimination leaves.
struct Remainder {
  std::vector<std::int32_t> eliminated;  // in their order
  std::vector<std::int32_t> vertices;    // the others, ascending
  Pattern pattern;                       // of the others by their places there, fill included
};

/// Eliminates vertices of at most three neighbours, those of the fewest first, as long as there are
/// any. Those at the border of their part stay, and some beside vertices of eight or more. Nothing
/// where that is less than one vertex in eight. The same result for any number of threads. O(V
/// + E) time.
[[nodiscard]] std::optional<Remainder> eliminate_low_degrees(const Pattern& pattern);

}  // namespace apsp::sparse
