// SPDX-License-Identifier: MIT
#include "common/sparse/row_search.hpp"

#include <algorithm>
#include <utility>

#include "common/base/random.hpp"
#include "common/core/dijkstra.hpp"

namespace apsp::sparse {

SearchGraph::SearchGraph(const Graph& graph) : vertices_(graph.vertices) {
  // To drop repeated edges would take a sort, longer than the sample that decides for or against.
  constexpr RowRules kRules = {.drop_loops = true};
  if (graph.smallest_weight == graph.largest_weight) {
    weight_ = graph.smallest_weight;
    ends_ = compress<std::int32_t>(vertices_, graph.edges, kRules);
  } else {
    arcs_ = compress(vertices_, graph.edges, kRules);
  }
}

RowSearch::RowSearch(const SearchGraph& graph) : graph_(graph) {
  if (!graph.equal_weights()) queue_.emplace(graph.vertices());
  reached_.reserve(graph.vertices());
}

std::uint64_t RowSearch::bytes_for(std::size_t vertices, bool equal_weights) {
  return vertices * sizeof(std::int32_t) + (equal_weights ? 0 : RadixQueue::bytes_for(vertices));
}

std::span<const std::int32_t> RowSearch::run(std::size_t source, Distance* row, Distance limit) {
  if (graph_.equal_weights()) {
    breadth_first(source, row, limit);
  } else if (limit < kUnreachable) {
    search_within_limit(source, row, limit);
  } else {
    search(graph_.arcs_, source, kUnreachable, row, *queue_, reached_);
  }
  return reached_;
}

/// Vertices are listed by ascending distance, so that the list is the queue as well.
void RowSearch::breadth_first(std::size_t source, Distance* row, Distance limit) {
  reached_.clear();
  reached_.push_back(static_cast<std::int32_t>(source));
  row[source] = 0;
  levels_ = 0;
  std::size_t level_begin = 0;
  std::size_t level_end = 1;
  double squares = 0;
  const auto count_level = [&] {
    const auto vertices = static_cast<double>(level_end - level_begin);
    squares += vertices * vertices;
  };
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    if (next == level_end) {
      ++levels_;
      count_level();
      level_begin = level_end;
      level_end = reached_.size();
    }
    const auto u = static_cast<std::size_t>(reached_[next]);
    const Distance length = row[u] + *graph_.weight_;
    if (length >= kUnreachable || length > limit) break;  // and so are all that follow
    for (const std::int32_t v : graph_.ends_.of(u)) {
      if (row[v] != kUnreachable) continue;
      row[v] = length;
      reached_.push_back(v);
    }
  }
  count_level();
  const auto all = static_cast<double>(reached_.size());
  spread_ = all * all / squares;
}

/// Takes an edge that leads beyond the limit for one that leads to kUnreachable, which no entry
/// exceeds.
void RowSearch::search_within_limit(std::size_t source, Distance* row, Distance limit) {
  const auto weights_from = [&](std::size_t u) {
    return [length = row[u], room = limit - row[u]](const Arc& arc) {
      return arc.weight <= room ? arc.weight : kUnreachable - length;
    };
  };
  search_by(weights_from, graph_.arcs_, source, kUnreachable, row, *queue_, reached_);
}

SearchSample sample_searches(const SearchGraph& graph, double most_work, Distance limit) {
  constexpr std::size_t kMostSearches = 1024;
  constexpr std::size_t kFewSearches = 8;
  constexpr double kFarMore = 4;
  // A search from a vertex that no edge leaves reaches that vertex. How many there are is known, so
  // that the few searches of a sample are left to the others.
  std::vector<std::int32_t> sources;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    if (graph.degree(v) > 0) sources.push_back(static_cast<std::int32_t>(v));
  }
  SearchSample sample = {.vertices = 1, .spread = 1, .by_any = 1, .by_one = 1};
  if (sources.empty()) return sample;
  RowSearch row_search(graph);
  std::vector<Distance> row(graph.vertices(), kUnreachable);
  std::vector<char> seen(graph.vertices());
  double vertices = 0;
  double edges = 0;
  double levels = 0;
  double spread = 0;
  double by_any = 0;
  std::size_t by_one = 0;
  std::size_t searches = 0;
  do {
    // Multiples of the golden ratio lie evenly, however many there are: on a path, what one reaches
    // depends on where it lies.
    const std::uint64_t word = ++searches * SplitMix64::kGamma;
    const auto source = static_cast<std::size_t>(sources[scale(word, sources.size())]);
    const std::span<const std::int32_t> reached = row_search.run(source, row.data(), limit);
    vertices += static_cast<double>(reached.size());
    by_one = std::max(by_one, reached.size());
    levels += static_cast<double>(row_search.levels());
    spread += row_search.spread();
    for (const std::int32_t v : reached) {
      edges += static_cast<double>(graph.degree(static_cast<std::size_t>(v)));
      by_any += std::exchange(seen[static_cast<std::size_t>(v)], 1) == 0 ? 1 : 0;
      sample.longest = std::max(sample.longest, row[static_cast<std::size_t>(v)]);
      row[static_cast<std::size_t>(v)] = kUnreachable;
    }
  } while (searches < kMostSearches &&
           vertices + edges < (searches < kFewSearches ? kFarMore : 1) * most_work);
  const double share = static_cast<double>(sources.size()) / static_cast<double>(graph.vertices());
  const auto count = static_cast<double>(searches);
  const double each = share / count;
  sample.vertices = 1 - share + each * vertices;
  sample.edges = each * edges;
  sample.levels = levels / count;
  sample.spread = spread / count;
  sample.by_any = by_any;
  sample.by_one = static_cast<double>(by_one);
  return sample;
}

HubBall hub_ball(const SearchGraph& graph, std::size_t levels) {
  if (graph.vertices() == 0) return {0, true};
  std::size_t root = 0;
  for (std::size_t v = 1; v < graph.vertices(); ++v) {
    if (graph.degree(v) > graph.degree(root)) root = v;
  }
  std::vector<char> seen(graph.vertices());
  seen[root] = 1;
  std::vector<std::size_t> frontier = {root};
  std::vector<std::size_t> next;
  std::size_t found = 1;
  for (std::size_t level = 0; level < levels && !frontier.empty(); ++level) {
    next.clear();
    for (const std::size_t u : frontier) {
      (void)graph.any_end(u, [&](std::size_t v) {
        if (std::exchange(seen[v], 1) == 0) next.push_back(v);
        return false;
      });
    }
    found += next.size();
    frontier.swap(next);
  }
  return {found, frontier.empty()};
}

}  // namespace apsp::sparse
