// SPDX-License-Identifier: MIT
// Graphs for tests of the library, and the comparison of a device with the processors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/apsp.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace apsp::test {

inline EdgeList random_graph(std::size_t vertices, std::size_t edges, Distance most,
                             std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto vertex = [&] { return static_cast<std::int32_t>(random() % vertices); };
  EdgeList graph{vertices, {}};
  for (std::size_t e = 0; e < edges; ++e) {
    const auto weight = static_cast<Distance>(random() % static_cast<std::uint32_t>(most));
    graph.edges.push_back({vertex(), vertex(), weight});
  }
  return graph;
}

/// A path 0 -> 1 -> ... -> vertices - 1 of edges that weigh 1.
inline EdgeList path_graph(std::size_t vertices) {
  EdgeList graph{vertices, {}};
  for (std::int32_t v = 0; v + 1 < static_cast<std::int32_t>(vertices); ++v) {
    graph.edges.push_back({v, v + 1, 1});
  }
  return graph;
}

inline std::vector<Distance> copied(std::span<const Distance> distances) {
  return {distances.begin(), distances.end()};
}

/// Keeps facts; ends the solve after `steps` steps, by its wish or by an exception.
struct Listener final : Observer {
  enum class End { kNone, kCancel, kThrow };

  explicit Listener(End how = End::kNone, std::int64_t after = 0) : end(how), steps(after) {}

  void enter_phase(Phase phase) override { phases.emplace_back(name(phase)); }
  void advance(std::int64_t done, std::int64_t) override {
    last = done;
    if (end == End::kThrow && done >= steps) throw std::out_of_range("enough");
  }
  void fact(std::string_view key, const Fact& value) override {
    facts.insert_or_assign(std::string(key), value);
  }
  [[nodiscard]] bool cancelled() override { return end == End::kCancel && last >= steps; }

  End end;
  std::int64_t steps;
  std::int64_t last = 0;
  std::vector<std::string> phases;
  std::map<std::string, Fact> facts;
};

struct FailingSink final : RowSink {
  void put(std::size_t, std::span<const Distance>) override { throw std::out_of_range("full"); }
};

/// The matrix of a graph's weights, the smallest of repeated edges.
inline WeightMatrix matrix_of(const EdgeList& graph) {
  std::vector<double> weights(graph.vertices * graph.vertices,
                              std::numeric_limits<double>::infinity());
  for (const Edge& edge : graph.edges) {
    double& known = weights[static_cast<std::size_t>(edge.source) * graph.vertices +
                            static_cast<std::size_t>(edge.destination)];
    known = std::min(known, static_cast<double>(edge.weight));
  }
  return {std::span<const double>(weights), graph.vertices, {.zeros_are_edges = true}};
}

/// Solves graphs of `seeds` seeds from `first` on with `settings` and on processors, and compares
/// rows, also those of their matrix, predecessors and summaries. Draws rows, columns, negative
/// weights, both methods of GPUs, and whether the graph is directed.
inline void require_same_as_processors(const Settings& settings, std::uint32_t first,
                                       std::uint32_t seeds, std::size_t most_vertices) {
  for (std::uint32_t seed = first; seed != first + seeds; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const std::size_t n = 1 + random() % most_vertices;
    const bool undirected = random() % 4 == 0;
    EdgeList graph = random_graph(n, random() % (n * 6), random() % 2 == 0 ? 30 : 30000, seed);
    if (!undirected && random() % 3 == 0) {  // negative weights, and no negative cycle
      for (Edge& edge : graph.edges) edge.weight += edge.source % 7 - edge.destination % 7;
    }
    const auto drawn = [&] {
      std::vector<std::int32_t> vertices(1 + random() % n);
      for (std::int32_t& v : vertices) v = static_cast<std::int32_t>(random() % n);
      return vertices;
    };
    Settings theirs = settings;
    theirs.undirected = undirected;
    if (random() % 2 == 0) theirs.sources = drawn();
    if (random() % 2 == 0) theirs.targets = drawn();
    if (random() % 3 == 0) theirs.width = Width::kS32;
    if (random() % 2 == 0) theirs.method = random() % 2 == 0 ? Method::kDense : Method::kSweep;
    Settings ours = theirs;
    ours.device = Device::kCpu;
    ours.gpus.clear();

    const std::vector<Distance> distances = copied(solve(graph, ours).all());
    REQUIRE(copied(solve(graph, theirs).all()) == distances);
    REQUIRE(copied(solve(matrix_of(graph), theirs).all()) == distances);
    REQUIRE(summary(graph, theirs) == summary(graph, ours));

    std::vector<std::int32_t> expected(distances.size());
    std::vector<std::int32_t> found(distances.size());
    Summary expected_summary;
    Summary found_summary;
    ours.predecessors = expected;
    ours.summary = &expected_summary;
    theirs.predecessors = found;
    theirs.summary = &found_summary;
    REQUIRE(copied(solve(graph, ours).all()) == distances);
    REQUIRE(copied(solve(graph, theirs).all()) == distances);
    REQUIRE(found == expected);
    REQUIRE(found_summary == expected_summary);
  }
}

/// Ends solves with `settings` by a sink, and by an observer after 0 to `most_steps` steps. Solves
/// go on after each.
inline void require_ends(Settings settings, std::size_t vertices, std::int64_t most_steps) {
  const EdgeList graph = random_graph(vertices, vertices * 4, 50, 3);
  for (const Method method : {Method::kDense, Method::kSweep}) {
    settings.method = method;
    for (std::int64_t steps = 0; steps <= most_steps; ++steps) {
      INFO("method " << name(method) << ", steps " << steps);
      Listener cancels(Listener::End::kCancel, steps);
      settings.observer = &cancels;
      require_error(Fault::kCancelled, {}, [&] { (void)solve(graph, settings); });
      Listener throws(Listener::End::kThrow, steps);
      settings.observer = &throws;
      REQUIRE_THROWS_AS(solve(graph, settings), std::out_of_range);
      settings.observer = nullptr;
      FailingSink sink;
      REQUIRE_THROWS_AS(solve(graph, settings, sink), std::out_of_range);
      REQUIRE(solve(graph, settings).rows() == vertices);
    }
  }
}

/// The facts of a solve of a graph that takes processors seconds. It ends before it computes.
inline std::map<std::string, Fact> facts_of_large(Settings settings) {
  static const EdgeList graph = random_graph(12000, 204000, 100, 1);
  Listener listener(Listener::End::kCancel);
  settings.threads = 1;
  settings.method = Method::kDense;
  settings.observer = &listener;
  require_error(Fault::kCancelled, {}, [&] { (void)summary(graph, settings); });
  return listener.facts;
}

}  // namespace apsp::test
