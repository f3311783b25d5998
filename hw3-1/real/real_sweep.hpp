// SPDX-License-Identifier: MIT
// Elimination and sweeps with weights that are not integers. The elimination rounds in double, for
// elements of both types; sweeps round to elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "apsp/real.hpp"
#include "common/base/parallel_for.hpp"
#include "common/core/row_set.hpp"
#include "common/sparse/elimination.hpp"
#include "hw3-1/lanes/batch_rows.hpp"
#include "hw3-1/sweep/sweep.hpp"

namespace apsp::cpu {

/// An eliminated graph that is ready to be swept.
template <typename Element>
class RealSweep {
 public:
  /// Eliminates `edges`, whose pattern `tree` was made of: finite weights of 0 or more. `tree` and
  /// `kernels` outlive it. Throws Error(kCancelled) where `observer` asks for the end.
  RealSweep(std::span<const RealEdge> edges, const sparse::EliminationTree& tree,
            const KernelSet& kernels, Observer& observer)
      : tree_(tree), graph_(edges, tree, sparse::eliminate(edges, tree), kernels, observer) {}

  /// Bytes while it is made and run by so many threads.
  [[nodiscard]] static std::uint64_t bytes_for(const sparse::EliminationTree& tree,
                                               const KernelSet& kernels, std::size_t threads) {
    const std::size_t size = tree.size(), core = tree.core_size();
    const std::size_t pairs =
        tree.ups.size() * (2 * (sizeof(double) + sizeof(Element)) + sizeof(std::size_t));
    const std::size_t rows = kLanesAtOnce<Element> * size * sizeof(Element);
    return pairs + ClosedCore<Element>::bytes_for(core, kernels) +
           threads * (Sweep<Element>::bytes_for(size, core) + rows);
  }

  /// Calls use(r, lengths) for each row number r of `rows`, with the V lengths from its source, in
  /// any order and by several threads at once. After each batch calls done(sources of the batch),
  /// likewise. fill + V relaxations a row, beside those of CoreCrossing.
  template <typename Use, typename Done>
  void run(const RowSet& rows, const Use& use, const Done& done) const {
    const std::vector<std::int32_t> order = by_position(rows);
    constexpr std::size_t kLanes = kBatch<Element>;
    const std::size_t batches = (order.size() + kLanes - 1) / kLanes;
    parallel_for_with<Handout::kMonotonic>(
        batches, [&] { return Worker(graph_); },
        [&](Worker& worker, std::size_t n) {
          const std::size_t first = n * kLanes;
          const std::size_t count = std::min(kLanes, order.size() - first);
          sweep_batch(worker, rows, std::span(order).subspan(first, count), use);
          done(count);
        });
  }

 private:
  /// The memory of one thread.
  struct Worker {
    explicit Worker(const SweepGraph<Element>& graph)
        : sweep(graph), lengths(kLanesAtOnce<Element> * graph.tree.size()) {}

    Sweep<Element> sweep;
    std::vector<Element> lengths;  // of the rows that are brought back at once
  };

  [[nodiscard]] std::int32_t position_of(const RowSet& rows, std::int32_t row) const {
    return tree_.positions[rows.source(static_cast<std::size_t>(row))];
  }

  /// The numbers of the rows in the order of the elimination: neighbours share most of their way
  /// up.
  [[nodiscard]] std::vector<std::int32_t> by_position(const RowSet& rows) const {
    std::vector<std::int32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return std::pair(position_of(rows, a), a) < std::pair(position_of(rows, b), b);
    });
    return order;
  }

  template <typename Use>
  void sweep_batch(Worker& worker, const RowSet& rows, std::span<const std::int32_t> batch,
                   const Use& use) const {
    std::vector<std::int32_t> sources(batch.size());
    std::transform(batch.begin(), batch.end(), sources.begin(),
                   [&](std::int32_t row) { return position_of(rows, row); });
    worker.sweep.run(sources);
    const std::size_t vertices = tree_.size();
    for (std::size_t first = 0; first < batch.size(); first += kLanesAtOnce<Element>) {
      const auto lanes_of = [&](std::size_t vertex) {
        return worker.sweep.row(static_cast<std::size_t>(tree_.positions[vertex])) + first;
      };
      bring_back<Element>(tree_.size(), lanes_of, worker.lengths.data());
      const std::size_t count = std::min(kLanesAtOnce<Element>, batch.size() - first);
      for (std::size_t lane = 0; lane < count; ++lane) {
        use(static_cast<std::size_t>(batch[first + lane]),
            std::span<const Element>(worker.lengths).subspan(lane * vertices, vertices));
      }
    }
  }

  const sparse::EliminationTree& tree_;
  SweepGraph<Element> graph_;
};

}  // namespace apsp::cpu
