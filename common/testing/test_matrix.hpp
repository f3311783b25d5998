// SPDX-License-Identifier: MIT
// For tests: the edges of a sample as a matrix of weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/core/dense_weights.hpp"
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

}  // namespace apsp::test
