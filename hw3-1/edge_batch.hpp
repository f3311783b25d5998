// SPDX-License-Identifier: MIT
// Edges on their way into the matrix. Each tile has an owner, the one thread that lowers its
// elements: so nothing is atomic, and no cache line goes to and fro between processors. Each thread
// takes a batch of edges at a time from its share of the file and sorts them by owner; then each
// owner fetches what the others have for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace apsp::cpu {

/// A thread's edges between two barriers: what they lower, sorted by owner.
template <typename Element>
class EdgeBatch {
 public:
  /// An element, and the value that it is lowered to.
  struct Item {
    Element* element;
    Element value;
  };

  EdgeBatch(std::size_t capacity, std::size_t owners)
      : items_(std::make_unique_for_overwrite<Item[]>(capacity)), ends_(owners + 1) {}

  /// Takes up to `capacity` edges. `item`: edge -> Item, `owner`: Item -> [0, owners); each is
  /// called twice for an edge.
  template <typename Edges, typename MakeItem, typename Owner>
  void sort(const Edges& edges, MakeItem item, Owner owner) {
    std::fill(ends_.begin(), ends_.end(), 0);
    for (const auto& edge : edges) ++ends_[owner(item(edge)) + 1];
    // Of each owner first the start of its items, which moves to their end as they come.
    for (std::size_t n = 1; n < ends_.size(); ++n) ends_[n] += ends_[n - 1];
    for (const auto& edge : edges) {
      const Item it = item(edge);
      items_[ends_[owner(it)]++] = it;
    }
  }

  [[nodiscard]] std::span<const Item> of(std::size_t owner) const {
    const std::size_t begin = owner == 0 ? 0 : ends_[owner - 1];
    return {items_.get() + begin, ends_[owner] - begin};
  }

 private:
  std::unique_ptr<Item[]> items_;
  std::vector<std::size_t> ends_;
};

}  // namespace apsp::cpu
