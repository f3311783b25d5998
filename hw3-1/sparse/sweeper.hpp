// SPDX-License-Identifier: MIT
// One thread's way from sources to their rows: one batch after the other, or, across a core,
// several batches side by side, because a packed tile of the core then serves them all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw3-1/sparse/closed_core.hpp"
#include "hw3-1/sparse/sweep.hpp"

namespace apsp::cpu {

/// A graph that is ready for sweeps in one width.
template <typename Element>
struct SweptGraph {
  /// Closes the core. `tree` must outlive it.
  SweptGraph(const Graph& graph, const sparse::EliminationTree& tree,
             const sparse::EliminatedGraph& eliminated, const KernelSet& kernels)
      : sweep(tree, eliminated), lanes(kernels.lanes<Element>()) {
    if (tree.core_size() > 0) {
      core.emplace(sparse::CoreGraph(graph, tree, eliminated), kernels);
    }
  }

  SweepGraph<Element> sweep;
  std::optional<ClosedCore<Element>> core;
  const LaneKernels<Element>& lanes;
};

template <typename Element>
class Sweeper {
 public:
  /// Batches that go side by side for `vertices`, of which `core` are in the core, so that each of
  /// `threads` has several turns.
  [[nodiscard]] static std::size_t batches_at_once(std::size_t vertices, std::size_t core,
                                                   std::size_t threads) {
    constexpr std::size_t kMost = 4;
    constexpr std::size_t kTurns = 4;
    if (core == 0) return 1;
    return std::clamp<std::size_t>(vertices / (kTurns * threads * kBatch<Element>), 1, kMost);
  }

  Sweeper(const SweptGraph<Element>& graph, std::size_t batches_at_once) : graph_(graph) {
    for (std::size_t n = 0; n < batches_at_once; ++n) {
      sweeps_.push_back(std::make_unique<Sweep<Element>>(graph.sweep, graph.lanes));
    }
    if (graph.core) {
      lanes_.emplace(graph.core->vertices(), batches_at_once * kColumns);
      packed_.emplace(graph.core->packed_bytes());
    }
  }

  /// Sources that run() takes at most.
  [[nodiscard]] std::size_t most_sources() const { return sweeps_.size() * kBatch<Element>; }

  /// Computes the distances from `sources`, positions, to all and calls `use(sweep, part)` for each
  /// batch of them, in their order.
  template <typename Use>
  void run(std::span<const std::int32_t> sources, const Use& use) {
    const auto part = [&](std::size_t n) {
      const std::size_t first = n * kBatch<Element>;
      return sources.subspan(first, std::min(kBatch<Element>, sources.size() - first));
    };
    const std::size_t batches = (sources.size() + kBatch<Element> - 1) / kBatch<Element>;
    for (std::size_t n = 0; n < batches; ++n) sweeps_[n]->rise(part(n));
    if (graph_.core) cross_core(batches);
    for (std::size_t n = 0; n < batches; ++n) {
      sweeps_[n]->fall();
      use(*sweeps_[n], part(n));
    }
  }

  /// Bytes of one for a graph of `vertices`, of which `core` are in the core.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t core,
                                             std::size_t batches_at_once) {
    return batches_at_once *
           (Sweep<Element>::bytes_for(vertices) + CoreLanes<Element>::bytes_for(core, kColumns));
  }

 private:
  /// Columns of tiles that the lanes of a batch take.
  static constexpr std::size_t kColumns = kBatch<Element> / kTile;

  void cross_core(std::size_t batches) {
    const std::size_t vertices = graph_.core->vertices();
    auto& reached = lanes_->reached();
    std::fill(reached.begin(), reached.end(), 0);
    for (std::size_t v = 0; v < vertices; ++v) {
      for (std::size_t n = 0; n < batches; ++n) {
        const Element* row = sweeps_[n]->core_row(v);
        for (std::size_t c = 0; c < kColumns; ++c) {
          std::copy_n(row + c * kTile, kTile, lanes_->at(v, n * kColumns + c));
        }
        if (is_finite(row)) reached[v / kTile] = 1;
      }
    }
    graph_.core->carry(*lanes_, batches * kColumns, packed_->data());
    for (std::size_t v = 0; v < vertices; ++v) {
      for (std::size_t n = 0; n < batches; ++n) {
        Element* row = sweeps_[n]->core_row(v);
        for (std::size_t c = 0; c < kColumns; ++c) {
          std::copy_n(lanes_->at(v, n * kColumns + c), kTile, row + c * kTile);
        }
        sweeps_[n]->set_reached(v, is_finite(row));
      }
    }
  }

  static bool is_finite(const Element* row) {
    unsigned difference = 0;  // no branch inside, so that the compiler vectorizes it
    for (std::size_t lane = 0; lane < kBatch<Element>; ++lane) {
      difference |= static_cast<unsigned>(row[lane] ^ kInfinity<Element>);
    }
    return difference != 0;
  }

  const SweptGraph<Element>& graph_;
  std::vector<std::unique_ptr<Sweep<Element>>> sweeps_;
  std::optional<CoreLanes<Element>> lanes_;
  std::optional<Pages<std::byte>> packed_;
};

}  // namespace apsp::cpu
