// SPDX-License-Identifier: MIT
// The predecessors of many rows at once: a search of several sources by words of bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/core/compressed_rows.hpp"
#include "common/core/distance.hpp"
#include "common/rows/lane_keys.hpp"
#include "common/rows/lane_loops.hpp"

namespace apsp {

/// Finds the predecessors of up to 64 rows at once. A lane is a row; bit l of a word is that of
/// lane l. All searches go breadth first in step. The vertices that a lane reaches with the next
/// edge follow from those before by one AND and one OR for all lanes together. Source: M. Then et
/// al., "The more the merrier: efficient multi-source graph traversal", PVLDB 8 (2014). For one
/// thread at a time.
class PredecessorBatch {
 public:
  static constexpr std::size_t kLanes = kBatchLanes;
  static constexpr std::size_t kMostTight = 32;  // arcs into a vertex, on average

  /// Memory is taken by the first row. `loops` is one of runnable_lane_loops(): tests force each.
  explicit PredecessorBatch(std::size_t vertices,
                            const LaneLoops& loops = *runnable_lane_loops().front())
      : vertices_(vertices), loops_(loops), keys_(vertices) {}

  /// Returns the most bytes that it takes.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return LaneKeys::bytes_for(vertices) + kLanes * sizeof(std::size_t) +
           vertices * (kMostTight * sizeof(LaneArc) + 3 * sizeof(std::uint32_t)) +
           most_entries(vertices) * (sizeof(GroupWords) + sizeof(GroupPositions)) +
           groups_of(vertices) *
               (6 * sizeof(GroupWords) + sizeof(GroupEntries) + 2 * sizeof(std::uint32_t));
  }

  /// Takes a row of V distances from `source` as the next lane. `potentials`: see PredecessorGraph.
  /// Returns false, and takes nothing, where a key is above LaneKeys::kLargest. Fewer than kLanes
  /// rows are held.
  [[nodiscard]] bool add(std::size_t source, std::span<const Distance> distances,
                         std::span<const Distance> potentials);

  [[nodiscard]] std::span<const std::size_t> sources() const { return sources_; }  // of rows held
  [[nodiscard]] Distance reach() const { return keys_.largest(); }  // the largest key of all rows

  /// Replaces `predecessors`, row-major, by those that PredecessorSearch finds for the rows held.
  /// `arcs_into` has the edges by destination, ascending by weight, and all among them that weigh
  /// reach() or less. Returns false where shortest paths have so many edges that single searches
  /// are faster, or where too many arcs are tight for the memory; then `predecessors` have no
  /// meaning. Per 64 rows O(A + P T) operations on words, for A arcs, T of them tight in some lane,
  /// and paths of P edges, and O(V) a row.
  [[nodiscard]] bool run(const CompressedRows<Arc>& arcs_into,
                         std::span<std::int32_t> predecessors);

  /// Makes the distances of row `row` held again, after run().
  void distances(std::size_t row, std::span<const Distance> potentials,
                 std::span<Distance> distances) {
    keys_.finish();
    keys_.distances(row, potentials, distances);
  }

  /// Lets go of the rows held.
  void clear();

 private:
  using Word = LaneWord;

  [[nodiscard]] static std::size_t groups_of(std::size_t vertices) {
    return (vertices + kGroup - 1) / kGroup;
  }
  /// Entries for so many arcs on average, and for groups whose vertices have unlike numbers.
  [[nodiscard]] static std::size_t most_entries(std::size_t vertices) {
    return (kMostTight / kGroup + 1) * vertices;
  }

  template <typename Key>
  bool find_tight(const CompressedRows<Arc>& arcs_into);
  bool make_room(std::size_t arcs);
  void place_vertices();
  bool make_groups();
  void enter_arcs();
  void leave_out_ends();
  bool choose_fewest_edges();
  void take_choice();
  void write(std::span<std::int32_t> predecessors);

  [[nodiscard]] std::size_t arcs_of(std::size_t vertex) const {
    return tight_begin_[vertex + 1] - tight_begin_[vertex];
  }
  [[nodiscard]] std::span<LaneArc> tight_into(std::size_t vertex) {
    return std::span(tight_).subspan(tight_begin_[vertex], arcs_of(vertex));
  }

  std::size_t vertices_;
  const LaneLoops& loops_;
  std::vector<std::size_t> sources_;
  LaneKeys keys_;
  std::vector<std::uint32_t> tight_begin_;  // V + 1: where the tight arcs into each vertex begin
  std::vector<LaneArc> tight_;              // those arcs

  // By position, which the vertices are given anew for each batch.
  std::vector<std::uint32_t> position_;  // of each vertex
  std::vector<std::uint32_t> vertex_at_;
  std::vector<GroupEntries> groups_;
  std::vector<GroupWords> entries_;           // lanes of the tight arcs of each group
  std::vector<GroupPositions> entries_from_;  // the positions that they leave
  std::vector<GroupWords> pending_;           // lanes in which a vertex is not reached yet
  std::vector<GroupWords> several_;           // lanes in which more than one arc is tight
  std::vector<GroupWords> front_;             // lanes in which the last step reached a vertex
  std::vector<GroupWords> next_front_;        // lanes in which this step reaches it
  std::vector<GroupWords> leads_on_;          // lanes in which a tight arc leaves it
  std::vector<GroupWords> leads_far_;         // lanes in which one leaves it for one of interest
  std::vector<std::uint32_t> active_;         // groups with pending lanes, ascending
};

}  // namespace apsp
