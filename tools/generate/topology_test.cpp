// SPDX-License-Identifier: MIT
#include "tools/generate/topology.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "common/testing/catch.hpp"

using namespace apsp::generate;

namespace {

using Pair = std::pair<std::int32_t, std::int32_t>;  // source, destination
using Set = std::set<Pair>;

// All pairs, after proof that each lies in V x V, off the diagonal, and comes once.
template <typename Pairs>
Set all(const Pairs& pairs, std::int32_t vertices) {
  Set found;
  for (std::uint64_t i = 0; i < pairs.size(); ++i) {
    const VertexPair pair = pairs.pair(i);
    INFO("edge " << i << ": " << pair.source << " -> " << pair.destination);
    REQUIRE((pair.source >= 0 && pair.source < vertices));
    REQUIRE((pair.destination >= 0 && pair.destination < vertices));
    REQUIRE(pair.source != pair.destination);
    REQUIRE(found.insert({pair.source, pair.destination}).second);
  }
  return found;
}

Set every_pair(std::int32_t vertices) {
  Set pairs;
  for (std::int32_t i = 0; i < vertices; ++i) {
    for (std::int32_t j = 0; j < vertices; ++j) {
      if (i != j) {
        pairs.insert({i, j});
      }
    }
  }
  return pairs;
}

}  // namespace

TEST_CASE("rings and chains") {
  CHECK(all(Line(4, true), 4) == Set{{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  CHECK(all(Line(4, false), 4) == Set{{0, 1}, {1, 2}, {2, 3}});
  CHECK(all(Line(2, true), 2) == Set{{0, 1}, {1, 0}});
  for (const std::uint64_t vertices : {0U, 1U}) {
    CHECK(Line(vertices, true).size() == 0);
    CHECK(Line(vertices, false).size() == 0);
  }
}

TEST_CASE("a grid joins neighbours, also where its last row is not full") {
  CHECK(all(Grid(5, 3), 5) == Set{{0, 1},
                                  {1, 0},
                                  {1, 2},
                                  {2, 1},
                                  {3, 4},
                                  {4, 3},  //
                                  {0, 3},
                                  {3, 0},
                                  {1, 4},
                                  {4, 1}});
  for (std::int32_t vertices = 0; vertices < 30; ++vertices) {
    for (std::int32_t columns = 1; columns < 33; ++columns) {
      Set expected;
      for (std::int32_t i = 0; i < vertices; ++i) {
        for (std::int32_t j = 0; j < vertices; ++j) {
          const int rows_apart = std::abs(i / columns - j / columns);
          const int columns_apart = std::abs(i % columns - j % columns);
          if (rows_apart + columns_apart == 1) {
            expected.insert({i, j});
          }
        }
      }
      INFO(vertices << " vertices, " << columns << " columns");
      REQUIRE(all(Grid(static_cast<std::uint64_t>(vertices), static_cast<std::uint64_t>(columns)),
                  vertices) == expected);
    }
  }
}

TEST_CASE("complete graphs and stars") {
  for (std::int32_t vertices = 0; vertices < 20; ++vertices) {
    const auto count = static_cast<std::uint64_t>(vertices);
    CHECK(all(Complete(count), vertices) == every_pair(vertices));
    Set rays;
    for (std::int32_t i = 1; i < vertices; ++i) {
      rays.insert({0, i});
      rays.insert({i, 0});
    }
    CHECK(all(Star(count), vertices) == rays);
  }
}

TEST_CASE("components are runs of nearly equal length, all their pairs inside") {
  for (std::int32_t vertices = 0; vertices < 20; ++vertices) {
    for (std::int32_t components = 1; components <= std::max(vertices, 1); ++components) {
      Set expected;
      std::int32_t begin = 0;
      for (std::int32_t run = 0; run < components; ++run) {
        const std::int32_t length = vertices / components + (run < vertices % components ? 1 : 0);
        for (const auto& [source, destination] : every_pair(length)) {
          expected.insert({begin + source, begin + destination});
        }
        begin += length;
      }
      INFO(vertices << " vertices, " << components << " components");
      REQUIRE(all(Components(static_cast<std::uint64_t>(vertices),
                             static_cast<std::uint64_t>(components)),
                  vertices) == expected);
    }
  }
}

TEST_CASE("a sample of all pairs is all pairs, a smaller one a part of them") {
  for (const std::int32_t vertices : {0, 1, 2, 3, 20, 65}) {
    const auto count = static_cast<std::uint64_t>(vertices);
    const std::uint64_t possible = Complete(count).size();
    CHECK(all(Sample(count, 1, possible, 3), vertices) == every_pair(vertices));
    CHECK(all(Sample(count, 1, possible / 3, 3), vertices).size() == possible / 3);
  }
}

TEST_CASE("every pair is as likely to be sampled as any other") {
  constexpr std::int32_t kVertices = 7;
  constexpr std::uint64_t kEdges = 5;
  constexpr int kGraphs = 20000;
  std::array<std::array<int, kVertices>, kVertices> counts{};
  for (std::uint64_t seed = 0; seed < kGraphs; ++seed) {
    const Sample sample(kVertices, 1, kEdges, seed);
    for (std::uint64_t e = 0; e < kEdges; ++e) {
      const VertexPair pair = sample.pair(e);
      ++counts.at(static_cast<std::size_t>(pair.source))
            .at(static_cast<std::size_t>(pair.destination));
    }
  }
  const double expected = kGraphs * static_cast<double>(kEdges) / (kVertices * (kVertices - 1));
  for (const auto& [source, destination] : every_pair(kVertices)) {
    const int count =
        counts.at(static_cast<std::size_t>(source)).at(static_cast<std::size_t>(destination));
    INFO(source << " -> " << destination);
    CHECK(count > expected * 0.88);  // six standard deviations are 0.115
    CHECK(count < expected * 1.12);
  }
}

TEST_CASE("a small world keeps its degrees and leads the right share of edges elsewhere") {
  CHECK(all(SmallWorld(5, 2, *Fraction::parse("0"), 1), 5) ==
        Set{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {3, 0}, {4, 0}, {4, 1}});
  CHECK(SmallWorld(0, 0, *Fraction::parse("0.1"), 1).size() == 0);
  CHECK(SmallWorld(9, 0, *Fraction::parse("0.1"), 1).size() == 0);
  // With as many neighbours as there can be, rewiring everything leaves one vertex or none out.
  CHECK(all(SmallWorld(9, 4, *Fraction::parse("1"), 1), 9).size() == 36);

  constexpr std::int32_t kVertices = 2000;
  int far = 0;
  for (const auto& [source, destination] :
       all(SmallWorld(kVertices, 10, *Fraction::parse("0.2"), 1), kVertices)) {
    const std::int32_t step = (destination - source + kVertices) % kVertices;
    far += step > 10 ? 1 : 0;
  }
  CHECK(far > 3650);  // 4000 expected of 20000, standard deviation 57
  CHECK(far < 4350);
}

TEST_CASE("a scale-free graph repeats nothing, up to the complete graph") {
  for (const std::int32_t vertices : {0, 1, 2, 3, 5, 64, 65, 300}) {
    const auto count = static_cast<std::uint64_t>(vertices);
    const std::uint64_t possible = Complete(count).size();
    INFO(vertices << " vertices");
    CHECK(all(ScaleFree(count, possible, 3), vertices) == every_pair(vertices));
    for (const std::uint64_t edges :
         {possible / 2, possible / 10, std::min<std::uint64_t>(possible, 1)}) {
      CHECK(all(ScaleFree(count, edges, 3), vertices).size() == edges);
    }
  }
}

TEST_CASE("a scale-free graph has hubs, a random one has none") {
  constexpr std::int32_t kVertices = 1000;
  constexpr std::uint64_t kEdges = 8000;
  const auto largest_degree = [](const Set& pairs) {
    std::array<int, kVertices> degrees{};
    for (const Pair& ends : pairs) {
      ++degrees.at(static_cast<std::size_t>(ends.first));
    }
    return *std::max_element(degrees.begin(), degrees.end());
  };
  CHECK(largest_degree(all(ScaleFree(kVertices, kEdges, 1), kVertices)) > 150);
  CHECK(largest_degree(all(Sample(kVertices, 1, kEdges, 1), kVertices)) < 40);
}

TEST_CASE("one way, each pair of the kinds that go both ways comes once") {
  const auto require_halved = [](const auto& once, const auto& both, std::int32_t vertices) {
    Set found = all(once, vertices);
    const std::size_t pairs = found.size();
    for (const auto& [source, destination] : all(once, vertices)) {
      REQUIRE(found.insert({destination, source}).second);
    }
    REQUIRE(found == all(both, vertices));
    REQUIRE(found.size() == 2 * pairs);
  };
  for (std::int32_t vertices = 0; vertices < 20; ++vertices) {
    const auto count = static_cast<std::uint64_t>(vertices);
    INFO(vertices << " vertices");
    require_halved(Complete(count, false), Complete(count), vertices);
    require_halved(Star(count, false), Star(count), vertices);
    for (std::uint64_t n = 1; n < 22; ++n) {
      require_halved(Grid(count, n, false), Grid(count, n), vertices);
      if (n > std::max<std::uint64_t>(count, 1)) continue;
      const Components both(count, n);
      require_halved(Components(count, n, false), both, vertices);
      require_halved(Sample(count, n, both.size() / 2, 3, false), both, vertices);
    }
  }
}

TEST_CASE("pairs ascend by their higher vertex, as far as there are vertices") {
  std::uint64_t index = 0;
  for (std::uint64_t higher = 1; higher < 200; ++higher) {
    for (std::uint64_t lower = 0; lower < higher; ++lower, ++index) {
      const VertexPair pair = ascending_pair(index);
      REQUIRE(pair.source == static_cast<std::int32_t>(lower));
      REQUIRE(pair.destination == static_cast<std::int32_t>(higher));
    }
  }
  constexpr std::uint64_t kHighest = (std::uint64_t{1} << 31) - 1;
  constexpr std::uint64_t kFirst = kHighest * (kHighest - 1) / 2;
  static_assert(ascending_pair(kFirst).source == 0);
  static_assert(ascending_pair(kFirst).destination == kHighest);
  static_assert(ascending_pair(kFirst - 1).source == kHighest - 2);
  static_assert(ascending_pair(kFirst - 1).destination == kHighest - 1);
}
