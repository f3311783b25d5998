// SPDX-License-Identifier: MIT
// The nearest targets of all vertices at once, by one search from all targets against the edges.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "common/base/pages.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/observer.hpp"
#include "common/near/near_batch.hpp"
#include "common/near/near_problem.hpp"

namespace apsp {

/// Keeps for each vertex the nearest k + 1 targets, so that k are left beside its own. A label is a
/// target with its distance; it passes to the vertices that have an edge to its vertex, and is
/// dropped where k + 1 better ones are. Labels are compared by distance, then by target, which an
/// edge does not change: so the labels that a vertex drops are of use to no other one.
///
/// Vertices lie in parts of neighbouring numbers. Each part has a queue of its own, and passes
/// labels to other parts through their inboxes. Parts run side by side, in rounds up to a
/// common distance. A label that comes late replaces what was found without it. That ends with the
/// same labels in whatever order parts run: those that no edge betters.
class NearestTargets {
 public:
  /// Labels of a part, about: they stay in a second-level cache.
  static constexpr std::size_t kPartLabels = std::size_t{1} << 17;

  /// `problem` has the number of the nearest and a target or more, and outlives this.
  explicit NearestTargets(const NearProblem& problem, std::size_t part_labels = kPartLabels);

  /// Bytes that it takes, about.
  [[nodiscard]] static std::uint64_t bytes_for(const NearProblem& problem);

  /// Whether it is predicted to be faster than a search from each source.
  [[nodiscard]] static bool serves(const NearProblem& problem);

  /// Finds all labels, in parallel. Returns false where a distance that may be wanted is
  /// kUnreachable or more: a search from each source decides. Throws Error(kCancelled).
  [[nodiscard]] bool run(Observer& observer);

  /// Adds row number `row` to the batch, after run(). Any thread.
  void add_row(std::size_t row, NearBatch<Distance>& batch) const;

  /// Labels that were passed on, those that were replaced later included.
  [[nodiscard]] std::uint64_t settled() const;

 private:
  /// A distance, and below it a target.
  using Rank = std::uint64_t;
  static constexpr unsigned kShift = 32;
  static constexpr Rank kNone = ~Rank{0};

  /// The rest of a label.
  struct Way {
    std::uint32_t edges;       // of the shortest path with the fewest
    std::int32_t path_vertex;  // the smallest
  };
  struct Entry {
    Rank rank;
    std::uint32_t edges;
    std::int32_t vertex;
  };
  struct Message {
    Rank rank;
    Way way;
    std::int32_t vertex;
  };
  struct alignas(64) Part {
    std::vector<Entry> heap;
    std::mutex mutex;
    std::vector<Message> inbox;  // under the mutex
    std::vector<Message> taken;
    Rank least = kNone;    // of heap and inbox, between rounds
    std::size_t sent = 0;  // to other parts in this round
    std::size_t kept = 0;  // of the heap, when it was last looked through
    std::uint64_t settled = 0;
  };

  [[nodiscard]] static Rank rank_of(Distance distance, std::int32_t target) {
    return static_cast<Rank>(distance) << kShift | static_cast<std::uint32_t>(target);
  }
  [[nodiscard]] static Distance distance_of(Rank rank) {
    return static_cast<Distance>(rank >> kShift);
  }
  [[nodiscard]] static std::int32_t target_of(Rank rank) { return static_cast<std::int32_t>(rank); }

  [[nodiscard]] std::size_t part_of(std::size_t vertex) const { return vertex >> part_shift_; }
  [[nodiscard]] std::size_t labels_of_part() const { return most_ << part_shift_; }
  [[nodiscard]] const Way* way_of(const Entry& entry) const;
  void start();
  void run_part(std::size_t number, Rank end);
  void settle(std::size_t number, const Entry& entry);
  bool improve(std::size_t vertex, Rank rank, const Way& way);
  void push(Part& part, const Message& message);

  const NearProblem& problem_;
  const CompressedRows<Arc> arcs_;  // by the vertex that an edge leads to
  const std::size_t most_;          // labels of a vertex
  const bool hops_;                 // whether path vertices are first hops
  const Rank end_;                  // before which labels count
  const std::size_t part_shift_;    // vertices of a part, as a power of two
  Pages<Rank> ranks_;               // V x most_, ascending for each vertex; kNone behind them
  Pages<Way> ways_;                 // of these
  std::vector<Part> parts_;
  std::atomic<bool> beyond_ = false;  // a label was left out at kUnreachable or more
};

}  // namespace apsp
