// SPDX-License-Identifier: MIT
#include "tools/convert/edge_graph.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "common/testing/catch.hpp"

namespace apsp::convert {
namespace {

using Edges = std::vector<Edge>;

TEST_CASE("of repeated edges the smallest weight stays, at the first one's place") {
  Edges edges = {{1, 0, 5}, {0, 1, 7}, {1, 0, 3}, {2, 2, 0}, {0, 1, 9}, {1, 0, 4}};
  REQUIRE(reduce_repeated(edges).gone == 3);
  REQUIRE(edges == Edges{{1, 0, 3}, {0, 1, 7}, {2, 2, 0}});
  REQUIRE(reduce_repeated(edges).gone == 0);
  REQUIRE(edges == Edges{{1, 0, 3}, {0, 1, 7}, {2, 2, 0}});
  Edges none;
  REQUIRE(reduce_repeated(none).gone == 0);
}

TEST_CASE("reducing agrees with a map") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    Edges edges;
    std::map<std::pair<std::int32_t, std::int32_t>, Distance> expected;
    for (int e = 0; e < 500; ++e) {
      const Edge edge{static_cast<std::int32_t>(random() % 20),
                      static_cast<std::int32_t>(random() % 20),
                      static_cast<Distance>(random() % 100) - 50};
      edges.push_back(edge);
      const auto [known, fresh] =
          expected.try_emplace({edge.source, edge.destination}, edge.weight);
      known->second = std::min(known->second, edge.weight);
    }
    INFO("seed " << seed);
    REQUIRE(reduce_repeated(edges).gone == 500 - expected.size());
    REQUIRE(edges.size() == expected.size());
    for (const Edge& edge : edges) {
      REQUIRE(expected.at({edge.source, edge.destination}) == edge.weight);
    }
  }
}

TEST_CASE("a reverse stands behind its edge, and a loop has none") {
  Edges edges = {{0, 1, 5}, {2, 2, 1}, {1, 0, 6}};
  add_reverses(edges);
  REQUIRE(edges == Edges{{0, 1, 5}, {1, 0, 5}, {2, 2, 1}, {1, 0, 6}, {0, 1, 6}});
}

TEST_CASE("of an edge and its like back the first stays") {
  Edges edges = {{2, 1, 5}, {0, 1, 7}, {3, 3, 0}, {1, 2, 5}, {4, 0, 1}, {1, 0, 7}, {0, 4, 1}};
  REQUIRE_FALSE(keep_each_once(edges));
  REQUIRE(edges == Edges{{2, 1, 5}, {0, 1, 7}, {3, 3, 0}, {4, 0, 1}});
  REQUIRE(keep_each_once(edges) == Edge{0, 1, 7});
  Edges none;
  REQUIRE_FALSE(keep_each_once(none));
  for (const Edges& lonely : {Edges{{1, 0, 5}}, Edges{{0, 1, 7}, {1, 0, 5}},
                              Edges{{3, 3, 1}, {2, 0, 5}, {0, 1, 7}, {1, 0, 7}}}) {
    Edges unchanged = lonely;
    REQUIRE(keep_each_once(unchanged));
    REQUIRE(unchanged == lonely);
  }
}

TEST_CASE("each once and both ways again is the same graph") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    Edges edges;
    for (unsigned e = 0; e < 20 * seed; ++e) {
      edges.push_back({static_cast<std::int32_t>(random() % 20),
                       static_cast<std::int32_t>(random() % 20),
                       static_cast<Distance>(random() % 3) - 1});
    }
    add_reverses(edges);
    reduce_repeated(edges);
    const auto in_order = [](Edges all) {
      std::ranges::sort(all, {}, [](const Edge& e) { return std::pair(e.source, e.destination); });
      return all;
    };
    Edges once = edges;
    INFO("seed " << seed);
    REQUIRE_FALSE(keep_each_once(once));
    const auto loops =
        std::ranges::count_if(edges, [](const Edge& e) { return e.source == e.destination; });
    REQUIRE(2 * std::ssize(once) - loops == std::ssize(edges));
    add_reverses(once);
    REQUIRE(in_order(once) == in_order(edges));
  }
}

TEST_CASE("names are numbered in order of appearance") {
  NameTable table;
  for (int i = 0; i < 100000; ++i) REQUIRE(table.number("name " + std::to_string(i)) == i);
  for (int i = 99999; i >= 0; --i) REQUIRE(table.number("name " + std::to_string(i)) == i);
  const std::deque<std::string> names = table.take();
  REQUIRE(names.size() == 100000);
  REQUIRE(names[42] == "name 42");
}

}  // namespace
}  // namespace apsp::convert
