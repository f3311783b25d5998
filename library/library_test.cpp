// SPDX-License-Identifier: MIT
// The library as its user sees it: these tests include its headers alone, and run once with the
// static library and once with the shared one.
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
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
using apsp::Distances;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Error;
using apsp::Fault;
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
using apsp::test::FailingSink;
using apsp::test::Listener;
using apsp::test::path_graph;
using apsp::test::random_graph;
using apsp::test::require_error;

constexpr std::array kMethods = {Method::kDense, Method::kSweep, Method::kSearch};

/// Three nested loops. `none`: no path.
template <typename Length = Distance>
std::vector<Length> expected(const EdgeList& graph, Length none = kUnreachable) {
  const std::size_t n = graph.vertices;
  std::vector<Length> d(n * n, none);
  for (std::size_t v = 0; v < n; ++v) d[v * n + v] = 0;
  for (const Edge& edge : graph.edges) {
    Length& known =
        d[static_cast<std::size_t>(edge.source) * n + static_cast<std::size_t>(edge.destination)];
    known = std::min(known, Length{edge.weight});
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (d[i * n + k] == none) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (d[k * n + j] == none) continue;
        d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
      }
    }
  }
  return d;
}

/// The predecessors of all rows, whose distances are `d`: of the paths with the fewest edges the
/// smallest. A search by levels along the edges that end a shortest path.
template <typename Length>
std::vector<std::int32_t> expected_predecessors(const EdgeList& graph,
                                                const std::vector<Length>& d) {
  const std::size_t n = graph.vertices;
  std::vector<std::int32_t> predecessors(n * n, apsp::kNoPredecessor);
  for (std::size_t s = 0; s < n; ++s) {
    const Length* const row = d.data() + s * n;
    std::int32_t* const found = predecessors.data() + s * n;
    std::vector<std::int32_t> level(n, -1);
    level[s] = 0;
    for (std::int32_t l = 0; std::count(level.begin(), level.end(), l) > 0; ++l) {
      for (const Edge& edge : graph.edges) {
        const auto from = static_cast<std::size_t>(edge.source);
        const auto to = static_cast<std::size_t>(edge.destination);
        if (level[from] != l || row[from] + edge.weight != row[to]) continue;
        if (level[to] == -1) level[to] = l + 1;
        if (level[to] != l + 1) continue;
        if (found[to] < 0 || edge.source < found[to]) found[to] = edge.source;
      }
    }
  }
  return predecessors;
}

/// The elements of `matrix` at these rows and columns.
std::vector<std::int32_t> picked(const std::vector<std::int32_t>& matrix, std::size_t vertices,
                                 const std::vector<std::int32_t>& rows,
                                 const std::vector<std::int32_t>& columns) {
  std::vector<std::int32_t> elements;
  for (const std::int32_t r : rows) {
    for (const std::int32_t c : columns) {
      elements.push_back(
          matrix[static_cast<std::size_t>(r) * vertices + static_cast<std::size_t>(c)]);
    }
  }
  return elements;
}

/// Counts how often each row came.
struct CountingSink final : apsp::RowSink {
  CountingSink(std::size_t rows, std::size_t width) : counts(rows), vertices(width) {}

  void put(std::size_t first_row, std::span<const Distance> rows) override {
    for (std::size_t r = 0; r < rows.size() / vertices; ++r) ++counts.at(first_row + r);
  }

  std::vector<std::atomic<int>> counts;
  std::size_t vertices;
};

/// Keeps rows of `width` elements; of any thread.
struct KeepingSink final : apsp::RowSink {
  KeepingSink(std::size_t rows, std::size_t row_width) : kept(rows * row_width), width(row_width) {}

  void put(std::size_t first_row, std::span<const std::int32_t> rows) override {
    std::copy(rows.begin(), rows.end(),
              kept.begin() + static_cast<std::ptrdiff_t>(first_row * width));
  }

  std::vector<std::int32_t> kept;
  std::size_t width;
};

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

TEST_CASE("a sink takes each row once") {
  const EdgeList graph = random_graph(200, 1200, 50, 1);
  for (const Method method : kMethods) {
    CountingSink sink(200, 200);
    solve(graph, {.method = method}, sink);
    REQUIRE(std::all_of(sink.counts.begin(), sink.counts.end(),
                        [](const std::atomic<int>& count) { return count == 1; }));
  }
}

TEST_CASE("an exception of a sink ends the solve and leaves it") {
  const EdgeList graph = random_graph(200, 1200, 50, 1);
  for (const Method method : kMethods) {
    FailingSink sink;
    REQUIRE_THROWS_AS(solve(graph, {.method = method}, sink), std::out_of_range);
  }
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

TEST_CASE("predecessors and some rows and columns, of every method") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 24; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 120;
    EdgeList graph = random_graph(n, random() % (n * 6), 30, seed);
    if (random() % 2 == 0) {  // negative weights, and no negative cycle: h(source) - h(destination)
      for (Edge& edge : graph.edges) edge.weight += edge.source % 7 - edge.destination % 7;
    }
    const std::vector<Distance> truth = expected(graph);
    const std::vector<std::int32_t> before = expected_predecessors(graph, truth);
    Settings settings;
    settings.threads = static_cast<int>(random() % 4);
    settings.method = kMethods[random() % kMethods.size()];
    std::vector<std::int32_t> found(n * n, -1);
    settings.predecessors = found;
    REQUIRE(copied(solve(graph, settings).all()) == truth);
    REQUIRE(found == before);

    const auto drawn = [&](std::size_t count) {
      std::vector<std::int32_t> vertices(count);
      for (std::int32_t& v : vertices) v = static_cast<std::int32_t>(random() % n);
      return vertices;
    };
    const std::vector<std::int32_t> sources = drawn(random() % (n + 1));
    const std::vector<std::int32_t> targets = drawn(random() % (n + 1));
    settings.sources = sources;
    settings.targets = targets;
    settings.predecessors = {};
    KeepingSink sink(sources.size(), targets.size());
    settings.predecessor_sink = &sink;
    const Distances some = solve(graph, settings);
    REQUIRE(some.rows() == sources.size());
    REQUIRE(some.columns() == targets.size());
    REQUIRE(copied(some.all()) == picked(truth, n, sources, targets));
    REQUIRE(sink.kept == picked(before, n, sources, targets));
  }
}

/// The matrix without the distances above `limit`.
std::vector<Distance> within(std::vector<Distance> matrix, double limit) {
  for (Distance& length : matrix) {
    if (length > limit) length = kUnreachable;
  }
  return matrix;
}

TEST_CASE("a limit leaves out what is farther, by every method and width") {
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 40; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 300;
    const Distance most = std::vector<Distance>{1, 30, 20'000, 1 << 20}[random() % 4];
    const EdgeList graph = random_graph(n, random() % (n * 6), most, seed);
    const double limit = std::vector<double>{0, 0.5, 1, most * 0.5, most * 2.0, 1e9}[random() % 6];
    Settings settings;
    settings.threads = static_cast<int>(random() % 4);
    settings.undirected = random() % 3 == 0;
    const std::vector<Distance> whole = copied(solve(graph, settings).all());
    const std::vector<Distance> truth = within(whole, limit);
    std::vector<std::int32_t> before(n * n);
    settings.predecessors = before;
    (void)solve(graph, settings);
    for (std::size_t x = 0; x < n * n; ++x) {
      if (truth[x] == kUnreachable) before[x] = apsp::kNoPredecessor;
    }

    settings.predecessors = {};
    settings.limit = limit;
    REQUIRE(copied(solve(graph, settings).all()) == truth);
    settings.targets = {{static_cast<std::int32_t>(random() % n)}};
    std::vector<std::int32_t> all(n);
    std::iota(all.begin(), all.end(), 0);
    REQUIRE(copied(solve(graph, settings).all()) == picked(truth, n, all, *settings.targets));
    settings.targets.reset();
    for (const Method method : kMethods) {
      INFO("method " << name(method));
      settings.method = method;
      std::vector<std::int32_t> found(n * n);
      Summary summary;
      settings.predecessors = found;
      settings.summary = &summary;
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      REQUIRE(found == before);
      REQUIRE(summary == apsp::summary(graph, settings));
      const auto within_limit =
          std::count_if(truth.begin(), truth.end(), [](Distance d) { return d < kUnreachable; });
      REQUIRE(summary.reachable + n == static_cast<std::size_t>(within_limit));
    }
  }
}

TEST_CASE("a length beyond the limit that no distance holds is no error") {
  const EdgeList graph{3, {{0, 1, kUnreachable - 1}, {1, 2, 7}}};
  require_error(Fault::kNoAnswer, {"does not fit"}, [&] { (void)solve(graph); });
  for (const Method method : kMethods) {
    INFO("method " << name(method));
    const Distances rows = solve(graph, {.method = method, .limit = kUnreachable - 1});
    REQUIRE(copied(rows[0]) == std::vector<Distance>{0, kUnreachable - 1, kUnreachable});
    require_error(Fault::kNoAnswer, {"does not fit"},
                  [&] { (void)solve(graph, {.method = method, .limit = double{kUnreachable}}); });
  }
}

/// Edges below 0 among others, no cycle below 0, and no length below -2^29. The lengths of most
/// paths are `most` or more.
EdgeList lifted_graph(std::size_t vertices, std::size_t edges, Distance most, std::uint32_t seed) {
  EdgeList graph = random_graph(vertices, edges, most, seed);
  std::mt19937 random(seed + 1);
  std::vector<Distance> height(vertices);
  const auto highest = std::vector<std::uint32_t>{1, 50, 40'000, 1u << 29}[random() % 4];
  for (Distance& h : height) h = static_cast<Distance>(random() % highest);
  for (Edge& edge : graph.edges) {
    edge.weight += height[static_cast<std::size_t>(edge.destination)] -
                   height[static_cast<std::size_t>(edge.source)];
  }
  return graph;
}

TEST_CASE("a limit beside negative weights leaves out what is farther, and all of its errors") {
  constexpr std::int64_t kNoPath = std::int64_t{1} << 60;
  const std::uint32_t first = std::random_device{}();
  for (std::uint32_t seed = first; seed != first + 150; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % 40;
    const Distance most = std::vector<Distance>{30, 20'000, 1 << 20, 1 << 29}[random() % 4];
    const EdgeList graph = lifted_graph(n, random() % (n * 5), most, seed);
    const std::vector<std::int64_t> lengths = expected(graph, kNoPath);
    const auto some_length = static_cast<double>(lengths[random() % (n * n)]);
    Settings settings;
    settings.limit = std::array{0.0, 0.5, 1.5 * most, kUnreachable - 1.0,
                                std::clamp(some_length, 0.0, kUnreachable - 0.5)}[random() % 5];
    INFO("limit " << settings.limit);
    std::vector<Distance> truth(n * n, kUnreachable);
    std::vector<std::int32_t> before = expected_predecessors(graph, lengths);
    for (std::size_t x = 0; x < n * n; ++x) {
      if (static_cast<double>(lengths[x]) <= settings.limit) {
        truth[x] = static_cast<Distance>(lengths[x]);
      } else {
        before[x] = apsp::kNoPredecessor;
      }
    }
    std::vector<std::int32_t> rows(random() % (n + 1)), columns(random() % (n + 1));
    for (std::int32_t& v : rows) v = static_cast<std::int32_t>(random() % n);
    for (std::int32_t& v : columns) v = static_cast<std::int32_t>(random() % n);
    for (const std::optional<Method> method :
         {std::optional<Method>(), std::optional(kMethods[0]), std::optional(kMethods[1]),
          std::optional(kMethods[2])}) {
      INFO("method " << (method ? name(*method) : "chosen"));
      settings.method = method;
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      Settings part = settings;
      part.sources = rows;
      part.targets = columns;
      REQUIRE(copied(solve(graph, part).all()) == picked(truth, n, rows, columns));
      std::vector<std::int32_t> found(rows.size() * columns.size());
      part.predecessors = found;
      REQUIRE(copied(solve(graph, part).all()) == picked(truth, n, rows, columns));
      REQUIRE(found == picked(before, n, rows, columns));
      found.resize(n * n);
      Summary summary;
      Settings all = settings;
      all.predecessors = found;
      all.summary = &summary;
      REQUIRE(copied(solve(graph, all).all()) == truth);
      REQUIRE(found == before);
      const auto none = std::count(truth.begin(), truth.end(), kUnreachable);
      REQUIRE(summary.reachable + n + static_cast<std::size_t>(none) == n * n);
    }
  }
}

TEST_CASE("a path within the limit leads over vertices that no distance reaches") {
  constexpr Distance kMost = kUnreachable - 1;
  const EdgeList graph{5, {{0, 1, kMost}, {1, 2, 7}, {2, 3, -9}, {3, 4, -kMost}}};
  constexpr std::int32_t kNone = apsp::kNoPredecessor;
  std::vector<std::int32_t> before(5);
  for (const Method method : kMethods) {
    INFO("method " << name(method));
    const auto rows = [&](double limit) {
      return copied(
          solve(graph, {.method = method, .sources = {{0}}, .predecessors = before, .limit = limit})
              .all());
    };
    REQUIRE(rows(kMost) == std::vector<Distance>{0, kMost, kUnreachable, kMost - 2, -2});
    REQUIRE(before == std::vector<std::int32_t>{kNone, 0, kNone, 2, 3});
    REQUIRE(rows(5) == std::vector<Distance>{0, kUnreachable, kUnreachable, kUnreachable, -2});
    REQUIRE(before == std::vector<std::int32_t>{kNone, kNone, kNone, kNone, 3});
    require_error(Fault::kNoAnswer, {"from 0 to 2 is 1073741829"}, [&] { rows(kUnreachable); });
  }
}

TEST_CASE("a length that does not fit is an error where it is wanted alone") {
  constexpr Distance kMost = kUnreachable - 1;
  for (const Distance weight : {kMost, -kMost}) {
    const EdgeList graph{6, {{0, 1, weight}, {1, 2, weight}}};
    for (const Method method : kMethods) {
      INFO("method " << name(method) << ", weight " << weight);
      Settings settings{.method = method, .sources = {{1, 2, 3, 4}}, .targets = {{2}}};
      REQUIRE(copied(solve(graph, settings).all()) ==
              std::vector<Distance>{weight, 0, kUnreachable, kUnreachable});
      settings.sources = {{0}};
      require_error(Fault::kNoAnswer, {"the path from 0 to 2 is"},
                    [&] { (void)solve(graph, settings); });
      settings.targets = {{1}};
      std::vector<std::int32_t> predecessors(1);
      settings.predecessors = predecessors;
      REQUIRE(copied(solve(graph, settings).all()) == std::vector<Distance>{weight});
      REQUIRE(predecessors == std::vector<std::int32_t>{0});
      Summary summary;  // of whole rows
      settings.summary = &summary;
      require_error(Fault::kNoAnswer, {"does not fit"}, [&] { (void)solve(graph, settings); });
    }
  }
}

TEST_CASE("some columns of a directed and an undirected graph, few and many, with a summary") {
  const EdgeList graph = random_graph(90, 250, 40, 11);
  EdgeList both = graph;
  for (const Edge& edge : graph.edges) {
    both.edges.push_back({edge.destination, edge.source, edge.weight});
  }
  std::vector<std::int32_t> rows(90);
  for (std::int32_t v = 0; v < 90; ++v) rows[static_cast<std::size_t>(v)] = v;
  for (const std::size_t count : {0, 1, 5, 60}) {
    std::vector<std::int32_t> targets;
    for (std::size_t t = 0; t < count; ++t) {
      targets.push_back(static_cast<std::int32_t>(t * 53 % 90));
    }
    for (const bool undirected : {false, true}) {
      INFO(count << " columns, undirected " << undirected);
      const EdgeList& whole = undirected ? both : graph;
      const std::vector<Distance> truth = picked(expected(whole), 90, rows, targets);
      Listener listener;
      Settings settings{.undirected = undirected, .observer = &listener, .targets = targets};
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      REQUIRE(std::get<std::int64_t>(listener.facts.at("targets")) ==
              static_cast<std::int64_t>(count));
      REQUIRE(listener.facts.count("reversed") == (count < 60 ? 1 : 0));
      Summary whole_rows;
      settings.summary = &whole_rows;
      REQUIRE(copied(solve(graph, settings).all()) == truth);
      REQUIRE(whole_rows == apsp::summary(whole));
    }
  }
}

TEST_CASE("predecessors alone, beside a summary, and in a failing sink") {
  const EdgeList graph = random_graph(60, 200, 40, 12);
  const std::vector<std::int32_t> before = expected_predecessors(graph, expected(graph));
  std::vector<std::int32_t> found(before.size());
  REQUIRE(apsp::summary(graph, {.predecessors = found}) == apsp::summary(graph));
  REQUIRE(found == before);
  FailingSink sink;
  REQUIRE_THROWS_AS(solve(graph, {.predecessor_sink = &sink}), std::out_of_range);
}

TEST_CASE("a bad edge is named with its number, what was found and what was expected") {
  EdgeList graph = path_graph(5);
  const auto refused = [&](const std::string& message) {
    try {
      (void)solve(graph);
    } catch (const apsp::InvalidEdge& error) {
      REQUIRE(error.fault() == Fault::kInput);
      REQUIRE(error.edge() == 2);
      REQUIRE(error.what() == message);
      return;
    }
    FAIL("not refused");
  };
  graph.edges[2] = {2, 5, 1};
  graph.edges[3] = {-1, -1, 1};
  refused("edge 2: destination is 5, expected 0 to 4");
  graph.edges[2] = {-7, 9, 1};
  refused("edge 2: source is -7, expected 0 to 4");
  graph.edges[2] = {0, 1, kUnreachable};
  refused("edge 2: weight is 1073741823, expected -1073741822 to 1073741822");
}

TEST_CASE("a negative cycle is an exception with its vertices") {
  EdgeList graph = path_graph(6);
  graph.edges.push_back({4, 2, -3});
  try {
    (void)solve(graph);
    FAIL("not refused");
  } catch (const apsp::NegativeCycle& cycle) {
    REQUIRE(cycle.fault() == Fault::kNoAnswer);
    REQUIRE(cycle.vertices() == std::vector<std::int32_t>{2, 3, 4});
  }
  graph.edges.back().weight = -2;
  const Distances distances = solve(graph);
  REQUIRE(distances(4, 2) == -2);
  REQUIRE(distances(2, 4) == 2);
}

TEST_CASE("settings out of range are refused, with what was found and expected") {
  const EdgeList graph = path_graph(4);
  const auto refused = [&](const Settings& settings, const std::string& message) {
    require_error(Fault::kUsage, {message}, [&] { (void)solve(graph, settings); });
  };
  refused({.threads = -1}, "threads is -1, expected 0 to 4096");
  refused({.threads = 4097}, "threads is 4097, expected 0 to 4096");
  refused({.instruction_set = "mmx"}, "instruction set 'mmx' cannot run here: expected one of ");
  refused({.sources = std::vector{0, 4}}, "source 1 is 4, expected 0 to 3");
  refused({.sources = std::vector{-1}}, "source 0 is -1, expected 0 to 3");
  refused({.targets = std::vector{3, 0, 9}}, "target 2 is 9, expected 0 to 3");
  refused({.limit = -0.5}, "limit is -0.5, expected 0 or more");
  refused({.limit = std::numeric_limits<double>::quiet_NaN()}, "limit is nan, expected 0 or more");
  std::vector<Distance> memory(15);
  refused({.predecessors = memory},
          "the memory for the predecessors has 15 elements, expected 4 rows of 4");
  std::vector<std::int32_t> right(16);
  FailingSink sink;
  refused({.predecessors = right, .predecessor_sink = &sink},
          "predecessors and predecessor_sink are both set, expected one");
  require_error(Fault::kUsage, {"has 15 elements, expected 4 rows of 4"},
                [&] { apsp::solve_into(graph, {}, memory); });
  require_error(Fault::kInput, {"the number of vertices is 2147483648, expected 0 to 2147483647"},
                [&] {
                  (void)solve(EdgeList{std::size_t{1} << 31, {}});
                });
  require_error(Fault::kMemory, {"2000000000 rows of 2000000000 distances"}, [&] {
    (void)solve(EdgeList{2'000'000'000, {}});
  });
  require_error(Fault::kNoAnswer, {"arithmetic u8 is too narrow"},
                [&] { (void)solve(path_graph(200), {.width = Width::kU8}); });
}

TEST_CASE("an observer receives phases, steps and facts") {
  Listener listener;
  (void)solve(path_graph(300),
              {.width = Width::kU16, .method = Method::kDense, .observer = &listener});
  REQUIRE(listener.phases.back() == "write");
  REQUIRE(listener.last > 0);
  REQUIRE(std::get<std::string>(listener.facts.at("arithmetic")) == "u16");
  REQUIRE(std::get<std::string>(listener.facts.at("method")) == "dense");
}

TEST_CASE("an observer ends a solve by its wish or by an exception, after which solves go on") {
  const EdgeList graph = random_graph(700, 2800, 50, 3);
  for (const Method method : kMethods) {
    for (const int threads : {1, 3}) {
      for (const std::int64_t steps : {0, 1, 2}) {
        INFO("method " << name(method) << ", threads " << threads << ", steps " << steps);
        Settings settings{.threads = threads, .method = method};
        Listener cancels(Listener::End::kCancel, steps);
        settings.observer = &cancels;
        require_error(Fault::kCancelled, {"cancelled"}, [&] { (void)solve(graph, settings); });
        Listener throws(Listener::End::kThrow, steps);
        settings.observer = &throws;
        REQUIRE_THROWS_AS(solve(graph, settings), std::out_of_range);
        settings.observer = nullptr;
        REQUIRE(solve(graph, settings).rows() == 700);
      }
    }
  }
}

TEST_CASE("a summary that an observer ends goes on from its checkpoint") {
  const EdgeList graph = random_graph(700, 2800, 50, 4);
  const apsp::test::TestFolder folder;
  for (const Method method : kMethods) {
    for (const double limit : {40.0, std::numeric_limits<double>::infinity()}) {
      INFO("method " << name(method) << ", limit " << limit);
      Settings settings{.method = method};
      settings.limit = limit;
      const Summary expected = summary(graph, settings);
      settings.checkpoint = folder / "kept";
      settings.checkpoint_seconds = 0;
      std::optional<Summary> found;
      int ended = 0;
      for (std::int64_t steps = 1; !found; ++steps) {
        Listener cancels(Listener::End::kCancel, steps);
        settings.observer = &cancels;
        try {
          found = summary(graph, settings);
        } catch (const Error& error) {
          REQUIRE(error.fault() == Fault::kCancelled);
          ++ended;
        }
        if (steps > 1 && method != Method::kDense && !found) {
          REQUIRE(std::get<std::int64_t>(cancels.facts.at("checkpoint_rows")) > 0);
        }
      }
      REQUIRE(ended > 0);
      REQUIRE(*found == expected);
      REQUIRE(folder.names().empty());
    }
  }
}

TEST_CASE("a checkpoint is refused where more than a summary is asked for") {
  const EdgeList graph = path_graph(5);
  const apsp::test::TestFolder folder;
  Settings settings;
  settings.checkpoint = folder / "kept";
  require_error(Fault::kUsage, {"checkpoint keeps a summary alone"},
                [&] { (void)solve(graph, settings); });
  std::vector<std::int32_t> before(25);
  settings.predecessors = before;
  require_error(Fault::kUsage, {"checkpoint keeps a summary alone"},
                [&] { (void)summary(graph, settings); });
  settings.predecessors = {};
  settings.checkpoint_seconds = -1;
  require_error(Fault::kUsage, {"checkpoint_seconds is -1, expected 0 or more"},
                [&] { (void)summary(graph, settings); });
  settings.checkpoint_seconds = 60;
  REQUIRE(plan(graph, settings).result_bytes == 100);
  settings.checkpoint = folder.write("else", "no checkpoint");
  require_error(Fault::kInput, {"else: the file ends at byte 13, expected"},
                [&] { (void)summary(graph, settings); });
}

TEST_CASE("callers in several threads have their own settings and disturb no other") {
  const EdgeList graph = random_graph(260, 6000, 90, 5);
  const std::vector<Distance> truth = expected(graph);
  const int before = omp_get_max_threads();
  std::array<bool, 4> right = {};
  {
    std::vector<std::thread> callers;
    for (std::size_t caller = 0; caller < right.size(); ++caller) {
      callers.emplace_back([&, caller] {
        const int own = omp_get_max_threads();
        right[caller] = true;
        for (int round = 0; round < 5; ++round) {
          Listener listener;
          const Distances distances = solve(graph, {.threads = static_cast<int>(caller) + 1,
                                                    .method = kMethods[caller % kMethods.size()],
                                                    .observer = &listener});
          right[caller] = right[caller] && copied(distances.all()) == truth &&
                          std::get<std::int64_t>(listener.facts.at("threads")) ==
                              static_cast<std::int64_t>(caller) + 1 &&
                          omp_get_max_threads() == own;
        }
      });
    }
    for (std::thread& caller : callers) caller.join();
  }
  REQUIRE(right == std::array<bool, 4>{true, true, true, true});
  REQUIRE(omp_get_max_threads() == before);
}

TEST_CASE("the number of threads of the caller outlives a call that throws") {
  const int before = omp_get_max_threads();
  EdgeList graph = path_graph(3);
  graph.edges[0].weight = kUnreachable;
  REQUIRE_THROWS_AS(solve(graph, {.threads = before + 1}), apsp::InvalidEdge);
  REQUIRE(omp_get_max_threads() == before);
}

TEST_CASE("a solve inside a parallel region of the caller is right") {
  const EdgeList graph = random_graph(130, 900, 40, 6);
  const std::vector<Distance> truth = expected(graph);
  std::atomic<int> right = 0;
#pragma omp parallel num_threads(2)
  {
    for (const Method method : kMethods) {
      if (copied(solve(graph, {.method = method}).all()) == truth) ++right;
    }
  }
  REQUIRE(right % 3 == 0);
  REQUIRE(right > 0);
}

TEST_CASE("nothing is printed, and no handler, variable or descriptor stays") {
  const apsp::test::TestFolder folder;
  std::fflush(stdout);
  const std::array<int, 2> kept = {::dup(1), ::dup(2)};
  const int file = ::open((folder / "said").c_str(), O_RDWR | O_CREAT, 0600);
  ::dup2(file, 1);
  ::dup2(file, 2);
  struct sigaction before = {}, after = {};
  ::sigaction(SIGINT, nullptr, &before);
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);

  EdgeList graph = random_graph(150, 700, 100, 7);
  for (const Method method : kMethods) (void)solve(graph, {.threads = 64, .method = method});
  (void)apsp::summary(graph);
  apsp::write_graph(graph, folder / "graph");
  (void)apsp::read_graph(folder / "graph");
  graph.edges[0].source = -1;
  std::optional<Error> error = apsp::test::error_of([&] { (void)solve(graph); });

  std::vector<std::string> variables_after;
  for (char** entry = environ; *entry != nullptr; ++entry) variables_after.emplace_back(*entry);
  ::sigaction(SIGINT, nullptr, &after);
  std::fflush(stdout);
  ::dup2(kept[0], 1);
  ::dup2(kept[1], 2);
  for (const int descriptor : {file, kept[0], kept[1]}) ::close(descriptor);
  REQUIRE(error.has_value());
  REQUIRE(folder.read("said").empty());
  REQUIRE(variables_after == variables);
  REQUIRE(after.sa_handler == before.sa_handler);
  REQUIRE(::open("/dev/null", O_RDONLY) == file - 2);
  ::close(file - 2);
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
