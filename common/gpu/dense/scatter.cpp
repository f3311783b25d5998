// SPDX-License-Identifier: MIT
#include "common/gpu/dense/scatter.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

#include "common/base/error.hpp"
#include "common/core/dense_weights.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

template <class Word>
void scatter_edges(const MatrixView<Word>& matrix, const Graph& graph, StagingRing& ring) {
  const std::size_t held = matrix.layout.held_vertices();
  const auto use = [&](const Edge* edges, std::size_t count) {
    scatter<Word>(matrix, edges, count, ring.stream());
  };
  if (held < graph.vertices) {
    return stream_edges_from(graph, matrix.layout.first_vertex(), held, ring, use);
  }
  stream_elements(graph.edges, ring,
                  [&](const Edge* edges, std::size_t count, std::size_t) { use(edges, count); });
}

/// The weights of the held rows, which lie one after the other.
template <class Word>
void scatter_matrix(const MatrixView<Word>& matrix, const DenseWeights& weights,
                    StagingRing& ring) {
  const std::size_t before = matrix.layout.first_vertex() * weights.vertices();
  const std::size_t pairs = matrix.layout.held_vertices() * weights.vertices();
  weights.visit([&](const auto* first) {
    using Weight = std::remove_cvref_t<decltype(*first)>;
    if constexpr (std::is_integral_v<Weight> != Word::kReal) {
      stream_elements(std::span(first + before, pairs), ring,
                      [&](const Weight* part, std::size_t count, std::size_t at) {
                        scatter_weights<Word>(matrix, part, before + at, count, ring.stream());
                      });
    } else {
      throw Error(Fault::kInternal, "a matrix of other weights than the width's came to a device");
    }
  });
}

}  // namespace

template <class Word>
void scatter_graph(const MatrixView<Word>& matrix, const Graph& graph, StagingRing& ring) {
  fill<Word>(matrix, ring.stream());
  if (graph.matrix != nullptr) {
    scatter_matrix<Word>(matrix, *graph.matrix, ring);
  } else if constexpr (sizeof(typename Word::Bits) == sizeof(Distance)) {
    scatter_edges<Word>(matrix, graph, ring);
  } else {
    throw Error(Fault::kInternal, "edges whose weights are doubles came to a device as a list");
  }
  check(cudaStreamSynchronize(ring.stream()), "scatter the graph");
}

template void scatter_graph<S32>(const MatrixView<S32>&, const Graph&, StagingRing&);
template void scatter_graph<U16x2>(const MatrixView<U16x2>&, const Graph&, StagingRing&);
template void scatter_graph<F32>(const MatrixView<F32>&, const Graph&, StagingRing&);
template void scatter_graph<F64>(const MatrixView<F64>&, const Graph&, StagingRing&);

}  // namespace apsp::gpu
