// SPDX-License-Identifier: MIT
#include "common/core/dijkstra.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp {
namespace {

using Length = Dijkstra::Length;
static_assert(Dijkstra::kNoPath == reference::kNoPath);

/// All rows, by one object.
std::vector<Length> all_rows(const Graph& graph) {
  const CompressedRows<Arc> arcs = compress(graph.vertices, graph.edges);
  Dijkstra dijkstra(graph.vertices);
  std::vector<Length> rows;
  for (std::size_t i = 0; i < graph.vertices; ++i) {
    const auto row = dijkstra.row(arcs, i);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

TEST_CASE("every row is that of the triple loop", "[dijkstra]") {
  std::uint32_t seed = 0;
  for (const std::size_t vertices : {0, 1, 2, 5, 6, 64, 150}) {
    for (const auto& [kind, sample] : test::samples_of(vertices, seed)) {
      INFO("V = " << vertices << ", " << kind);
      REQUIRE(all_rows(sample.graph()) == reference::floyd_warshall(sample.graph()));
    }
  }
}

TEST_CASE("a length falls as often as edges allow", "[dijkstra]") {
  // Each vertex u offers every later one a shorter way than all before: V^2 / 2 falls.
  constexpr std::int32_t kVertices = 300;
  test::Sample sample{kVertices, {}};
  for (std::int32_t u = 0; u < kVertices; ++u) {
    for (std::int32_t v = kVertices - 1; v > u; --v) {
      sample.edges.push_back({u, v, v == u + 1 ? 0 : 1000 * (v - u) - 1});
    }
  }
  REQUIRE(all_rows(sample.graph()) == reference::floyd_warshall(sample.graph()));
}

TEST_CASE("a search lists exactly the vertices below its infinity", "[dijkstra]") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Distance infinity = std::vector<Distance>{1, 2, 127, 32'767, kUnreachable}[seed % 5];
    const std::size_t vertices = 1 + seed * 3;
    const test::Sample sample = test::random_sample(vertices, vertices * (1 + seed % 4), 0,
                                                    seed % 3 == 0 ? 40 : kUnreachable - 1, seed);
    INFO("seed " << seed << ", V = " << vertices << ", infinity " << infinity);
    const std::vector<Length> exact = reference::floyd_warshall(sample.graph());
    const CompressedRows<Arc> arcs = compress(vertices, sample.edges);
    RadixQueue queue(vertices);
    std::vector<std::int32_t> reached;
    std::vector<Distance> lengths(vertices, infinity);
    for (std::size_t i = 0; i < vertices; ++i) {
      search(arcs, i, infinity, lengths.data(), queue, reached);
      REQUIRE(queue.empty());
      REQUIRE(reached.front() == static_cast<std::int32_t>(i));
      std::sort(reached.begin(), reached.end());
      std::vector<std::int32_t> expected;
      for (std::size_t j = 0; j < vertices; ++j) {
        REQUIRE(lengths[j] == std::min(exact[i * vertices + j], Length{infinity}));
        if (exact[i * vertices + j] < infinity) expected.push_back(static_cast<std::int32_t>(j));
      }
      REQUIRE(reached == expected);
      for (const std::int32_t v : reached) lengths[static_cast<std::size_t>(v)] = infinity;
    }
  }
}

TEST_CASE("sums go beyond 32 bits", "[dijkstra]") {
  const test::Sample sample = test::chain(std::vector<Distance>(9, kUnreachable - 1));
  const auto rows = all_rows(sample.graph());
  REQUIRE(rows[9] == 9 * Length{kUnreachable - 1});
  REQUIRE(rows == reference::floyd_warshall(sample.graph()));
}

}  // namespace
}  // namespace apsp
