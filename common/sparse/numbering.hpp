// SPDX-License-Identifier: MIT
// A numbering of vertices in which searches from consecutive numbers have much in common: breadth
// first from the vertex with the most edges on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/compressed_rows.hpp"

namespace apsp::sparse {

struct Numbering {
  /// `ends`: of the edges that leave each vertex. O(V + E).
  explicit Numbering(const CompressedRows<std::int32_t>& ends);

  /// Bytes, while it is made as well.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t edges);

  std::vector<std::int32_t> numbers;   // of each vertex
  std::vector<std::int32_t> vertices;  // of each number; those that no edge leaves come last
  std::size_t with_edges = 0;          // vertices that an edge leaves
};

/// The edges by their other end, each row ascending, repeated ones once. Ends are given by number,
/// the rows of `ends` taken in the order of the numbers, of which both vectors hold V.
[[nodiscard]] CompressedRows<std::int32_t> turned(const CompressedRows<std::int32_t>& ends,
                                                  const std::vector<std::int32_t>& vertices,
                                                  const std::vector<std::int32_t>& numbers);

}  // namespace apsp::sparse
