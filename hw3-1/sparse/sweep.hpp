// SPDX-License-Identifier: MIT
// Distances from all sources of an eliminated graph, a batch of sources at a time: up the
// elimination tree along the ancestors of the sources, across the core if there is one, then once
// down over all positions.
//
// The rows of a batch are V x kBatch elements, so nothing of size V x V is ever held. A position
// that no source of the batch reaches is skipped: its row is infinite already.
// Source: the sweep is PHAST (D. Delling, A. V. Goldberg, A. Nowatzyk, R. F. Werneck, IPDPS 2011).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/width.hpp"
#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/pages.hpp"

namespace apsp::cpu {

/// An eliminated graph in one width.
template <typename Element>
struct SweepGraph {
  /// Clips the weights to kInfinity<Element>. `tree` must outlive it.
  SweepGraph(const sparse::EliminationTree& tree, const sparse::EliminatedGraph& eliminated);

  const sparse::EliminationTree& tree;
  std::vector<Element> rising;   // of each pair of tree.ups
  std::vector<Element> falling;  // of each pair of tree.ups
};

/// The memory of one batch of sources.
template <typename Element>
class Sweep {
 public:
  Sweep(const SweepGraph<Element>& graph, const LaneKernels<Element>& kernels);

  /// Starts a batch: gives the ancestors of `sources`, at most kBatch positions, and the core their
  /// rows, the lengths of ways that only rise. A relaxation a source and pair of an ancestor.
  void rise(std::span<const std::int32_t> sources);

  /// Row of a vertex of the core, which counts from 0: to be replaced, between rise() and fall(),
  /// by the distances to it. `reached`: whether any is finite.
  [[nodiscard]] Element* core_row(std::size_t vertex) {
    return rows_.data() + (graph_.tree.core_begin + vertex) * kBatch<Element>;
  }
  void set_reached(std::size_t vertex, bool reached) {
    state_[graph_.tree.core_begin + vertex] = reached ? kReached : kInfinite;
  }

  /// Ends the batch: gives every position below the core its distances, from the top down. fill + V
  /// relaxations a source at most.
  void fall();

  /// Distances to the vertex at `position`, lane by lane: exact below kInfinity<Element>. Lanes
  /// beyond the sources hold infinity.
  [[nodiscard]] const Element* row(std::size_t position) const {
    return rows_.data() + position * kBatch<Element>;
  }

  /// Positions.
  [[nodiscard]] std::size_t size() const { return state_.size(); }

  /// Bytes for a graph of `vertices`.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices);

 private:
  enum State : unsigned char { kInfinite, kReached };

  [[nodiscard]] Pairs<Element> pairs(std::size_t position,
                                     const std::vector<Element>& weights) const;
  [[nodiscard]] bool may_be_reached(std::size_t position) const;

  const SweepGraph<Element>& graph_;
  const LaneKernels<Element>& kernels_;
  Pages<Element> rows_;
  Pages<Element> infinite_;           // one row
  std::vector<State> state_;          // of each position: kInfinite rows are infinite throughout
  std::vector<unsigned char> risen_;  // of each position: the way up has written its row
  std::vector<std::int32_t> ancestors_;
};

}  // namespace apsp::cpu
