// SPDX-License-Identifier: MIT
#include "common/sparse/elimination_tree.hpp"

#include <algorithm>
#include <utility>

#include "common/base/index.hpp"

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

/// Fills `begin` and `ups`: the union of the higher neighbours by edges and of the children's.
void fill_in(EliminationTree& tree, const Pattern& pattern) {
  const std::size_t size = tree.size();
  Ids marks(size, EliminationTree::kRoot);
  Ids first_child = marks;  // copies: filled alike, GCC 12 warns
  Ids next_sibling = marks;
  tree.begin.assign(1, 0);
  tree.begin.reserve(size + 1);
  for (std::size_t p = 0; p < tree.core_begin; ++p) {
    const auto here = static_cast<std::int32_t>(p);
    const auto take = [&](std::int32_t up) {
      if (up <= here || marks[index(up)] == here) return;
      marks[index(up)] = here;
      tree.ups.push_back(up);
    };
    for (const std::int32_t neighbour : pattern.of(index(tree.vertices[p]))) {
      take(tree.positions[index(neighbour)]);
    }
    for (std::int32_t child = first_child[p]; child != EliminationTree::kRoot;
         child = next_sibling[index(child)]) {
      // By number: what is appended may move the array.
      for (std::size_t n = tree.begin[index(child)]; n < tree.begin[index(child) + 1]; ++n) {
        take(tree.ups[n]);
      }
    }
    std::sort(tree.ups.begin() + static_cast<std::ptrdiff_t>(tree.begin.back()), tree.ups.end());
    tree.begin.push_back(tree.ups.size());
    if (tree.parents[p] != EliminationTree::kRoot) {
      const std::size_t parent = index(tree.parents[p]);
      next_sibling[p] = first_child[parent];
      first_child[parent] = here;
    }
  }
  tree.begin.resize(size + 1, tree.ups.size());
}

}  // namespace

std::span<const std::int32_t> EliminationTree::core_up(std::size_t position) const {
  const auto all = up(position);
  const auto first =
      std::lower_bound(all.begin(), all.end(), static_cast<std::int32_t>(core_begin));
  return all.subspan(static_cast<std::size_t>(first - all.begin()));
}

EliminationTree::Work EliminationTree::work() const {
  const auto pairs = [](std::size_t count) {
    return static_cast<double>(count) * (static_cast<double>(count) - 1);
  };
  Work work;
  for (std::size_t p = 0; p < core_begin; ++p) {
    const double core = pairs(core_up(p).size());
    work.core += core;
    work.tree += pairs(up(p).size()) - core;
  }
  return work;
}

UpCounts EliminationTree::counts() const {
  UpCounts counts;
  counts.core = core_size();
  counts.ups.resize(core_begin);
  std::vector<std::int32_t> below(core_begin, 1);  // each position's subtree
  for (std::size_t p = 0; p < core_begin; ++p) {
    const auto all = static_cast<std::int32_t>(up(p).size());
    counts.ups[p] = {all, static_cast<std::int32_t>(core_up(p).size())};
    if (parents[p] != kRoot) {
      below[index(parents[p])] += below[p];
    } else {  // each up() is a part of those above it, so the uppermost has all that are reached
      counts.reaches.push_back({all, below[p]});
    }
  }
  return counts;
}

EliminationTree analyse(const Pattern& pattern, const Order& order) {
  return analyse(pattern, tree_of(pattern, order), order.core);
}

EliminationTree analyse(const Pattern& pattern, OrderTree tree, std::size_t core) {
  EliminationTree analysed;
  static_cast<OrderTree&>(analysed) = std::move(tree);
  analysed.core_begin = analysed.size() - core;
  fill_in(analysed, pattern);
  return analysed;
}

}  // namespace apsp::sparse
