// SPDX-License-Identifier: MIT
// Sparse rows as a user of the library asks for them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
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
using apsp::NearSettings;
using apsp::PathVertex;
using apsp::RealEdge;
using apsp::RealGraphView;
using apsp::solve_near;
using apsp::test::require_error;

/// All rows as one sparse matrix.
template <typename Length>
struct BasicKeeper final : apsp::BasicNearSink<Length> {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> destinations;
  std::vector<Length> distances;
  std::vector<std::int32_t> path_vertices;

  void put(const apsp::BasicNearRows<Length>& rows) override {
    for (std::size_t r = 1; r < rows.offsets.size(); ++r) {
      offsets.push_back(rows.offsets[r] + static_cast<std::int64_t>(destinations.size()));
    }
    destinations.insert(destinations.end(), rows.destinations.begin(), rows.destinations.end());
    distances.insert(distances.end(), rows.distances.begin(), rows.distances.end());
    path_vertices.insert(path_vertices.end(), rows.path_vertices.begin(), rows.path_vertices.end());
  }
};

using SparseKeeper = BasicKeeper<Distance>;
using RealKeeper = BasicKeeper<double>;

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

RealKeeper real_near_of(RealGraphView graph, const NearSettings& settings) {
  RealKeeper keeper;
  solve_near(graph, settings, keeper);
  return keeper;
}

/// Length and edges of the least path to each vertex, edges added from the source on, by the search
/// of textbooks. Then the smallest vertex before each, and after the source, on such paths.
struct RealOracle {
  using Key = std::pair<double, int>;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  RealOracle(const std::vector<RealEdge>& edges, std::size_t vertices, std::int32_t source)
      : keys(vertices, {kNone, 0}), before(vertices, kNoPredecessor), first(before) {
    const auto at = [](std::int32_t v) { return static_cast<std::size_t>(v); };
    const auto longer = [&](const RealEdge& edge) {
      const Key& own = keys[at(edge.source)];
      return Key{own.first + edge.weight, own.second + 1};
    };
    keys[at(source)] = {0, 0};
    std::vector<bool> settled(vertices, false);
    for (std::size_t n = 0; n < vertices; ++n) {
      std::size_t next = vertices;
      for (std::size_t v = 0; v < vertices; ++v) {
        if (!settled[v] && (next == vertices || keys[v] < keys[next])) next = v;
      }
      settled[next] = true;
      for (const RealEdge& edge : edges) {
        Key& end = keys[at(edge.destination)];
        if (at(edge.source) == next) end = std::min(end, longer(edge));
      }
    }
    std::vector<RealEdge> tight;
    for (const RealEdge& edge : edges) {
      const Key& end = keys[at(edge.destination)];
      if (std::isfinite(end.first) && longer(edge) == end) tight.push_back(edge);
    }
    std::sort(tight.begin(), tight.end(), [&](const RealEdge& a, const RealEdge& b) {
      return keys[at(a.source)].second < keys[at(b.source)].second;
    });
    const auto lower = [](std::int32_t& kept, std::int32_t vertex) {
      if (kept == kNoPredecessor || vertex < kept) kept = vertex;
    };
    for (const RealEdge& edge : tight) {
      lower(before[at(edge.destination)], edge.source);
      lower(first[at(edge.destination)],
            edge.source == source ? edge.destination : first[at(edge.source)]);
    }
  }

  std::vector<Key> keys;
  std::vector<std::int32_t> before;
  std::vector<std::int32_t> first;
};

/// Adds row by row what the settings ask for.
RealKeeper expected_rows(const std::vector<RealEdge>& edges, std::size_t vertices,
                         const NearSettings& settings) {
  RealKeeper all;
  for (const std::int32_t source : *settings.sources) {
    const RealOracle oracle(edges, vertices, source);
    std::vector<std::tuple<double, std::int32_t>> row;
    for (std::size_t v = 0; v < vertices; ++v) {
      const double length = oracle.keys[v].first;
      if (std::isinf(length) || length > settings.limit) continue;
      row.emplace_back(length, static_cast<std::int32_t>(v));
    }
    if (settings.nearest) std::sort(row.begin(), row.end());
    std::int64_t others = 0;
    for (const auto& [length, v] : row) {
      if (settings.nearest && v != source && ++others > *settings.nearest) continue;
      all.destinations.push_back(v);
      all.distances.push_back(length);
      if (settings.path_vertex == PathVertex::kNone) continue;
      const bool hop = settings.path_vertex == PathVertex::kFirstHop;
      all.path_vertices.push_back(
          (hop ? oracle.first : oracle.before)[static_cast<std::size_t>(v)]);
    }
    all.offsets.push_back(static_cast<std::int64_t>(all.destinations.size()));
  }
  return all;
}

TEST_CASE("sparse rows of reals are the least sums from the source on") {
  for (std::uint32_t seed = 900; seed < 960; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 30;
    const auto some_vertex = [&] { return static_cast<std::int32_t>(random() % vertices); };
    const double unit = seed % 3 == 0 ? 0.1 : (seed % 3 == 1 ? 1e300 : 0x1p-1074);
    std::vector<RealEdge> edges(random() % (3 * vertices));
    for (RealEdge& edge : edges) {
      edge = {some_vertex(), some_vertex(), unit * static_cast<double>(random() % 12)};
      if (random() % 16 == 0) edge.weight = std::numeric_limits<double>::infinity();
    }
    NearSettings settings = {.threads = static_cast<int>(1 + random() % 4),
                             .sources = {{some_vertex(), some_vertex(), some_vertex()}},
                             .path_vertex = static_cast<PathVertex>(random() % 3)};
    if (random() % 3 != 0) settings.limit = unit * static_cast<double>(random() % 40);
    if (random() % 2 == 0) settings.nearest = static_cast<std::int64_t>(random() % 6);
    settings.undirected = random() % 2 == 0;
    std::vector<RealEdge> ways;
    for (const RealEdge& edge : edges) {
      if (std::isinf(edge.weight)) continue;
      ways.push_back(edge);
      if (settings.undirected) ways.push_back({edge.destination, edge.source, edge.weight});
    }
    INFO("seed " << seed);
    const RealKeeper found = real_near_of({vertices, edges}, settings);
    const RealKeeper expected = expected_rows(ways, vertices, settings);
    REQUIRE(found.offsets == expected.offsets);
    REQUIRE(found.destinations == expected.destinations);
    REQUIRE(found.distances == expected.distances);
    REQUIRE(found.path_vertices == expected.path_vertices);
  }
}

TEST_CASE("a path of reals whose first part is longer does not count where sums round alike") {
  // 0.1 + 0.5 is shorter than 0.6000000000000001, and both and 0.2 are 0.8.
  const std::vector<RealEdge> edges = {
      {0, 2, 0.6000000000000001}, {2, 3, 0.2}, {0, 1, 0.1}, {1, 2, 0.5}};
  const RealKeeper rows =
      real_near_of({4, edges}, {.sources = {{0}}, .path_vertex = PathVertex::kFirstHop});
  REQUIRE(rows.distances == std::vector<double>{0, 0.1, 0.6, 0.8});
  REQUIRE(rows.path_vertices == std::vector<std::int32_t>{kNoPredecessor, 1, 1, 1});
}

TEST_CASE("sparse rows of reals count a path as long as the limit, and none beyond all numbers") {
  constexpr double kMost = std::numeric_limits<double>::max();
  const std::vector<RealEdge> edges = {{0, 1, 0.1}, {1, 2, 0.2}, {2, 3, kMost}, {3, 4, kMost}};
  const auto reached = [&](const NearSettings& settings) {
    return real_near_of({5, edges}, settings).destinations;
  };
  using Vertices = std::vector<std::int32_t>;
  REQUIRE(reached({.sources = {{0}}, .limit = 0.1 + 0.2}) == Vertices{0, 1, 2});
  REQUIRE(reached({.sources = {{0}}, .limit = 0.3}) == Vertices{0, 1});
  REQUIRE(reached({.sources = {{0}}, .limit = 0}) == Vertices{0});
  REQUIRE(reached({.sources = {{0}}, .limit = kMost}) == Vertices{0, 1, 2, 3});
  REQUIRE(reached({.sources = {{0}}}) == Vertices{0, 1, 2, 3});
  const std::vector<double> limits = {0.1, kMost};
  REQUIRE(reached({.sources = {{0, 2}}, .limit = 0.2, .limits = limits}) == Vertices{0, 1, 2});
  REQUIRE(reached({.sources = {{0}}, .targets = {{4, 3}}, .nearest = 1}) == Vertices{3});
  REQUIRE(real_near_of({0, {}}, {}).offsets == std::vector<std::int64_t>{0});
}

/// Sparse rows as whole ones of the targets, with the predecessors.
std::pair<std::vector<double>, std::vector<std::int32_t>> filled_up(const RealKeeper& rows,
                                                                    const apsp::Settings& settings,
                                                                    std::size_t vertices) {
  std::vector<std::int32_t> columns(vertices);
  std::iota(columns.begin(), columns.end(), 0);
  if (settings.targets) columns = *settings.targets;
  std::vector<double> lengths;
  std::vector<std::int32_t> before;
  for (std::size_t r = 1; r < rows.offsets.size(); ++r) {
    const auto begin = rows.destinations.begin() + rows.offsets[r - 1];
    const auto end = rows.destinations.begin() + rows.offsets[r];
    for (const std::int32_t target : columns) {
      const auto found = std::find(begin, end, target);
      const auto entry = static_cast<std::size_t>(found - rows.destinations.begin());
      lengths.push_back(found == end ? RealOracle::kNone : rows.distances[entry]);
      before.push_back(found == end ? kNoPredecessor : rows.path_vertices[entry]);
    }
  }
  return {lengths, before};
}

TEST_CASE("rows of reals within a limit are the sparse rows, bit by bit") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 80;
    const auto some = [&](std::size_t count) {
      std::vector<std::int32_t> list(count);
      for (auto& v : list) v = static_cast<std::int32_t>(random() % vertices);
      return list;
    };
    std::vector<RealEdge> edges = {{0, 0, 0.3}};  // no integer times a power of two
    for (std::size_t e = random() % (5 * vertices); e > 0; --e) {
      const std::vector<std::int32_t> ends = some(2);
      edges.push_back({ends[0], ends[1], 0.1 * static_cast<double>(random() % 6)});
    }
    const RealGraphView graph = {vertices, edges};
    apsp::Settings settings = {.threads = 1 + static_cast<int>(random() % 3),
                               .method = apsp::Method::kSearch};
    settings.undirected = random() % 2 == 0;
    settings.sources = some(1 + random() % 9);
    if (random() % 2 == 0) settings.targets = some(1 + random() % 9);
    const std::size_t columns = settings.targets ? settings.targets->size() : vertices;
    std::vector<double> lengths(settings.sources->size() * columns);
    std::vector<std::int32_t> before(lengths.size());
    settings.predecessors = before;
    solve_into(graph, settings, std::span(lengths));
    const double some_length = lengths[random() % lengths.size()];
    for (const double limit :
         {some_length, std::nextafter(some_length, 0.0), std::nextafter(some_length, 1e300), 0.0}) {
      settings.limit = limit;
      solve_into(graph, settings, std::span(lengths));
      const RealKeeper near = real_near_of(graph, {.threads = settings.threads,
                                                   .sources = settings.sources,
                                                   .targets = settings.targets,
                                                   .limit = limit,
                                                   .path_vertex = PathVertex::kPredecessor,
                                                   .undirected = settings.undirected});
      const auto [wanted, paths] = filled_up(near, settings, vertices);
      REQUIRE(std::memcmp(lengths.data(), wanted.data(), lengths.size() * sizeof(double)) == 0);
      REQUIRE(before == paths);
    }
  }
}

TEST_CASE("sparse rows of reals refuse what no path could have") {
  const auto refused = [](Fault fault, std::vector<RealEdge> edges,
                          std::initializer_list<std::string> parts) {
    require_error(fault, parts, [&] { (void)real_near_of({2, edges}, {}); });
  };
  const double none = std::numeric_limits<double>::infinity();
  refused(Fault::kUsage, {{0, 1, none}, {0, 1, 0.5}, {1, 0, -0.25}},
          {"edge 2 from 1 to 0 has weight -0.25, expected 0 or more"});
  refused(Fault::kInput, {{0, 1, -none}}, {"edge 0", "-inf"});
  refused(Fault::kInput, {{0, 2, 0.5}}, {"destination is 2"});
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

/// Rows by searches alone, which path vertices need.
SparseKeeper by_searches(GraphView graph, NearSettings settings) {
  settings.path_vertex = PathVertex::kPredecessor;
  SparseKeeper rows = near_of(graph, settings);
  rows.path_vertices.clear();
  return rows;
}

TEST_CASE("sparse rows with much within the limit are made whole, and are those of searches") {
  const std::uint64_t seed = std::random_device{}();
  std::mt19937_64 random(seed);
  std::size_t whole = 0;
  for (int round = 0; round < 24; ++round) {
    INFO("seed " << seed << ", round " << round);
    const std::size_t vertices = 64 + random() % 300;
    const auto weights = static_cast<Distance>(random() % 3 == 0 ? 2 : 40'000);
    EdgeList graph = apsp::test::random_graph(vertices, vertices * (1 + random() % 4), weights,
                                              static_cast<std::uint32_t>(random()));
    NearSettings settings;
    settings.threads = 1 + static_cast<int>(random() % 4);
    settings.undirected = random() % 2 == 0;
    if (random() % 3 > 0) settings.limit = static_cast<double>(random() % 4) * weights;
    const auto some = [&](std::size_t count) {
      std::vector<std::int32_t> list(count);
      for (auto& v : list) v = static_cast<std::int32_t>(random() % vertices);
      return list;
    };
    if (random() % 3 == 0) settings.sources = some(64 + random() % 100);
    if (random() % 3 == 0) settings.targets = some(random() % 90);
    std::vector<double> limits(settings.sources ? settings.sources->size() : vertices);
    for (double& limit : limits) limit = static_cast<double>(random() % 5) * weights;
    if (random() % 3 == 0) settings.limits = limits;
    apsp::test::Listener listener;
    settings.observer = &listener;
    const SparseKeeper rows = near_of(graph, settings);
    whole += std::get<std::string>(listener.facts.at("method")) != "near" ? 1 : 0;
    REQUIRE(std::get<std::int64_t>(listener.facts.at("entries")) ==
            static_cast<std::int64_t>(rows.destinations.size()));
    settings.observer = nullptr;
    const SparseKeeper expected = by_searches(graph, settings);
    REQUIRE(rows.offsets == expected.offsets);
    REQUIRE(rows.destinations == expected.destinations);
    REQUIRE(rows.distances == expected.distances);
  }
  REQUIRE(whole > 0);
}

TEST_CASE("of few vertices within the limit no whole rows are made") {
  const EdgeList graph = apsp::test::path_graph(3000);
  apsp::test::Listener listener;
  (void)near_of(graph, {.limit = 5, .observer = &listener});
  REQUIRE(std::get<std::string>(listener.facts.at("method")) == "near");
}

TEST_CASE("whole rows end with the exception of the sink or of the observer") {
  struct Full final : apsp::NearSink {
    std::size_t rows = 0;
    void put(const apsp::NearRows& more) override {
      rows += more.rows();
      if (rows > 200) throw std::runtime_error("full");
    }
  };
  const EdgeList graph = apsp::test::random_graph(500, 3000, 50, 5);
  for (const int threads : {1, 2, 4}) {
    Full full;
    REQUIRE_THROWS_WITH(solve_near(graph, {.threads = threads}, full), "full");
    apsp::test::Listener observer(apsp::test::Listener::End::kThrow, 2);
    SparseKeeper keeper;
    REQUIRE_THROWS_AS(solve_near(graph, {.threads = threads, .observer = &observer}, keeper),
                      std::out_of_range);
  }
}

TEST_CASE("a length that fits no file is refused of whole rows as of searches") {
  std::vector<apsp::Edge> edges = {{0, 1, apsp::kUnreachable - 1}, {1, 2, 1}};
  for (std::int32_t v = 2; v < 200; ++v) {
    for (std::int32_t other = 2; other < 200; other += 7) edges.push_back({v, other, 1});
  }
  const GraphView graph = {200, edges};
  require_error(Fault::kNoAnswer, {"0", "2"}, [&] { (void)near_of(graph, {}); });
  require_error(Fault::kNoAnswer, {"0", "2"}, [&] { (void)by_searches(graph, {}); });
  const NearSettings limited = {.limit = 1000};
  REQUIRE(near_of(graph, limited).distances == by_searches(graph, limited).distances);
  // Row 0 alone has that length, and its limit leaves it out.
  std::vector<double> limits(200, std::numeric_limits<double>::infinity());
  limits[0] = 1000;
  const NearSettings mixed = {.limits = limits};
  REQUIRE(near_of(graph, mixed).distances == by_searches(graph, mixed).distances);
}

}  // namespace
