// SPDX-License-Identifier: MIT
// Distances from all sources of an eliminated graph, a batch of sources at a time. A batch goes up
// the elimination tree along the ancestors of its sources, across the core if there is one, then
// once down over all positions.
//
// The way down reads the rows of a position's ancestors alone, and visits a position right after
// its ancestors and what lies higher in other branches. So a row has one slot for each depth of the
// tree, beside one for each vertex of the core: all slots together stay in the second-level cache.
// Nothing of size V x V is ever held. A position that no source of the batch reaches is skipped.
// Source: the sweep is PHAST (D. Delling, A. V. Goldberg, A. Nowatzyk, R. F. Werneck, IPDPS 2011).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/observer.hpp"
#include "common/core/width.hpp"
#include "common/sparse/elimination.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/sweep/closed_core.hpp"

namespace apsp::cpu {

/// An eliminated graph in one width, its core closed.
template <typename Element>
struct SweepGraph {
  /// Clips the weights to kInfinity<Element>, or rounds them. `tree` must outlive it. Throws
  /// Error(kCancelled) where `observer` asks for the end while the core is closed.
  SweepGraph(std::span<const sparse::EdgeOf<Element>> edges, const sparse::EliminationTree& tree,
             const sparse::Eliminated<sparse::LengthOf<Element>>& eliminated,
             const KernelSet& kernels, Observer& observer);

  /// Bytes at most for `pairs` of a tree and a core of `core` vertices.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t pairs,
                                             std::size_t core, const KernelSet& kernels);

  /// Whether d(s,t) = d(t,s) for all s and t, as far as lengths of ways within the width show.
  [[nodiscard]] bool symmetric() const { return rising == falling && (!core || core->symmetric()); }

  const sparse::EliminationTree& tree;
  std::vector<Element> rising;         // of each pair of tree.ups
  std::vector<Element> falling;        // of each pair of tree.ups
  std::vector<std::int32_t> slots;     // of each position: no two of a position's up() share one
  std::vector<std::int32_t> up_slots;  // of each pair of tree.ups: that of the higher one
  std::size_t slot_count = 0;
  std::optional<ClosedCore<Element>> core;
  const LaneKernels<Element>& kernels;
};

/// The memory of one thread that sweeps, and the batch that it holds.
template <typename Element>
class Sweep {
 public:
  explicit Sweep(const SweepGraph<Element>& graph);

  /// Computes the distances from `sources`, at most kBatch positions, to all positions from `first`
  /// on; no source is lower. Calls use(position, row) with each of them, descending. `row` holds
  /// kBatch lanes, exact below kInfinity<Element>, until `use` returns; lanes beyond the sources
  /// hold infinity. It is null where all would. fill + V relaxations a source at most, beside those
  /// of CoreCrossing.
  template <typename Use>
  void visit(std::span<const std::int32_t> sources, std::size_t first, const Use& use) {
    rise(sources);
    cross_core();
    for (std::size_t p = size(); p-- > first;) use(p, fall(p));
  }

  /// Same as visit() of all positions. Keeps their rows until the next run or visit.
  void run(std::span<const std::int32_t> sources);

  /// Distances to the vertex at `position` since the last run, as visit() shows them.
  [[nodiscard]] const Element* row(std::size_t position) const {
    return rows_.data() + position * kBatch<Element>;
  }

  /// Positions.
  [[nodiscard]] std::size_t size() const { return graph_.tree.size(); }

  /// Bytes for a graph of `vertices`, of which `core` are in the core.
  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices, std::size_t core);

 private:
  enum State : unsigned char { kInfinite, kReached };

  void rise(std::span<const std::int32_t> sources);
  void cross_core();
  const Element* fall(std::size_t position);
  [[nodiscard]] bool may_be_reached(Pairs<Element> above) const;
  [[nodiscard]] Element* slot(std::int32_t number) {
    return slots_.data() + static_cast<std::size_t>(number) * kBatch<Element>;
  }

  const SweepGraph<Element>& graph_;
  Pages<Element> rows_;  // of each position
  Pages<Element> slots_;
  Pages<Element> infinite_;           // one row
  std::vector<State> state_;          // of each slot: kInfinite ones are infinite throughout
  std::vector<unsigned char> risen_;  // of each position: the way up has written its row
  std::vector<State> kept_;           // of each position: whether its row is infinite throughout
  std::vector<std::int32_t> ancestors_;
  std::optional<CoreCrossing<Element>> crossing_;
};

}  // namespace apsp::cpu
