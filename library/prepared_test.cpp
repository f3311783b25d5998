// SPDX-License-Identifier: MIT
// Graphs that are prepared once, as the library's user sees them.
#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"
#include "library/test_graphs.hpp"

namespace {

using apsp::Distance;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::Pair;
using apsp::Prepared;
using apsp::test::copied;
using apsp::test::require_error;
using apsp::test::TestFolder;

/// Vertices that have few edges, some weights of 0, loops and repeated edges.
EdgeList few_edges(std::mt19937& random) {
  EdgeList graph{1 + random() % 40, {}};
  const auto vertices = static_cast<std::uint32_t>(graph.vertices);
  for (std::size_t n = random() % (3 * graph.vertices); n > 0; --n) {
    graph.edges.push_back({static_cast<std::int32_t>(random() % vertices),
                           static_cast<std::int32_t>(random() % vertices),
                           static_cast<Distance>(random() % 50)});
  }
  return graph;
}

std::vector<Pair> all_pairs(std::size_t vertices) {
  std::vector<Pair> pairs;
  for (std::size_t s = 0; s < vertices; ++s) {
    for (std::size_t t = 0; t < vertices; ++t) {
      pairs.push_back({static_cast<std::int32_t>(s), static_cast<std::int32_t>(t)});
    }
  }
  return pairs;
}

/// The distances by the textbook, V^3: of few vertices quicker than to ask a solver ten thousand
/// times.
std::vector<Distance> triple_loop(const EdgeList& graph) {
  const std::size_t vertices = graph.vertices;
  std::vector<Distance> to(vertices * vertices, kUnreachable);
  for (std::size_t v = 0; v < vertices; ++v) to[v * vertices + v] = 0;
  for (const Edge& edge : graph.edges) {
    Distance& own = to[static_cast<std::size_t>(edge.source) * vertices +
                       static_cast<std::size_t>(edge.destination)];
    own = std::min(own, edge.weight);
  }
  for (std::size_t k = 0; k < vertices; ++k) {
    for (std::size_t s = 0; s < vertices; ++s) {
      const Distance first = to[s * vertices + k];
      if (first == kUnreachable) continue;
      for (std::size_t t = 0; t < vertices; ++t) {
        const Distance second = to[k * vertices + t];
        if (second == kUnreachable) continue;
        to[s * vertices + t] = std::min(to[s * vertices + t], first + second);
      }
    }
  }
  return to;
}

/// The path that a row of predecessors leads along.
std::vector<std::int32_t> path_along(std::span<const std::int32_t> predecessors, const Pair& pair) {
  std::vector<std::int32_t> path = {pair.destination};
  while (path.back() != pair.source) {
    path.push_back(predecessors[static_cast<std::size_t>(path.back())]);
    if (path.back() == apsp::kNoPredecessor) return {};
  }
  return {path.rbegin(), path.rend()};
}

/// The paths are those that the predecessors of a solve lead along.
void require_paths(const Prepared& prepared, const EdgeList& graph, bool undirected) {
  const std::size_t vertices = graph.vertices;
  std::vector<std::int32_t> predecessors(vertices * vertices);
  (void)apsp::solve(graph, {.undirected = undirected, .predecessors = predecessors});
  std::vector<Pair> pairs = all_pairs(vertices);
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(7));
  const apsp::Paths paths = prepared.paths(pairs);
  REQUIRE(paths.size() == pairs.size());
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    INFO("from " << pairs[n].source << " to " << pairs[n].destination);
    const auto row = std::span(predecessors)
                         .subspan(static_cast<std::size_t>(pairs[n].source) * vertices, vertices);
    REQUIRE(std::ranges::equal(paths[n], path_along(row, pairs[n])));
  }
}

/// All that it answers is what a solve of the graph answers.
void require_answers(const Prepared& prepared, const EdgeList& graph, bool undirected) {
  REQUIRE(std::equal(prepared.edges().begin(), prepared.edges().end(), graph.edges.begin(),
                     graph.edges.end()));
  const std::vector<Distance> expected =
      copied(apsp::solve(graph, {.undirected = undirected}).all());
  const std::vector<Pair> pairs = all_pairs(graph.vertices);
  std::vector<Distance> found(pairs.size(), -1);
  prepared.distances(pairs, found);
  REQUIRE(found == expected);
  REQUIRE(copied(prepared.solve().all()) == expected);
  for (const apsp::Method method : {apsp::Method::kDense, apsp::Method::kSweep}) {
    REQUIRE(copied(prepared.solve({.method = method}).all()) == expected);
  }
  require_paths(prepared, graph, undirected);
}

}  // namespace

TEST_CASE("a prepared graph answers as a solve does, whatever its weights have become",
          "[prepared]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    EdgeList graph = few_edges(random);
    const bool undirected = seed % 2 == 0;
    INFO("seed " << seed << ", V = " << graph.vertices << ", E = " << graph.edges.size());
    Prepared prepared(graph, {.threads = static_cast<int>(seed % 3), .undirected = undirected});
    require_answers(prepared, graph, undirected);
    for (int round = 0; round < 3; ++round) {
      std::vector<Distance> weights;
      for (Edge& edge : graph.edges) {
        edge.weight = static_cast<Distance>(random() % 1000);
        weights.push_back(edge.weight);
      }
      prepared.update(weights);
      require_answers(prepared, graph, undirected);
      std::vector<std::size_t> edges;
      weights.clear();
      for (std::size_t n = graph.edges.empty() ? 0 : random() % 6; n > 0; --n) {
        edges.push_back(random() % graph.edges.size());
        weights.push_back(static_cast<Distance>(random() % 1000));
        graph.edges[edges.back()].weight = weights.back();
      }
      prepared.update(edges, weights);
      require_answers(prepared, graph, undirected);
    }
  }
}

TEST_CASE("weights of a prepared graph may be below 0", "[prepared]") {
  for (std::uint32_t seed = 1; seed <= 15; ++seed) {
    std::mt19937 random(seed);
    EdgeList graph = few_edges(random);
    INFO("seed " << seed << ", V = " << graph.vertices << ", E = " << graph.edges.size());
    // A path from s to t is longer by the height of t less that of s, a cycle as long as before.
    std::vector<Distance> height(graph.vertices);
    const auto some_weight = [&](const Edge& edge) {
      return static_cast<Distance>(random() % 50) +
             height[static_cast<std::size_t>(edge.destination)] -
             height[static_cast<std::size_t>(edge.source)];
    };
    Prepared prepared(graph);
    for (int round = 0; round < 3; ++round) {
      for (Distance& h : height) h = static_cast<Distance>(random() % 90);
      std::vector<Distance> weights;
      for (Edge& edge : graph.edges) weights.push_back(edge.weight = some_weight(edge));
      prepared.update(weights);
      require_answers(prepared, graph, false);
      require_answers(Prepared(graph), graph, false);
      std::vector<std::size_t> edges;
      weights.clear();
      for (std::size_t n = graph.edges.empty() ? 0 : random() % 6; n > 0; --n) {
        edges.push_back(random() % graph.edges.size());
        Edge& edge = graph.edges[edges.back()];
        weights.push_back(edge.weight = some_weight(edge));
      }
      prepared.update(edges, weights);
      require_answers(prepared, graph, false);
    }
  }
}

TEST_CASE("a negative cycle of a prepared graph is named, and changes nothing", "[prepared]") {
  const EdgeList graph{4, {{0, 1, 5}, {1, 2, -4}, {2, 0, 0}, {3, 3, 2}, {2, 3, 9}}};
  Prepared prepared(graph);
  const auto refused = [](const auto& call) {
    try {
      call();
    } catch (const apsp::NegativeCycle& cycle) {
      return cycle.vertices();
    }
    return std::vector<std::int32_t>();
  };
  using Edges = std::vector<std::size_t>;
  using Weights = std::vector<Distance>;
  const std::vector<std::int32_t> ring = {0, 1, 2}, loop = {3};
  REQUIRE(refused([&] { prepared.update(Edges{0}, Weights{3}); }) == ring);
  REQUIRE(refused([&] { prepared.update(Edges{3, 2, 2}, Weights{1, 7, -2}); }) == ring);
  REQUIRE(refused([&] { prepared.update(Edges{3}, Weights{-1}); }) == loop);
  REQUIRE(refused([&] { prepared.update(Weights{5, -6, 0, 0, 0}); }) == ring);
  require_answers(prepared, graph, false);
  prepared.update(Edges{0}, Weights{4});
  require_answers(prepared, {4, {{0, 1, 4}, {1, 2, -4}, {2, 0, 0}, {3, 3, 2}, {2, 3, 9}}}, false);
  REQUIRE(refused([&] { Prepared(EdgeList{2, {{0, 1, 5}, {1, 0, -6}}}); }).size() == 2);
  REQUIRE(refused([&] { Prepared(EdgeList{2, {{0, 1, -1}}}, {.undirected = true}); }).size() == 2);
}

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

TEST_CASE("ten thousand updates leave what a fresh solve finds", "[prepared]") {
  // A grid of 6 x 6 both ways, with some edges across, whose heights take some weights below 0.
  std::mt19937 random(39);
  constexpr std::int32_t kSide = 6;
  EdgeList graph{std::size_t{kSide} * kSide, {}};
  for (std::int32_t v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide)
      graph.edges.insert(graph.edges.end(), {{v, v + 1, 0}, {v + 1, v, 0}});
    if (v + kSide < kSide * kSide) graph.edges.push_back({v, v + kSide, 0});
    if (v % 5 == 0) graph.edges.push_back({v, static_cast<std::int32_t>(random() % 36), 0});
  }
  std::vector<Distance> height(graph.vertices);
  const auto set = [&](Edge& edge) {
    const std::uint32_t most = random() % 8 == 0 ? 5'000'000 : 40;
    return edge.weight = static_cast<Distance>(random() % most) +
                         height[static_cast<std::size_t>(edge.destination)] -
                         height[static_cast<std::size_t>(edge.source)];
  };
  Prepared prepared(graph, {.threads = 1});
  const std::vector<Pair> pairs = all_pairs(graph.vertices);
  std::vector<Distance> found(pairs.size());
  for (int update = 0; update < 10'000; ++update) {
    INFO("update " << update);
    std::vector<std::size_t> edges;
    std::vector<Distance> weights;
    if (update % 1000 == 0) {
      for (Distance& h : height) h = update % 2000 == 0 ? 0 : static_cast<Distance>(random() % 30);
      for (Edge& edge : graph.edges) weights.push_back(set(edge));
      prepared.update(weights);
    } else {
      for (std::size_t n = 1 + random() % 4; n > 0; --n) {
        edges.push_back(random() % graph.edges.size());
        weights.push_back(set(graph.edges[edges.back()]));
      }
      prepared.update(edges, weights);
    }
    prepared.distances(pairs, found);
    const bool equal = found == triple_loop(graph);
    REQUIRE(equal);
    if (update % 100 == 0) require_answers(prepared, graph, false);
  }
}

TEST_CASE("any order of a prepared graph gives its distances", "[prepared]") {
  std::mt19937 random(3);
  EdgeList graph = few_edges(random);
  const Prepared first(graph);
  std::vector<std::int32_t> order(first.order().begin(), first.order().end());
  for (Edge& edge : graph.edges) edge.weight = static_cast<Distance>(random() % 9);
  require_answers(Prepared(graph, {.order = order}), graph, false);
  std::shuffle(order.begin(), order.end(), random);
  Prepared other(graph, {.order = order});
  Prepared moved(std::move(other));
  require_answers(moved, graph, false);
  other = std::move(moved);
  require_answers(other, graph, false);
}

TEST_CASE("a solve goes along an order that it is given", "[prepared]") {
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    EdgeList graph = few_edges(random);
    const Prepared first(graph);
    std::vector<std::int32_t> order(first.order().begin(), first.order().end());
    for (Edge& edge : graph.edges) edge.weight = static_cast<Distance>(random() % 9);
    for (const bool undirected : {false, true}) {
      const std::vector<Distance> expected =
          copied(apsp::solve(graph, {.undirected = undirected}).all());
      for (const auto& method : {std::optional<apsp::Method>(), {apsp::Method::kSweep}}) {
        const apsp::Settings settings = {
            .method = method, .undirected = undirected, .order = order};
        REQUIRE(copied(apsp::solve(graph, settings).all()) == expected);
      }
    }
    if (graph.vertices < 2) continue;
    const std::span<const std::int32_t> short_by_one = std::span(order).first(order.size() - 1);
    require_error(Fault::kUsage, {"the order has ", ", expected "},
                  [&] { (void)apsp::solve(graph, {.order = short_by_one}); });
    order[0] = order[1];
    require_error(Fault::kUsage, {"order 1 is ", ", which was there before"},
                  [&] { (void)apsp::solve(graph, {.order = order}); });
  }
}

TEST_CASE("a graph with a dense part is prepared", "[prepared]") {
  std::mt19937 random(5);
  constexpr std::size_t kDense = 90;  // that others hang on
  EdgeList graph{250, {}};
  const auto lead = [&](std::size_t source, std::size_t destination) {
    graph.edges.push_back({static_cast<std::int32_t>(source),
                           static_cast<std::int32_t>(destination),
                           static_cast<Distance>(random() % 50)});
  };
  for (std::size_t n = 0; n < 20 * kDense; ++n) lead(random() % kDense, random() % kDense);
  for (std::size_t v = kDense; v < graph.vertices; ++v) {
    lead(v, random() % v);
    lead(random() % v, v);
  }
  Prepared prepared(graph);
  require_answers(prepared, graph, false);
  std::vector<Distance> weights;
  for (Edge& edge : graph.edges) {
    weights.push_back(edge.weight = static_cast<Distance>(random() % 1000));
  }
  prepared.update(weights);
  require_answers(prepared, graph, false);
}

TEST_CASE("a graph whose shortcuts no memory holds is refused", "[prepared]") {
  constexpr std::int32_t kLeaves = 1'000'000;  // eliminated after their hub: 5e11 shortcuts
  EdgeList star{kLeaves + 1, {}};
  std::vector<std::int32_t> order(star.vertices);
  std::iota(order.begin(), order.end(), 0);
  for (std::int32_t leaf = 1; leaf <= kLeaves; ++leaf) star.edges.push_back({0, leaf, leaf});
  require_error(Fault::kMemory, {"a prepared graph of 1000001 vertices with 5", " shortcuts"},
                [&] { Prepared(star, {.order = order}); });
  std::rotate(order.begin(), order.begin() + 1, order.end());  // the hub last
  REQUIRE(Prepared(star, {.order = order}).vertices() == star.vertices);
}

TEST_CASE("a saved order prepares the same edges, whatever their weights", "[prepared]") {
  const TestFolder folder;
  const std::string path = folder / "order";
  for (std::uint32_t seed = 1; seed <= 9; ++seed) {
    std::mt19937 random(seed);
    EdgeList graph = few_edges(random);
    const Prepared first(graph);
    first.save(path);
    for (Edge& edge : graph.edges) edge.weight = static_cast<Distance>(random() % 9);
    const Prepared again = Prepared::load(path, graph, {.undirected = seed % 2 == 0});
    REQUIRE(std::ranges::equal(again.order(), first.order()));
    require_answers(again, graph, seed % 2 == 0);
  }
}

TEST_CASE("a saved order that is not whole is refused", "[prepared]") {
  const TestFolder folder;
  const EdgeList graph{5, {{0, 1, 5}, {1, 2, 6}, {2, 3, 7}}};
  const std::string path = folder / "order";
  Prepared(graph).save(path);
  const std::string bytes = folder.read("order");
  REQUIRE(bytes.size() == 104);
  const auto refused = [&](const std::string& changed, const std::string& part) {
    folder.write("order", changed);
    require_error(Fault::kInput, {path + ": ", part, "expected "},
                  [&] { (void)Prepared::load(path, graph); });
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    refused(bytes.substr(0, size), "the file ends at byte " + std::to_string(size));
  }
  refused(bytes + "x", "byte 40: the size of the file is 105");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    refused(changed, "");
  }
  std::string later = bytes;
  later[16] = '2';
  refused(later, "byte 16: the version of the format is '2', expected '1'");
  require_error(Fault::kInput, {"missing: ", "cannot be opened"},
                [&] { (void)Prepared::load(folder / "missing", graph); });
}

TEST_CASE("a saved order of another graph is refused", "[prepared]") {
  const TestFolder folder;
  const EdgeList graph{3, {{0, 1, 5}, {1, 2, 6}}};
  const std::string path = folder / "order";
  Prepared(graph).save(path);
  const auto refused = [&](const EdgeList& other, const std::string& part) {
    require_error(Fault::kInput, {path + ": byte ", part},
                  [&] { (void)Prepared::load(path, other); });
  };
  refused({4, graph.edges}, "the number of vertices of another graph is 3, expected 4");
  refused({3, {{0, 1, 5}}}, "the number of edges of another graph is 2, expected 1");
  refused({3, {{0, 1, 5}, {2, 1, 6}}}, "the hash of the ends of another graph's edges is ");
  refused({3, {{1, 2, 6}, {0, 1, 5}}}, "the hash of the ends of another graph's edges is ");
  require_error(Fault::kUsage, {"order is set beside "}, [&] {
    (void)Prepared::load(path, graph, {.order = {{0, 1, 2}}});
  });
  require_error(Fault::kOutput, {"missing"},
                [&] { Prepared(graph).save(folder / "missing/order"); });
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
