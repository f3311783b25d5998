// SPDX-License-Identifier: MIT
#include "tools/check/proof.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/compressed_rows.hpp"

namespace apsp::check {
namespace {

/// Rows that are proven together: one cache line of a block holds their distances to one vertex.
constexpr std::size_t kLanes = 16;

/// No edge leads here from a reachable vertex. Above any sum of a distance and a weight.
constexpr Distance kNothing = std::numeric_limits<Distance>::max();
static_assert(2 * (kUnreachable - 1) < kNothing, "no sum reaches it, and no sum wraps");

/// Four rows: what every x86-64 and AArch64 adds and compares at once. Wider vectors of the
/// compiler's making are taken apart element by element where the machine has none.
using Quad = Distance __attribute__((vector_size(16)));

/// One number for each row of a block.
struct alignas(64) Lanes {
  explicit Lanes(Distance all) { quads.fill(Quad{all, all, all, all}); }
  [[nodiscard]] Distance operator[](std::size_t l) const { return quads[l / 4][l % 4]; }
  void set(std::size_t l, Distance value) { quads[l / 4][l % 4] = value; }

  std::array<Quad, kLanes / 4> quads;
};

/// best = min(best, d(u) + w) over the arcs (u, w) with d(u) reachable, row by row. An add, two
/// compares and four bit operations per four rows; bound by the second-level cache.
void take_best(const std::vector<Lanes>& distance, std::span<const Arc> arcs, Lanes& best) {
  Lanes b = best;  // a copy that no store of the loop can alias, so that it stays in registers
  for (const Arc& arc : arcs) {
    const Lanes& d = distance[static_cast<std::size_t>(arc.vertex)];
    for (std::size_t q = 0; q < b.quads.size(); ++q) {
      Quad sum = d.quads[q] + arc.weight;
      // From an unreachable u the sum is positive, so that this sets it to kNothing.
      sum |= (d.quads[q] == kUnreachable) & kNothing;
      b.quads[q] = sum < b.quads[q] ? sum : b.quads[q];
    }
  }
  best = b;
}

/// The arcs of a graph, sorted out for the proof: each is falling or flat.
struct Network {
  /// Throws Error(kInternal) for an edge that `potential` leaves below zero: it would be neither.
  Network(const Graph& graph, std::span<const std::int64_t> potential)
      : falling_in(compress(graph.vertices, graph.edges, {.end = RowRules::End::kDestination},
                            [=](const Edge& e) { return shifted(e, potential) > 0; })),
        flat_in(compress(graph.vertices, graph.edges, {.end = RowRules::End::kDestination},
                         [=](const Edge& e) { return shifted(e, potential) == 0; })),
        flat_out(compress(graph.vertices, graph.edges, {.end = RowRules::End::kSource},
                          [=](const Edge& e) { return shifted(e, potential) == 0; })) {
    if (falling_in.entries.size() + flat_in.entries.size() == graph.edges.size()) return;
    throw Error(Fault::kInternal, "potentials leave an edge below zero: nothing is proven");
  }

  static std::int64_t shifted(const Edge& e, std::span<const std::int64_t> potential) {
    return e.weight + potential[static_cast<std::size_t>(e.source)] -
           potential[static_cast<std::size_t>(e.destination)];
  }

  CompressedRows<Arc> falling_in;
  CompressedRows<Arc> flat_in;
  CompressedRows<Arc> flat_out;
};

/// The proof of kLanes rows, with memory that serves one block after the other.
class Block {
 public:
  Block(const Network& network, std::span<const Distance> distances, const RowSet& rows)
      : network_(network),
        distances_(distances),
        rows_(rows),
        vertices_(rows.vertices()),
        distance_(vertices_, Lanes(kUnreachable)),
        unexplained_(vertices_, 0) {}

  /// A bit for each of the rows [first, first + kLanes) that exists and is wrong.
  unsigned wrong_lanes(std::size_t first) {
    wrong_ = 0;
    load(first);
    check_equations();
    search();
    return wrong_;
  }

 private:
  void load(std::size_t first) {
    const std::size_t rows = std::min(kLanes, rows_.size() - first);
    const Distance* const source = distances_.data() + first * vertices_;
    starts_.clear();
    for (std::size_t l = 0; l < rows; ++l) starts_.emplace_back(rows_.source(first + l), l);
    std::sort(starts_.begin(), starts_.end());
    for (std::size_t v = 0; v < vertices_; ++v) {
      // Stays so in a row beyond the last one: nothing is reached, nothing wrong.
      Lanes d(kUnreachable);
      for (std::size_t l = 0; l < rows; ++l) {
        const Distance found = source[l * vertices_ + v];
        if (found > -kUnreachable && found <= kUnreachable) {
          d.set(l, found);
        } else {
          wrong_ |= 1U << l;  // not loaded: with it, sums could wrap
        }
      }
      distance_[v] = d;
    }
  }

  /// Part (1) of the proof, and the list of the vertices that part (2) is left with.
  void check_equations() {
    auto start = starts_.begin();
    for (std::size_t v = 0; v < vertices_; ++v) {
      Lanes falling(kNothing);
      for (; start != starts_.end() && start->first == v; ++start) falling.set(start->second, 0);
      take_best(distance_, network_.falling_in.of(v), falling);
      Lanes best = falling;
      take_best(distance_, network_.flat_in.of(v), best);
      for (std::size_t l = 0; l < kLanes; ++l) {
        const Distance d = distance_[v][l];
        const Distance claim = d == kUnreachable ? kNothing : d;
        if (claim != best[l]) {
          wrong_ |= 1U << l;
        } else if (claim != falling[l]) {
          unexplained_[v] = static_cast<std::uint16_t>(unexplained_[v] | 1U << l);
          flat_only_.emplace_back(v, l);
        }
      }
    }
  }

  /// Part (2): explains what a chain of flat edges leads to from explained vertices, and clears the
  /// rest. O(flat edges) a row at worst, next to nothing as a rule.
  void search() {
    for (const auto& [v, l] : flat_only_) {
      if (!is_unexplained(v, l)) continue;
      for (const Arc& arc : network_.flat_in.of(v)) {
        const auto u = static_cast<std::size_t>(arc.vertex);
        if (is_tight(u, v, arc.weight, l) && !is_unexplained(u, l)) {
          explain(v, l);
          break;
        }
      }
    }
    for (const auto& [v, l] : flat_only_) {
      if (is_unexplained(v, l)) wrong_ |= 1U << l;
      mark(v, l);  // of this row alone: the list has v once more for each other row
    }
    flat_only_.clear();
  }

  /// Marks v as explained in row l, and whatever flat edges explain from there.
  void explain(std::size_t v, std::size_t l) {
    mark(v, l);
    stack_.push_back(v);
    while (!stack_.empty()) {
      const std::size_t u = stack_.back();
      stack_.pop_back();
      for (const Arc& arc : network_.flat_out.of(u)) {
        const auto x = static_cast<std::size_t>(arc.vertex);
        if (is_unexplained(x, l) && is_tight(u, x, arc.weight, l)) {
          mark(x, l);
          stack_.push_back(x);
        }
      }
    }
  }

  [[nodiscard]] bool is_unexplained(std::size_t v, std::size_t l) const {
    return (unexplained_[v] >> l & 1U) != 0;
  }
  void mark(std::size_t v, std::size_t l) {
    unexplained_[v] = static_cast<std::uint16_t>(unexplained_[v] & ~(1U << l));
  }
  [[nodiscard]] bool is_tight(std::size_t u, std::size_t v, Distance weight, std::size_t l) const {
    const Distance d = distance_[u][l];
    return d != kUnreachable && d + weight == distance_[v][l];
  }

  const Network& network_;
  std::span<const Distance> distances_;
  const RowSet& rows_;
  std::size_t vertices_;
  std::vector<std::pair<std::size_t, std::size_t>> starts_;  // the block's (vertex, row), ascending
  std::vector<Lanes> distance_;             // by vertex: the block's rows as columns
  std::vector<std::uint16_t> unexplained_;  // by vertex, a bit a row: only flat edges explain it
  std::vector<std::pair<std::size_t, std::size_t>> flat_only_;  // the same, as (vertex, row)
  std::vector<std::size_t> stack_;
  unsigned wrong_ = 0;
};

}  // namespace

std::vector<std::size_t> wrong_rows(const Graph& graph, std::span<const std::int64_t> potential,
                                    std::span<const Distance> distances, const RowSet& rows) {
  const std::size_t blocks = (rows.size() + kLanes - 1) / kLanes;
  const Network network(graph, potential);
  std::vector<unsigned> wrong(blocks, 0);
  parallel_for_with(
      blocks, [&] { return Block(network, distances, rows); },
      [&](Block& block, std::size_t b) { wrong[b] = block.wrong_lanes(b * kLanes); });
  std::vector<std::size_t> found;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if ((wrong[r / kLanes] >> r % kLanes & 1U) != 0) found.push_back(r);
  }
  return found;
}

bool proves(const Graph& graph, std::size_t source, std::span<const reference::Length> lengths) {
  using reference::kNoPath;
  const auto from = [&](const Edge& e) { return lengths[static_cast<std::size_t>(e.source)]; };
  const auto to = [&](const Edge& e) { return lengths[static_cast<std::size_t>(e.destination)]; };
  // No path is as long as kNoPath, so that it counts as the longest.
  const auto shortens = [&](const Edge& e) {
    return from(e) != kNoPath && from(e) + e.weight < to(e);
  };
  if (lengths[source] != 0 || std::ranges::any_of(graph.edges, shortens)) return false;
  const auto tight = compress<std::int32_t>(graph.vertices, graph.edges, {}, [&](const Edge& e) {
    return from(e) != kNoPath && from(e) + e.weight == to(e);
  });
  std::vector<bool> attained(graph.vertices, false);
  std::vector<std::size_t> stack = {source};
  attained[source] = true;
  while (!stack.empty()) {
    const std::size_t u = stack.back();
    stack.pop_back();
    for (const std::int32_t vertex : tight.of(u)) {
      const auto v = static_cast<std::size_t>(vertex);
      if (attained[v]) continue;
      attained[v] = true;
      stack.push_back(v);
    }
  }
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    if (attained[v] != (lengths[v] != kNoPath)) return false;
  }
  return true;
}

}  // namespace apsp::check
