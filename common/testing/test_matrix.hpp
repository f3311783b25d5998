// SPDX-License-Identifier: MIT
// For tests: the edges of a sample as a matrix of weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "common/core/dense_weights.hpp"
#include "common/oracle/reference.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// The smallest weight of the edges of each pair, as `Element`, which holds them.
template <typename Element>
DenseWeights weights_of(const Sample& sample) {
  Pages<Element> elements(sample.vertices * sample.vertices);
  std::fill_n(elements.data(), sample.vertices * sample.vertices, kNoEdge<Element>);
  WeightRange range;
  for (const Edge& e : sample.edges) {
    Element& known = elements.data()[static_cast<std::size_t>(e.source) * sample.vertices +
                                     static_cast<std::size_t>(e.destination)];
    const auto weight = static_cast<Element>(e.weight);
    const auto number = static_cast<double>(weight);
    range.include({number, number, known == kNoEdge<Element> ? 1U : 0U});
    known = std::min(known, weight);
  }
  if (sample.edges.empty()) range = {0, 0, 0};
  return {sample.vertices, std::move(elements), range};
}

/// The graph of a matrix of integers, a view.
inline Graph graph_of(const DenseWeights& weights) {
  Graph graph;
  graph.vertices = weights.vertices();
  graph.smallest_weight = static_cast<Distance>(weights.range().least);
  graph.largest_weight = static_cast<Distance>(weights.range().most);
  graph.matrix = &weights;
  return graph;
}

/// Solves the sample as a matrix of `Element` with `solve` and requires the rows that the oracle
/// has. Returns whether a list of the edges was made.
template <typename Element>
bool require_exact_from_matrix(const Sample& sample, const Solver& solve) {
  const DenseWeights weights = weights_of<Element>(sample);
  Listener observer;
  MatrixSink sink(sample.vertices);
  solve(graph_of(weights), {sink}, observer);
  REQUIRE(std::ranges::equal(sink.distances(), reference::distances(sample.graph()).value()));
  return weights.has_list();
}

/// Same for matrices of every type, dense and nearly empty, with edges from a vertex to itself.
/// Requires that a dense one is solved without a list.
inline void require_exact_from_matrices(std::size_t vertices, const Solver& solve) {
  for (const std::size_t edges : {vertices / 2, vertices * vertices * 2}) {
    const Sample sample = random_sample(vertices, edges, 0, 120, static_cast<std::uint32_t>(edges));
    INFO("V = " << vertices << ", E = " << edges);
    const bool dense = edges > 200 * vertices;
    for (const bool listed : {require_exact_from_matrix<std::uint8_t>(sample, solve),
                              require_exact_from_matrix<std::uint16_t>(sample, solve),
                              require_exact_from_matrix<Distance>(sample, solve)}) {
      REQUIRE(!(dense && listed));
    }
  }
  Sample heavy = random_sample(vertices, vertices * vertices, 40'000, 65'000, 3);
  REQUIRE_NOTHROW(require_exact_from_matrix<std::uint16_t>(heavy, solve));
  for (Edge& edge : heavy.edges) edge.weight *= 1000;
  REQUIRE_NOTHROW(require_exact_from_matrix<Distance>(heavy, solve));
}

}  // namespace apsp::test
