// SPDX-License-Identifier: MIT
#include "common/core/longest_distance.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/dijkstra.hpp"
#include "common/core/light_edges.hpp"

namespace apsp {
namespace {

/// Index of a direction: along the edges, or against them.
constexpr std::size_t kOut = 0, kIn = 1;

constexpr Distance kNotReached = -1;

Distance add(Distance a, Distance b) {
  return std::min(a + b, kUnreachable);
}

/// A search and, after run(), its result.
struct Search {
  std::size_t source;
  std::size_t direction;
  std::vector<Distance> distance = {};  // of each vertex; kNotReached
  std::size_t farthest = 0;             // of those at the largest distance the last vertex
  std::size_t reached = 0;              // vertices, the source among them

  [[nodiscard]] Distance longest() const { return distance[farthest]; }

  void run(const CompressedRows<Arc>& arcs) {
    Dijkstra dijkstra(arcs.vertices());
    const std::span<const Dijkstra::Length> lengths = dijkstra.row(arcs, source);
    distance.assign(lengths.size(), kNotReached);
    farthest = source;
    for (std::size_t v = 0; v < lengths.size(); ++v) {
      if (lengths[v] == Dijkstra::kNoPath) continue;
      distance[v] = static_cast<Distance>(std::min<Dijkstra::Length>(lengths[v], kUnreachable));
      ++reached;
      if (distance[v] >= distance[farthest]) farthest = v;
    }
  }
};

/// Bounds of every vertex's largest distance in one direction.
struct Side {
  CompressedRows<Arc> arcs;
  std::vector<Distance> low;           // at least
  std::vector<Distance> high;          // at most; kUnreachable: nothing is known
  std::vector<std::uint8_t> searched;  // 1: exactly, because it was searched from

  Side(std::size_t vertices, const LightEdges& light, std::size_t direction)
      : arcs(compress(
            vertices, light.edges,
            {.end = direction == kOut ? RowRules::End::kSource : RowRules::End::kDestination})),
        low(vertices, 0),
        high(vertices, kUnreachable),
        searched(vertices, 0) {
    for (std::size_t v = 0; light.whole && v < vertices; ++v) {
      if (arcs.degree(v) == 0) high[v] = 0;
    }
  }

  [[nodiscard]] Distance largest_high() const {
    return *std::max_element(high.begin(), high.end());
  }
};

}  // namespace

class LongestDistance::Searches {
 public:
  Searches(std::size_t vertices, const LightEdges& light)
      : whole_(light.whole),
        omitted_(light.omitted),
        edges_(light.edges.size()),
        sides_{Side(vertices, light, kOut), Side(vertices, light, kIn)},
        reached_by_(vertices, 0) {
    // A hub is near the middle, and hardly ever in a corner that few vertices reach.
    if (edges_ > 0) add_smallest([&](std::size_t v) { return std::pair(-hub(v), v); });
  }

  [[nodiscard]] std::size_t edges() const { return edges_; }

  /// Searches a round and updates `bounds`. Returns false if there is nothing left to search.
  bool search(LongestBounds& bounds) {
    if (round_.empty()) plan();
    if (round_.empty()) return false;
    constexpr std::size_t kSmall = std::size_t{1} << 16;  // searched before another thread wakes
    const bool alone = edges_ + reached_by_.size() < kSmall;
    parallel_for(round_.size(),
                 [&](std::size_t s) { round_[s].run(sides_[round_[s].direction].arcs); },
                 {.threads = alone ? 1 : 0});
    bounds.explored = touched();
    for (const Search& search : round_) learn(search);
    for (const Search& out : round_) {
      for (const Search& in : round_) {
        if (out.direction == kOut && in.direction == kIn && out.source == in.source) learn(out, in);
      }
    }
    update(bounds);
    last_ = std::exchange(round_, {});
    return true;
  }

 private:
  bool whole_;
  Distance omitted_;
  std::size_t edges_;
  std::array<Side, 2> sides_;
  std::vector<std::uint32_t> reached_by_;  // number of searches that reached the vertex
  std::vector<Search> round_;              // the one to run
  std::vector<Search> last_;               // the one before
  bool look_for_middle_ = false;           // what the last plan beyond the far ends was

  void add(std::size_t vertex, std::size_t direction) {
    if (sides_[direction].searched[vertex]) return;
    for (const Search& other : round_) {
      if (other.source == vertex && other.direction == direction) return;
    }
    round_.push_back({vertex, direction});
  }
  void add_both(std::size_t vertex) {
    add(vertex, kOut);
    add(vertex, kIn);
  }

  /// The number of edges that leave v or that enter v, the smaller one.
  [[nodiscard]] std::int64_t hub(std::size_t v) const {
    return static_cast<std::int64_t>(
        std::min(sides_[kOut].arcs.degree(v), sides_[kIn].arcs.degree(v)));
  }

  void plan() {
    for (const Search& search : last_) add(search.farthest, 1 - search.direction);
    if (!round_.empty() || edges_ == 0) return;
    constexpr double kMostOf = 0.9;
    look_for_middle_ = !look_for_middle_ && touched() > kMostOf;
    const Side& out = sides_[kOut];
    const Side& in = sides_[kIn];
    const auto depth = [&](std::size_t v) { return std::int64_t{out.low[v]} + in.low[v]; };
    if (look_for_middle_) {
      // The vertex that promises the best bounds of all others: the middle of what was reached.
      add_smallest(
          [&](std::size_t v) { return std::pair(-std::int64_t{reached_by_[v]}, depth(v)); });
    } else {
      // The vertex whose own bound is the worst, among equals a hub that no search has reached.
      const Side& worse = out.largest_high() <= in.largest_high() ? out : in;
      add_smallest([&](std::size_t v) {
        return std::tuple(-std::int64_t{worse.high[v]}, std::int64_t{reached_by_[v]}, -hub(v),
                          -depth(v));
      });
    }
  }

  /// Adds the vertex of the smallest key of those not searched from.
  template <typename Key>
  void add_smallest(const Key& key) {
    std::size_t best = reached_by_.size();
    for (std::size_t v = 0; v < reached_by_.size(); ++v) {
      if (sides_[kOut].searched[v] && sides_[kIn].searched[v]) continue;
      if (best == reached_by_.size() || key(v) < key(best)) best = v;
    }
    if (best < reached_by_.size()) add_both(best);
  }

  void learn(const Search& search) {
    Side& side = sides_[search.direction];
    Side& other = sides_[1 - search.direction];
    side.searched[search.source] = 1;
    side.low[search.source] = search.longest();
    if (whole_ || search.reached == reached_by_.size()) {
      side.high[search.source] = search.longest();
    }
    for (std::size_t v = 0; v < reached_by_.size(); ++v) {
      if (search.distance[v] == kNotReached) continue;
      ++reached_by_[v];
      other.low[v] = std::max(other.low[v], search.distance[v]);
    }
  }

  /// Bounds of all vertices that reach the source of both searches and are reached from it.
  void learn(const Search& out, const Search& in) {
    const Distance from_source = sides_[kOut].high[out.source];
    const Distance to_source = sides_[kIn].high[in.source];
    for (std::size_t v = 0; v < reached_by_.size(); ++v) {
      if (out.distance[v] == kNotReached || in.distance[v] == kNotReached) continue;
      Distance& from = sides_[kOut].high[v];
      Distance& to = sides_[kIn].high[v];
      from = std::min(from, apsp::add(in.distance[v], from_source));
      to = std::min(to, apsp::add(out.distance[v], to_source));
    }
  }

  /// The share of the vertices with edges that some search reached.
  [[nodiscard]] double touched() const {
    std::size_t with_edges = 0, reached = 0;
    for (std::size_t v = 0; v < reached_by_.size(); ++v) {
      if (sides_[kOut].arcs.degree(v) + sides_[kIn].arcs.degree(v) == 0) continue;
      ++with_edges;
      reached += reached_by_[v] > 0 ? 1 : 0;
    }
    return static_cast<double>(reached) / static_cast<double>(with_edges);
  }

  void update(LongestBounds& bounds) const {
    for (const Search& search : round_) bounds.seen = std::max(bounds.seen, search.longest());
    bounds.least = std::min(bounds.seen, omitted_);
    bounds.most = std::min(sides_[kOut].largest_high(), sides_[kIn].largest_high());
    ++bounds.rounds;
  }
};

LongestDistance::LongestDistance(const Graph& graph)
    : searches_(std::make_unique<Searches>(graph.vertices, light_edges(graph))) {
  if (graph.edge_count() == 0) bounds_.most = 0;
}

LongestDistance::~LongestDistance() = default;

std::uint64_t LongestDistance::bytes_for(const Graph& graph) {
  constexpr std::uint64_t kBounds = 2 * (2 * sizeof(Distance) + 1) + sizeof(std::uint32_t);
  const std::uint64_t searches =
      kSearches * (graph.vertices * sizeof(Distance) + Dijkstra::bytes_for(graph.vertices));
  return 2 * compression_bytes(graph.vertices, graph.edge_count()) + graph.vertices * kBounds +
         searches;
}

bool LongestDistance::search() {
  return searches_->search(bounds_);
}

std::size_t LongestDistance::edges() const {
  return searches_->edges();
}

}  // namespace apsp
