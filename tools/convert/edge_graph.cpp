// SPDX-License-Identifier: MIT
#include "tools/convert/edge_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "common/base/memory.hpp"
#include "common/core/idle_vertices.hpp"

namespace apsp::convert {
namespace {

/// An edge by its ends.
struct NumberedEnds {
  std::uint64_t ends;
  std::size_t edge;

  bool operator<(const NumberedEnds& other) const {
    return ends != other.ends ? ends < other.ends : edge < other.edge;
  }
};

constexpr Distance kGone = kUnreachable;  // no weight of an edge

std::uint64_t ends_of(const Edge& edge) {
  return std::uint64_t{static_cast<std::uint32_t>(edge.source)} << 32 |
         static_cast<std::uint32_t>(edge.destination);
}

/// The same for an edge and its reverse.
std::uint64_t unordered_ends_of(const Edge& edge) {
  const auto [lower, higher] = std::minmax(edge.source, edge.destination);
  return ends_of({lower, higher, 0});
}

/// Returns the edges sorted by `ends(edge)`, then by number. Throws Error(kMemory).
template <typename Ends>
std::vector<NumberedEnds> sorted_by(const std::vector<Edge>& edges, const Ends& ends,
                                    const char* purpose) {
  require_memory(edges.size() * sizeof(NumberedEnds), purpose);
  std::vector<NumberedEnds> sorted(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) sorted[e] = {ends(edges[e]), e};
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

void erase_gone(std::vector<Edge>& edges) {
  std::erase_if(edges, [](const Edge& edge) { return edge.weight == kGone; });
}

}  // namespace

std::int32_t NameTable::number(std::string_view name) {
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
  Slot& slot = find(hash, name);
  if (slot.number >= 0) return slot.number;
  const auto next = static_cast<std::int32_t>(names_.size());
  slot = {hash, next};
  names_.emplace_back(name);
  if (2 * names_.size() > slots_.size()) grow();
  return next;
}

NameTable::Slot& NameTable::find(std::uint32_t hash, std::string_view name) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.number < 0) return slot;
    if (slot.hash == hash && names_[static_cast<std::size_t>(slot.number)] == name) return slot;
  }
}

void NameTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number < 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].number >= 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

std::size_t remove_no_edges(std::vector<Edge>& edges) {
  return std::erase_if(edges, [](const Edge& edge) {
    return edge.weight == kUnreachable || edge.weight == -kUnreachable;
  });
}

Reduced reduce_repeated(std::vector<Edge>& edges) {
  const auto not_below = [](const Edge& a, const Edge& b) { return ends_of(a) >= ends_of(b); };
  if (std::adjacent_find(edges.begin(), edges.end(), not_below) == edges.end()) return {};

  const std::vector<NumberedEnds> sorted =
      sorted_by(edges, ends_of, "the search for repeated edges");
  Reduced reduced;
  for (std::size_t n = 1, first = 0; n < sorted.size(); ++n) {
    if (sorted[n].ends != sorted[first].ends) {
      first = n;
      continue;
    }
    Distance& least = edges[sorted[first].edge].weight;
    Distance& weight = edges[sorted[n].edge].weight;
    if (least != weight) ++reduced.different;
    least = std::min(least, weight);
    weight = kGone;
    ++reduced.gone;
  }
  if (reduced.gone > 0) erase_gone(edges);
  return reduced;
}

std::optional<Edge> keep_each_once(std::vector<Edge>& edges) {
  const std::vector<NumberedEnds> sorted =
      sorted_by(edges, unordered_ends_of, "the search for the ways back of edges");
  std::vector<std::size_t> backs;
  require_memory(edges.size() / 2 * sizeof(std::size_t), "the ways back of edges");
  backs.reserve(edges.size() / 2);
  for (std::size_t n = 0; n < sorted.size(); ++n) {
    const Edge& edge = edges[sorted[n].edge];
    if (edge.source == edge.destination) continue;
    const bool has_like = n + 1 < sorted.size() && sorted[n + 1].ends == sorted[n].ends &&
                          edges[sorted[n + 1].edge].weight == edge.weight;
    if (!has_like) return edge;
    backs.push_back(sorted[++n].edge);
  }
  for (const std::size_t back : backs) edges[back].weight = kGone;
  erase_gone(edges);
  return std::nullopt;
}

void add_reverses(std::vector<Edge>& edges) {
  std::vector<Edge> both;
  reserve(both, 2 * edges.size());
  for (const Edge& edge : edges) {
    both.push_back(edge);
    if (edge.source != edge.destination) {
      both.push_back({edge.destination, edge.source, edge.weight});
    }
  }
  edges = std::move(both);
}

void renumber(EdgeGraph& graph, int first) {
  std::unordered_map<std::int32_t, std::int32_t> numbers;  // V may be far more than the edges need
  std::deque<std::string> names;
  const auto take = [&](std::int32_t& vertex) {
    const auto [known, is_new] =
        numbers.try_emplace(vertex, static_cast<std::int32_t>(names.size()));
    if (is_new) {
      names.push_back(graph.names.empty() ? std::to_string(std::int64_t{vertex} + first)
                                          : graph.names[static_cast<std::size_t>(vertex)]);
    }
    vertex = known->second;
  };
  for (Edge& edge : graph.edges) {
    take(edge.source);
    take(edge.destination);
  }
  graph.names = std::move(names);
  graph.vertices = graph.names.size();
}

void note_idle_vertices(EdgeGraph& graph) {
  const std::string idle = describe_idle_vertices(graph.vertices, graph.edges);
  if (!idle.empty()) graph.notes.push_back(idle + "; --compact numbers those alone");
}

void add_edge(std::vector<Edge>& edges, const Edge& edge) {
  constexpr std::size_t kFirst = 4096;
  if (edges.size() == edges.capacity()) reserve(edges, std::max(kFirst, 2 * edges.size()));
  edges.push_back(edge);
}

void set_ways(std::vector<Edge>& edges, bool closed, bool back_closed, Distance back) {
  const Edge edge = edges.back();
  if (closed) edges.pop_back();
  if (!back_closed && (closed || edge.source != edge.destination)) {
    add_edge(edges, {edge.destination, edge.source, back});
  }
}

void note_times(EdgeGraph& graph) {
  constexpr Distance kLarge = 100'000;  // seconds, say, but hardly all lengths
  constexpr std::ptrdiff_t kFew = 3;
  const std::vector<Edge>& edges = graph.edges;
  const auto lighter = [](const Edge& a, const Edge& b) { return a.weight < b.weight; };
  if (edges.size() < 2 || !std::is_sorted(edges.begin(), edges.end(), lighter)) return;
  std::ptrdiff_t steps = 0;
  for (std::size_t e = 1; e < edges.size() && steps < kFew; ++e) {
    if (edges[e - 1].weight < edges[e].weight) ++steps;
  }
  if (steps < kFew && edges.front().weight <= kLarge) return;
  graph.losses.emplace_back(
      "the third column never falls: if it is the time, --columns 1,2 leaves it out");
}

void note_zeros(EdgeGraph& graph, std::size_t zeros) {
  if (zeros == 0) return;
  graph.losses.push_back(fmt::format(
      "{} beside the diagonal {} read as no edge (--zero-is-edge: as an edge of weight 0)",
      zeros == 1 ? "1 entry of 0" : fmt::format("{} entries of 0", zeros),
      zeros == 1 ? "is" : "are"));
}

void reserve(std::vector<Edge>& edges, std::size_t count) {
  require_memory(count * sizeof(Edge), "the edges");
  edges.reserve(count);
}

}  // namespace apsp::convert
