// SPDX-License-Identifier: MIT
// Single rows of distances by Dijkstra's algorithm, for graphs of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/radix_queue.hpp"

namespace apsp {

/// Replaces the entries of `lengths` by the lengths of the shortest paths from `source` in [0, V)
/// that are below `infinity`. Lists in `reached` the vertices that have one, `source` first.
/// All V entries hold `infinity` before; an entry that is not listed still does. `reached` has room
/// for V vertices. A row of `arcs` holds the edges that leave its vertex; `infinity`
/// plus a weight fits a Length. O(E + V log(infinity)) for the part of the graph that is reached.
/// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
/// 1 (1959).
/// `weights_from(u)` returns the function that gives the weight of an arc that leaves u, >= 0.
template <typename Length, typename WeightsFrom>
void search_by(const WeightsFrom& weights_from, const CompressedRows<Arc>& arcs, std::size_t source,
               Length infinity, Length* lengths, RadixQueue& queue,
               std::vector<std::int32_t>& reached) {
  reached.clear();
  queue.restart();
  const auto first = static_cast<std::int32_t>(source);
  lengths[source] = 0;
  reached.push_back(first);
  queue.add(first, Length{0});
  while (!queue.empty()) {
    const auto u = static_cast<std::size_t>(queue.pop(lengths));
    const Length length = lengths[u];
    const auto weight_of = weights_from(u);
    for (const Arc& arc : arcs.of(u)) {
      Length& known = lengths[static_cast<std::size_t>(arc.vertex)];
      const Length detour = length + weight_of(arc);
      if (detour >= known) continue;
      if (known == infinity) {
        reached.push_back(arc.vertex);
      } else {
        queue.remove(arc.vertex);
      }
      known = detour;
      queue.add(arc.vertex, detour);
      __builtin_prefetch(&arcs.begin[static_cast<std::size_t>(arc.vertex)]);
    }
  }
}

/// Same as search_by(), with the weights that the arcs have.
template <typename Length>
void search(const CompressedRows<Arc>& arcs, std::size_t source, Length infinity, Length* lengths,
            RadixQueue& queue, std::vector<std::int32_t>& reached) {
  const auto weights_from = [](std::size_t) { return [](const Arc& arc) { return arc.weight; }; };
  search_by(weights_from, arcs, source, infinity, lengths, queue, reached);
}

/// Searches graphs of V vertices from one vertex after the other. Three places use it, and none
/// checks another: the choice of a width, the self-check (--verify), and the solve in 64 bits. The
/// oracle has its own.
class Dijkstra {
 public:
  /// Exact length of a path: no sum of 2^31 weights overflows.
  using Length = std::int64_t;
  static constexpr Length kNoPath = INT64_MAX;

  /// Takes all memory that searches need, bytes_for() bytes.
  explicit Dijkstra(std::size_t vertices) : lengths_(vertices, kNoPath), queue_(vertices) {
    reached_.reserve(vertices);
  }

  /// Returns the lengths from `source` in [0, V) to every vertex, kNoPath where there is no path;
  /// valid until the next search. A row of `arcs` holds the edges that leave its vertex, weights
  /// >= 0. See search().
  [[nodiscard]] std::span<const Length> row(const CompressedRows<Arc>& arcs, std::size_t source);

  /// Same for any weights without a negative cycle, with reduced lengths (potentials.hpp): every
  /// weight is reduced by `potentials`, one a vertex, as it is read.
  [[nodiscard]] std::span<const Length> row(const CompressedRows<Arc>& arcs, std::size_t source,
                                            std::span<const std::int64_t> potentials);

  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * (sizeof(Length) + sizeof(std::int32_t)) + RadixQueue::bytes_for(vertices);
  }

 private:
  void clear();

  std::vector<Length> lengths_;
  RadixQueue queue_;
  std::vector<std::int32_t> reached_;  // by the last search
};

}  // namespace apsp
