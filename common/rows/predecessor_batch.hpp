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

namespace apsp {

/// Rows of keys (see PredecessorGraph) whose predecessors are wanted.
struct KeyRows {
  std::span<const std::size_t> sources;  // of each row, at most PredecessorBatch::kLanes
  std::span<const Distance> distances;   // of each row to V vertices, row-major
  std::span<const Distance> potentials;  // of V vertices, or none: all 0
  Distance reach;                        // the largest key of all rows
};

/// An arc into a vertex, and the lanes in which it is tight.
struct LaneArc {
  std::uint64_t lanes;
  std::uint32_t from;  // a vertex, or its position
};

/// The instruction sets that a batch has loops for. Plain: those of the compiler's target.
enum class BatchIsa { kPlain, kAvx2, kAvx512 };

/// Returns those that this processor has, the fastest first; the last is kPlain.
[[nodiscard]] std::span<const BatchIsa> runnable_batch_isas();

/// Finds the predecessors of up to 64 rows at once. A lane is a row; bit l of a word is that of
/// lane l. All searches go breadth first in step. The vertices that a lane reaches with the next
/// edge follow from those before by one AND and one OR for all lanes together. Source: M. Then et
/// al., "The more the merrier: efficient multi-source graph traversal", PVLDB 8 (2014). For one
/// thread at a time.
class PredecessorBatch {
 public:
  static constexpr std::size_t kLanes = 64;
  static constexpr Distance kLargestReach = 65534;
  static constexpr std::size_t kMostTight = 32;  // arcs into a vertex, on average

  /// Memory is taken by run(). `isa` is one of runnable_batch_isas(): tests force each.
  explicit PredecessorBatch(std::size_t vertices, BatchIsa isa = runnable_batch_isas().front())
      : vertices_(vertices), isa_(isa) {}

  /// Returns the most bytes that it takes.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t vertices) {
    return vertices * (2 * sizeof(Line) + 2 * kMostTight * sizeof(LaneArc) + sizeof(State) +
                       sizeof(Planes) + 5 * sizeof(Word) + 3 * sizeof(std::uint32_t));
  }

  /// Replaces `predecessors`, row-major, by those that PredecessorSearch finds. `arcs_into` has the
  /// edges by destination, ascending by weight, and all among them that weigh rows.reach or less.
  /// Returns false where shortest paths have more than 63 edges, or where too many arcs are tight
  /// for the memory; then `predecessors` have no meaning. Per 64 rows O(A + P T) operations on
  /// words, for A arcs, T of them tight in some lane, and paths of P edges, and O(V) a row.
  [[nodiscard]] bool run(const CompressedRows<Arc>& arcs_into, const KeyRows& rows,
                         std::span<std::int32_t> predecessors);

 private:
  using Word = std::uint64_t;

  static constexpr std::size_t kPlanes = 6;  // bits of a number of edges

  /// A number for each lane; word n has its bits n.
  using Planes = std::array<Word, kPlanes>;

  /// A cache line of keys.
  struct alignas(64) Line {
    std::array<std::uint16_t, 32> keys;
  };

  /// A vertex.
  struct State {
    Word pending = 0;         // lanes in which it is not reached yet
    Word several = 0;         // lanes in which more than one arc is tight
    std::uint32_t begin = 0;  // of its entries
    std::uint32_t end = 0;
    std::int32_t vertex = 0;
  };

  template <typename Key>
  void fill_keys(const KeyRows& rows);
  template <typename Key>
  bool find_tight(const CompressedRows<Arc>& arcs_into, const KeyRows& rows);
  bool make_room(std::size_t arcs);
  void arrange();
  void leave_out_ends();
  bool count_edges();
  bool step(unsigned level);
  void keep_fewest_edges(std::size_t vertex);
  void write(std::size_t lanes, std::span<std::int32_t> predecessors);

  [[nodiscard]] std::span<LaneArc> tight_into(std::size_t vertex) {
    return std::span(tight_).subspan(tight_begin_[vertex],
                                     tight_begin_[vertex + 1] - tight_begin_[vertex]);
  }
  [[nodiscard]] std::span<LaneArc> entries_of(const State& state) {
    return std::span(entries_).subspan(state.begin, state.end - state.begin);
  }

  std::size_t vertices_;
  BatchIsa isa_;
  std::vector<Line> keys_;                  // [vertex][lane], of 8 or 16 bits
  std::vector<Word> starts_;                // by vertex: lanes whose source it is
  std::vector<std::uint32_t> tight_begin_;  // V + 1: where the tight arcs into each vertex begin
  std::vector<LaneArc> tight_;              // those arcs, from vertices

  // By position, which the vertices are given anew for each batch.
  std::vector<std::uint32_t> position_;  // of each vertex
  std::vector<State> states_;
  std::vector<LaneArc> entries_;       // tight arcs, from positions
  std::vector<Word> front_;            // lanes in which the last step reached a vertex
  std::vector<Word> next_front_;       // lanes in which this step reaches it
  std::vector<Word> leads_on_;         // lanes in which a tight arc leaves it
  std::vector<Word> leads_far_;        // lanes in which one leaves it for a vertex of interest
  std::vector<Planes> edges_to_;       // edges of the path to it
  std::vector<std::uint32_t> active_;  // positions with pending lanes, ascending
};

}  // namespace apsp
