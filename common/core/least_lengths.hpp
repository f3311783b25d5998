// SPDX-License-Identifier: MIT
// Shortest paths to every vertex from any, with weights of either sign: the algorithm of Bellman
// and Ford in the order of A. V. Goldberg and T. Radzik, "A heuristic improvement of the
// Bellman-Ford algorithm", Applied Mathematics Letters 6, 1993.
//
// A pass scans the vertices whose length has fallen since their last scan, and those behind them.
// It follows arcs that lower their end or lead to it at its length. In an order of depth first, a
// vertex along these arcs comes after all that lower it. The first pass follows every arc. So it is
// the only one where the graph has no cycle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "common/core/compressed_rows.hpp"

namespace apsp {

/// By vertex. With a cycle, lengths and parents are of no use.
template <typename Length>
struct LeastLengths {
  static constexpr std::int32_t kNone = -1;

  std::vector<Length> lengths;        // of the shortest path to it, the one of no edge included
  std::vector<std::int32_t> parents;  // the vertex before, on a path of that length; kNone
  std::vector<std::int32_t> cycle;  // vertices of a negative cycle along its edges, if there is one
  std::size_t scans = 0;            // how often all arcs of a vertex were followed to lower
};

/// Bytes a vertex at most that least_lengths() takes beside the arcs, its result included.
template <typename Length>
inline constexpr std::size_t kLeastLengthBytes = sizeof(Length) + 37;

namespace detail {

template <typename Length, typename AnyArc, typename WeightOf>
class LeastLengthSearch {
 public:
  LeastLengthSearch(const CompressedRows<AnyArc>& arcs, const WeightOf& weight_of)
      : arcs_(arcs), weight_of_(weight_of), states_(arcs.vertices(), State::kFallen) {
    found_.lengths.assign(arcs.vertices(), 0);
    found_.parents.assign(arcs.vertices(), kNone);
    fallen_.resize(arcs.vertices());
    std::iota(fallen_.begin(), fallen_.end(), 0);
    order_.reserve(arcs.vertices());
    path_.reserve(arcs.vertices());
  }

  LeastLengths<Length> run() {
    std::size_t unseen = 0;  // scans since the parents were looked at
    for (bool first = true; !fallen_.empty(); first = false) {
      put_in_order(first);
      scan();
      found_.scans += order_.size();
      unseen += order_.size();
      // With a negative cycle the parents form one from some moment on for good. It is there at the
      // latest when a length is below every simple path's. Every cycle of parents is negative (B.
      // V. Cherkassky, A. V. Goldberg, "Negative-cycle detection algorithms", Math. Programming 85,
      // 1999). Between two looks there are fewer than 2 V scans.
      if (unseen < arcs_.vertices()) continue;
      unseen = 0;
      if (const std::int32_t v = vertex_on_cycle(); v != kNone) {
        found_.cycle = cycle_through(v);
        break;
      }
    }
    // No vertex that has fallen leaves no arc to lower by, so that there is no negative cycle.
    return std::move(found_);
  }

 private:
  static constexpr std::int32_t kNone = LeastLengths<Length>::kNone;

  enum class State : std::uint8_t {
    kScanned,  // since its length fell last
    kFallen,   // in fallen_
    kOrdered,  // to be scanned in this pass
  };

  /// A vertex on the way of a search in depth, and its arc that is followed next.
  struct Step {
    std::int32_t vertex;
    std::size_t arc;
  };

  State& state(std::int32_t v) { return states_[static_cast<std::size_t>(v)]; }
  Length& length(std::int32_t v) { return found_.lengths[static_cast<std::size_t>(v)]; }

  [[nodiscard]] Length over(std::int32_t from, const AnyArc& arc) {
    return length(from) + weight_of_(arc);
  }

  [[nodiscard]] bool lowers(std::int32_t u) {
    return std::ranges::any_of(arcs_.of(static_cast<std::size_t>(u)), [&](const AnyArc& arc) {
      return over(u, arc) < length(arc.vertex);
    });
  }

  /// Fills order_, the last vertex first, from the vertices that have fallen.
  void put_in_order(bool along_all) {
    order_.clear();
    for (const std::int32_t root : fallen_) {
      if (state(root) != State::kFallen) continue;
      if (along_all || lowers(root)) {
        search_from(root, along_all);
      } else {
        state(root) = State::kScanned;
      }
    }
    fallen_.clear();
  }

  void search_from(std::int32_t root, bool along_all) {
    step_to(root);
    while (!path_.empty()) {
      const std::int32_t u = path_.back().vertex;
      std::size_t& next = path_.back().arc;
      const std::size_t end = arcs_.begin[static_cast<std::size_t>(u) + 1];
      while (next < end && !leads_on(u, arcs_.entries[next], along_all)) ++next;
      if (next < end) {
        step_to(arcs_.entries[next++].vertex);
      } else {
        order_.push_back(u);
        path_.pop_back();
      }
    }
  }

  [[nodiscard]] bool leads_on(std::int32_t u, const AnyArc& arc, bool along_all) {
    return state(arc.vertex) != State::kOrdered &&
           (along_all || over(u, arc) <= length(arc.vertex));
  }

  void step_to(std::int32_t v) {
    state(v) = State::kOrdered;
    path_.push_back({v, arcs_.begin[static_cast<std::size_t>(v)]});
  }

  /// Lowers by the arcs of all vertices in order.
  void scan() {
    for (std::size_t n = order_.size(); n-- > 0;) {
      const std::int32_t u = order_[n];
      state(u) = State::kScanned;
      for (const AnyArc& arc : arcs_.of(static_cast<std::size_t>(u))) {
        const Length detour = over(u, arc);
        if (detour >= length(arc.vertex)) continue;
        length(arc.vertex) = detour;
        found_.parents[static_cast<std::size_t>(arc.vertex)] = u;
        if (state(arc.vertex) != State::kScanned) continue;
        state(arc.vertex) = State::kFallen;
        fallen_.push_back(arc.vertex);
      }
    }
  }

  /// Walks from every vertex to its parent, and on. Returns a vertex on a cycle of parents, or
  /// kNone. O(V).
  [[nodiscard]] std::int32_t vertex_on_cycle() const {
    const std::vector<std::int32_t>& parents = found_.parents;
    std::vector<std::int32_t> walk(parents.size(), kNone);  // which walk came past first
    for (std::size_t start = 0; start < parents.size(); ++start) {
      const auto id = static_cast<std::int32_t>(start);
      std::int32_t v = id;
      while (v != kNone && walk[static_cast<std::size_t>(v)] == kNone) {
        walk[static_cast<std::size_t>(v)] = id;
        v = parents[static_cast<std::size_t>(v)];
      }
      if (v != kNone && walk[static_cast<std::size_t>(v)] == id) return v;
    }
    return kNone;
  }

  /// Follows the parents back to `on_cycle`. Returns the cycle along its edges, the smallest vertex
  /// first.
  [[nodiscard]] std::vector<std::int32_t> cycle_through(std::int32_t on_cycle) const {
    std::vector<std::int32_t> vertices;
    std::int32_t v = on_cycle;
    do {
      vertices.push_back(v);
      v = found_.parents[static_cast<std::size_t>(v)];
    } while (v != on_cycle);
    std::reverse(vertices.begin(), vertices.end());
    std::rotate(vertices.begin(), std::ranges::min_element(vertices), vertices.end());
    return vertices;
  }

  const CompressedRows<AnyArc>& arcs_;
  const WeightOf& weight_of_;
  LeastLengths<Length> found_;
  std::vector<State> states_;
  std::vector<std::int32_t> fallen_;
  std::vector<std::int32_t> order_;
  std::vector<Step> path_;
};

}  // namespace detail

/// Finds them, or a negative cycle. `weight_of(arc)`: a Length. O(V E) at worst, O(V + E) without
/// cycles; one thread, so that every machine finds the same cycle. Before a cycle is found, lengths
/// fall to no less than 3 V of the smallest weight.
template <typename Length, typename AnyArc, typename WeightOf>
[[nodiscard]] LeastLengths<Length> least_lengths(const CompressedRows<AnyArc>& arcs,
                                                 const WeightOf& weight_of) {
  return detail::LeastLengthSearch<Length, AnyArc, WeightOf>(arcs, weight_of).run();
}

}  // namespace apsp
