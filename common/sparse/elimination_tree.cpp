// SPDX-License-Identifier: MIT
#include "common/sparse/elimination_tree.hpp"

#include <algorithm>

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

/// The parent of each position: Liu's algorithm, with paths to the root of what is known of the
/// tree made shorter as they are walked.
Ids parents_of(const Pattern& pattern, std::span<const std::int32_t> order, const Ids& positions) {
  Ids parents(order.size(), EliminationTree::kRoot);
  Ids shortcuts(order.size(), EliminationTree::kRoot);
  for (std::size_t p = 0; p < order.size(); ++p) {
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

/// The positions in a postorder of the tree, children in ascending order.
Ids postorder(const Ids& parents) {
  const auto size = static_cast<std::int32_t>(parents.size());
  Ids first_child(parents.size(), EliminationTree::kRoot);
  Ids next_sibling(parents.size(), EliminationTree::kRoot);
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
  for (std::size_t p = 0; p < size; ++p) {
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
  return true;
}

}  // namespace

double EliminationTree::relaxations() const {
  double sum = 0;
  for (std::size_t p = 0; p < size(); ++p) {
    const auto count = static_cast<double>(up(p).size());
    sum += count * (count - 1);
  }
  return sum;
}

std::optional<EliminationTree> analyse(const Pattern& pattern, std::span<const std::int32_t> order,
                                       double most_fill) {
  const Ids parents = parents_of(pattern, order, inverse(order));
  const Ids moved = postorder(parents);
  const Ids places = inverse(moved);
  EliminationTree tree;
  tree.vertices.resize(order.size());
  tree.parents.resize(order.size());
  for (std::size_t p = 0; p < order.size(); ++p) {
    tree.vertices[p] = order[index(moved[p])];
    const std::int32_t parent = parents[index(moved[p])];
    tree.parents[p] = parent == EliminationTree::kRoot ? parent : places[index(parent)];
  }
  tree.positions = inverse(tree.vertices);
  if (!fill_in(tree, pattern, most_fill)) return std::nullopt;
  return tree;
}

}  // namespace apsp::sparse
