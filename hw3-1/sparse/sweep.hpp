// SPDX-License-Identifier: MIT
// Distances from all sources of an eliminated graph, a batch of sources at a time. A batch goes up
// the elimination tree along the ancestors of its sources, across the core if there is one, then
// once down over all positions.
//
// The rows of a batch are V x kBatch elements, so nothing of size V x V is ever held. A position
// that no source of the batch reaches is skipped: its row is infinite already.
// Source: the sweep is PHAST (D. Delling, A. V. Goldberg, A. Nowatzyk, R. F. Werneck, IPDPS 2011).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/width.hpp"
#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/sparse/closed_core.hpp"

namespace apsp::cpu {

/// An eliminated graph in one width, its core closed.
template <typename Element>
struct SweepGraph {
  /// Clips the weights to kInfinity<Element>. `tree` must outlive it.
  SweepGraph(const Graph& graph, const sparse::EliminationTree& tree,
             const sparse::EliminatedGraph& eliminated, const KernelSet& kernels);

  const sparse::EliminationTree& tree;
  std::vector<Element> rising;   // of each pair of tree.ups
  std::vector<Element> falling;  // of each pair of tree.ups
  std::optional<ClosedCore<Element>> core;
  const LaneKernels<Element>& kernels;
};

/// The memory of one thread that sweeps, and the batch that it holds.
template <typename Element>
class Sweep {
 public:
  explicit Sweep(const SweepGraph<Element>& graph);

  /// Computes the distances from `sources`, at most kBatch positions, to all. fill + V relaxations
  /// a source at most, beside those of CoreCrossing.
  void run(std::span<const std::int32_t> sources);

  /// Distances to the vertex at `position`, lane by lane: exact below kInfinity<Element>. Lanes
  /// beyond the sources hold infinity.
  [[nodiscard]] const Element* row(std::size_t position) const {
    return rows_.data() + position * kBatch<Element>;
  }

  /// Makes the distances from the sources of the batch to themselves infinite, until the next run.
  void make_diagonal_infinite(std::span<const std::int32_t> sources) {
    for (std::size_t lane = 0; lane < sources.size(); ++lane) {
      rows_.data()[static_cast<std::size_t>(sources[lane]) * kBatch<Element> + lane] =
          kInfinity<Element>;
    }
  }

  /// Positions.
  [[nodiscard]] std::size_t size() const { return state_.size(); }

  /// Bytes for a graph of `vertices`, of which `core` are in the core.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t core);

 private:
  enum State : unsigned char { kInfinite, kReached };

  void rise(std::span<const std::int32_t> sources);
  void cross_core();
  void fall();
  [[nodiscard]] Pairs<Element> pairs(std::size_t position,
                                     const std::vector<Element>& weights) const;
  [[nodiscard]] bool may_be_reached(std::size_t position) const;

  const SweepGraph<Element>& graph_;
  Pages<Element> rows_;
  Pages<Element> infinite_;           // one row
  std::vector<State> state_;          // of each position: kInfinite rows are infinite throughout
  std::vector<unsigned char> risen_;  // of each position: the way up has written its row
  std::vector<std::int32_t> ancestors_;
  std::optional<CoreCrossing<Element>> crossing_;
};

}  // namespace apsp::cpu
