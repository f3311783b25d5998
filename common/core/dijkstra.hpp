// SPDX-License-Identifier: MIT
// Single rows of distances by Dijkstra's algorithm, for graphs of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/compressed_rows.hpp"

namespace apsp {

/// Searches graphs of V vertices from one vertex after the other. Two places use it, and neither
/// checks the other: the choice of a width, which the solve proves afterwards, and the self-check
/// (--verify), which recomputes rows of the Floyd-Warshall solvers. The oracle has its own.
class Dijkstra {
 public:
  /// Exact length of a path: no sum of 2^31 weights overflows.
  using Length = std::int64_t;
  static constexpr Length kNoPath = INT64_MAX;

  /// Takes all memory that searches need, bytes_for() bytes.
  explicit Dijkstra(std::size_t vertices)
      : lengths_(vertices), position_(vertices), heap_(vertices) {}

  /// Returns the lengths from `source` in [0, V) to every vertex, kNoPath where there is no path;
  /// valid until the next search. A row of `arcs` holds the edges that leave its vertex, weights
  /// >= 0. O((V + E) log V). Source: E. W. Dijkstra, "A note on two problems in connexion with
  /// graphs", Numerische Mathematik 1 (1959).
  [[nodiscard]] std::span<const Length> row(const CompressedRows<Arc>& arcs, std::size_t source);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * (sizeof(Length) + 2 * sizeof(std::int32_t));
  }

 private:
  std::vector<Length> lengths_;
  std::vector<std::int32_t> position_;  // of each vertex in heap_; kOutside
  std::vector<std::int32_t> heap_;      // vertices whose length may still fall
};

}  // namespace apsp
