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

namespace apsp::cpu {

/// The potentials of a graph without a negative cycle.
class RealPotentials {
 public:
  /// Finds them by the algorithm of Bellman and Ford, in rounds over all edges. Weights are finite.
  /// Throws NegativeCycle, Error(kInput) where 128 bits do not hold the range of the weights.
  /// O(V E) at worst; one thread. Memory: 20 bytes a vertex and 16 an edge.
  RealPotentials(std::size_t vertices, std::span<const RealEdge> edges);

  /// Returns the edges with reduced weights, 0 or more, each rounded once.
  [[nodiscard]] std::vector<RealEdge> reduced(std::span<const RealEdge> edges) const;

  /// Returns what a length from i to j is more than the reduced length, rounded once.
  [[nodiscard]] double difference(std::size_t i, std::size_t j) const {
    return to_real(values_[j] - values_[i]);
  }

 private:
  __extension__ using Integer = __int128;

  static constexpr std::int32_t kNone = -1;

  void choose_unit(std::size_t vertices, std::span<const RealEdge> edges);
  [[nodiscard]] Integer to_integer(double weight) const;
  [[nodiscard]] double to_real(Integer value) const;
  bool lower(std::span<const RealEdge> edges, std::span<const Integer> weights);
  void require_no_cycle(std::span<const RealEdge> edges) const;

  int unit_ = 0;  // its binary logarithm
  std::vector<Integer> values_;
  std::vector<std::int32_t> parent_;  // the edge that lowered a vertex last; kNone
};

}  // namespace apsp::cpu
