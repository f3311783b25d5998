// SPDX-License-Identifier: MIT
// For tests: graphs, distances made wrong, and whether a path found among them has their length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "common/core/graph.hpp"
#include "common/sparse/path_search.hpp"
#include "common/testing/catch.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::path {

struct Outcome {
  std::size_t found = 0;
  std::size_t refused = 0;
};

/// A graph of 2 to 13 vertices, up to four edges each.
inline test::TestGraph small_graph(unsigned seed, std::mt19937& random) {
  const std::size_t vertices = 2 + random() % 12;
  return {vertices, test::random_edges(vertices, vertices * (1 + random() % 4),
                                       test::kAllWeights[seed % 4], random)};
}

/// Overwrites one to three of the distances, with others of any kind.
inline void make_wrong(std::span<Distance> distances, unsigned seed, std::mt19937& random) {
  constexpr Distance kValues[] = {0,
                                  1,
                                  -1,
                                  7,
                                  kUnreachable,
                                  kUnreachable - 1,
                                  1 - kUnreachable,
                                  kUnreachable + 1,
                                  std::numeric_limits<Distance>::max(),
                                  std::numeric_limits<Distance>::min()};
  for (std::size_t n = 0; n < 1 + seed % 3; ++n) {
    distances[random() % distances.size()] = kValues[random() % std::size(kValues)];
  }
}

/// The weight of a path by the lightest edges between its vertices, all of which must be there.
inline std::int64_t length_of(const std::vector<std::int32_t>& path,
                              const std::vector<Edge>& edges) {
  std::int64_t length = 0;
  for (std::size_t n = 1; n < path.size(); ++n) {
    std::optional<Distance> lightest;
    for (const Edge& e : edges) {
      if (e.source != path[n - 1] || e.destination != path[n]) continue;
      lightest = std::min(lightest.value_or(e.weight), e.weight);
    }
    length += lightest.value();
  }
  return length;
}

/// Calls `find(v)`, which returns a path, for every vertex. A path must be as long as
/// `distances[v]`; a refusal is right only where the distances differ from the `right` ones.
template <typename Find>
void require_paths_or_refusals(const std::vector<Edge>& edges, std::span<const Distance> distances,
                               std::span<const Distance> right, const Find& find,
                               Outcome& outcome) {
  for (std::size_t v = 0; v < distances.size(); ++v) {
    std::vector<std::int32_t> path;
    try {
      path = find(static_cast<std::int32_t>(v));
    } catch (const WrongRow&) {
      REQUIRE_FALSE(std::equal(distances.begin(), distances.end(), right.begin(), right.end()));
      ++outcome.refused;
      continue;
    }
    ++outcome.found;
    REQUIRE((path.empty() ? distances[v] == kUnreachable : distances[v] == length_of(path, edges)));
  }
}

/// The text of a refusal by `find()`, or "none".
template <typename Find>
std::string refusal_of(const Find& find) {
  try {
    (void)find();
  } catch (const WrongRow& wrong) {
    return wrong.what();
  }
  return "none";
}

}  // namespace apsp::path
