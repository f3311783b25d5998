// SPDX-License-Identifier: MIT
// The sink between a solver for weights of 0 or more and the receivers of a graph's own distances.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "common/base/pool.hpp"
#include "common/core/compressed_rows.hpp"
#include "common/core/outputs.hpp"
#include "common/core/potentials.hpp"
#include "common/core/problem.hpp"
#include "common/core/reduced_predecessors.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Takes rows of reduced lengths (potentials.hpp) and passes rows of lengths on:
/// d(i,j) = d'(i,j) - h(i) + h(j), and kUnreachable stays. A length may pass the end of the format
/// where the reduced one does not. Those that are wanted are looked at before (fit_sink.hpp).
class PotentialSink final : public RowSink {
 public:
  /// `problem` has the weights of the user. It, `next` and `potentials` outlive the sink. No length
  /// is above `longest`; kUnreachable: nothing is proven. Takes 4 bytes a vertex, and for each
  /// thread that puts the bytes of the rows that it puts at once.
  PotentialSink(const Outputs& next, const Problem& problem, const Potentials& potentials,
                Distance longest);

  /// Whether the format may not hold a length, where the reduced lengths are `longest` at most.
  [[nodiscard]] bool may_misfit(Distance longest) const { return !proven_ && longest > room_; }

  /// The format holds every length whose reduced one is below this. 0 or more.
  [[nodiscard]] Distance room() const {
    return proven_ ? kUnreachable : static_cast<Distance>(std::max<std::int64_t>(room_ + 1, 0));
  }

  /// Every length that is wanted fits. Where others may not, or are above the limit, rows now have
  /// kUnreachable in their place. Predecessors then come from this sink, because paths lead through
  /// such vertices. Throws Error(kMemory).
  void leave_holes();

  void prepare() override { next_.rows.prepare(); }
  [[nodiscard]] bool in_order() const override { return next_.rows.in_order(); }

  /// O(V) a row, at the speed of memory; of rows with holes also O(E).
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override { next_.rows.abandon(cause); }

 private:
  void restore(std::size_t source, std::span<const Distance> reduced, Distance* restored) const;
  void restore_with_holes(std::size_t source, std::span<const Distance> reduced,
                          Distance* restored) const;
  void put_predecessors(std::size_t row, std::span<const Distance> reduced);

  const Outputs next_;
  const Problem& problem_;
  const Potentials& potentials_;
  std::vector<Distance> low_;  // the lower 32 bits of the potentials: sums that fit come out right
  std::int64_t room_;          // no reduced length up to here is that of a path that does not fit
  bool proven_;                // the format holds all lengths
  bool holes_ = false;
  CompressedRows<Arc> arcs_;  // where there are holes and predecessors are wanted
  Pool<std::vector<Distance>> buffers_;
  Pool<ReducedPredecessors> searches_;
};

}  // namespace apsp
