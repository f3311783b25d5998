// SPDX-License-Identifier: MIT
#include "hw3-1/vertex_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "common/base/parallel_for.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/schedule.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kMostEdgesPerVertex = 16;
constexpr std::size_t kFewestTiles = 8;
/// Tiles of a pivot block a side in all but small matrices: see depth_for.
constexpr std::size_t kDepth = 4;
constexpr std::size_t kWordBits = 64;

/// The neighbours of each vertex over edges in either direction, those with few neighbours first.
class Neighbours {
 public:
  explicit Neighbours(const Graph& graph)
      : rows_(compress<std::int32_t>(graph.vertices, graph.edges,
                                     {.end = RowRules::End::kBoth, .drop_loops = true})) {
    const auto sort_row = [&](std::size_t v) {
      const std::span<std::int32_t> row = rows_.of(v);
      std::sort(row.begin(), row.end(),
                [&](std::int32_t a, std::int32_t b) { return before(a, b); });
    };
    parallel_for(graph.vertices, sort_row, {.chunk = 64});
  }

  [[nodiscard]] std::span<const std::int32_t> of(std::int32_t vertex) const {
    return rows_.of(static_cast<std::size_t>(vertex));
  }
  /// Returns whether `a` has fewer neighbours than `b`, or as many and a smaller number.
  [[nodiscard]] bool before(std::int32_t a, std::int32_t b) const {
    const std::size_t of_a = of(a).size();
    const std::size_t of_b = of(b).size();
    return of_a != of_b ? of_a < of_b : a < b;
  }

 private:
  CompressedRows<std::int32_t> rows_;
};

/// Breadth-first searches, one after the other.
class Search {
 public:
  explicit Search(const Neighbours& neighbours, std::size_t vertices)
      : neighbours_(neighbours), seen_in_(vertices, 0) {}

  /// Appends the component of `root` to `found`, level by level. Returns the number of levels.
  std::size_t run(std::int32_t root, std::vector<std::int32_t>& found) {
    ++search_;
    std::size_t level = found.size(), levels = 0;
    take(root, found);
    while (level < found.size()) {
      const std::size_t end = found.size();
      last_level_ = level;
      for (; level < end; ++level) {
        for (const std::int32_t next : neighbours_.of(found[level])) {
          if (seen_in_[static_cast<std::size_t>(next)] != search_) take(next, found);
        }
      }
      ++levels;
    }
    return levels;
  }

  /// Where the last search's last level begins in `found`.
  [[nodiscard]] std::size_t last_level() const { return last_level_; }
  [[nodiscard]] bool has_seen(std::int32_t vertex) const {
    return seen_in_[static_cast<std::size_t>(vertex)] != 0;
  }

 private:
  void take(std::int32_t vertex, std::vector<std::int32_t>& found) {
    seen_in_[static_cast<std::size_t>(vertex)] = search_;
    found.push_back(vertex);
  }

  const Neighbours& neighbours_;
  std::vector<std::uint32_t> seen_in_;  // the last search that saw the vertex
  std::uint32_t search_ = 0;
  std::size_t last_level_ = 0;
};

}  // namespace

VertexOrder cuthill_mckee(const Graph& graph) {
  const Neighbours neighbours(graph);
  Search search(neighbours, graph.vertices);
  std::vector<std::int32_t> starts(graph.vertices);
  std::iota(starts.begin(), starts.end(), 0);
  const auto before = [&](std::int32_t a, std::int32_t b) { return neighbours.before(a, b); };
  std::sort(starts.begin(), starts.end(), before);

  VertexOrder order;
  order.vertices.reserve(graph.vertices);
  for (const std::int32_t start : starts) {
    if (search.has_seen(start)) continue;
    // A search from the last level may have more levels: then it starts nearer to the rim.
    const std::size_t component = order.vertices.size();
    for (std::size_t levels = search.run(start, order.vertices), fewer = 0; levels > fewer;) {
      const auto last = order.vertices.begin() + static_cast<std::ptrdiff_t>(search.last_level());
      const std::int32_t far = *std::min_element(last, order.vertices.end(), before);
      order.vertices.resize(component);
      fewer = levels;
      levels = search.run(far, order.vertices);
    }
  }
  order.positions.resize(graph.vertices);
  for (std::size_t position = 0; position < graph.vertices; ++position) {
    order.positions[static_cast<std::size_t>(order.vertices[position])] =
        static_cast<std::int32_t>(position);
  }
  return order;
}

std::size_t tile_products(const Graph& graph, const VertexOrder& order) {
  const Schedule schedule = Schedule::of(graph.vertices, kDepth);
  const std::size_t words = (schedule.tiles + kWordBits - 1) / kWordBits;
  // Bit c of row r: tile (r, c) may hold a path.
  std::vector<std::uint64_t> reached(schedule.tiles * words);
  const auto word = [&](std::size_t row, std::size_t column) -> std::uint64_t& {
    return reached[row * words + column / kWordBits];
  };
  const auto bit = [](std::size_t column) { return std::uint64_t{1} << column % kWordBits; };
  for (std::size_t t = 0; t < schedule.tiles; ++t) word(t, t) |= bit(t);
  for (const Edge& edge : graph.edges) {
    const std::size_t column = order.position_of(edge.destination) / kTile;
    word(order.position_of(edge.source) / kTile, column) |= bit(column);
  }

  std::size_t products = 0;
  std::vector<std::uint64_t> columns(words);
  for (std::size_t round = 0; round < schedule.rounds(); ++round) {
    const TileRange pivot = schedule.pivot(round);
    std::fill(columns.begin(), columns.end(), 0);
    for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
      for (std::size_t w = 0; w < words; ++w) columns[w] |= reached[row * words + w];
    }
    std::size_t wide = 0;
    for (const std::uint64_t w : columns) wide += static_cast<std::size_t>(std::popcount(w));
    for (std::size_t row = 0; row < schedule.tiles; ++row) {
      bool any = false;
      for (std::size_t k = pivot.begin; k < pivot.end; ++k) any |= (word(row, k) & bit(k)) != 0;
      if (!any) continue;
      for (std::size_t w = 0; w < words; ++w) reached[row * words + w] |= columns[w];
      products += wide * pivot.size();
    }
  }
  return products;
}

bool may_need_order(const Graph& graph) {
  return Schedule::of(graph.vertices, 1).tiles >= kFewestTiles &&
         graph.edges.size() <= kMostEdgesPerVertex * graph.vertices;
}

VertexOrder choose_order(const Graph& graph) {
  VertexOrder order = cuthill_mckee(graph);
  const std::size_t as_numbered = tile_products(graph, {});
  return tile_products(graph, order) <= as_numbered - as_numbered / 10 ? order : VertexOrder{};
}

}  // namespace apsp::cpu
