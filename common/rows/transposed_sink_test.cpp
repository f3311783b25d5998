// SPDX-License-Identifier: MIT
#include "common/rows/transposed_sink.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "common/core/reversed_graph.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

std::vector<Distance> matrix_of(const Graph& graph) {
  return reference::distances(graph).value();
}

TEST_CASE("rows of the reversed graph become columns of the graph", "[transposed_sink]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 60;
    const test::Sample sample = test::random_sample(vertices, vertices * 3, 0, 50, seed);
    const RowSet sources = test::some_rows(vertices, random);
    const RowSet targets = test::some_rows(vertices, random);
    const ReversedGraph reversed(sample.graph());
    const std::vector<Distance> to = test::rows_of(targets, matrix_of(reversed.graph()));

    TransposedSink sink(sources, targets.size());
    const std::size_t at_once = 1 + random() % 3;
    for (std::size_t t = 0; t < targets.size(); t += at_once) {
      const std::size_t count = std::min(at_once, targets.size() - t);
      sink.put(t, std::span(to).subspan(t * vertices, count * vertices));
    }
    MatrixSink found(targets.size(), sources.size());
    sink.put_rows(found);

    std::vector<Distance> expected;
    const std::vector<Distance> matrix = matrix_of(sample.graph());
    for (std::size_t s = 0; s < sources.size(); ++s) {
      for (std::size_t t = 0; t < targets.size(); ++t) {
        expected.push_back(matrix[sources.source(s) * vertices + targets.source(t)]);
      }
    }
    REQUIRE(std::ranges::equal(found.distances(), expected));
  }
}

}  // namespace
}  // namespace apsp
