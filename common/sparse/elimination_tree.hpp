// SPDX-License-Identifier: MIT
// The tree and the fill of an elimination in a given order, before any weight is looked at.
//
// Eliminating position k joins all its higher neighbours to each other. up(k) are these neighbours,
// fill included. The lowest of them is k's parent: up(k) without it is a part of up(parent), so all
// of up(k) are ancestors of k, and vertices in different branches never meet.
//
// The last positions may be a core, which is not eliminated. Its vertices count as neighbours of
// each other, have no up() of their own, and are no part of the tree.
// Source: J. W. H. Liu, "The role of elimination trees in sparse factorization", SIAM J. Matrix
// Anal. Appl. 11 (1990).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace apsp::sparse {

/// The tree and the fill of an elimination. Positions count the vertices in its order, a postorder
/// of the tree: each subtree is a range of positions, and a parent comes after its children.
struct EliminationTree {
  static constexpr std::int32_t kRoot = -1;

  std::vector<std::int32_t> vertices;   // at each position
  std::vector<std::int32_t> positions;  // of each vertex
  std::vector<std::int32_t> parents;    // of each position; kRoot where up() is in the core
  std::vector<std::size_t> begin;       // V + 1: where each up() begins
  std::vector<std::int32_t> ups;        // positions, of each up() ascending
  std::size_t core_begin = 0;           // the first position of the core; V: there is none

  [[nodiscard]] std::size_t size() const { return vertices.size(); }
  [[nodiscard]] std::span<const std::int32_t> up(std::size_t position) const {
    return std::span(ups).subspan(begin[position], begin[position + 1] - begin[position]);
  }
  [[nodiscard]] std::size_t core_size() const { return size() - core_begin; }

  /// The part of up(position) in the core.
  [[nodiscard]] std::span<const std::int32_t> core_up(std::size_t position) const;

  /// Relaxations of the elimination: ordered pairs of higher neighbours, over all positions.
  struct Work {
    double tree = 0;  // pairs of which one is outside the core
    double core = 0;
  };
  [[nodiscard]] Work work() const;

  /// Vertices of the core that one position reaches by ways that only rise, its own included: the
  /// mean of at most `samples` positions, spread evenly. O(samples x fill) at most.
  [[nodiscard]] double mean_core_reach(std::size_t samples) const;
};

/// Analyses the elimination of `pattern` in `order`, which holds each vertex once. Keeps the order
/// but for branches, which it puts one after the other. Returns nothing as soon as the fill is more
/// than `most_fill` pairs. O(fill) time and memory.
[[nodiscard]] std::optional<EliminationTree> analyse(
    const Pattern& pattern, const Order& order,
    double most_fill = std::numeric_limits<double>::infinity());

}  // namespace apsp::sparse
