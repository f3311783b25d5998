// SPDX-License-Identifier: MIT
#include "common/core/dijkstra.hpp"

#include <algorithm>

namespace apsp {
namespace {

using Length = Dijkstra::Length;

constexpr std::int32_t kOutside = -1;

/// A heap of vertices with the smallest length on top, in which a length can fall. It holds each
/// vertex at most once, so it never outgrows V. Four children a node: half the levels of two.
class Heap {
 public:
  Heap(const Length* lengths, std::int32_t* position, std::int32_t* heap)
      : lengths_(lengths), position_(position), heap_(heap) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// Moves `vertex`, whose length has fallen, or adds it.
  void lower(std::int32_t vertex) {
    std::size_t at =
        position_[vertex] == kOutside ? size_++ : static_cast<std::size_t>(position_[vertex]);
    while (at > 0) {
      const std::size_t parent = (at - 1) / kChildren;
      if (lengths_[heap_[parent]] <= lengths_[vertex]) break;
      set(at, heap_[parent]);
      at = parent;
    }
    set(at, vertex);
  }

  /// Removes the vertex on top, and returns it.
  std::int32_t pop() {
    const std::int32_t top = heap_[0];
    position_[top] = kOutside;
    const std::int32_t last = heap_[--size_];
    if (size_ == 0) return top;
    std::size_t at = 0;
    for (;;) {
      const std::size_t first = kChildren * at + 1;
      const std::size_t end = std::min(first + kChildren, size_);
      std::size_t least = first;
      for (std::size_t child = first + 1; child < end; ++child) {
        if (lengths_[heap_[child]] < lengths_[heap_[least]]) least = child;
      }
      if (first >= size_ || lengths_[last] <= lengths_[heap_[least]]) break;
      set(at, heap_[least]);
      at = least;
    }
    set(at, last);
    return top;
  }

 private:
  static constexpr std::size_t kChildren = 4;

  void set(std::size_t at, std::int32_t vertex) {
    heap_[at] = vertex;
    position_[vertex] = static_cast<std::int32_t>(at);
  }

  const Length* lengths_;
  std::int32_t* position_;
  std::int32_t* heap_;
  std::size_t size_ = 0;
};

}  // namespace

std::span<const Length> Dijkstra::row(const CompressedRows<Arc>& arcs, std::size_t source) {
  std::fill(lengths_.begin(), lengths_.end(), kNoPath);
  std::fill(position_.begin(), position_.end(), kOutside);
  Heap heap(lengths_.data(), position_.data(), heap_.data());
  lengths_[source] = 0;
  heap.lower(static_cast<std::int32_t>(source));
  while (!heap.empty()) {
    const auto u = static_cast<std::size_t>(heap.pop());
    const Length length = lengths_[u];
    for (const Arc& arc : arcs.of(u)) {
      Length& known = lengths_[static_cast<std::size_t>(arc.vertex)];
      if (length + arc.weight >= known) continue;
      known = length + arc.weight;
      heap.lower(arc.vertex);
    }
  }
  return lengths_;
}

}  // namespace apsp
