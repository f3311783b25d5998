// SPDX-License-Identifier: MIT
#include "tools/path/path_search.hpp"

#include <ctime>
#include <limits>
#include <map>
#include <optional>
#include <random>

#include "common/core/dijkstra.hpp"
#include "common/testing/catch.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::path {
namespace {

using test::TestGraph;
using Vertices = std::vector<std::int32_t>;
constexpr Distance kU = kUnreachable;

/// Looks at every simple path from a vertex: the oracle, which needs no distances.
class EverySimplePath {
 public:
  EverySimplePath(const Graph& graph, std::int32_t target) : target_(target) {
    for (const Edge& e : graph.edges) {
      const auto [lightest, is_new] = weights_[e.source].emplace(e.destination, e.weight);
      if (!is_new) lightest->second = std::min<std::int64_t>(lightest->second, e.weight);
    }
  }

  /// The canonical path from `source`, or none.
  Vertices best(std::int32_t source) {
    found_ = false;
    path_ = {source};
    extend(0);
    return best_;
  }

 private:
  void extend(std::int64_t length) {
    if (path_.back() == target_) {
      const Vertices backwards(path_.rbegin(), path_.rend());
      if (found_ && !is_better(length, backwards)) return;
      found_ = true;
      length_ = length;
      backwards_ = backwards;
      best_ = path_;
      return;
    }
    for (const auto& [next, weight] : weights_[path_.back()]) {
      if (std::ranges::count(path_, next) > 0) continue;
      path_.push_back(next);
      extend(length + weight);
      path_.pop_back();
    }
  }

  [[nodiscard]] bool is_better(std::int64_t length, const Vertices& backwards) const {
    if (length != length_) return length < length_;
    if (backwards.size() != backwards_.size()) return backwards.size() < backwards_.size();
    return backwards < backwards_;
  }

  std::map<std::int32_t, std::map<std::int32_t, std::int64_t>> weights_;  // by source
  std::int32_t target_;
  Vertices path_;
  bool found_ = false;
  std::int64_t length_ = 0;
  Vertices backwards_;
  Vertices best_;
};

Row<Distance> row_of(const std::vector<Distance>& distances, std::size_t vertices, std::size_t i) {
  return {static_cast<std::int32_t>(i), std::span(distances).subspan(i * vertices, vertices), kU};
}

/// The same row in 64 bits.
struct WideRow {
  explicit WideRow(const Row<Distance>& row) : source(row.source) {
    for (const Distance d : row.to) {
      lengths.push_back(d == kU ? std::numeric_limits<std::int64_t>::max() : d);
    }
  }
  [[nodiscard]] Row<std::int64_t> row() const {
    return {source, lengths, std::numeric_limits<std::int64_t>::max()};
  }

  std::int32_t source;
  std::vector<std::int64_t> lengths;
};

TEST_CASE("the path is the canonical one of all simple paths") {
  std::size_t paths = 0;
  for (unsigned seed = 0; seed < 800; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 7;
    const std::size_t edges = random() % (3 * vertices);
    const TestGraph g(vertices,
                      test::random_edges(vertices, edges, test::kAllWeights[seed % 4], random));
    const std::vector<Distance> distances = g.distances();
    const CompressedRows<Arc> arcs = arcs_into(g.graph);
    PathSearch search(arcs);
    for (std::size_t i = 0; i < vertices; ++i) {
      const Row<Distance> row = row_of(distances, vertices, i);
      const WideRow wide(row);
      for (std::size_t j = 0; j < vertices; ++j) {
        INFO("from " << i << " to " << j);
        const auto target = static_cast<std::int32_t>(j);
        const Vertices expected =
            EverySimplePath(g.graph, target).best(static_cast<std::int32_t>(i));
        REQUIRE(search.find(row, target) == expected);
        REQUIRE(search.find(wide.row(), target) == expected);
        paths += expected.size() > 2;
      }
    }
  }
  REQUIRE(paths > 1500);
}

/// The predecessors of a row by repeated relaxation of all edges: fewest edges, then smallest.
Vertices predecessors(const Graph& graph, const Row<Distance>& row) {
  constexpr int kFar = std::numeric_limits<int>::max() - 1;
  std::vector<int> hops(graph.vertices, kFar);
  hops[static_cast<std::size_t>(row.source)] = 0;
  const auto tight = [&](const Edge& e) {
    const Distance before = row.to[static_cast<std::size_t>(e.source)];
    return before != kU && before + e.weight == row.to[static_cast<std::size_t>(e.destination)];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& e : graph.edges) {
      int& known = hops[static_cast<std::size_t>(e.destination)];
      const int detour = hops[static_cast<std::size_t>(e.source)] + 1;
      if (!tight(e) || detour >= known) continue;
      known = detour;
      changed = true;
    }
  }
  Vertices before(graph.vertices, -1);
  for (const Edge& e : graph.edges) {
    const auto v = static_cast<std::size_t>(e.destination);
    const int hop = hops[static_cast<std::size_t>(e.source)];
    if (!tight(e) || hop == kFar || hop + 1 != hops[v]) continue;
    before[v] = before[v] < 0 ? e.source : std::min(before[v], e.source);
  }
  return before;
}

TEST_CASE("all paths of a row follow its predecessors") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 20 + random() % 60;
    const TestGraph g(vertices, test::random_edges(vertices, vertices * (1 + random() % 9),
                                                   test::kAllWeights[seed % 4], random));
    const std::vector<Distance> distances = g.distances();
    const CompressedRows<Arc> arcs = arcs_into(g.graph);
    PathSearch search(arcs);
    for (std::size_t i = 0; i < vertices; i += 7) {
      const Row<Distance> row = row_of(distances, vertices, i);
      const Vertices before = predecessors(g.graph, row);
      for (std::size_t j = 0; j < vertices; ++j) {
        INFO("from " << i << " to " << j);
        const Vertices path = search.find(row, static_cast<std::int32_t>(j));
        REQUIRE(path.empty() == (row.to[j] == kU));
        if (path.empty()) continue;
        REQUIRE(path.front() == row.source);
        REQUIRE(path.back() == static_cast<std::int32_t>(j));
        for (std::size_t n = 1; n < path.size(); ++n) {
          REQUIRE(path[n - 1] == before[static_cast<std::size_t>(path[n])]);
        }
      }
    }
  }
}

TEST_CASE("a row of other numbers ends in a path of its lengths or in a refusal") {
  std::size_t refused = 0;
  std::size_t found = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 2 + random() % 12;
    const TestGraph g(vertices, test::random_edges(vertices, vertices * (1 + random() % 4),
                                                   test::kAllWeights[seed % 4], random));
    std::vector<Distance> row = g.distances();
    row.resize(vertices);
    const std::vector<Distance> right = row;
    constexpr Distance kValues[] = {0,
                                    1,
                                    -1,
                                    7,
                                    kU,
                                    kU - 1,
                                    1 - kU,
                                    kU + 1,
                                    std::numeric_limits<Distance>::max(),
                                    std::numeric_limits<Distance>::min()};
    for (std::size_t n = 0; n < 1 + seed % 3; ++n) {
      row[random() % vertices] = kValues[random() % std::size(kValues)];
    }
    const CompressedRows<Arc> arcs = arcs_into(g.graph);
    PathSearch search(arcs);
    for (std::size_t j = 0; j < vertices; ++j) {
      Vertices path;
      try {
        path = search.find(Row<Distance>{0, row, kU}, static_cast<std::int32_t>(j));
      } catch (const WrongRow&) {
        REQUIRE(row != right);
        ++refused;
        continue;
      }
      ++found;
      std::int64_t length = 0;
      for (std::size_t n = 1; n < path.size(); ++n) {
        std::optional<Distance> lightest;
        for (const Edge& e : g.edges) {
          if (e.source != path[n - 1] || e.destination != path[n]) continue;
          lightest = std::min(lightest.value_or(e.weight), e.weight);
        }
        length += lightest.value();
      }
      REQUIRE((path.empty() ? row[j] == kU : row[j] == length));
    }
  }
  REQUIRE(refused > 1000);
  REQUIRE(found > 1000);
}

TEST_CASE("a refusal says how the row is wrong") {
  const TestGraph g(4, {{0, 1, 4}, {1, 2, 3}, {2, 1, -3}, {3, 2, 1}});
  const CompressedRows<Arc> arcs = arcs_into(g.graph);
  PathSearch search(arcs);
  const auto refusal = [&](const std::vector<Distance>& row, std::int32_t target) -> std::string {
    try {
      (void)search.find(Row<Distance>{0, row, kU}, target);
    } catch (const WrongRow& wrong) {
      return wrong.what();
    }
    return "none";
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
    const TestGraph g(kVertices, std::move(edges));
    const double before = cpu_seconds();
    const CompressedRows<Arc> arcs = arcs_into(g.graph);
    const double compressed = cpu_seconds() - before;
    const CompressedRows<Arc> out = compress(kVertices, g.graph.edges);
    Dijkstra dijkstra(kVertices);
    PathSearch search(arcs);
    double total = 0;
    double slowest = 0;
    std::size_t paths = 0;
    std::size_t steps = 0;
    for (std::size_t source = 0; source < 20; ++source) {
      const std::span<const std::int64_t> lengths = dijkstra.row(out, source);
      std::vector<Distance> row(lengths.begin(), lengths.end());
      for (int n = 0; n < 500; ++n, ++paths) {
        const std::int32_t target = below(kVertices);
        const double start = cpu_seconds();
        steps +=
            search.find(Row<Distance>{static_cast<std::int32_t>(source), row, kU}, target).size();
        const double took = cpu_seconds() - start;
        total += took;
        slowest = std::max(slowest, took);
      }
    }
    WARN("weights up to " << heaviest << ": compress " << compressed << " s; " << paths
                          << " paths of " << static_cast<double>(steps) / static_cast<double>(paths)
                          << " vertices, " << 1e3 * total / static_cast<double>(paths)
                          << " ms each, the slowest " << 1e3 * slowest << " ms");
  }
}

}  // namespace
}  // namespace apsp::path
