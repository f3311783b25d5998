// SPDX-License-Identifier: MIT
#include "common/sparse/path_search.hpp"

#include <ctime>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "common/core/dijkstra.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/testing/catch.hpp"
#include "tools/check/test_graph.hpp"
#include "tools/path/column_search.hpp"
#include "tools/path/test_wrong_numbers.hpp"

namespace apsp::path {
namespace {

using test::kU;
using test::TestGraph;
using Vertices = std::vector<std::int32_t>;
PathRow<Distance> row_of(const std::vector<Distance>& distances, std::size_t vertices,
                         std::size_t i) {
  return {static_cast<std::int32_t>(i), std::span(distances).subspan(i * vertices, vertices), kU};
}

/// The same row in 64 bits.
struct WideRow {
  explicit WideRow(const PathRow<Distance>& row) : source(row.source) {
    for (const Distance d : row.to) {
      lengths.push_back(d == kU ? std::numeric_limits<std::int64_t>::max() : d);
    }
  }
  [[nodiscard]] PathRow<std::int64_t> row() const {
    return {source, lengths, std::numeric_limits<std::int64_t>::max()};
  }

  std::int32_t source;
  std::vector<std::int64_t> lengths;
};

/// The path that the predecessors of all rows lead along, or none.
Vertices path_along(const Vertices& predecessors, std::size_t vertices, std::size_t from,
                    std::size_t to, bool reached) {
  if (!reached) return {};
  Vertices path = {static_cast<std::int32_t>(to)};
  while (path.size() <= vertices && path.back() != static_cast<std::int32_t>(from)) {
    path.push_back(predecessors[from * vertices + static_cast<std::size_t>(path.back())]);
  }
  return {path.rbegin(), path.rend()};
}

/// Compares every path of a graph with what the predecessors say. Returns the number of paths of
/// two edges or more.
std::size_t compare(const TestGraph& g, const Vertices& predecessors) {
  const std::size_t vertices = g.graph.vertices;
  const std::vector<Distance> distances = g.distances();
  const CompressedRows<Arc> arcs = arcs_into(g.graph);
  PathSearch search(arcs);
  std::size_t paths = 0;
  for (std::size_t i = 0; i < vertices; ++i) {
    const PathRow<Distance> row = row_of(distances, vertices, i);
    const WideRow wide(row);
    for (std::size_t j = 0; j < vertices; ++j) {
      INFO("from " << i << " to " << j);
      const Vertices expected = path_along(predecessors, vertices, i, j, row.to[j] != kU);
      REQUIRE(search.find(row, static_cast<std::int32_t>(j)) == expected);
      REQUIRE(search.find(wide.row(), static_cast<std::int32_t>(j)) == expected);
      paths += expected.size() > 2;
    }
  }
  return paths;
}

TEST_CASE("the path is the canonical one of all simple paths") {
  std::size_t paths = 0;
  for (unsigned seed = 0; seed < 1200; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 7;
    const std::size_t edges = random() % (3 * vertices);
    const TestGraph g(vertices,
                      test::random_edges(vertices, edges, test::kAllWeights[seed % 4], random));
    paths += compare(g, reference::predecessors_of_all_paths(g.graph));
  }
  REQUIRE(paths > 1500);
}

TEST_CASE("the paths of larger graphs follow their predecessors") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 20 + random() % 40;
    const TestGraph g(vertices, test::random_edges(vertices, vertices * (1 + random() % 9),
                                                   test::kAllWeights[seed % 4], random));
    REQUIRE(compare(g, reference::predecessors(g.graph)) > 0);
  }
}

TEST_CASE("a row of other numbers ends in a path of its lengths or in a refusal") {
  Outcome outcome;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const TestGraph g = small_graph(seed, random);
    std::vector<Distance> row = g.distances();
    row.resize(g.graph.vertices);
    const std::vector<Distance> right = row;
    make_wrong(row, seed, random);
    const CompressedRows<Arc> arcs = arcs_into(g.graph);
    PathSearch search(arcs);
    require_paths_or_refusals(
        g.edges, row, right,
        [&](std::int32_t target) {
          return search.find(PathRow<Distance>{0, row, kU}, target);
        },
        outcome);
  }
  REQUIRE(outcome.refused > 1000);
  REQUIRE(outcome.found > 1000);
}

TEST_CASE("a refusal says how the row is wrong") {
  const TestGraph g(4, {{0, 1, 4}, {1, 2, 3}, {2, 1, -3}, {3, 2, 1}});
  const CompressedRows<Arc> arcs = arcs_into(g.graph);
  PathSearch search(arcs);
  const auto refusal = [&](const std::vector<Distance>& row, std::int32_t target) -> std::string {
    return refusal_of([&] { return search.find(PathRow<Distance>{0, row, kU}, target); });
  };
  REQUIRE(refusal({0, 4, 7, kU}, 2) == "none");
  REQUIRE(refusal({5, 4, 7, kU}, 2) == "the distance from 0 to 0 is 5, expected 0");
  REQUIRE(refusal({5, 4, 7, kU}, 0) == "the distance from 0 to 0 is 5, expected 0");
  REQUIRE(refusal({0, 4, 9, kU}, 2) ==
          "the distance to 2 is 9, expected at most 7: 4 to 1, then an edge of weight 3 to 2");
  REQUIRE(refusal({0, 4, 6, kU}, 2) == "the distance to 2 is 6, but no path from 0 is so long");
  REQUIRE(refusal({0, 4, 7, 6}, 3) == "the distance to 3 is 6, but no path from 0 is so long");
  REQUIRE(refusal({0, 4, kU, kU}, 2) ==
          "there is no path to 2, expected at most 7: 4 to 1, then an edge of weight 3 to 2");
  // Only a cycle of length zero explains the two.
  REQUIRE(refusal({0, 3, 6, kU}, 2) == "the distance to 2 is 6, but no path from 0 is so long");
  REQUIRE(refusal({0, 4, 7, kU}, 1) == "none");
}

/// Seconds of this process on any processor.
double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Seconds of paths, one by one.
struct Times {
  void add(double seconds, std::size_t vertices) {
    total += seconds;
    slowest = std::max(slowest, seconds);
    steps += vertices;
    ++paths;
  }

  double total = 0;
  double slowest = 0;
  std::size_t steps = 0;
  std::size_t paths = 0;
};

/// Prints the time of a path in this graph: random targets of each of 20 sources, by row; and the
/// same by column.
void time_paths(const std::string& what, const TestGraph& g, int targets = 500) {
  const std::size_t vertices = g.graph.vertices;
  const double before = cpu_seconds();
  const CompressedRows<Arc> into = arcs_into(g.graph);
  const double compressed = cpu_seconds() - before;
  const CompressedRows<Arc> out = arcs_out_of(g.graph);
  Dijkstra dijkstra(vertices);
  PathSearch by_row(into);
  ColumnSearch by_column(out);
  std::mt19937 random(2);
  Times row_times;
  Times column_times;
  for (std::int32_t end = 0; end < 20; ++end) {
    const auto lengths_over = [&](const CompressedRows<Arc>& arcs) {
      const std::span<const std::int64_t> lengths =
          dijkstra.row(arcs, static_cast<std::size_t>(end));
      std::vector<Distance> row(lengths.size(), kU);
      for (std::size_t v = 0; v < row.size(); ++v) {
        if (lengths[v] != Dijkstra::kNoPath) row[v] = static_cast<Distance>(lengths[v]);
      }
      return row;
    };
    const std::vector<Distance> row = lengths_over(out);
    const std::vector<Distance> column = lengths_over(into);
    for (int n = 0; n < targets; ++n) {
      const auto other = static_cast<std::int32_t>(random() % vertices);
      const double start = cpu_seconds();
      const std::size_t there = by_row.find(PathRow<Distance>{end, row, kU}, other).size();
      const double middle = cpu_seconds();
      const std::size_t back = by_column.find({end, column.data(), 1}, other).size();
      row_times.add(middle - start, there);
      column_times.add(cpu_seconds() - middle, back);
    }
  }
  for (const auto& [name, times] :
       {std::pair("row", row_times), std::pair("column", column_times)}) {
    const auto paths = static_cast<double>(times.paths);
    WARN(what << ", by " << name << ": " << static_cast<double>(times.steps) / paths
              << " vertices, " << 1e3 * times.total / paths << " ms, slowest "
              << 1e3 * times.slowest << "; sort " << compressed << " s");
  }
}

TEST_CASE("time of a path at V = 20,000, E = 5,000,000", "[.benchmark]") {
  constexpr std::size_t kVertices = 20'000;
  constexpr std::size_t kEdges = 5'000'000;
  for (const Distance heaviest : {0, 1, 3, 10, 100, 10'000, 1'000'000}) {
    std::mt19937 random(1);
    std::vector<Edge> edges(kEdges);
    const auto below = [&](std::size_t bound) {
      return static_cast<std::int32_t>(random() % bound);
    };
    for (Edge& e : edges) {
      e = {below(kVertices), below(kVertices),
           heaviest > 0 ? 1 + below(static_cast<std::size_t>(heaviest)) : 0};
    }
    time_paths("weights up to " + std::to_string(heaviest), TestGraph(kVertices, std::move(edges)));
  }
}

TEST_CASE("time of a path in graphs of the worst kinds", "[.benchmark]") {
  constexpr std::int32_t kVertices = 20'000;
  std::vector<Edge> ring;
  std::vector<Edge> star;
  for (std::int32_t v = 0; v < kVertices; ++v) {
    ring.push_back({v, (v + 1) % kVertices, 1});
    star.push_back({v, 0, 5});
    star.push_back({0, v, 2});
  }
  time_paths("a ring", TestGraph(kVertices, std::move(ring)));
  time_paths("a star", TestGraph(kVertices, std::move(star)));
  // Layers, each joined to the next one whole: every edge is on a shortest path.
  constexpr std::int32_t kLayer = 200;
  std::vector<Edge> layers;
  for (std::int32_t v = 0; v < kVertices; ++v) {
    const std::int32_t next = (v / kLayer + 1) * kLayer % kVertices;
    for (std::int32_t n = 0; n < kLayer; ++n) layers.push_back({v, next + n, 1});
  }
  time_paths("layers of 200", TestGraph(kVertices, std::move(layers)), 5);
}

}  // namespace
}  // namespace apsp::path
