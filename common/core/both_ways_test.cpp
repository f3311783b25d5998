// SPDX-License-Identifier: MIT
#include "common/core/both_ways.hpp"

#include <algorithm>
#include <string>

#include "common/core/potentials.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using test::require_error;
using test::Sample;

TEST_CASE("every edge of a file and its way back have the file's number", "[undirected]") {
  for (const std::size_t edges : {0, 1, 2, 5000}) {
    const Sample sample = test::random_sample(40, edges, -9, 9, 7);
    const Graph file = sample.graph();
    const BothWays both(file);
    const Graph& graph = both.graph();
    REQUIRE(graph.both_ways);
    REQUIRE(graph.vertices == 40);
    REQUIRE(graph.edges.size() == 2 * edges);
    REQUIRE(graph.edges_in_file() == edges);
    REQUIRE(graph.smallest_weight == file.smallest_weight);
    REQUIRE(graph.largest_weight == file.largest_weight);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const Edge& edge = file.edges[graph.number_in_file(e)];
      REQUIRE(graph.edges[e] ==
              (e < edges ? edge : Edge{edge.destination, edge.source, edge.weight}));
    }
  }
}

TEST_CASE("the edges of a directed graph have their own numbers", "[undirected]") {
  const Sample sample{3, {{0, 1, 4}, {2, 1, 5}, {1, 0, 6}}};
  REQUIRE(sample.graph().edges_in_file() == 3);
  for (std::size_t e = 0; e < 3; ++e) REQUIRE(sample.graph().number_in_file(e) == e);
}

TEST_CASE("an undirected edge below zero is a negative cycle", "[undirected]") {
  const auto refused = [](const Sample& sample, const std::string& cycle) {
    const BothWays both(sample.graph());
    require_error(Fault::kNoAnswer, {"negative cycle", ": " + cycle},
                  [&] { (void)Potentials(both.graph()); });
  };
  refused({2, {{0, 1, -3}}}, "0 -> 1 -> 0, weights -3, -3, sum -6");
  refused({4, {{0, 1, 9}, {3, 2, -3}, {1, 2, -8}}}, "2 -> 3 -> 2, weights -3, -3, sum -6");
  refused({4, {{0, 1, 9}, {3, 2, -3}, {2, 3, -4}}}, "2 -> 3 -> 2, weights -4, -4, sum -8");
  refused({3, {{0, 1, 9}, {2, 2, -1}, {0, 1, -1}}}, "2 -> 2, weight -1");
  // A long way round is no reason to look for another cycle.
  Sample ring = test::ring(300'000, 0);
  ring.edges[123'456].weight = -1;
  refused(ring, "123456 -> 123457 -> 123456, weights -1, -1, sum -2");
}

TEST_CASE("both ways of the edges need their memory", "[undirected]") {
  // A view of more edges than there are: they are not read before memory was looked for.
  const Edge edge{0, 0, 1};
  const Graph huge{1, {&edge, std::size_t{1} << 50}, 1, 1};
  require_error(Fault::kMemory, {"a copy of 1125899906842624 edges both ways", "needed"},
                [&] { const BothWays refused(huge); });
}

}  // namespace
}  // namespace apsp
