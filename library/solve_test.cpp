// SPDX-License-Identifier: MIT
// All rows of a graph, and what is planned for them and counted of them, by the library's headers
// alone. As its siblings it runs once with the static library and once with the shared one.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "library/test_graphs.hpp"
#include "library/test_oracle.hpp"

namespace {

using apsp::Distance;
using apsp::Distances;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Forecast;
using apsp::GraphView;
using apsp::kUnreachable;
using apsp::Method;
using apsp::plan;
using apsp::Settings;
using apsp::solve;
using apsp::Summary;
using apsp::Width;
using apsp::test::copied;
using apsp::test::expected;
using apsp::test::kMethods;
using apsp::test::path_graph;
using apsp::test::random_graph;

}  // namespace

TEST_CASE("a plan is made and nothing solved") {
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v + 1 < 3000; ++v) edges.push_back({v, v + 1, 5});
  Settings two;
  two.sources = {1, 2};
  const Forecast chain = plan(GraphView{3000, edges}, two);
  REQUIRE(chain.method == Method::kSearch);
  REQUIRE(chain.methods.front().method == Method::kDense);
  REQUIRE(chain.methods.front().seconds > chain.seconds);
  REQUIRE(chain.result_bytes == sizeof(Distance) * 2 * 3000);
  REQUIRE(chain.host_bytes > 0);
  REQUIRE(chain.lack.empty());
  const Forecast all = plan(GraphView{2'000'000, edges});
  REQUIRE(std::isinf(all.methods.front().seconds));
  REQUIRE(all.lack.find("are needed") != std::string::npos);
}

TEST_CASE("every method, width, instruction set and number of threads gives the same rows") {
  const std::uint32_t first = std::random_device{}();
  const std::vector<std::string> isas = apsp::instruction_sets();
  REQUIRE(isas.back() == "portable");
  for (std::uint32_t seed = first; seed != first + 24; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 150;
    const EdgeList graph = random_graph(vertices, random() % (vertices * 8), 100, seed);
    const std::vector<Distance> truth = expected(graph);
    Settings settings;
    settings.threads = static_cast<int>(random() % 4);
    settings.method = kMethods[random() % kMethods.size()];
    settings.instruction_set = isas[random() % isas.size()];
    if (random() % 2 == 0) settings.width = Width::kS32;
    const Distances all = solve(graph, settings);
    REQUIRE(all.rows() == vertices);
    REQUIRE(all.columns() == vertices);
    REQUIRE(copied(all.all()) == truth);

    settings.sources.emplace();
    while (settings.sources->size() < vertices / 2 + 1) {
      settings.sources->push_back(static_cast<std::int32_t>(random() % vertices));
    }
    const Distances some = solve(graph, settings);
    REQUIRE(some.rows() == settings.sources->size());
    for (std::size_t r = 0; r < some.rows(); ++r) {
      const auto source = static_cast<std::size_t>((*settings.sources)[r]);
      REQUIRE(copied(some[r]) == copied(all[source]));
      REQUIRE(some(r, source) == 0);
    }
    std::vector<Distance> memory(some.all().size(), -1);
    apsp::solve_into(graph, settings, memory);
    REQUIRE(memory == copied(some.all()));
  }
}

TEST_CASE("graphs without vertices, edges or wanted rows") {
  const Distances nothing = solve(EdgeList{});
  REQUIRE(nothing.rows() == 0);
  REQUIRE(nothing.all().empty());
  REQUIRE(copied(solve(EdgeList{2, {}}).all()) ==
          std::vector<Distance>{0, kUnreachable, kUnreachable, 0});
  Settings none;
  none.sources.emplace();
  const Distances no_rows = solve(path_graph(3), none);
  REQUIRE(no_rows.rows() == 0);
  REQUIRE(no_rows.columns() == 3);
  REQUIRE(apsp::summary(EdgeList{}).vertices == 0);
}

TEST_CASE("an undirected graph gives the rows of the graph with every edge both ways") {
  const EdgeList graph = random_graph(80, 120, 60, 9);
  EdgeList both = graph;
  for (const Edge& edge : graph.edges) {
    both.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  for (const Method method : kMethods) {
    REQUIRE(copied(solve(graph, {.method = method, .undirected = true}).all()) == expected(both));
  }
  REQUIRE_THROWS_AS(solve(EdgeList{2, {{0, 1, -1}}}, {.undirected = true}), apsp::NegativeCycle);
}

TEST_CASE("a summary has the numbers of the rows, with them or without") {
  const EdgeList graph = path_graph(5);
  const Summary numbers = apsp::summary(graph);
  REQUIRE(numbers.vertices == 5);
  REQUIRE(numbers.reachable == 10);
  REQUIRE(numbers.unreachable == 10);
  REQUIRE(numbers.sum == 20);
  REQUIRE(numbers.mean == 2.0);
  REQUIRE(numbers.diameter == 4);
  REQUIRE(numbers.radius == 1);
  REQUIRE(numbers.centre == std::vector<std::int32_t>{3});
  REQUIRE(numbers.periphery == std::vector<std::int32_t>{0});
  REQUIRE(numbers.bin_width == 1);
  REQUIRE(numbers.histogram == std::vector<apsp::HistogramBin>{{1, 4}, {2, 3}, {3, 2}, {4, 1}});
  REQUIRE(numbers.sources[1] == apsp::SourceSummary{1, 3, 6, 3, 3.0 / 6 * (3.0 / 4)});
  REQUIRE_FALSE(numbers.sources[4].eccentricity.has_value());

  Summary beside;
  const Distances distances = solve(graph, {.summary = &beside});
  REQUIRE(distances(0, 4) == 4);
  REQUIRE(beside == numbers);
  const Summary some = apsp::summary(graph, {.sources = std::vector{2, 1}});
  REQUIRE(some.sources.size() == 2);
  REQUIRE(some.sources[1] == numbers.sources[1]);
  REQUIRE(some.centre == std::vector<std::int32_t>{2});
}

TEST_CASE("distances move and leave nothing behind") {
  Distances first = solve(path_graph(3));
  Distances second(std::move(first));
  REQUIRE(first.all().empty());  // NOLINT(bugprone-use-after-move): what it promises
  REQUIRE(second(0, 2) == 2);
  first = std::move(second);
  REQUIRE(second.rows() == 0);  // NOLINT(bugprone-use-after-move)
  REQUIRE(first[0][1] == 1);
  Distances own(2, 3);
  REQUIRE(copied(own.all()) == std::vector<Distance>(6, 0));
}

TEST_CASE("the version is that of the project") {
  REQUIRE(std::string(apsp::version()) == APSP_VERSION);
}
