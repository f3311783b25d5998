// SPDX-License-Identifier: MIT
// The tree and the fill of an elimination in a given order, before any weight is looked at.
//
// Eliminating position k joins all its higher neighbours to each other. up(k) are these neighbours,
// fill included. The lowest of them is k's parent: up(k) without it is a part of up(parent), so all
// of up(k) are ancestors of k, and vertices in different branches never meet.
//
// The last positions may be a core, which is not eliminated. Its vertices count as neighbours of
// each other, have no up() of their own, and are no part of the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/sparse/order_tree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/sparse/up_counts.hpp"

namespace apsp::sparse {

/// The tree and the fill of an elimination. A parent is kRoot where all of up() is in the core.
struct EliminationTree : OrderTree {
  std::vector<std::size_t> begin;  // V + 1: where each up() begins
  std::vector<std::int32_t> ups;   // positions, of each up() ascending
  std::size_t core_begin = 0;      // the first position of the core; V: there is none

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

  /// O(V log V).
  [[nodiscard]] UpCounts counts() const;
};

/// Analyses the elimination of `pattern` in `order`, which holds each vertex once. Keeps the order
/// but for branches, which it puts one after the other. O(fill log V) time, O(fill) memory.
[[nodiscard]] EliminationTree analyse(const Pattern& pattern, const Order& order);

/// The same, where the tree of the order is known. The last `core` vertices are the core.
[[nodiscard]] EliminationTree analyse(const Pattern& pattern, OrderTree tree, std::size_t core);

}  // namespace apsp::sparse
