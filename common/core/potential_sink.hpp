// SPDX-License-Identifier: MIT
// The sink between a solver for weights of 0 or more and the receivers of a graph's own distances.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "common/base/pool.hpp"
#include "common/core/potentials.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Takes rows of reduced lengths (potentials.hpp) and passes rows of lengths on:
/// d(i,j) = d'(i,j) - h(i) + h(j), and kUnreachable stays. A length may pass the end of the format
/// where the reduced one does not. As rows that have left cannot be called back, the sink only
/// looks at rows that may hold such a length: expect() decides. The caller then calls require_fit()
/// and has all rows put once more.
class PotentialSink final : public RowSink {
 public:
  /// `next` outlives it; `set` numbers the rows. No potential is below 1 - kUnreachable: see
  /// require_representable(). No length is above `longest`; kUnreachable: nothing is proven. Takes
  /// 4 bytes a vertex, and for each thread that puts the bytes of the rows that it puts at once.
  PotentialSink(RowSink& next, const RowSet& set, const Potentials& potentials, Distance longest);

  /// Before rows whose reduced lengths are `longest` at most. Rows are passed on if it follows that
  /// the format holds all lengths, or if require_fit() has proved it.
  void expect(Distance longest) { looking_ = !proven_ && longest > room_; }

  /// Whether rows are looked at and go nowhere.
  [[nodiscard]] bool looking() const { return looking_; }

  /// After all rows were looked at: throws Error(kNoAnswer) that names the first length, by row and
  /// column, that the distance file cannot hold. If there is none, rows will be passed on.
  void require_fit();

  void prepare() override { next_.prepare(); }
  [[nodiscard]] bool in_order() const override { return next_.in_order(); }

  /// O(V) a row, at the speed of memory.
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override { next_.abandon(cause); }

 private:
  /// A length of kUnreachable or more.
  struct Misfit {
    std::size_t row;
    std::size_t column;
    Distance length;
  };

  void look_at(std::size_t row, std::span<const Distance> reduced);

  RowSink& next_;
  const RowSet set_;
  std::vector<Distance> potentials_;
  Distance room_;  // no reduced length up to here is that of a path too long for the format
  bool proven_;    // the format holds all lengths
  bool looking_ = false;
  Pool<std::vector<Distance>> buffers_;
  std::mutex mutex_;
  std::optional<Misfit> first_misfit_;
};

}  // namespace apsp
