// SPDX-License-Identifier: MIT
// What a caller wants of the rows: some rows and columns, and the predecessors.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <variant>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"
#include "library/test_graphs.hpp"
#include "library/test_oracle.hpp"

namespace {

using apsp::Distance;
using apsp::Distances;
using apsp::Edge;
using apsp::EdgeList;
using apsp::Fault;
using apsp::kUnreachable;
using apsp::Method;
using apsp::Settings;
using apsp::solve;
using apsp::Summary;
using apsp::test::copied;
using apsp::test::expected;
using apsp::test::expected_predecessors;
using apsp::test::FailingSink;
using apsp::test::kMethods;
using apsp::test::Listener;
using apsp::test::picked;
using apsp::test::random_graph;
using apsp::test::require_error;

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
