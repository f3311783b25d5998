// SPDX-License-Identifier: MIT
#include "common/oracle/dijkstra.hpp"

#include <algorithm>

namespace apsp {
namespace {

using reference::kNoPath;
using reference::Length;

constexpr std::int32_t kOutside = -1;

/// A heap of vertices with the smallest length on top, in which a length can fall. Each vertex is
/// in it at most once, so it never outgrows V. Four children a node: half the levels of two.
class Heap {
 public:
  Heap(const Length* lengths, std::int32_t* place, std::int32_t* heap)
      : lengths_(lengths), place_(place), heap_(heap) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// The length of `vertex` has fallen, or it is new.
  void lower(std::int32_t vertex) {
    std::size_t at =
        place_[vertex] == kOutside ? size_++ : static_cast<std::size_t>(place_[vertex]);
    while (at > 0) {
      const std::size_t parent = (at - 1) / kChildren;
      if (lengths_[heap_[parent]] <= lengths_[vertex]) break;
      set(at, heap_[parent]);
      at = parent;
    }
    set(at, vertex);
  }

  std::int32_t pop() {
    const std::int32_t top = heap_[0];
    place_[top] = kOutside;
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
    place_[vertex] = static_cast<std::int32_t>(at);
  }

  const Length* lengths_;
  std::int32_t* place_;
  std::int32_t* heap_;
  std::size_t size_ = 0;
};

}  // namespace

Dijkstra::Dijkstra(const Graph& graph) : first_(graph.vertices + 1, 0), arcs_(graph.edges.size()) {
  for (const Edge& e : graph.edges) ++first_[static_cast<std::size_t>(e.source) + 1];
  for (std::size_t v = 0; v < graph.vertices; ++v) first_[v + 1] += first_[v];
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const Edge& e : graph.edges) {
    arcs_[next[static_cast<std::size_t>(e.source)]++] = {e.destination, e.weight};
  }
}

std::span<const Length> Dijkstra::row(std::size_t source, Workspace& space) const {
  std::vector<Length>& lengths = space.lengths_;
  std::fill(lengths.begin(), lengths.end(), kNoPath);
  std::fill(space.place_.begin(), space.place_.end(), kOutside);
  Heap heap(lengths.data(), space.place_.data(), space.heap_.data());
  lengths[source] = 0;
  heap.lower(static_cast<std::int32_t>(source));
  while (!heap.empty()) {
    const auto u = static_cast<std::size_t>(heap.pop());
    for (std::size_t x = first_[u]; x < first_[u + 1]; ++x) {
      const Arc arc = arcs_[x];
      const Length detour = lengths[u] + arc.weight;
      Length& known = lengths[static_cast<std::size_t>(arc.destination)];
      if (detour < known) {
        known = detour;
        heap.lower(arc.destination);
      }
    }
  }
  return lengths;
}

std::uint64_t Dijkstra::bytes_for(const Graph& graph) {
  return graph.edges.size() * sizeof(Arc) + 2 * (graph.vertices + 1) * sizeof(std::size_t);
}

std::uint64_t Dijkstra::workspace_bytes(std::size_t vertices) {
  return vertices * (sizeof(Length) + 2 * sizeof(std::int32_t));
}

}  // namespace apsp
