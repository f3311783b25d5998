// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"
#include "library/test_prepared.hpp"

namespace {

using apsp::Distance;
using apsp::EdgeList;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::Pair;
using apsp::Prepared;
using apsp::test::all_pairs;
using apsp::test::copied;
using apsp::test::few_edges;
using apsp::test::require_answers;
using apsp::test::require_error;
using apsp::test::require_paths;

}  // namespace

TEST_CASE("of many shortest paths a prepared graph has that of the predecessors", "[prepared]") {
  // A grid of 8 x 8 both ways, whose edges are all as long, or half of them of length 0.
  constexpr std::int32_t kSide = 8;
  EdgeList graph{std::size_t{kSide} * kSide, {}};
  for (std::int32_t v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) graph.edges.push_back({v, v + 1, 1});
    if (v + kSide < kSide * kSide) graph.edges.push_back({v, v + kSide, 1});
  }
  Prepared prepared(graph, {.undirected = true});
  require_paths(prepared, graph, true);
  std::mt19937 random(8);
  for (int round = 0; round < 5; ++round) {
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto weight = static_cast<Distance>(random() % 2);
      graph.edges[e].weight = weight;
      prepared.update(std::vector<std::size_t>{e}, std::vector<Distance>{weight});
    }
    require_paths(prepared, graph, true);
  }
}

TEST_CASE("rows of a prepared graph come with what a solve gives beside them", "[prepared]") {
  std::mt19937 random(12);
  const EdgeList graph = few_edges(random);
  const Prepared prepared(graph);
  REQUIRE(graph.vertices > 2);
  const std::vector<std::int32_t> sources = {2, 0, 2};
  std::vector<std::int32_t> predecessors(sources.size() * graph.vertices);
  std::vector<std::int32_t> expected_predecessors(predecessors.size());
  apsp::Summary summary, expected_summary;
  const apsp::Distances found =
      prepared.solve({.sources = sources, .summary = &summary, .predecessors = predecessors});
  const apsp::Distances expected = apsp::solve(
      graph,
      {.sources = sources, .summary = &expected_summary, .predecessors = expected_predecessors});
  REQUIRE(copied(found.all()) == copied(expected.all()));
  REQUIRE(predecessors == expected_predecessors);
  REQUIRE(summary.diameter == expected_summary.diameter);
}

TEST_CASE("a prepared graph has the summary and the sparse rows of its edges", "[prepared]") {
  struct Rows : apsp::NearSink {
    std::vector<std::int32_t> destinations;
    std::vector<Distance> distances;
    void put(const apsp::NearRows& rows) override {
      destinations.insert(destinations.end(), rows.destinations.begin(), rows.destinations.end());
      distances.insert(distances.end(), rows.distances.begin(), rows.distances.end());
    }
  };
  for (const bool undirected : {false, true}) {
    std::mt19937 random(14);
    const EdgeList graph = few_edges(random);
    const Prepared prepared(graph, {.undirected = undirected});
    const apsp::Summary found = prepared.summary();
    const apsp::Summary expected = apsp::summary(graph, {.undirected = undirected});
    REQUIRE(found.sum == expected.sum);
    REQUIRE(found.reachable == expected.reachable);
    REQUIRE(found.centre == expected.centre);
    Rows near, expected_near;
    prepared.solve_near({.limit = 40}, near);
    apsp::solve_near(graph, {.limit = 40, .undirected = undirected}, expected_near);
    REQUIRE(near.destinations == expected_near.destinations);
    REQUIRE(near.distances == expected_near.distances);
    require_error(Fault::kUsage, {"undirected is set for a prepared graph"},
                  [&] { prepared.solve_near({.undirected = true}, near); });
    require_error(Fault::kUsage, {"undirected is set for a prepared graph"},
                  [&] { (void)prepared.summary({.undirected = true}); });
  }
}

TEST_CASE("lengths that do not fit are an error of the pairs that ask for them", "[prepared]") {
  const Distance large = kUnreachable - 1;
  const Prepared prepared(EdgeList{4, {{0, 1, large}, {1, 2, large}, {2, 3, 0}}});
  std::vector<Distance> found(2);
  prepared.distances(std::vector<Pair>{{0, 1}, {1, 3}}, found);
  REQUIRE(found == std::vector<Distance>{large, large});
  require_error(Fault::kNoAnswer, {"the path from 0 to 3 is 2147483644, expected"}, [&] {
    prepared.distances(std::vector<Pair>{{3, 0}, {0, 3}}, found);
  });
  const Prepared low(EdgeList{3, {{0, 1, -large}, {1, 2, -large}}});
  require_error(Fault::kNoAnswer, {"the path from 0 to 2 is -2147483644, expected"}, [&] {
    low.distances(std::vector<Pair>{{0, 1}, {0, 2}}, found);
  });
  REQUIRE(prepared.paths(std::vector<Pair>{{0, 1}}).vertices == std::vector<std::int32_t>{0, 1});
  require_error(Fault::kNoAnswer, {"the path from 0 to 3 is 2147483644, expected"}, [&] {
    (void)prepared.paths(std::vector<Pair>{{3, 0}, {0, 3}});
  });
}

TEST_CASE("threads that share a prepared graph get the same answers", "[prepared]") {
  std::mt19937 random(21);
  EdgeList graph = few_edges(random);
  while (graph.vertices < 20) graph = few_edges(random);
  const Prepared prepared(graph);
  const std::vector<Pair> pairs = all_pairs(graph.vertices);
  std::vector<Distance> expected(pairs.size());
  prepared.distances(pairs, expected);
  const apsp::Paths paths = Prepared(graph).paths(pairs);
  std::atomic<int> right = 0;
  constexpr int kCallers = 8;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&] {
      std::vector<Distance> found(pairs.size());
      prepared.distances(pairs, found);
      if (found == expected && prepared.paths(pairs).vertices == paths.vertices) ++right;
    });
  }
  for (std::thread& caller : callers) caller.join();
  REQUIRE(right == kCallers);
}

TEST_CASE("graphs without edges and without vertices are prepared", "[prepared]") {
  Prepared nothing(EdgeList{});
  nothing.update(std::vector<Distance>{});
  nothing.distances({}, {});
  REQUIRE(nothing.vertices() == 0);
  const Prepared alone(EdgeList{3, {}});
  require_answers(alone, {3, {}}, true);
}

TEST_CASE("what a prepared graph cannot do is refused, and changes nothing", "[prepared]") {
  const EdgeList graph{3, {{0, 1, 5}, {1, 2, 6}}};
  require_error(Fault::kInput, {"edge 1: "}, [&] {
    Prepared(EdgeList{3, {{0, 1, 5}, {1, 2, -kUnreachable}}});
  });
  require_error(Fault::kInput, {"edge 0: "}, [&] { Prepared(EdgeList{3, {{0, 3, 5}}}); });
  require_error(Fault::kUsage, {"order 1 is 0, which was there before"}, [&] {
    Prepared(graph, {.order = {{0, 0, 1}}});
  });
  require_error(Fault::kUsage, {"order 2 is 3, expected one of 3 vertices"}, [&] {
    Prepared(graph, {.order = {{0, 1, 3}}});
  });
  require_error(Fault::kUsage, {"the order has 2 vertices, expected 3"}, [&] {
    Prepared(graph, {.order = {{0, 1}}});
  });
  require_error(Fault::kUsage, {"threads is -1"}, [&] { Prepared(graph, {.threads = -1}); });
  Prepared prepared(graph);
  std::vector<Distance> found(1);
  require_error(Fault::kUsage, {"there are 1 weight, expected 2"},
                [&] { prepared.update(std::vector<Distance>{1}); });
  require_error(Fault::kInput,
                {"edge 1: the weight is -1073741823, expected -1073741822 to 1073741822 in a "
                 "prepared graph"},
                [&] {
                  prepared.update(std::vector<Distance>{1, -kUnreachable});
                });
  require_error(Fault::kInput, {"edge 0: the weight is 1073741823, expected"}, [&] {
    prepared.update(std::vector<std::size_t>{1, 0}, std::vector<Distance>{1, kUnreachable});
  });
  require_error(Fault::kUsage, {"edge 0 of the update is 2, expected 0 to 1"},
                [&] { prepared.update(std::vector<std::size_t>{2}, std::vector<Distance>{1}); });
  require_error(Fault::kUsage, {"pair 1: a vertex is 3, expected 0 to 2"}, [&] {
    found.resize(2);
    prepared.distances(std::vector<Pair>{{0, 1}, {0, 3}}, found);
  });
  require_error(Fault::kUsage, {"pair 0: a vertex is -1, expected 0 to 2"}, [&] {
    (void)prepared.paths(std::vector<Pair>{{-1, 0}});
  });
  require_error(Fault::kUsage, {"has 2 elements, expected 1"}, [&] {
    prepared.distances(std::vector<Pair>{{0, 1}}, found);
  });
  require_error(Fault::kUsage, {"undirected is set for a prepared graph"},
                [&] { (void)prepared.solve({.undirected = true}); });
  require_error(Fault::kUsage, {"order is set for a prepared graph"},
                [&] { (void)prepared.solve({.order = prepared.order()}); });
  require_answers(prepared, graph, false);
}

TEST_CASE("an observer ends the search for pairs", "[prepared]") {
  struct Ends : apsp::Observer {
    bool cancelled() override { return true; }
  } ends;
  const Prepared prepared(EdgeList{2, {{0, 1, 5}}});
  std::vector<Distance> found(1);
  require_error(Fault::kCancelled, {""}, [&] {
    prepared.distances(std::vector<Pair>{{0, 1}}, found, &ends);
  });
  require_error(Fault::kCancelled, {""}, [&] {
    (void)prepared.paths(std::vector<Pair>{{0, 1}}, &ends);
  });
}
