// SPDX-License-Identifier: MIT
// The self-check of a run (--verify): looks at every row on its way from the solver to the output.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "common/core/observer.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_share.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Passes rows on to another sink and checks them before. Checks every row as it is put:
/// - it arrives once, and at finish() none is missing;
/// - its diagonal element is 0, all others are lengths or "no path";
/// - edges_per_row() edges (k, j), drawn for that row, keep d(i,k) + w(k,j) >= d(i,j). All edges,
///   if there are no more than that.
/// In columns that are not wanted, "no path" may stand for any length.
/// Keeps copies of `rows` rows, drawn at its construction. finish() recomputes them from the graph
/// with Dijkstra's algorithm (Bellman-Ford's where a weight is negative) and compares every
/// element.
///
/// A sample, not a proof: a wrong row that no draw hits passes. Distances on a cycle of length zero
/// that only support each other keep all edges, so only a recomputed row shows them. See
/// docs/reliability.md for what a draw finds. The bytes are not looked at once the next sink has
/// taken them.
class VerifySink final : public RowSink {
 public:
  /// At most `rows` rows of the problem are recomputed. `seed` alone decides what is drawn, for any
  /// number of threads. Where several processes make one solve, `share` has the problem's rows, and
  /// `rows` counts those of all. They look at the same rows and edges as one process does, whatever
  /// their number. `next`, `share` and the edges must outlive it. Throws Error(kMemory) if there is
  /// less memory than bytes_for(). O(V) time, 4 V bytes for each of the rows.
  VerifySink(RowSink& next, const Problem& problem, std::size_t rows, std::uint64_t seed,
             const RowShare* share = nullptr);

  void prepare() override { next_.prepare(); }
  [[nodiscard]] bool in_order() const override { return next_.in_order(); }

  /// A row that is found wrong does not reach the next sink, which is abandoned. Throws
  /// Error(kInternal) with row, column and both values. O(V) a row, at the speed of memory.
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override { next_.abandon(cause); }

  /// After the last row: recomputes. Reports to `observer` what was checked. Throws
  /// Error(kInternal) with the row that never arrived, or with row, column and both values of the
  /// first difference. O((V + E) log V) a row, rows in parallel.
  void finish(Observer& observer) const;

  /// The numbers of the rows that will be recomputed, ascending.
  [[nodiscard]] const std::vector<std::size_t>& recomputed_rows() const { return chosen_; }

  /// Edges that each row of a graph is held against: V / 32 + 16 of them, or all if there are
  /// fewer. As many as take about the time in which the row is read.
  [[nodiscard]] static std::size_t edges_per_row(const Graph& graph);

  /// Returns the most bytes that it takes: until finish() in addition to the solver's, in finish()
  /// instead of them.
  [[nodiscard]] static std::uint64_t bytes_for(const Problem& problem, std::size_t rows);

 private:
  /// Returns the number of a row among those of all processes.
  [[nodiscard]] std::size_t number(std::size_t row) const {
    return share_ == nullptr ? row : share_->number(row);
  }
  [[nodiscard]] std::vector<std::size_t> own_rows(const std::vector<std::size_t>& drawn) const;
  [[nodiscard]] bool wanted(std::size_t column) const {
    return wanted_.empty() || wanted_[column] != 0;
  }
  void look_at(std::size_t row, std::span<const Distance> distances);
  void look_at_values(std::size_t row, std::span<const Distance> distances) const;
  void look_at_edge(std::size_t row, std::span<const Distance> distances, std::size_t edge) const;
  void keep(std::size_t row, std::span<const Distance> distances);
  void require_all_rows() const;
  void compare_kept_rows() const;
  [[noreturn]] void refuse(const std::string& what) const;

  RowSink& next_;
  const RowSet set_;
  const Graph graph_;
  const RowShare* share_;  // null: this process has all rows
  std::uint64_t seed_;
  std::size_t sample_;  // rows that all processes recompute
  std::size_t edges_per_row_;
  Distance least_;                     // that a length can be
  std::vector<unsigned char> wanted_;  // by column; empty: all. In others, lengths may not fit
  std::vector<std::size_t> chosen_;    // ascending
  std::vector<Distance> kept_;         // those rows, in that order
  std::vector<std::atomic<unsigned char>> came_;  // 1 for each row that was put
};

}  // namespace apsp
