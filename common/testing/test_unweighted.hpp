// SPDX-License-Identifier: MIT
// Graphs whose edges have one weight, and what a search with a queue says of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "common/rows/summary_sink.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_matrix.hpp"
#include "common/testing/test_shapes.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// Edges both ways between consecutive vertices.
inline Sample path(std::size_t vertices, Distance weight) {
  Sample sample = chain(std::vector<Distance>(vertices - 1, weight));
  for (std::size_t e = vertices - 1; e-- > 0;) {
    const Edge edge = sample.edges[e];
    sample.edges.push_back({edge.destination, edge.source, weight});
  }
  return sample;
}

/// A directed graph of `levels` levels: each vertex leads to three of the level below it.
inline Sample layers(std::size_t levels, std::size_t width, std::uint32_t seed) {
  std::mt19937 random(seed);
  Sample sample{levels * width, {}};
  for (std::size_t v = width; v < sample.vertices; ++v) {
    for (std::size_t e = 0; e < 3; ++e) {
      const std::size_t lower = (v / width - 1) * width + random() % width;
      sample.edges.push_back({static_cast<std::int32_t>(v), static_cast<std::int32_t>(lower), 1});
    }
  }
  return sample;
}

inline std::map<std::string, Sample> unweighted_shapes() {
  return {
      {"one vertex", {1, {}}},
      {"loops alone", {3, {{0, 0, 5}, {1, 1, 5}}}},
      {"two vertices, one edge", chain({5})},
      {"star outward", star(300, true)},
      {"star inward", star(300, false)},
      {"chain", chain(std::vector<Distance>(299, 1), 5)},
      {"shuffled path", shuffled(path(300, 1), 5)},
      {"ring", ring(301, 1)},
      {"cliques with a bridge", cliques_with_a_bridge(60)},
      {"dependencies", dependencies(320, 40, 6)},
      {"band, both ways", band(300, 8, 3, true, 200, 7)},
      {"grid", grid(17, 18, 1, 8)},
      {"several components", random_sample(320, 280, 0, 900, 8)},
      {"many components", random_sample(320, 90, 0, 900, 9)},
      {"repeated edges and loops", random_sample(40, 3000, 0, 9000, 10)},
  };
}

/// All rows by a queue.
inline std::vector<Distance> by_queue(const Sample& sample, const RowSet& rows, Distance weight) {
  std::vector<std::vector<std::int32_t>> ends(sample.vertices);
  for (const Edge& edge : sample.edges) ends[edge.source].push_back(edge.destination);
  std::vector<Distance> all;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<Distance> row(sample.vertices, kUnreachable);
    std::vector<std::int32_t> queue = {static_cast<std::int32_t>(rows.source(r))};
    row[rows.source(r)] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const std::int32_t v : ends[queue[next]]) {
        if (row[v] != kUnreachable) continue;
        row[v] = row[queue[next]] + weight;
        queue.push_back(v);
      }
    }
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

/// Solves for rows, and for their summary alone, and compares both with what a queue gives.
inline void require_as_by_queue(const Sample& sample, const RowSet& rows, Distance weight,
                                const Solver& solve) {
  const std::vector<Distance> expected = by_queue(sample, rows, weight);
  MatrixSink sink(sample.vertices, rows.size());
  Listener observer;
  solve({sample.graph(), rows}, {sink}, observer);
  const auto found = sink.distances();
  for (std::size_t x = 0; x < expected.size(); ++x) {
    if (found[x] == expected[x]) continue;
    FAIL("row " << x / sample.vertices << ", column " << x % sample.vertices << ": found "
                << found[x] << ", expected " << expected[x]);
  }
  REQUIRE(observer.done == observer.total);
  SummarySink from_rows(rows);
  from_rows.put(0, expected);
  SummarySink gathered(rows);
  solve({sample.graph(), rows}, {gathered, &gathered}, observer);
  const RowsSummary numbers = gathered.finish();
  const RowsSummary right = from_rows.finish();
  REQUIRE(numbers.rows == right.rows);
  REQUIRE(numbers.histogram == right.histogram);
}

}  // namespace apsp::test
