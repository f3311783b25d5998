// SPDX-License-Identifier: MIT
#include "tools/path/predecessor_file.hpp"

#include <algorithm>
#include <random>

#include "common/rows/predecessors.hpp"
#include "common/sparse/path_search.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "tools/check/test_graph.hpp"

namespace apsp::path {
namespace {

using test::bytes_of;
using test::require_error;
using test::TestFolder;
using test::TestGraph;

Distances open(const std::string& path, std::size_t vertices,
               const std::optional<std::string>& sources = {}) {
  DistancePart part;
  if (sources) part.sources.emplace("--sources", *sources);
  return {path, "graph", vertices, part, {}};
}

TEST_CASE("the predecessors of all rows are those of each path") {
  const TestFolder folder;
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 90;
    const TestGraph g(vertices, test::random_edges(vertices, vertices * (random() % 6),
                                                   test::kAllWeights[seed % 4], random));
    const std::vector<Distance> d = g.distances();
    const std::string path = folder.write("d", bytes_of(d));
    write_predecessors(g.graph, open(path, vertices), folder / "p");
    const std::string all = folder.read("p");
    const CompressedRows<Arc> arcs = arcs_into(g.graph);
    PathSearch search(arcs);
    std::vector<std::int32_t> expected(vertices * vertices, kNoPredecessor);
    for (std::size_t i = 0; i < vertices; ++i) {
      const PathRow<Distance> row = {static_cast<std::int32_t>(i),
                                     std::span(d).subspan(i * vertices, vertices), kUnreachable};
      for (std::size_t j = 0; j < vertices; ++j) {
        const std::vector<std::int32_t> way = search.find(row, static_cast<std::int32_t>(j));
        if (way.size() > 1) expected[i * vertices + j] = way[way.size() - 2];
      }
    }
    REQUIRE(all == bytes_of(expected));
    if (vertices < 3) continue;
    // Rows 2, 0 and 2.
    const auto rows_of = [&](const std::vector<std::int32_t>& matrix) {
      std::vector<std::int32_t> rows;
      for (const std::size_t r : {2, 0, 2}) {
        const auto row = std::span(matrix).subspan(r * vertices, vertices);
        rows.insert(rows.end(), row.begin(), row.end());
      }
      return rows;
    };
    const std::string some = folder.write("some", bytes_of(rows_of(d)));
    write_predecessors(g.graph, open(some, vertices, "2,0,2"), folder / "p");
    REQUIRE(folder.read("p") == bytes_of(rows_of(expected)));
  }
}

TEST_CASE("rows of another graph leave no file") {
  const TestFolder folder;
  const TestGraph g(3, {{0, 1, 4}, {1, 2, -3}, {2, 0, 5}});
  const std::vector<Distance> right = {0, 4, 1, 2, 0, -3, 5, 9, 0};
  const auto refuse = [&](std::size_t entry, Distance found, const std::string& part) {
    std::vector<Distance> wrong = right;
    wrong[entry] = found;
    const std::string path = folder.write("d", bytes_of(wrong));
    require_error(Fault::kInput, {path + ": row ", part, "does not hold the distances of graph"},
                  [&] { write_predecessors(g.graph, open(path, 3), folder / "p"); });
    REQUIRE(folder.names() == std::vector<std::string>{"d"});
  };
  REQUIRE(g.distances() == right);
  refuse(4, 1, "row 1: the distance from 1 to 1 is 1, expected 0");
  refuse(1, kUnreachable + 1, "the distance to 1 is 1073741824, expected 0 to 1073741823");
  refuse(2, -4, "the distance to 2 is -4, expected -3 to 1073741823");
  refuse(2, 2, "row 0: the distance to 2 is 2, but no path from 0 is so long");
  refuse(7, 8, "row 2: the distance to 1 is 8, but no path from 2 is so long");
}

}  // namespace
}  // namespace apsp::path
