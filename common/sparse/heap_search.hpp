// SPDX-License-Identifier: MIT
// Dijkstra's algorithm by a heap: for weights that are not integers, and where the vertices of
// paths are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "apsp/near.hpp"
#include "common/base/index.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/sparse/length_key.hpp"

namespace apsp::sparse {

/// Searches a graph from one vertex after the other. Paths are compared by their length, then by
/// their number of edges, so that each edge makes a path longer, also one whose weight is 0 or lost
/// in rounding: a vertex is settled after all that may stand before it. So the path to each vertex
/// depends on the graph alone: all its first parts are shortest, of such paths it has the fewest
/// edges, of these the smallest path vertex. A search touches, and the next one resets, no more
/// than it reaches. For one thread at a time. `Length` is Distance, double or float.
template <typename Length>
class HeapSearch {
 public:
  using Arcs = CompressedRows<ArcOf<Length>>;

  /// `arcs`: the edges that leave each vertex, weights >= 0. They outlive this.
  explicit HeapSearch(const Arcs& arcs, PathVertex path_vertex = PathVertex::kPredecessor);

  /// Bytes that it takes at once. A search takes more as it needs it,
  [[nodiscard]] static std::uint64_t least_bytes_for(std::size_t vertices) {
    return vertices * sizeof(Label);
  }
  /// and so many at most.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices, std::size_t edges) {
    return least_bytes_for(vertices) + vertices * sizeof(std::int32_t) + edges * sizeof(Entry);
  }

  /// Begins to search from `source` for all vertices to which a path is at most `limit` long, 0 or
  /// more. A length of infinity, or of kUnreachable or more, is that of no path.
  void start(std::size_t source, Length limit);

  /// Settles the nearest vertex that is left, and returns it; nothing: there is none.
  std::optional<std::int32_t> next();

  /// Lowers the limit.
  void lower_limit(Length limit) { end_ = Key::end_of(limit); }

  /// Settles all vertices that are left.
  void finish() {
    while (next()) {
    }
  }

  /// The length of the shortest path to a vertex that was settled; to one that no path reached
  /// infinity, or kUnreachable. Valid until the next search, as is all that follows.
  [[nodiscard]] Length length(std::size_t vertex) const { return labels_[vertex].key.length(); }

  /// A vertex of that path, kNoPredecessor for the source and where there is no path.
  [[nodiscard]] std::int32_t path_vertex(std::size_t vertex) const {
    return labels_[vertex].path_vertex;
  }

  /// The vertices that a path reached, the source among them, in the order of their first paths.
  [[nodiscard]] std::span<const std::int32_t> reached() const { return reached_; }

  /// Vertices that all searches have settled.
  [[nodiscard]] std::uint64_t settled() const { return settled_; }

 private:
  using Key = LengthKey<Length>;

  struct Label {
    [[no_unique_address]] Key key = Key::none();  // not reached
    std::int32_t path_vertex = kNoPredecessor;
  };
  struct Entry {
    [[no_unique_address]] Key key;
    std::int32_t vertex;
  };
  static_assert(sizeof(Label) <= 16 && sizeof(Entry) <= 16);  // four in a line of the cache

  void reset();
  void follow(const Entry& from);
  void push(const Entry& entry);
  Entry pop();

  const Arcs& arcs_;
  const bool hops_;  // whether path vertices are first hops
  std::size_t source_ = 0;
  Key end_ = Key::none();  // the least that is left out
  std::vector<Label> labels_;
  std::vector<std::int32_t> reached_;  // whose labels are not as new
  std::vector<Entry> heap_;            // paths that may be shortest, the shortest at the root
  std::uint64_t settled_ = 0;
};

}  // namespace apsp::sparse
