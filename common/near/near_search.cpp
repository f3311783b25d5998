// SPDX-License-Identifier: MIT
#include "common/near/near_search.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/error.hpp"

namespace apsp {

template <typename Length>
auto NearSearch<Length>::edges_of(const Problem& problem) -> Edges {
  return compress_edges<AnyArc>(problem.graph.vertices, problem.graph.edges, {.drop_loops = true});
}

template <typename Length>
double NearSearch<Length>::seconds_of(std::uint64_t settled, const Edges& arcs) {
  constexpr double kSettled = 0.1e-6;
  constexpr double kFollowed = 2e-9;  // an edge
  return static_cast<double>(settled) * (kSettled + arcs.mean_degree() * kFollowed);
}

template <typename Length>
NearSearch<Length>::NearSearch(const Problem& problem, const Edges& arcs)
    : problem_(problem),
      arcs_(arcs),
      hops_(problem.path_vertex == PathVertex::kFirstHop),
      labels_(problem.graph.vertices) {}

template <typename Length>
void NearSearch<Length>::add_row(std::size_t row, Batch& batch) {
  const std::size_t source = problem_.rows.source(row);
  search(source, problem_.limit_of(row));
  if (problem_.nearest) {
    add_nearest(source, batch);
  } else {
    add_by_vertex(batch);
  }
  batch.end_row();
  for (const std::int32_t v : touched_) labels_[index(v)] = Label();
  touched_.clear();
}

/// Settles all vertices within `limit`, or as many as hold the k nearest targets and those that are
/// as far as the last of them.
template <typename Length>
void NearSearch<Length>::search(std::size_t source, Length limit) {
  heap_.clear();
  row_.clear();
  beyond_.clear();
  Key end = Key::end_of(limit);
  const bool counts = problem_.nearest.has_value();
  std::size_t wanted = problem_.nearest.value_or(0);
  if (counts && wanted == 0) end = {0, 1};
  labels_[source] = {{0, 0}, kNoPredecessor};
  touched_.push_back(static_cast<std::int32_t>(source));
  push({{0, 0}, static_cast<std::int32_t>(source)});
  while (!heap_.empty()) {
    const Entry from = pop();
    if (from.key >= end) break;
    if (!heap_.empty()) {  // most likely the next one
      __builtin_prefetch(arcs_.entries.data() + arcs_.begin[index(heap_.front().vertex)]);
    }
    const std::size_t vertex = index(from.vertex);
    if (from.key != labels_[vertex].key) continue;  // a shorter path came later
    ++settled_;
    if (problem_.targets.has(vertex)) {
      row_.push_back(from.vertex);
      if (counts && wanted > 0 && vertex != source && --wanted == 0) {
        end = Key::end_of(from.key.length());
      }
    }
    follow(source, from, end);
  }
  // A full row needs no more, whatever lies beyond.
  const bool open = limit == Problem::kNoLimit && (!counts || wanted > 0);
  if (open && !beyond_.empty()) refuse_beyond_format(source);
}

/// Follows the edges of a vertex that is settled to paths before `end`.
template <typename Length>
void NearSearch<Length>::follow(std::size_t source, const Entry& from, Key end) {
  const std::size_t vertex = index(from.vertex);
  const bool first = hops_ && vertex == source;
  const std::int32_t own = hops_ ? labels_[vertex].path_vertex : from.vertex;
  for (const AnyArc& arc : arcs_.of(vertex)) {
    const Key key = from.key.followed_by(arc.weight);
    if (key >= end) {
      if constexpr (!Problem::kReal) {
        if (key.length() >= kUnreachable) beyond_.push_back(arc.vertex);
      }
      continue;
    }
    Label& label = labels_[index(arc.vertex)];
    if (key > label.key) continue;
    const std::int32_t path_vertex = first ? arc.vertex : own;
    if (key == label.key) {
      label.path_vertex = std::min(label.path_vertex, path_vertex);
      continue;
    }
    if (label.key == Key::none()) touched_.push_back(arc.vertex);
    label = {key, path_vertex};
    __builtin_prefetch(&arcs_.begin[index(arc.vertex)]);  // it is near, so settled soon
    push({key, arc.vertex});
  }
}

template <typename Length>
void NearSearch<Length>::push(const Entry& entry) {
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
typename NearSearch<Length>::Entry NearSearch<Length>::pop() {
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

/// Throws where a target is reached by lengths beyond the format alone.
template <typename Length>
void NearSearch<Length>::refuse_beyond_format(std::size_t source) {
  for (std::size_t n = 0; n < beyond_.size(); ++n) {
    const std::int32_t v = beyond_[n];
    Label& label = labels_[index(v)];
    if (label.key != Key::none()) continue;
    label.key = {kUnreachable, 0};
    touched_.push_back(v);
    if (problem_.targets.has(index(v))) {
      throw Error(Fault::kNoAnswer,
                  fmt::format("the distance from {} to {} is {} or more, expected at most {}: it "
                              "is wanted as long as no limit leaves it out",
                              source, v, kUnreachable, kUnreachable - 1));
    }
    for (const AnyArc& arc : arcs_.of(index(v))) beyond_.push_back(arc.vertex);
  }
}

template <typename Length>
void NearSearch<Length>::add(std::int32_t vertex, Length distance, Batch& batch) const {
  batch.destinations.push_back(vertex);
  batch.distances.push_back(distance);
  if (problem_.path_vertex != PathVertex::kNone) {
    batch.path_vertices.push_back(labels_[index(vertex)].path_vertex);
  }
}

template <typename Length>
void NearSearch<Length>::add_by_vertex(Batch& batch) {
  std::sort(row_.begin(), row_.end());
  for (const std::int32_t v : row_) add(v, labels_[index(v)].key.length(), batch);
}

template <typename Length>
void NearSearch<Length>::add_nearest(std::size_t source, Batch& batch) {
  sorted_.clear();
  for (const std::int32_t v : row_) {
    sorted_.push_back({labels_[index(v)].key.length(), static_cast<std::uint32_t>(v)});
  }
  std::sort(sorted_.begin(), sorted_.end());
  std::size_t left = *problem_.nearest;
  for (const Key& entry : sorted_) {
    const auto v = static_cast<std::int32_t>(entry.number());
    if (index(v) != source) {
      if (left == 0) continue;
      --left;
    }
    add(v, entry.length(), batch);
  }
}

template class NearSearch<Distance>;
template class NearSearch<double>;

}  // namespace apsp
