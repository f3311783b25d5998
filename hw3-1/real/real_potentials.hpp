// SPDX-License-Identifier: MIT
// Potentials of weights that are not integers, without rounding: integers of 128 bits, in a unit of
// which every weight is a multiple. So a cycle is negative exactly if its weights sum to less than
// 0, and reduced weights are never below 0. See common/core/potentials.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/real.hpp"
#include "common/core/compressed_rows.hpp"

namespace apsp::cpu {

/// The potentials of a graph without a negative cycle.
class RealPotentials {
 public:
  /// Finds them by least_lengths(). Weights are finite. Throws NegativeCycle, Error(kInput) where
  /// 128 bits do not hold the range of the weights. O(V E) at worst, O(V + E) where the graph has
  /// no cycle; one thread. Memory: 61 bytes a vertex and 16 an edge, 16 a vertex of them to keep.
  RealPotentials(std::size_t vertices, std::span<const RealEdge> edges);

  /// Returns the edges with reduced weights, 0 or more, each rounded once.
  [[nodiscard]] std::vector<RealEdge> reduced(std::span<const RealEdge> edges) const;

  /// Returns what a length from i to j is more than the reduced length, rounded once.
  [[nodiscard]] double difference(std::size_t i, std::size_t j) const {
    return to_real(values_[j] - values_[i]);
  }

 private:
  __extension__ using Integer = __int128;
  using RealArcs = CompressedRows<ArcOf<double>>;

  void choose_unit(std::size_t vertices, std::span<const RealEdge> edges);
  [[nodiscard]] Integer to_integer(double weight) const;
  [[nodiscard]] double to_real(Integer value) const;
  [[noreturn]] void refuse(const RealArcs& arcs, const std::vector<std::int32_t>& cycle) const;

  int unit_ = 0;  // its binary logarithm
  std::vector<Integer> values_;
};

}  // namespace apsp::cpu
