// SPDX-License-Identifier: MIT
#include "common/sparse/elimination_tree.hpp"

#include <algorithm>
#include <utility>

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

Ids inverse(std::span<const std::int32_t> order) {
  Ids positions(order.size());
  for (std::size_t p = 0; p < order.size(); ++p) {
    positions[index(order[p])] = static_cast<std::int32_t>(p);
  }
  return positions;
}

/// The parent of each position below `core_begin`: Liu's algorithm, with paths to the root of what
/// is known of the tree made shorter as they are walked.
Ids parents_of(const Pattern& pattern, std::span<const std::int32_t> order, const Ids& positions,
               std::size_t core_begin) {
  Ids parents(order.size(), EliminationTree::kRoot);
  Ids shortcuts = parents;  // a copy: filled alike, GCC 14 warns
  for (std::size_t p = 0; p < core_begin; ++p) {
    const auto here = static_cast<std::int32_t>(p);
    for (const std::int32_t neighbour : pattern.of(index(order[p]))) {
      std::int32_t below = positions[index(neighbour)];
      while (below < here) {
        const std::int32_t next = shortcuts[index(below)];
        shortcuts[index(below)] = here;
        if (next == EliminationTree::kRoot) {
          parents[index(below)] = here;
          break;
        }
        below = next;
      }
    }
  }
  return parents;
}

/// The positions in a postorder of the tree, children and roots in ascending order: the core, of
/// roots alone, stays at the end.
Ids postorder(const Ids& parents) {
  const auto size = static_cast<std::int32_t>(parents.size());
  Ids first_child(parents.size(), EliminationTree::kRoot);
  Ids next_sibling = first_child;  // a copy: filled alike, GCC 14 warns
  Ids stack;
  for (std::int32_t p = size - 1; p >= 0; --p) {
    const std::int32_t parent = parents[index(p)];
    if (parent == EliminationTree::kRoot) {
      stack.push_back(p);
    } else {
      next_sibling[index(p)] = first_child[index(parent)];
      first_child[index(parent)] = p;
    }
  }
  Ids order;
  order.reserve(parents.size());
  while (!stack.empty()) {
    const std::int32_t p = stack.back();
    const std::int32_t child = first_child[index(p)];
    if (child != EliminationTree::kRoot) {
      first_child[index(p)] = next_sibling[index(child)];
      stack.push_back(child);
    } else {
      order.push_back(p);
      stack.pop_back();
    }
  }
  return order;
}

/// Fills `begin` and `ups`: the union of the higher neighbours by edges and of the children's.
/// False if they are more than `most_fill`.
bool fill_in(EliminationTree& tree, const Pattern& pattern, double most_fill) {
  const std::size_t size = tree.size();
  Ids marks(size, EliminationTree::kRoot);
  Ids first_child(size, EliminationTree::kRoot);
  Ids next_sibling(size, EliminationTree::kRoot);
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
    if (static_cast<double>(tree.ups.size()) > most_fill) return false;
    std::sort(tree.ups.begin() + static_cast<std::ptrdiff_t>(tree.begin.back()), tree.ups.end());
    tree.begin.push_back(tree.ups.size());
    if (tree.parents[p] != EliminationTree::kRoot) {
      const std::size_t parent = index(tree.parents[p]);
      next_sibling[p] = first_child[parent];
      first_child[parent] = here;
    }
  }
  tree.begin.resize(size + 1, tree.ups.size());
  return true;
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

double EliminationTree::mean_core_reach(std::size_t samples) const {
  if (core_size() == 0 || samples == 0) return 0;
  std::vector<std::size_t> marks(core_size(), 0);
  double reached = 0;
  const std::size_t count = std::min(samples, size());
  for (std::size_t n = 0; n < count; ++n) {
    const auto reach = [&](std::size_t position) {
      if (std::exchange(marks[position - core_begin], n + 1) != n + 1) ++reached;
    };
    std::size_t p = size() * n / count;
    if (p >= core_begin) {
      reach(p);
      continue;
    }
    for (;; p = index(parents[p])) {
      for (const std::int32_t up : core_up(p)) reach(index(up));
      if (parents[p] == kRoot) break;
    }
  }
  return reached / static_cast<double>(count);
}

std::optional<EliminationTree> analyse(const Pattern& pattern, const Order& order,
                                       double most_fill) {
  const std::size_t size = order.vertices.size();
  EliminationTree tree;
  tree.core_begin = size - order.core;
  const Ids parents = parents_of(pattern, order.vertices, inverse(order.vertices), tree.core_begin);
  const Ids moved = postorder(parents);
  const Ids positions = inverse(moved);
  tree.vertices.resize(size);
  tree.parents.resize(size);
  for (std::size_t p = 0; p < size; ++p) {
    tree.vertices[p] = order.vertices[index(moved[p])];
    const std::int32_t parent = parents[index(moved[p])];
    tree.parents[p] = parent == EliminationTree::kRoot ? parent : positions[index(parent)];
  }
  tree.positions = inverse(tree.vertices);
  if (!fill_in(tree, pattern, most_fill)) return std::nullopt;
  return tree;
}

}  // namespace apsp::sparse
