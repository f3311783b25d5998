// SPDX-License-Identifier: MIT
// Searches by a heap against lengths that are lowered until none can be, and levels of tight edges.
#include "common/sparse/heap_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp::sparse {
namespace {

template <typename Length>
struct EdgeOf {
  std::int32_t source;
  std::int32_t destination;
  Length weight;
};

/// Of one source.
template <typename Length>
struct HeapOracle {
  HeapOracle(const std::vector<EdgeOf<Length>>& edges, std::size_t vertices, std::int32_t source)
      : lengths(vertices, kNoLength<Length>),
        before(vertices, kNoPredecessor),
        first(vertices, kNoPredecessor) {
    lengths[index(source)] = 0;
    const auto longer = [&](const EdgeOf<Length>& edge) {
      return lengths[index(edge.source)] + edge.weight;
    };
    for (bool lower = true; lower;) {
      lower = false;
      for (const EdgeOf<Length>& edge : edges) {
        Length& known = lengths[index(edge.destination)];
        if (lengths[index(edge.source)] >= kNoLength<Length> || longer(edge) >= known) continue;
        known = longer(edge);
        lower = true;
      }
    }
    std::vector<std::size_t> levels(vertices, vertices);
    levels[index(source)] = 0;
    const auto lower = [](std::int32_t& kept, std::int32_t vertex) {
      if (kept == kNoPredecessor || vertex < kept) kept = vertex;
    };
    for (std::size_t level = 0; level < vertices; ++level) {
      for (const EdgeOf<Length>& edge : edges) {
        const std::size_t end = index(edge.destination);
        if (levels[index(edge.source)] != level || levels[end] <= level) continue;
        if (lengths[end] >= kNoLength<Length> || longer(edge) != lengths[end]) continue;
        levels[end] = level + 1;
        lower(before[end], edge.source);
        lower(first[end], level == 0 ? edge.destination : first[index(edge.source)]);
      }
    }
  }

  std::vector<Length> lengths;
  std::vector<std::int32_t> before;
  std::vector<std::int32_t> first;
};

/// Edges whose weights have equal sums, are 0, lost in rounding, or too large to be added often.
template <typename Length>
std::vector<EdgeOf<Length>> some_edges(std::size_t vertices, std::mt19937& random) {
  Length unit = 1, lost = 0, most = kNoLength<Length>;
  if constexpr (std::is_floating_point_v<Length>) {
    unit = static_cast<Length>(0.1);
    lost = std::numeric_limits<Length>::epsilon() / 4;
    most = std::numeric_limits<Length>::max();
  }
  const Length other = std::array{unit, lost, most / 3}[random() % 3];
  const auto some_vertex = [&] { return static_cast<std::int32_t>(random() % vertices); };
  std::vector<EdgeOf<Length>> edges(random() % (4 * vertices));
  for (EdgeOf<Length>& edge : edges) {
    const auto times = static_cast<Length>(random() % 8);
    edge = {some_vertex(), some_vertex(), random() % 2 == 0 ? other : unit * times};
  }
  return edges;
}

template <typename Length>
void require_least_paths() {
  const std::uint32_t first_seed = std::random_device{}();
  for (std::uint32_t seed = first_seed; seed != first_seed + 200; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 40;
    const auto edges = some_edges<Length>(vertices, random);
    const auto arcs = compress_edges<ArcOf<Length>>(vertices, std::span(std::as_const(edges)));
    const bool hops = random() % 2 == 0;
    HeapSearch<Length> search(arcs, hops ? PathVertex::kFirstHop : PathVertex::kPredecessor);
    for (int n = 0; n < 4; ++n) {
      const auto source = static_cast<std::int32_t>(random() % vertices);
      HeapOracle<Length> wanted(edges, vertices, source);
      std::vector<std::int32_t>& path_vertices = hops ? wanted.first : wanted.before;
      const auto some_length = [&] { return wanted.lengths[random() % vertices]; };
      Length limit = random() % 2 == 0 ? kNoLength<Length> : some_length();
      search.start(index(source), limit);
      REQUIRE(search.next() == source);
      if (random() % 2 == 0) {
        limit = std::min(limit, some_length());
        search.lower_limit(limit);
      }
      std::vector<std::int32_t> settled = {source};
      while (const auto vertex = search.next()) settled.push_back(*vertex);
      REQUIRE(!search.next());
      Length farthest = 0;
      for (const std::int32_t v : settled) {
        REQUIRE(search.length(index(v)) >= farthest);
        farthest = search.length(index(v));
        REQUIRE(farthest == wanted.lengths[index(v)]);
        REQUIRE(search.path_vertex(index(v)) == path_vertices[index(v)]);
      }
      std::vector<std::int32_t> within;
      for (std::int32_t v = 0; index(v) < vertices; ++v) {
        const Length length = wanted.lengths[index(v)];
        if (length <= limit && length < kNoLength<Length>) within.push_back(v);
      }
      std::sort(settled.begin(), settled.end());
      REQUIRE(settled == within);
    }
  }
}

TEST_CASE("a search by a heap settles within a limit by length, on paths of the fewest edges") {
  require_least_paths<Distance>();
  require_least_paths<float>();
  require_least_paths<double>();
}

}  // namespace
}  // namespace apsp::sparse
