// SPDX-License-Identifier: MIT
// A sparse matrix by rows (compressed sparse rows): the edges of a graph by one of their ends.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/pages.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/arc.hpp"  // IWYU pragma: export
#include "common/core/graph.hpp"

namespace apsp {

/// The entries of each row, one row after the other. `Entry` is an ArcOf, or std::int32_t for the
/// other end alone.
template <typename Entry = Arc>
struct CompressedRows {
  std::vector<std::size_t> begin = {0};  // V + 1: where each row begins in `entries`
  std::vector<Entry> entries;

  [[nodiscard]] std::size_t vertices() const { return begin.size() - 1; }
  [[nodiscard]] std::size_t degree(std::size_t v) const { return begin[v + 1] - begin[v]; }
  [[nodiscard]] double mean_degree() const {
    const auto rows = static_cast<double>(std::max<std::size_t>(1, vertices()));
    return static_cast<double>(entries.size()) / rows;
  }
  [[nodiscard]] std::span<const Entry> of(std::size_t v) const {
    return std::span(entries).subspan(begin[v], degree(v));
  }
  [[nodiscard]] std::span<Entry> of(std::size_t v) {
    return std::span(entries).subspan(begin[v], degree(v));
  }
};

/// Which entries compress() makes of an edge.
struct RowRules {
  enum class End { kSource, kDestination, kBoth };

  End end = End::kSource;       // whose row an edge is entered in
  bool drop_loops = false;      // leaves out edges from a vertex to itself
  bool merge_repeated = false;  // keeps the lightest of a row's entries with the same other end
};

/// Wants every edge.
struct EveryEdge {
  template <typename AnyEdge>
  bool operator()(const AnyEdge& /*edge*/) const {
    return true;
  }
};

/// Contiguous shares in which edges are counted and placed side by side. Each share has a counter a
/// vertex: so many edges that the counters hardly count.
[[nodiscard]] inline std::size_t compression_shares(std::size_t vertices, std::size_t edges) {
  constexpr std::size_t kEdgesPerCounter = 16;
  constexpr std::size_t kFewestEdges = std::size_t{1} << 16;
  const std::size_t most = edges / std::max(kEdgesPerCounter * vertices, kFewestEdges);
  return std::clamp<std::size_t>(most, 1, static_cast<std::size_t>(omp_get_max_threads()));
}

/// Bytes of memory at most for rows of arcs by one end, while they are made and afterwards.
template <typename Entry = Arc>
[[nodiscard]] std::uint64_t compression_bytes(std::size_t vertices, std::size_t edges) {
  return edges * sizeof(Entry) +
         (compression_shares(vertices, edges) + 1) * (vertices + 1) * sizeof(std::size_t);
}

namespace detail {

/// Calls `take(row, entry)` for each entry that the rules make of an edge.
template <typename Entry, typename AnyEdge, typename Take>
void for_each_entry(const AnyEdge& edge, const RowRules& rules, const Take& take) {
  if (rules.drop_loops && edge.source == edge.destination) return;
  const auto enter = [&](std::int32_t row, std::int32_t other) {
    if constexpr (std::is_same_v<Entry, std::int32_t>) {
      take(static_cast<std::size_t>(row), other);
    } else {
      take(static_cast<std::size_t>(row),
           Entry{other, static_cast<decltype(Entry::weight)>(edge.weight)});
    }
  };
  if (rules.end != RowRules::End::kDestination) enter(edge.source, edge.destination);
  if (rules.end != RowRules::End::kSource) enter(edge.destination, edge.source);
}

/// Sorts each row by vertex and keeps the lightest entry of each vertex. Rows in parallel, where
/// there are so many entries that this takes longer than to wake another thread.
template <typename Entry>
void merge_repeated(CompressedRows<Entry>& rows) {
  const auto vertex = [](const Entry& entry) {
    if constexpr (std::is_same_v<Entry, std::int32_t>) {
      return entry;
    } else {
      return entry.vertex;
    }
  };
  const auto lighter = [](const Entry& a, const Entry& b) {
    if constexpr (std::is_same_v<Entry, std::int32_t>) {
      return a < b;
    } else {
      return std::tie(a.vertex, a.weight) < std::tie(b.vertex, b.weight);
    }
  };
  std::vector<std::size_t> kept(rows.vertices());
  const auto merge = [&](std::size_t v) {
    const std::span<Entry> row = rows.of(v);
    std::sort(row.begin(), row.end(), lighter);
    const auto same = [&](const Entry& a, const Entry& b) { return vertex(a) == vertex(b); };
    kept[v] = static_cast<std::size_t>(std::unique(row.begin(), row.end(), same) - row.begin());
  };
  constexpr std::size_t kFewEntries = std::size_t{1} << 17;
  const int threads = rows.entries.size() < kFewEntries ? 1 : omp_get_max_threads();
  parallel_for(rows.vertices(), merge, {.threads = threads, .chunk = 64});
  std::size_t end = 0;
  for (std::size_t v = 0; v < rows.vertices(); ++v) {
    const std::span<Entry> row = rows.of(v).first(kept[v]);
    if (end < rows.begin[v]) {
      std::copy(row.begin(), row.end(), rows.entries.begin() + static_cast<std::ptrdiff_t>(end));
    }
    rows.begin[v] = end;
    end += kept[v];
  }
  rows.begin.back() = end;
  rows.entries.resize(end);
}

}  // namespace detail

/// Makes the rows of the edges for which `wanted(edge)` holds, by a counting sort. A row has its
/// entries in the order of the edges; with merge_repeated, ascending by vertex. All ends of edges
/// are in [0, vertices). Calls `wanted` twice an edge. O(V + E), with merge_repeated O(V + E log
/// E); in parallel where there are many edges, with the same result. Memory: compression_bytes().
/// AnyEdge is Edge or RealEdge, whose weight is rounded to that of an Entry.
template <typename Entry, typename AnyEdge, typename Wanted = EveryEdge>
[[nodiscard]] CompressedRows<Entry> compress_edges(std::size_t vertices,
                                                   std::span<const AnyEdge> edges,
                                                   const RowRules& rules = {},
                                                   const Wanted& wanted = {}) {
  // For each share and row: first the number of entries, then the position of the next one.
  std::vector<std::vector<std::size_t>> next(compression_shares(vertices, edges.size()));
  const auto for_each_entry_of = [&](std::size_t share, const auto& take) {
    const std::size_t first = edges.size() * share / next.size();
    const std::size_t end = edges.size() * (share + 1) / next.size();
    for (const AnyEdge& edge : edges.subspan(first, end - first)) {
      if (wanted(edge)) detail::for_each_entry<Entry>(edge, rules, take);
    }
  };
  parallel_for<Handout::kStatic>(next.size(), [&](std::size_t share) {
    std::vector<std::size_t> counts(vertices, 0);
    for_each_entry_of(share, [&](std::size_t row, const Entry&) { ++counts[row]; });
    next[share] = std::move(counts);
  });

  CompressedRows<Entry> rows;
  rows.begin.resize(vertices + 1);
  std::size_t end = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    rows.begin[v] = end;
    for (std::vector<std::size_t>& counts : next) {
      const std::size_t count = std::exchange(counts[v], end);
      end += count;
    }
  }
  rows.begin.back() = end;
  rows.entries.reserve(end);
  want_huge_pages(rows.entries.data(), end * sizeof(Entry));
  rows.entries.resize(end);

  parallel_for<Handout::kStatic>(next.size(), [&](std::size_t share) {
    std::size_t* const position = next[share].data();
    Entry* const entries = rows.entries.data();
    for_each_entry_of(
        share, [=](std::size_t row, const Entry& entry) { entries[position[row]++] = entry; });
  });
  if (rules.merge_repeated) detail::merge_repeated(rows);
  return rows;
}

/// Same for Edge.
template <typename Entry = Arc, typename Wanted = EveryEdge>
[[nodiscard]] CompressedRows<Entry> compress(std::size_t vertices, std::span<const Edge> edges,
                                             const RowRules& rules = {},
                                             const Wanted& wanted = {}) {
  return compress_edges<Entry>(vertices, edges, rules, wanted);
}

}  // namespace apsp
