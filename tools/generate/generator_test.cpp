// SPDX-License-Identifier: MIT
#include "tools/generate/generator.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/core/potentials.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_folder.hpp"
#include "common/testing/test_solver.hpp"

using namespace apsp::generate;
using apsp::Edge;

namespace {

std::vector<Edge> edges_of(const Recipe& recipe) {
  const Generator generator(recipe);
  std::vector<Edge> edges(generator.edges());
  generator.fill(0, edges);
  return edges;
}

bool before(const Edge& a, const Edge& b) {
  return std::tie(a.source, a.destination, a.weight) < std::tie(b.source, b.destination, b.weight);
}

Recipe random_graph(std::int64_t vertices, std::int64_t edges) {
  Recipe recipe;
  recipe.vertices = vertices;
  recipe.edges = edges;
  return recipe;
}

// The bytes of the file that this many threads write.
std::string bytes_written(const Recipe& recipe, int threads) {
  const apsp::test::TestFolder folder;
  const int usual = omp_get_max_threads();
  omp_set_num_threads(threads);
  const Generator generator(recipe);
  apsp::GraphWriter writer(folder / "graph", generator.vertices(), generator.edges());
  write(generator, writer);
  writer.commit();
  omp_set_num_threads(usual);
  return folder.read("graph");
}

// FNV-1a, 64 bits, over the edges as they lie in the file.
std::uint64_t fingerprint(const std::vector<Edge>& edges) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(edges.data());
  for (std::size_t i = 0; i < edges.size() * sizeof(Edge); ++i) {
    hash = (hash ^ bytes[i]) * 0x100000001b3U;
  }
  return hash;
}

}  // namespace

TEST_CASE("one, two and seven threads write the same bytes") {
  std::vector<Recipe> recipes(4, random_graph(3000, 400000));
  recipes[0].shuffle = true;
  recipes[0].repeats = 1000;
  recipes[0].loops = 1000;
  recipes[1].kind = Kind::kScaleFree;  // more than one task
  for (const std::size_t measured : {2, 3}) {
    recipes[measured].kind = measured == 2 ? Kind::kRoad : Kind::kKnn;
    recipes[measured].vertices = 20000;
    recipes[measured].edges.reset();
  }
  for (const Recipe& recipe : recipes) {
    const std::string one = bytes_written(recipe, 1);
    REQUIRE(one.size() == 8 + sizeof(Edge) * Generator(recipe).edges());
    CHECK(bytes_written(recipe, 2) == one);
    CHECK(bytes_written(recipe, 7) == one);
    // The same edges as those in memory, behind the header.
    const std::vector<Edge> edges = edges_of(recipe);
    CHECK(std::equal(edges.begin(), edges.end(), reinterpret_cast<const Edge*>(one.data() + 8)));
  }
}

TEST_CASE("an edge does not depend on how many are asked for at once") {
  Recipe recipe = random_graph(50, 300);
  recipe.shuffle = true;
  const Generator generator(recipe);
  const std::vector<Edge> edges = edges_of(recipe);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    Edge edge{};
    generator.fill(e, {&edge, 1});
    REQUIRE(edge == edges[e]);
  }
}

TEST_CASE("weights fill their range, both ends included, evenly") {
  Recipe recipe = random_graph(200, 20000);
  recipe.lightest = -2;
  recipe.heaviest = 7;
  std::map<apsp::Distance, int> counts;
  for (const Edge& edge : edges_of(recipe)) {
    ++counts[edge.weight];
  }
  CHECK(counts.size() == 10);
  CHECK(counts.begin()->first == -2);
  CHECK(counts.rbegin()->first == 7);
  for (const auto& [weight, count] : counts) {
    INFO("weight " << weight);
    CHECK(count > 2000 - 260);  // six standard deviations
    CHECK(count < 2000 + 260);
  }
}

TEST_CASE("weights can take the whole range of the format, or one value") {
  Recipe recipe = random_graph(200, 20000);
  recipe.lightest = -kLargestWeight;
  recipe.heaviest = kLargestWeight;
  bool low = false;
  bool high = false;
  for (const Edge& edge : edges_of(recipe)) {
    REQUIRE(std::abs(std::int64_t{edge.weight}) <= kLargestWeight);
    low = low || edge.weight < -kLargestWeight / 10 * 9;
    high = high || edge.weight > kLargestWeight / 10 * 9;
  }
  CHECK(low);
  CHECK(high);
  recipe.lightest = recipe.heaviest;
  for (const Edge& edge : edges_of(recipe)) {
    REQUIRE(edge.weight == kLargestWeight);
  }
}

TEST_CASE("repeats join pairs that are joined already, loops join a vertex to itself") {
  Recipe recipe = random_graph(20, 30);
  const std::vector<Edge> plain = edges_of(recipe);
  recipe.repeats = 50;
  recipe.loops = 40;
  const std::vector<Edge> edges = edges_of(recipe);
  REQUIRE(edges.size() == 120);
  CHECK(std::equal(plain.begin(), plain.end(), edges.begin()));
  std::map<std::pair<int, int>, int> repeated;
  for (std::size_t e = 30; e < 80; ++e) {
    const auto same = [&](const Edge& edge) {
      return edge.source == edges[e].source && edge.destination == edges[e].destination;
    };
    REQUIRE(std::any_of(plain.begin(), plain.end(), same));
    ++repeated[{edges[e].source, edges[e].destination}];
  }
  CHECK(repeated.size() > 15);  // not one edge over and over
  std::map<int, int> looped;
  for (std::size_t e = 80; e < 120; ++e) {
    REQUIRE(edges[e].source == edges[e].destination);
    REQUIRE((edges[e].source >= 0 && edges[e].source < 20));
    ++looped[edges[e].source];
  }
  CHECK(looped.size() > 10);
}

TEST_CASE("shuffling moves edges and does not change them") {
  Recipe recipe;
  recipe.kind = Kind::kGrid;
  recipe.vertices = 100;
  recipe.repeats = 10;
  recipe.loops = 10;
  std::vector<Edge> ordered = edges_of(recipe);
  recipe.shuffle = true;
  std::vector<Edge> shuffled = edges_of(recipe);
  CHECK(ordered != shuffled);
  std::sort(ordered.begin(), ordered.end(), before);
  std::sort(shuffled.begin(), shuffled.end(), before);
  CHECK(ordered == shuffled);
}

TEST_CASE(
    "a length is a weight of the range, the longest one its end, repeats and loops are drawn") {
  for (const Kind kind : {Kind::kRoad, Kind::kKnn}) {
    Recipe recipe;
    recipe.kind = kind;
    recipe.vertices = 500;
    recipe.heaviest = 1000;
    const std::vector<Edge> plain = edges_of(recipe);
    recipe.lightest = -kLargestWeight;
    recipe.heaviest = kLargestWeight;
    const std::vector<Edge> wide = edges_of(recipe);
    REQUIRE(plain.size() == wide.size());
    std::int64_t heaviest = 0;
    for (std::size_t e = 0; e < plain.size(); ++e) {
      REQUIRE(plain[e].source == wide[e].source);
      REQUIRE(plain[e].destination == wide[e].destination);
      const std::int64_t above = std::int64_t{wide[e].weight} + kLargestWeight;
      REQUIRE(std::abs(above - 2 * kLargestWeight / 1000 * plain[e].weight) <=
              2 * kLargestWeight / 1000);
      REQUIRE(plain[e].weight >= 0);
      heaviest = std::max<std::int64_t>(heaviest, wide[e].weight);
      if (e % 2 == 1) {
        REQUIRE(wide[e].weight == wide[e - 1].weight);
        REQUIRE(wide[e].source == wide[e - 1].destination);
      }
    }
    CHECK(heaviest == kLargestWeight);
    recipe.lightest = recipe.heaviest = 5;
    recipe.loops = recipe.repeats = 20;
    for (const Edge& edge : edges_of(recipe)) {
      REQUIRE(edge.weight == 5);
    }
  }
}

TEST_CASE("each segment once, as long as both ways") {
  for (const Kind kind : {Kind::kRoad, Kind::kKnn}) {
    Recipe recipe;
    recipe.kind = kind;
    recipe.vertices = 300;
    const std::vector<Edge> both = edges_of(recipe);
    recipe.undirected = true;
    const std::vector<Edge> once = edges_of(recipe);
    REQUIRE(both.size() == 2 * once.size());
    for (std::size_t e = 0; e < once.size(); ++e) REQUIRE(once[e] == both[2 * e]);
  }
}

TEST_CASE("weights fall below zero, and cycles keep their lengths") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Recipe recipe = random_graph(40, 600);
    recipe.seed = seed;
    recipe.heaviest = 9;
    recipe.repeats = recipe.loops = 30;
    const std::vector<Edge> plain = edges_of(recipe);
    recipe.negative = seed == 20 ? kLargestWeight - 9 : 50;
    const std::vector<Edge> edges = edges_of(recipe);
    INFO("seed " << seed);
    REQUIRE(edges.size() == plain.size());
    // The same difference of two heights for all edges with the same ends; sums along two edges.
    std::map<std::pair<int, int>, std::int64_t> lifts;
    std::int64_t least = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      REQUIRE(edges[e].source == plain[e].source);
      REQUIRE(edges[e].destination == plain[e].destination);
      const std::int64_t lift = std::int64_t{edges[e].weight} - plain[e].weight;
      REQUIRE(std::abs(lift) <= recipe.negative);
      const auto [known, fresh] = lifts.try_emplace({edges[e].source, edges[e].destination}, lift);
      REQUIRE(known->second == lift);
      least = std::min<std::int64_t>(least, edges[e].weight);
    }
    for (const auto& [first, lift] : lifts) {
      for (const auto& [second, onward] : lifts) {
        const auto direct = lifts.find({first.first, second.second});
        if (first.second != second.first || direct == lifts.end()) continue;
        REQUIRE(direct->second == lift + onward);
      }
    }
    CHECK(least < -recipe.negative / 2);
    const apsp::test::Sample sample{40, edges};
    CHECK_NOTHROW(apsp::Potentials(sample.graph()));
  }
}

TEST_CASE("a negative cycle leads through as many vertices as were asked for") {
  for (const std::int64_t vertices : {1, 2, 3, 7, 40}) {
    for (const std::int64_t negative : {0, 1000}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Recipe recipe = random_graph(40, 100);
        recipe.seed = seed;
        recipe.negative = negative;
        recipe.negative_cycle = vertices;
        const std::vector<Edge> edges = edges_of(recipe);
        INFO(vertices << " vertices, heights to " << negative << ", seed " << seed);
        REQUIRE(edges.size() == 100 + static_cast<std::size_t>(vertices));
        const std::vector<Edge> cycle(edges.begin() + 100, edges.end());
        std::map<int, int> visited;
        std::int64_t length = 0;
        for (std::size_t e = 0; e < cycle.size(); ++e) {
          ++visited[cycle[e].source];
          length += cycle[e].weight;
          REQUIRE(cycle[e].destination == cycle[(e + 1) % cycle.size()].source);
        }
        REQUIRE(visited.size() == cycle.size());
        REQUIRE(length == -1);
        const apsp::test::Sample sample{40, edges};
        CHECK_THROWS_AS(apsp::Potentials(sample.graph()), apsp::NegativeCycle);
      }
    }
  }
}

TEST_CASE("another seed gives another graph") {
  Recipe recipe = random_graph(100, 1000);
  const std::vector<Edge> first = edges_of(recipe);
  recipe.seed = 2;
  CHECK(edges_of(recipe) != first);
  for (const Kind kind : {Kind::kRoad, Kind::kKnn}) {
    recipe = Recipe();
    recipe.kind = kind;
    recipe.vertices = 100;
    const std::vector<Edge> one = edges_of(recipe);
    recipe.seed = 2;
    CHECK(edges_of(recipe) != one);
  }
}

TEST_CASE("a density is a share of all pairs") {
  Recipe recipe;
  recipe.vertices = 101;
  recipe.density = Fraction::parse("0.43");
  CHECK(edges_of(recipe).size() == 4343);
  recipe.density = Fraction::parse("1");
  CHECK(edges_of(recipe).size() == 10100);
}

TEST_CASE("the bytes of each kind are those that were promised") {
  // Never change a number here: whoever has a command line counts on its bytes.
  const std::vector<std::pair<Kind, std::uint64_t>> promised = {
      {Kind::kRandom, 0x083b125cc86459beU},       {Kind::kRing, 0x3c3f81cd4fb3e343U},
      {Kind::kChain, 0xf764527ee44d8194U},        {Kind::kGrid, 0x94a805cd28a9ce4bU},
      {Kind::kComplete, 0x93bf5f6cfd1652cbU},     {Kind::kStar, 0x7f743fc4a776ce51U},
      {Kind::kDisconnected, 0x030c74d6cad99233U}, {Kind::kSmallWorld, 0x811e0a5d8485296bU},
      {Kind::kScaleFree, 0xc6086b5dc86565e9U},    {Kind::kRoad, 0x99def70a6d7be415U},
      {Kind::kKnn, 0x7f7cd0f1815ba6f5U},
  };
  for (const auto& [kind, expected] : promised) {
    const KindDescription& description = kKinds.at(static_cast<std::size_t>(kind));
    Recipe recipe;
    recipe.kind = kind;
    recipe.vertices = 101;
    recipe.seed = 42;
    recipe.repeats = 7;
    recipe.loops = 7;
    recipe.shuffle = true;
    if (description.options[0] == "--edges") {
      recipe.edges = 1234;
    }
    INFO(description.name);
    CHECK(fingerprint(edges_of(recipe)) == expected);
  }
}

TEST_CASE("the bytes with negative weights and with each pair once are those that were promised") {
  // Never change a number here: whoever has a command line counts on its bytes.
  const std::vector<std::pair<Kind, std::uint64_t>> promised = {
      {Kind::kRandom, 0x54cb10b686a005bcU},       {Kind::kGrid, 0x380378df766b3cb0U},
      {Kind::kComplete, 0x782d1579fe33a561U},     {Kind::kStar, 0xb420fc20d6e762dfU},
      {Kind::kDisconnected, 0x4be9f8537fe4aad3U}, {Kind::kRoad, 0x102dafeb147ab918U},
      {Kind::kKnn, 0xb8111a722b760195U},
  };
  Recipe recipe;
  recipe.vertices = 101;
  recipe.seed = 42;
  recipe.undirected = true;
  recipe.negative_cycle = 7;
  recipe.shuffle = true;
  for (const auto& [kind, expected] : promised) {
    recipe.kind = kind;
    recipe.edges.reset();
    if (kKinds.at(static_cast<std::size_t>(kind)).options[0] == "--edges") recipe.edges = 1234;
    INFO(kKinds.at(static_cast<std::size_t>(kind)).name);
    CHECK(fingerprint(edges_of(recipe)) == expected);
  }
  recipe.kind = Kind::kScaleFree;
  recipe.undirected = false;
  recipe.edges = 1234;
  recipe.negative = 5000;
  CHECK(fingerprint(edges_of(recipe)) == 0x46a6a0e74f8920a4U);
}
