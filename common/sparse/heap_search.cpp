// SPDX-License-Identifier: MIT
#include "common/sparse/heap_search.hpp"

#include <algorithm>

namespace apsp::sparse {

template <typename Length>
HeapSearch<Length>::HeapSearch(const Arcs& arcs, PathVertex path_vertex)
    : arcs_(arcs), hops_(path_vertex == PathVertex::kFirstHop), labels_(arcs.vertices()) {}

template <typename Length>
void HeapSearch<Length>::start(std::size_t source, Length limit) {
  reset();
  heap_.clear();
  source_ = source;
  end_ = Key::end_of(limit);
  const auto vertex = static_cast<std::int32_t>(source);
  labels_[source] = {{0, 0}, kNoPredecessor};
  reached_.push_back(vertex);
  push({{0, 0}, vertex});
}

template <typename Length>
void HeapSearch<Length>::reset() {
  for (const std::int32_t v : reached_) labels_[index(v)] = Label();
  reached_.clear();
}

template <typename Length>
std::optional<std::int32_t> HeapSearch<Length>::next() {
  while (!heap_.empty()) {
    const Entry from = pop();
    if (from.key >= end_) break;
    if (!heap_.empty()) {  // most likely the next one
      __builtin_prefetch(arcs_.entries.data() + arcs_.begin[index(heap_.front().vertex)]);
    }
    if (from.key != labels_[index(from.vertex)].key) continue;  // a shorter path came later
    ++settled_;
    follow(from);
    return from.vertex;
  }
  heap_.clear();
  return std::nullopt;
}

/// Follows the edges of a vertex that is settled to paths before the end.
template <typename Length>
void HeapSearch<Length>::follow(const Entry& from) {
  const std::size_t vertex = index(from.vertex);
  const bool first = hops_ && vertex == source_;
  const std::int32_t own = hops_ ? labels_[vertex].path_vertex : from.vertex;
  for (const ArcOf<Length>& arc : arcs_.of(vertex)) {
    const Key key = from.key.followed_by(arc.weight);
    if (key >= end_) continue;
    Label& label = labels_[index(arc.vertex)];
    if (key > label.key) continue;
    const std::int32_t path_vertex = first ? arc.vertex : own;
    if (key == label.key) {
      label.path_vertex = std::min(label.path_vertex, path_vertex);
      continue;
    }
    if (label.key == Key::none()) reached_.push_back(arc.vertex);
    label = {key, path_vertex};
    __builtin_prefetch(&arcs_.begin[index(arc.vertex)]);  // it is near, so settled soon
    push({key, arc.vertex});
  }
}

template <typename Length>
void HeapSearch<Length>::push(const Entry& entry) {
  std::size_t hole = heap_.size();
  heap_.push_back(entry);
  while (hole > 0) {
    const std::size_t parent = (hole - 1) / 4;
    if (heap_[parent].key <= entry.key) break;
    heap_[hole] = heap_[parent];
    hole = parent;
  }
  heap_[hole] = entry;
}

template <typename Length>
typename HeapSearch<Length>::Entry HeapSearch<Length>::pop() {
  const Entry least = heap_.front();
  const Entry last = heap_.back();
  heap_.pop_back();
  const std::size_t size = heap_.size();
  Entry* const heap = heap_.data();
  std::size_t hole = 0;
  for (std::size_t child = 1; child < size; child = 4 * hole + 1) {
    std::size_t best = child;
    const std::size_t last_child = std::min(child + 4, size);
    for (std::size_t other = child + 1; other < last_child; ++other) {
      if (heap[other].key < heap[best].key) best = other;
    }
    if (heap[best].key >= last.key) break;
    heap[hole] = heap[best];
    hole = best;
  }
  if (size > 0) heap[hole] = last;
  return least;
}

template class HeapSearch<Distance>;
template class HeapSearch<float>;
template class HeapSearch<double>;

}  // namespace apsp::sparse
