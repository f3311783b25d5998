// SPDX-License-Identifier: MIT
#include "common/sparse/order_tree.hpp"

#include <cstddef>
#include <span>

#include "common/base/index.hpp"
#include "common/base/parallel_for.hpp"
#include "common/base/threads.hpp"

namespace apsp::sparse {
namespace {

using Ids = std::vector<std::int32_t>;

/// Calls `body(n)` for all n in [0, count), by all threads where these are many.
template <typename Body>
void for_all(std::size_t count, const Body& body) {
  parallel_for(count, body,
               {.threads = is_for_threads(count) ? 0 : 1, .chunk = std::size_t{1} << 14});
}

Ids inverse(std::span<const std::int32_t> order) {
  Ids positions(order.size());
  for_all(order.size(),
          [&](std::size_t p) { positions[index(order[p])] = static_cast<std::int32_t>(p); });
  return positions;
}

/// The parent of each position below `core_begin`: Liu's algorithm, with paths to the root of what
/// is known of the tree made shorter as they are walked.
Ids parents_of(const Pattern& pattern, std::span<const std::int32_t> order, const Ids& positions,
               std::size_t core_begin) {
  Ids parents(order.size(), OrderTree::kRoot);
  Ids shortcuts = parents;  // a copy: filled alike, GCC 14 warns
  for (std::size_t p = 0; p < core_begin; ++p) {
    const auto here = static_cast<std::int32_t>(p);
    for (const std::int32_t neighbour : pattern.of(index(order[p]))) {
      std::int32_t below = positions[index(neighbour)];
      while (below < here) {
        const std::int32_t next = shortcuts[index(below)];
        shortcuts[index(below)] = here;
        if (next == OrderTree::kRoot) {
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
  Ids first_child(parents.size(), OrderTree::kRoot);
  Ids next_sibling = first_child;  // a copy: filled alike, GCC 14 warns
  Ids stack;
  for (std::int32_t p = size - 1; p >= 0; --p) {
    const std::int32_t parent = parents[index(p)];
    if (parent == OrderTree::kRoot) {
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
    if (child != OrderTree::kRoot) {
      first_child[index(p)] = next_sibling[index(child)];
      stack.push_back(child);
    } else {
      order.push_back(p);
      stack.pop_back();
    }
  }
  return order;
}

}  // namespace

OrderTree tree_of(const Pattern& pattern, const Order& order) {
  const std::size_t size = order.vertices.size();
  const Ids parents =
      parents_of(pattern, order.vertices, inverse(order.vertices), size - order.core);
  const Ids moved = postorder(parents);
  const Ids positions = inverse(moved);
  OrderTree tree;
  tree.vertices.resize(size);
  tree.parents.resize(size);
  for_all(size, [&](std::size_t p) {
    tree.vertices[p] = order.vertices[index(moved[p])];
    const std::int32_t parent = parents[index(moved[p])];
    tree.parents[p] = parent == OrderTree::kRoot ? parent : positions[index(parent)];
  });
  tree.positions = inverse(tree.vertices);
  return tree;
}

}  // namespace apsp::sparse
