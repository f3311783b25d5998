// SPDX-License-Identifier: MIT
// Sparse rows as a user of the library asks for them.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"

namespace {

using apsp::Distance;
using apsp::EdgeList;
using apsp::Fault;
using apsp::GraphView;
using apsp::kNoPredecessor;
using apsp::NearRows;
using apsp::NearSettings;
using apsp::PathVertex;
using apsp::solve_near;
using apsp::test::require_error;

/// All rows as one sparse matrix.
struct SparseKeeper final : apsp::NearSink {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> destinations;
  std::vector<Distance> distances;
  std::vector<std::int32_t> path_vertices;

  void put(const NearRows& rows) override {
    for (std::size_t r = 1; r < rows.offsets.size(); ++r) {
      offsets.push_back(rows.offsets[r] + static_cast<std::int64_t>(destinations.size()));
    }
    destinations.insert(destinations.end(), rows.destinations.begin(), rows.destinations.end());
    distances.insert(distances.end(), rows.distances.begin(), rows.distances.end());
    path_vertices.insert(path_vertices.end(), rows.path_vertices.begin(), rows.path_vertices.end());
  }
};

SparseKeeper near_of(GraphView graph, const NearSettings& settings) {
  SparseKeeper keeper;
  solve_near(graph, settings, keeper);
  return keeper;
}

TEST_CASE("a row of the library holds what is within the limit") {
  const EdgeList graph = apsp::test::path_graph(6);
  const SparseKeeper rows = near_of(
      graph, {.sources = {{1, 4, 1}}, .limit = 2.5, .path_vertex = PathVertex::kPredecessor});
  REQUIRE(rows.offsets == std::vector<std::int64_t>{0, 3, 5, 8});
  REQUIRE(rows.destinations == std::vector<std::int32_t>{1, 2, 3, 4, 5, 1, 2, 3});
  REQUIRE(rows.distances == std::vector<Distance>{0, 1, 2, 0, 1, 0, 1, 2});
  REQUIRE(rows.path_vertices ==
          std::vector<std::int32_t>{kNoPredecessor, 1, 2, kNoPredecessor, 4, kNoPredecessor, 1, 2});
}

TEST_CASE("each row of the library may have its own limit and direction") {
  const EdgeList graph = apsp::test::path_graph(6);
  const std::vector<double> limits = {0, std::numeric_limits<double>::infinity()};
  const SparseKeeper rows =
      near_of(graph, {.sources = {{3, 3}}, .limit = 2, .limits = limits, .undirected = true});
  REQUIRE(rows.offsets == std::vector<std::int64_t>{0, 1, 6});
  REQUIRE(rows.destinations == std::vector<std::int32_t>{3, 1, 2, 3, 4, 5});
  REQUIRE(rows.path_vertices.empty());
  const SparseKeeper nearest =
      near_of(graph, {.sources = {{3}}, .targets = {{0, 5, 5}}, .nearest = 1, .undirected = true});
  REQUIRE(nearest.destinations == std::vector<std::int32_t>{5});
}

TEST_CASE("sparse rows of all vertices are the finite entries of a solve") {
  const EdgeList graph = apsp::test::random_graph(600, 1800, 50, 11);
  const apsp::Distances all = apsp::solve(graph, {.limit = 90});
  for (const int threads : {1, 3, 8}) {
    const SparseKeeper rows = near_of(graph, {.threads = threads, .limit = 90});
    std::vector<std::int32_t> destinations;
    std::vector<Distance> distances;
    for (std::size_t i = 0; i < 600; ++i) {
      for (std::size_t j = 0; j < 600; ++j) {
        if (all(i, j) == apsp::kUnreachable) continue;
        destinations.push_back(static_cast<std::int32_t>(j));
        distances.push_back(all(i, j));
      }
      REQUIRE(rows.offsets[i + 1] == static_cast<std::int64_t>(destinations.size()));
    }
    REQUIRE(rows.destinations == destinations);
    REQUIRE(rows.distances == distances);
  }
}

TEST_CASE("the library refuses sparse rows that make no sense") {
  const EdgeList graph = apsp::test::path_graph(4);
  const auto refused = [&](const NearSettings& settings, std::initializer_list<std::string> parts) {
    require_error(Fault::kUsage, parts, [&] { (void)near_of(graph, settings); });
  };
  refused({.threads = -1}, {"threads is -1"});
  refused({.sources = {{0, 4}}}, {"source 1 is 4, expected 0 to 3"});
  refused({.targets = {{-1}}}, {"target 0 is -1, expected 0 to 3"});
  refused({.limit = -1}, {"limit is -1, expected 0 or more"});
  refused({.limit = std::nan("")}, {"limit is nan"});
  const std::vector<double> limits = {1, 2, -3, 4};
  refused({.limits = limits}, {"limits[2] is -3"});
  refused({.sources = {{1}}, .limits = limits}, {"limits has 4 elements, expected 1"});
  refused({.nearest = -2}, {"nearest is -2, expected 0 or more"});
  const std::vector<apsp::Edge> negative = {{0, 1, -1}};
  require_error(Fault::kUsage, {"edge 0 from 0 to 1 has weight -1"}, [&] {
    (void)near_of({2, negative}, {});
  });
  const std::vector<apsp::Edge> outside = {{0, 2, 1}};
  require_error(Fault::kInput, {"destination is 2"}, [&] { (void)near_of({2, outside}, {}); });
}

TEST_CASE("sparse rows pass the observer's exception on") {
  const EdgeList graph = apsp::test::path_graph(2000);
  apsp::test::Listener observer(apsp::test::Listener::End::kThrow, 2);
  SparseKeeper keeper;
  REQUIRE_THROWS_AS(solve_near(graph, {.limit = 3, .observer = &observer}, keeper),
                    std::out_of_range);
}

}  // namespace
