// SPDX-License-Identifier: MIT
#include "tools/generate/road.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "common/sparse/elimination_tree.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"
#include "common/testing/catch.hpp"

using namespace apsp::generate;

namespace {

std::vector<VertexPair> joined_pairs(const Segments& segments) {
  std::vector<VertexPair> pairs;
  for (std::uint64_t i = 0; i < segments.size(); ++i) {
    pairs.push_back(segments.pair(i));
  }
  return pairs;
}

// How many parts the pairs leave.
std::size_t components(std::size_t vertices, const std::vector<VertexPair>& pairs) {
  std::vector<std::size_t> part(vertices);
  std::iota(part.begin(), part.end(), std::size_t{0});
  const auto root = [&](std::size_t vertex) {
    while (part[vertex] != vertex) {
      vertex = part[vertex] = part[part[vertex]];
    }
    return vertex;
  };
  std::size_t count = vertices;
  for (const VertexPair& pair : pairs) {
    const std::size_t a = root(static_cast<std::size_t>(pair.source));
    const std::size_t b = root(static_cast<std::size_t>(pair.destination));
    count -= a == b ? 0 : 1;
    part[a] = b;
  }
  return count;
}

}  // namespace

TEST_CASE("roads connect all vertices, both ways, with 1.4 segments a vertex") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (std::uint64_t vertices = 0; vertices < 130; ++vertices) {
      INFO(vertices << " vertices, seed " << seed);
      const Segments roads = make_road(vertices, seed);
      const std::vector<VertexPair> pairs = joined_pairs(roads);
      std::set<std::pair<int, int>> found;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [source, destination] = pairs[i];
        REQUIRE((source >= 0 && source < static_cast<int>(vertices)));
        REQUIRE((destination >= 0 && destination < static_cast<int>(vertices)));
        REQUIRE(source != destination);
        REQUIRE(found.emplace(source, destination).second);
        REQUIRE(pairs[i ^ 1].source == destination);
        REQUIRE(roads.length(i, 1000) == roads.length(i ^ 1, 1000));
      }
      if (vertices != 0) {
        REQUIRE(components(vertices, pairs) == 1);
      }
      if (vertices >= 20) {
        REQUIRE(pairs.size() == 2 * ((14 * vertices + 5) / 10));
      }
    }
  }
}

TEST_CASE("roads have the degrees, the chains and the fill of a road network") {
  constexpr std::size_t kVertices = 20000;
  const Segments roads = make_road(kVertices, 7);
  std::vector<std::set<std::int32_t>> neighbours(kVertices);
  for (const VertexPair& pair : joined_pairs(roads)) {
    neighbours[static_cast<std::size_t>(pair.source)].insert(pair.destination);
  }
  std::vector<std::size_t> degrees(5);
  apsp::sparse::Pattern pattern;
  for (const auto& others : neighbours) {
    REQUIRE((!others.empty() && others.size() <= 4));  // junctions of a grid
    ++degrees[others.size()];
    pattern.neighbours.insert(pattern.neighbours.end(), others.begin(), others.end());
    pattern.begin.push_back(pattern.neighbours.size());
  }
  CHECK(degrees[1] > kVertices / 100);       // dead ends
  CHECK(degrees[2] > kVertices * 30 / 100);  // chains
  CHECK(degrees[3] > kVertices * 35 / 100);
  CHECK(degrees[4] < kVertices * 25 / 100);

  const auto order = apsp::sparse::minimum_degree(pattern);
  const auto tree = apsp::sparse::analyse(pattern, order);
  const double fill = static_cast<double>(tree.ups.size()) / kVertices;
  CHECK(fill > 2.5);  // Luxembourg's roads: 2.7 to 3.3; a grid of this size: 20
  CHECK(fill < 3.8);
}

TEST_CASE("lengths are those of lines between neighbours of a grid, some shared with bends") {
  const Segments roads = make_road(3000, 5);
  constexpr std::uint64_t kRange = 1000;
  std::vector<std::uint64_t> lengths;
  for (std::uint64_t i = 0; i < roads.size(); ++i) {
    lengths.push_back(roads.length(i, kRange));
  }
  std::sort(lengths.begin(), lengths.end());
  CHECK(lengths.back() == kRange);
  CHECK(lengths.front() > 0);
  CHECK(lengths.front() < kRange / 4);  // between bends
  CHECK(lengths[lengths.size() / 2] > kRange / 3);
  CHECK(lengths[lengths.size() / 2] < kRange * 4 / 5);
}
