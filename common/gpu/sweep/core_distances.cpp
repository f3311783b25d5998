// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/core_distances.hpp"

#include <algorithm>

#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/floyd_warshall.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/word.hpp"
#include "common/gpu/sweep/core_levels.hpp"

namespace apsp::gpu {
namespace {

template <class Word>
Layout layout_of(std::size_t core) {
  return Layout::whole(core, Word::kElements, pivots_for(core, core));
}

/// Rows of the matrix, which is padded, or of all steps.
std::size_t rows_of(const Layout& layout, std::size_t steps) {
  return std::max(layout.held_rows(), steps);
}

}  // namespace

template <class Word>
CoreDistances<Word>::CoreDistances(const Graph& graph, const SweepGraph& sweep_graph,
                                   StagingRing& ring)
    : ring_(ring),
      layout_(layout_of<Word>(sweep_graph.traversal.core)),
      words_(allocate_device<std::uint32_t>(rows_of(layout_, graph.vertices) * layout_.pitch())) {
  const CoreLevels levels(sweep_graph.tree, sweep_graph.eliminated, sweep_graph.traversal);
  levels_ = levels.levels;
  level_rows_ = sent(levels.rows, ring.stream());
  ups_ = sent(levels.ups, ring.stream());
  rising_ = sent(levels.rising, ring.stream());
  falling_ = sent(levels.falling, ring.stream());
  scatter(graph, sweep_graph.traversal);
}

/// Fills the matrix of the core: its own edges, and the ways across one eliminated vertex.
template <class Word>
void CoreDistances<Word>::scatter(const Graph& graph, const Traversal& traversal) {
  const auto core = static_cast<std::int32_t>(traversal.core);
  std::vector<Edge> inside;
  for (const Edge& edge : graph.edges) {
    const std::int32_t from = traversal.steps_of_vertex[static_cast<std::size_t>(edge.source)];
    const std::int32_t to = traversal.steps_of_vertex[static_cast<std::size_t>(edge.destination)];
    if (from < core && to < core) inside.push_back({from, to, edge.weight});
  }
  const MatrixView<Word> matrix{words_.get(), layout_};
  fill<Word>(matrix, ring_.stream());
  Graph own;
  own.vertices = traversal.core;
  own.edges = inside;
  stream_elements(own.edges, ring_, [&](const Edge* edges, std::size_t count, std::size_t) {
    gpu::scatter<Word>(matrix, edges, count, ring_.stream());
  });
  join_across<Word>(view(), levels_.back(), matrix, ring_.stream());
  check(cudaStreamSynchronize(ring_.stream()), "scatter the core");
}

template <class Word>
void CoreDistances<Word>::close(const std::function<void()>& stop) {
  {
    Rounds<Word> rounds({words_.get(), layout_});
    close_matrix(rounds, ring_.stream(), [&](std::size_t, std::size_t) { stop(); });
  }
  constexpr std::size_t kLevels = 256;  // at a time
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    extend_rows<Word>(view(), levels_[level], levels_[level + 1] - levels_[level],
                      {words_.get(), layout_.pitch()}, ring_.stream());
    if ((level + 1) % kLevels != 0 && level + 2 < levels_.size()) continue;
    check(cudaStreamSynchronize(ring_.stream()), "extend the rows of the core");
    stop();
  }
}

template <class Word>
void CoreDistances<Word>::enter(const std::int32_t* steps, std::uint32_t* batch,
                                std::size_t pitch) const {
  enter_core<Word>({words_.get(), layout_.pitch()}, layout_.vertices, steps, batch, pitch,
                   ring_.stream());
}

template <class Word>
std::size_t CoreDistances<Word>::bytes_for(std::size_t steps, std::size_t core, std::size_t pairs) {
  const Layout layout = layout_of<Word>(core);
  return (rows_of(layout, steps) * layout.pitch() + layout.panel_words()) * sizeof(std::uint32_t) +
         steps * sizeof(LevelRow) + pairs * (sizeof(std::int32_t) + 2 * sizeof(Distance));
}

template class CoreDistances<S32>;
template class CoreDistances<U16x2>;
template class CoreDistances<F32>;

}  // namespace apsp::gpu
