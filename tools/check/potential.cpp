// SPDX-License-Identifier: MIT
#include "tools/check/potential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "common/base/error.hpp"

namespace apsp::check {
namespace {

constexpr std::int32_t kNone = -1;

/// Walks from every vertex to its parent, and on. A vertex on a cycle of parents, or kNone. O(V).
std::int32_t vertex_on_cycle(const std::vector<std::int32_t>& parent) {
  std::vector<std::int32_t> walk(parent.size(), kNone);  // which walk came past first
  for (std::size_t start = 0; start < parent.size(); ++start) {
    const auto id = static_cast<std::int32_t>(start);
    std::int32_t v = id;
    while (v != kNone && walk[static_cast<std::size_t>(v)] == kNone) {
      walk[static_cast<std::size_t>(v)] = id;
      v = parent[static_cast<std::size_t>(v)];
    }
    if (v != kNone && walk[static_cast<std::size_t>(v)] == id) return v;
  }
  return kNone;
}

/// "3 -> 5 -> 8 -> 3", along the edges.
std::string describe_cycle(const std::vector<std::int32_t>& parent, std::int32_t on_cycle) {
  std::vector<std::int32_t> cycle;
  std::int32_t v = on_cycle;
  do {
    cycle.push_back(v);
    v = parent[static_cast<std::size_t>(v)];
  } while (v != on_cycle);
  std::reverse(cycle.begin(), cycle.end());
  std::string text = fmt::to_string(on_cycle);
  for (const std::int32_t step : cycle) text += fmt::format(" -> {}", step);
  return text;
}

}  // namespace

std::vector<std::int64_t> potentials(const Graph& graph) {
  std::vector<std::int64_t> potential(graph.vertices, 0);
  if (graph.smallest_weight >= 0) return potential;
  std::vector<std::int32_t> parent(graph.vertices, kNone);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Edge& e : graph.edges) {
      const std::int64_t detour = potential[static_cast<std::size_t>(e.source)] + e.weight;
      std::int64_t& known = potential[static_cast<std::size_t>(e.destination)];
      if (detour < known) {
        known = detour;
        parent[static_cast<std::size_t>(e.destination)] = e.source;
        changed = true;
      }
    }
    // Parents form a cycle sooner or later if and only if there is a negative one (Cormen et al.,
    // lemma 24.16), so the loop ends.
    if (const std::int32_t v = vertex_on_cycle(parent); v != kNone) {
      throw Error(Fault::kNoAnswer,
                  fmt::format("the graph has a negative cycle: {}", describe_cycle(parent, v)));
    }
  }
  return potential;
}

}  // namespace apsp::check
