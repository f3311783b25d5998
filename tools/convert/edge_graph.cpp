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

struct Place {
  std::uint64_t ends;  // source and destination
  std::size_t edge;

  bool operator<(const Place& other) const {
    return ends != other.ends ? ends < other.ends : edge < other.edge;
  }
};

std::uint64_t ends_of(const Edge& edge) {
  return std::uint64_t{static_cast<std::uint32_t>(edge.source)} << 32 |
         static_cast<std::uint32_t>(edge.destination);
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

std::size_t reduce_repeated(std::vector<Edge>& edges) {
  const auto not_below = [](const Edge& a, const Edge& b) { return ends_of(a) >= ends_of(b); };
  if (std::adjacent_find(edges.begin(), edges.end(), not_below) == edges.end()) return 0;

  require_memory(edges.size() * sizeof(Place), "the search for repeated edges");
  std::vector<Place> places(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) places[e] = {ends_of(edges[e]), e};
  std::sort(places.begin(), places.end());
  constexpr Distance kGone = kUnreachable;  // no weight of an edge
  std::size_t gone = 0;
  for (std::size_t p = 1, first = 0; p < places.size(); ++p) {
    if (places[p].ends != places[first].ends) {
      first = p;
      continue;
    }
    Distance& least = edges[places[first].edge].weight;
    Distance& weight = edges[places[p].edge].weight;
    least = std::min(least, weight);
    weight = kGone;
    ++gone;
  }
  if (gone > 0) std::erase_if(edges, [](const Edge& edge) { return edge.weight == kGone; });
  return gone;
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

void note_zeros(EdgeGraph& graph, std::size_t zeros) {
  if (zeros == 0) return;
  graph.notes.push_back(fmt::format(
      "{} beside the diagonal {} read as no edge (--zero-is-edge: as an edge of weight 0)",
      zeros == 1 ? "1 entry of 0" : fmt::format("{} entries of 0", zeros),
      zeros == 1 ? "is" : "are"));
}

void reserve(std::vector<Edge>& edges, std::size_t count) {
  require_memory(count * sizeof(Edge), "the edges");
  edges.reserve(count);
}

}  // namespace apsp::convert
