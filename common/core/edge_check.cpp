// SPDX-License-Identifier: MIT
#include "common/core/edge_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "common/base/threads.hpp"

namespace apsp {
namespace {

constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

/// Smallest and largest source, destination and weight of some edges.
struct Ranges {
  std::array<std::int32_t, 3> least = {kMost, kMost, kMost};
  std::array<std::int32_t, 3> most = {~kMost, ~kMost, ~kMost};

  void include(std::size_t field, std::int32_t low, std::int32_t high) {
    least[field] = std::min(least[field], low);
    most[field] = std::max(most[field], high);
  }
};

/// Runs at the speed of memory: the inner loop goes over the numbers of four edges as they lie.
/// Each of its twelve lanes always meets the same field, so the loop compiles to whole vectors.
Ranges ranges_of(std::span<const Edge> edges) {
  constexpr std::size_t kGroup = 4;  // edges; 4 x 12 bytes are three vectors of 16
  constexpr std::size_t kLanes = 3 * kGroup;
  std::array<std::int32_t, kLanes> least;
  std::array<std::int32_t, kLanes> most;
  least.fill(kMost);
  most.fill(~kMost);
  const auto* numbers = reinterpret_cast<const std::int32_t*>(edges.data());
  const std::size_t whole = edges.size() / kGroup * kLanes;
  for (std::size_t at = 0; at < whole; at += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::int32_t number = numbers[at + lane];
      least[lane] = number < least[lane] ? number : least[lane];
      most[lane] = number > most[lane] ? number : most[lane];
    }
  }
  Ranges ranges;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    ranges.include(lane % 3, least[lane], most[lane]);
  }
  for (std::size_t at = whole; at < 3 * edges.size(); ++at) {
    ranges.include(at % 3, numbers[at], numbers[at]);
  }
  return ranges;
}

bool is_vertex(std::int32_t number, std::size_t vertices) {
  return number >= 0 && static_cast<std::size_t>(number) < vertices;
}

bool is_weight(std::int32_t number) {
  return number > -kUnreachable && number < kUnreachable;
}

bool is_good(const Edge& edge, std::size_t vertices) {
  return is_vertex(edge.source, vertices) && is_vertex(edge.destination, vertices) &&
         is_weight(edge.weight);
}

bool is_good(const Ranges& ranges, std::size_t vertices) {
  return is_good(Edge{ranges.least[0], ranges.least[1], ranges.least[2]}, vertices) &&
         is_good(Edge{ranges.most[0], ranges.most[1], ranges.most[2]}, vertices);
}

/// Says what is wrong with edge `index`, which is bad.
BadEdge describe(const Graph& graph, std::size_t index) {
  const Edge& edge = graph.edges[index];
  std::size_t field = 2;
  std::int32_t found = edge.weight;
  std::string expected = fmt::format("{} to {}", 1 - kUnreachable, kUnreachable - 1);
  if (!is_vertex(edge.source, graph.vertices) || !is_vertex(edge.destination, graph.vertices)) {
    field = is_vertex(edge.source, graph.vertices) ? 1 : 0;
    found = field == 0 ? edge.source : edge.destination;
    expected = graph.vertices == 0 ? "no edge in a graph of 0 vertices"
                                   : fmt::format("0 to {}", graph.vertices - 1);
  }
  constexpr std::array kFields = {"source", "destination", "weight"};
  return {index, field, fmt::format("{} is {}, expected {}", kFields[field], found, expected)};
}

}  // namespace

std::optional<BadEdge> check_edges(Graph& graph) {
  // Edges of a block, 96 KiB: if one is bad, the block is read again from the cache.
  constexpr std::size_t kBlock = 8192;
  const std::size_t edges = graph.edges.size();
  const std::size_t blocks = (edges + kBlock - 1) / kBlock;
  std::int32_t least = kMost;
  std::int32_t most = ~kMost;
  std::size_t first_bad_block = blocks;
#pragma omp parallel for schedule(static) reduction(min                       \
                                                    : least, first_bad_block) \
    reduction(max                                                             \
              : most) if (is_for_threads(edges))
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t first = block * kBlock;
    const Ranges ranges = ranges_of(graph.edges.subspan(first, std::min(kBlock, edges - first)));
    least = std::min(least, ranges.least[2]);
    most = std::max(most, ranges.most[2]);
    if (!is_good(ranges, graph.vertices)) first_bad_block = std::min(first_bad_block, block);
  }
  if (first_bad_block < blocks) {
    std::size_t bad = first_bad_block * kBlock;
    while (is_good(graph.edges[bad], graph.vertices)) ++bad;
    return describe(graph, bad);
  }
  if (edges > 0) {
    graph.smallest_weight = least;
    graph.largest_weight = most;
  }
  return std::nullopt;
}

}  // namespace apsp
