// SPDX-License-Identifier: MIT
#include "common/near/near_search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "common/base/error.hpp"

namespace apsp {

template <typename Length>
auto NearSearch<Length>::edges_of(const Problem& problem) -> Edges {
  return compress_edges<ArcOf<Length>>(problem.graph.vertices, problem.graph.edges,
                                       {.drop_loops = true});
}

template <typename Length>
double NearSearch<Length>::seconds_of(std::uint64_t settled, const Edges& arcs) {
  constexpr double kSettled = 0.1e-6;
  constexpr double kFollowed = 2e-9;  // an edge
  return static_cast<double>(settled) * (kSettled + arcs.mean_degree() * kFollowed);
}

template <typename Length>
NearSearch<Length>::NearSearch(const Problem& problem, const Edges& arcs)
    : problem_(problem), arcs_(arcs), search_(arcs, problem.path_vertex) {}

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
}

/// Settles all vertices within `limit`, or as many as hold the k nearest targets and those that are
/// as far as the last of them.
template <typename Length>
void NearSearch<Length>::search(std::size_t source, Length limit) {
  row_.clear();
  const bool counts = problem_.nearest.has_value();
  std::size_t wanted = problem_.nearest.value_or(0);
  search_.start(source, counts && wanted == 0 ? 0 : limit);
  std::size_t farthest = source;
  while (const std::optional<std::int32_t> vertex = search_.next()) {
    farthest = index(*vertex);
    if (!problem_.targets.has(farthest)) continue;
    row_.push_back(*vertex);
    if (wanted > 0 && farthest != source && --wanted == 0) {
      search_.lower_limit(search_.length(farthest));
    }
  }
  if constexpr (!Problem::kReal) {
    // A full row needs no more, whatever lies beyond.
    const bool open = limit == Problem::kNoLimit && (!counts || wanted > 0);
    const bool fits = search_.length(farthest) + problem_.graph.largest_weight < kUnreachable;
    if (open && !fits) refuse_beyond_format(source);
  }
}

/// Throws where a target is reached by lengths beyond the format alone, after a search without end.
template <typename Length>
void NearSearch<Length>::refuse_beyond_format(std::size_t source) const {
  std::vector<std::int32_t> beyond;  // vertices that have such lengths
  const auto follow = [&](std::int32_t vertex, const auto& is_new) {
    for (const ArcOf<Length>& arc : arcs_.of(index(vertex))) {
      if (is_new(arc.vertex)) beyond.push_back(arc.vertex);
    }
  };
  const auto has_none = [&](std::int32_t v) { return search_.length(index(v)) >= kUnreachable; };
  for (const std::int32_t v : search_.reached()) follow(v, has_none);
  if (beyond.empty()) return;
  std::vector<bool> seen(arcs_.vertices());
  for (std::size_t n = 0; n < beyond.size(); ++n) {
    const std::int32_t v = beyond[n];
    if (problem_.targets.has(index(v))) {
      throw Error(Fault::kNoAnswer,
                  fmt::format("the distance from {} to {} is {} or more, expected at most {}: it "
                              "is wanted as long as no limit leaves it out",
                              source, v, kUnreachable, kUnreachable - 1));
    }
    follow(v, [&](std::int32_t next) {
      const bool is_new = has_none(next) && !seen[index(next)];
      seen[index(next)] = true;
      return is_new;
    });
  }
}

template <typename Length>
void NearSearch<Length>::add(std::int32_t vertex, Length distance, Batch& batch) const {
  batch.destinations.push_back(vertex);
  batch.distances.push_back(distance);
  if (problem_.path_vertex != PathVertex::kNone) {
    batch.path_vertices.push_back(search_.path_vertex(index(vertex)));
  }
}

template <typename Length>
void NearSearch<Length>::add_by_vertex(Batch& batch) {
  std::sort(row_.begin(), row_.end());
  for (const std::int32_t v : row_) add(v, search_.length(index(v)), batch);
}

template <typename Length>
void NearSearch<Length>::add_nearest(std::size_t source, Batch& batch) {
  sorted_.clear();
  for (const std::int32_t v : row_) {
    sorted_.push_back({search_.length(index(v)), static_cast<std::uint32_t>(v)});
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
