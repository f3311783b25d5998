// SPDX-License-Identifier: MIT
#include "tools/path/column_search.hpp"

#include <random>
#include <string>
#include <vector>

#include "common/oracle/predecessors.hpp"
#include "common/testing/catch.hpp"
#include "tools/check/test_graph.hpp"
#include "tools/path/test_wrong_numbers.hpp"

namespace apsp::path {
namespace {

using test::kU;
using test::TestGraph;
using Vertices = std::vector<std::int32_t>;
TEST_CASE("the path of a column is that of a row") {
  std::size_t paths = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % (seed % 10 == 0 ? 60 : 9);
    const TestGraph g(vertices, test::random_edges(vertices, random() % (5 * vertices),
                                                   test::kAllWeights[seed % 4], random));
    const std::vector<Distance> distances = g.distances();
    const CompressedRows<Arc> in = arcs_into(g.graph);
    const CompressedRows<Arc> out = arcs_out_of(g.graph);
    PathSearch by_row(in);
    ColumnSearch by_column(out);
    for (std::size_t n = 0; n < vertices * vertices; ++n) {
      const auto from = static_cast<std::int32_t>(n / vertices);
      const auto to = static_cast<std::int32_t>(n % vertices);
      INFO("from " << from << " to " << to);
      const auto row = std::span(distances).subspan(n / vertices * vertices, vertices);
      const Vertices expected = by_row.find(PathRow<Distance>{from, row, kU}, to);
      REQUIRE(by_column.find({to, distances.data() + to, vertices}, from) == expected);
      paths += expected.size() > 2;
    }
  }
  REQUIRE(paths > 1500);
}

TEST_CASE("a column of other numbers ends in a path of its lengths or in a refusal") {
  Outcome outcome;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const TestGraph g = small_graph(seed, random);
    const std::vector<Distance> distances = g.distances();
    std::vector<Distance> column(g.graph.vertices);
    for (std::size_t v = 0; v < column.size(); ++v) column[v] = distances[v * column.size()];
    const std::vector<Distance> right = column;
    make_wrong(column, seed, random);
    const CompressedRows<Arc> arcs = arcs_out_of(g.graph);
    ColumnSearch search(arcs);
    require_paths_or_refusals(
        g.edges, column, right,
        [&](std::int32_t source) {
          return search.find({0, column.data(), 1}, source);
        },
        outcome);
  }
  REQUIRE(outcome.refused > 700);
  REQUIRE(outcome.found > 700);
}

TEST_CASE("a refusal says how the column is wrong") {
  const TestGraph g(4, {{1, 0, 4}, {2, 1, 3}, {1, 2, -3}, {2, 3, 1}});
  const CompressedRows<Arc> arcs = arcs_out_of(g.graph);
  ColumnSearch search(arcs);
  const auto refusal = [&](const std::vector<Distance>& column,
                           std::int32_t source) -> std::string {
    return refusal_of([&] { return search.find({0, column.data(), 1}, source); });
  };
  REQUIRE(refusal({0, 4, 7, kU}, 2) == "none");
  REQUIRE(refusal({0, 4, 7, kU}, 3) == "none");
  REQUIRE(refusal({5, 4, 7, kU}, 2) == "the distance from 0 to 0 is 5, expected 0");
  REQUIRE(refusal({0, 4, 9, kU}, 2) ==
          "the distance from 2 is 9, expected at most 7: an edge of weight 3 to 1, then 4");
  REQUIRE(refusal({0, 4, 6, kU}, 2) == "the distance from 2 is 6, but no path to 0 is so long");
  REQUIRE(refusal({0, 4, kU, kU}, 2) ==
          "there is no path from 2, expected at most 7: an edge of weight 3 to 1, then 4");
  // Only a cycle of length zero explains the two.
  REQUIRE(refusal({0, 3, 6, kU}, 2) == "the distance from 2 is 6, but no path to 0 is so long");
}

}  // namespace
}  // namespace apsp::path
