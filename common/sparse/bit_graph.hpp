// SPDX-License-Identifier: MIT
// A graph as searches by bits follow it: in a numbering of its own, in which the vertices of a
// batch of sources follow each other, and by both ends of its edges.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/core/compressed_rows.hpp"
#include "common/sparse/end_lists.hpp"
#include "common/sparse/numbering.hpp"

namespace apsp::sparse {

class BitGraph {
 public:
  /// `ends`: of the edges that leave each vertex. Drops repeated edges. Does not refer to `ends`
  /// afterwards. O(V + E).
  explicit BitGraph(const CompressedRows<std::int32_t>& ends);

  /// Bytes, while it is made as well.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t edges);

  [[nodiscard]] std::size_t vertices() const { return numbering_.numbers.size(); }
  [[nodiscard]] std::size_t edges() const { return out_.begin.back(); }

  /// The number of a vertex, and the vertex of a number: see Numbering.
  [[nodiscard]] std::size_t number(std::size_t vertex) const {
    return static_cast<std::size_t>(numbering_.numbers[vertex]);
  }
  [[nodiscard]] std::size_t vertex(std::size_t number) const {
    return static_cast<std::size_t>(numbering_.vertices[number]);
  }

  /// By numbers: the ends of the edges that leave a vertex, and where those that lead to it begin.
  /// kEndsAhead more follow the last end, for prefetches.
  [[nodiscard]] EndLists out() const { return {out_.begin.data(), out_.entries.data()}; }
  [[nodiscard]] EndLists in() const { return {in_.begin.data(), in_.entries.data()}; }

 private:
  Numbering numbering_;
  CompressedRows<std::int32_t> out_;
  CompressedRows<std::int32_t> in_;
};

}  // namespace apsp::sparse
