// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/traversal.hpp"

#include <algorithm>
#include <numeric>

#include "common/base/index.hpp"

namespace apsp::gpu {
namespace {

using Ids = std::vector<std::int32_t>;

/// Positions in each subtree, its root's included.
Ids subtree_sizes(const sparse::EliminationTree& tree) {
  Ids sizes(tree.size(), 1);
  for (std::size_t p = 0; p < tree.size(); ++p) {  // children come before their parents
    if (tree.parents[p] != sparse::EliminationTree::kRoot)
      sizes[index(tree.parents[p])] += sizes[p];
  }
  return sizes;
}

/// The positions below the core by the sizes of their subtrees, of one size ascending.
Ids by_size(const sparse::EliminationTree& tree, const Ids& sizes) {
  Ids begin(tree.size() + 2, 0);  // of each size
  for (std::size_t p = 0; p < tree.core_begin; ++p) ++begin[index(sizes[p]) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  Ids sorted(tree.core_begin);
  for (std::size_t p = 0; p < tree.core_begin; ++p) {
    sorted[index(begin[index(sizes[p])]++)] = static_cast<std::int32_t>(p);
  }
  return sorted;
}

}  // namespace

Traversal::Traversal(const sparse::EliminationTree& tree)
    : positions(tree.size()),
      steps_of_position(tree.size()),
      steps_of_vertex(tree.size()),
      parents(tree.size()),
      depths(tree.size(), 0),
      core(tree.core_size()) {
  const Ids sizes = subtree_sizes(tree);
  const Ids sorted = by_size(tree, sizes);
  // In this order, each takes the next steps that its parent's subtree has left.
  Ids first(tree.size());
  Ids next(tree.size());  // of each position: the first step that no child's subtree has
  auto next_root = static_cast<std::int32_t>(core);
  // A parent must have its step before its children. Parents have higher positions.
  Ids first_child(tree.size(), kRoot);
  Ids next_sibling(tree.size(), kRoot);
  Ids roots;
  for (std::size_t n = sorted.size(); n-- > 0;) {  // the smallest is the first child in the end
    const std::int32_t p = sorted[n];
    const std::int32_t parent = tree.parents[index(p)];
    if (parent == sparse::EliminationTree::kRoot) {
      roots.push_back(p);
    } else {
      next_sibling[index(p)] = first_child[index(parent)];
      first_child[index(parent)] = p;
    }
  }
  const auto place = [&](std::int32_t position, std::int32_t step) {
    first[index(position)] = step;
    next[index(position)] = step + 1;
    positions[index(step)] = position;
  };
  for (std::size_t n = 0; n < core; ++n) {
    place(static_cast<std::int32_t>(tree.core_begin + n), static_cast<std::int32_t>(n));
  }
  for (std::size_t n = roots.size(); n-- > 0;) {
    place(roots[n], next_root);
    next_root += sizes[index(roots[n])];
  }
  for (std::size_t p = tree.core_begin; p-- > 0;) {
    for (std::int32_t child = first_child[p]; child != kRoot; child = next_sibling[index(child)]) {
      place(child, next[p]);
      next[p] += sizes[index(child)];
    }
  }
  for (std::size_t step = 0; step < tree.size(); ++step) {
    const std::size_t position = index(positions[step]);
    steps_of_position[position] = static_cast<std::int32_t>(step);
    steps_of_vertex[index(tree.vertices[position])] = static_cast<std::int32_t>(step);
    const std::int32_t parent = tree.parents[position];
    parents[step] = parent == sparse::EliminationTree::kRoot ? kRoot : first[index(parent)];
  }
  for (std::size_t step = core; step < tree.size(); ++step) {  // a step after its parent
    if (parents[step] != kRoot) depths[step] = depths[index(parents[step])] + 1;
    height = std::max(height, index(depths[step]) + 1);
  }
}

}  // namespace apsp::gpu
