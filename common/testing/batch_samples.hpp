// SPDX-License-Identifier: MIT
// Batches for tests: graphs in every form.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "apsp/batch.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_solver.hpp"

namespace apsp::test {

/// Edges that are copied when they are asked for.
template <typename Element>
class CopiedEdges final : public EdgeTable<Element> {
 public:
  explicit CopiedEdges(std::span<const BatchEdge<Element>> edges) : edges_(edges) {}

  [[nodiscard]] std::size_t size() const override { return edges_.size(); }
  void read(std::size_t first, std::span<BatchEdge<Element>> edges) const override {
    std::copy_n(edges_.begin() + static_cast<std::ptrdiff_t>(first), edges.size(), edges.begin());
  }

 private:
  std::span<const BatchEdge<Element>> edges_;
};

/// Graphs of a batch in both forms.
template <typename Element>
struct Graphs {
  std::size_t vertices;
  std::vector<BatchEdge<Element>> edges = {};
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> sizes = {};
  std::vector<Element> matrices = {};

  Graphs(std::size_t padded, const std::vector<Sample>& samples) : vertices(padded) {
    for (const Sample& sample : samples) add(sample);
  }

  void add(const Sample& sample) {
    const std::size_t start = matrices.size();
    matrices.resize(start + vertices * vertices, kNoPath<Element>);
    for (const Edge& edge : sample.edges) {
      const auto weight = static_cast<Element>(edge.weight);
      edges.push_back({edge.source, edge.destination, weight});
      Element& known = matrices[start + static_cast<std::size_t>(edge.source) * vertices +
                                static_cast<std::size_t>(edge.destination)];
      known = std::min(known, weight);
    }
    // Elements beyond the size of a graph are not for the solver to read.
    for (std::size_t x = 0; x < vertices * vertices; ++x) {
      if (x / vertices < sample.vertices && x % vertices < sample.vertices) continue;
      matrices[start + x] = static_cast<Element>(std::is_signed_v<Element> ? -5 : 5);
    }
    offsets.push_back(static_cast<std::int64_t>(edges.size()));
    sizes.push_back(static_cast<std::int32_t>(sample.vertices));
  }

  [[nodiscard]] EdgeBatch<Element> by_edges() const { return {vertices, edges, offsets, sizes}; }
  [[nodiscard]] EdgeBatch<Element> by(const EdgeTable<Element>& table) const {
    return {.vertices = vertices, .offsets = offsets, .sizes = sizes, .table = &table};
  }
  [[nodiscard]] DenseBatch<Element> by_matrices() const { return {vertices, matrices, sizes}; }
};

template <typename Element, template <typename> class Batch>
std::vector<Element> solved(const Batch<Element>& batch, const BatchSettings& settings = {}) {
  std::vector<Element> distances(batch.sizes.size() * batch.vertices * batch.vertices, Element{77});
  solve_batch(batch, settings, std::span(distances));
  return distances;
}

template <typename Element>
void require_same(const std::vector<Element>& found, const std::vector<Element>& truth,
                  std::size_t vertices) {
  REQUIRE(found.size() == truth.size());
  for (std::size_t x = 0; x < truth.size(); ++x) {
    if (found[x] == truth[x]) continue;
    FAIL("graph " << x / vertices / vertices << ", row " << x / vertices % vertices << ", column "
                  << x % vertices << ": found " << found[x] << ", expected " << truth[x]);
  }
}

}  // namespace apsp::test
