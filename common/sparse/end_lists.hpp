// SPDX-License-Identifier: MIT
// The edges of a graph, as kernels of searches see them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace apsp::sparse {

/// Ends of edges that are prefetched ahead.
inline constexpr std::size_t kEndsAhead = 16;

/// The ends of the edges of each vertex, one vertex after the other, and kEndsAhead vertices behind
/// them.
struct EndLists {
  const std::size_t* begin;  // V + 1
  const std::int32_t* ends;
};

}  // namespace apsp::sparse
