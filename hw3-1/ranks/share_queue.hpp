// SPDX-License-Identifier: MIT
// The tasks of a round for one rank's share of the rows, in order: index arithmetic alone, as in
// round_queue.hpp. share_closure.cpp has the reasons of this order.
#pragma once

#include <algorithm>
#include <cstddef>

#include "common/core/schedule.hpp"
#include "hw3-1/dense/round_queue.hpp"

namespace apsp::cpu {

/// The kinds of a rank's tasks. Those of round_queue.hpp, and the arrival of another rank's rows.
enum class ShareTaskKind {
  kLookahead,
  kPivot,
  kRowPanel,     // a strip of the next pivot's rows, outside this pivot's columns
  kRowCrossing,  // the same in this pivot's columns: overwrites what the strips read
  kRemainder,
  kArrival,         // of the next pivot's rows, where another rank owns them
  kColumnPanel,     // a row's tiles in the next pivot's columns
  kColumnCrossing,  // the same in this pivot's rows: overwrites what all others read
};

struct ShareTask {
  ShareTaskKind kind;
  Task task = {TaskKind::kPivot};  // for RoundPhases
};

/// The tasks of the round of one pivot: its remainder, and the next pivot's panels, in `rows`. An
/// empty `pivot` is the round before the first one. A pivot lies in `rows` or outside them.
class ShareQueue {
 public:
  /// `early`: tiles of the remainder that come before the row panel.
  constexpr ShareQueue(const Schedule& schedule, TileRange rows, TileRange pivot, TileRange next,
                       const StripLengths& lengths, std::size_t early)
      : tiles_(schedule.tiles),
        rows_(rows),
        pivot_(pivot),
        next_(next),
        owns_next_(next.size() > 0 && rows.contains(next.begin)),
        strip_(lengths.strip),
        panel_strip_(lengths.panel_strip),
        rest_columns_(tiles_ - pivot.size() - next.size()),
        early_(owns_next_ ? std::min(strips(early, strip_), remainder()) : 0) {}

  [[nodiscard]] constexpr TileRange pivot() const { return pivot_; }
  [[nodiscard]] constexpr TileRange next() const { return next_; }
  [[nodiscard]] constexpr bool owns_next() const { return owns_next_; }

  [[nodiscard]] constexpr std::size_t lookahead() const {
    return owns_next_ && pivot_.size() > 0 ? next_.size() : 0;
  }
  [[nodiscard]] constexpr std::size_t row_strips() const {
    return owns_next_ ? strips(rest_columns_, panel_strip_) : 0;
  }
  [[nodiscard]] constexpr std::size_t row_crossings() const {
    return owns_next_ && pivot_.size() > 0 ? 1 : 0;
  }
  /// Tasks that make the next pivot's rows: they may leave once all of them are done.
  [[nodiscard]] constexpr std::size_t makers() const {
    return owns_next_ ? 1 + row_strips() + row_crossings() : 0;
  }
  /// Column panel tasks that read this pivot's rows.
  [[nodiscard]] constexpr std::size_t readers() const { return next_.size() > 0 ? rest_rows() : 0; }
  [[nodiscard]] constexpr std::size_t column_crossings() const {
    return next_.size() > 0 && rows_.contains(pivot_.begin) ? pivot_.size() : 0;
  }
  [[nodiscard]] constexpr std::size_t arrivals() const {
    return next_.size() > 0 && !owns_next_ ? 1 : 0;
  }

  [[nodiscard]] constexpr std::size_t size() const {
    return lookahead() + (owns_next_ ? 1 : 0) + row_strips() + row_crossings() + remainder() +
           arrivals() + readers() + column_crossings();
  }

  /// Task n in [0, size()).
  [[nodiscard]] constexpr ShareTask at(std::size_t n) const {
    using Kind = ShareTaskKind;
    if (n < lookahead()) {
      return {Kind::kLookahead, {TaskKind::kLookahead, next_.begin + n, {next_, {}}}};
    }
    n -= lookahead();
    if (owns_next_ && n-- == 0) return {Kind::kPivot};
    if (n < early_) return remainder(n);
    n -= early_;
    if (n < row_strips()) return row_strip(n);
    n -= row_strips();
    if (n < row_crossings()) {
      return {Kind::kRowCrossing, {TaskKind::kRowPanel, next_.begin, {pivot_, {}}}};
    }
    n -= row_crossings();
    if (n < remainder() - early_) return remainder(early_ + n);
    n -= remainder() - early_;
    if (n < arrivals()) return {Kind::kArrival};
    n -= arrivals();
    if (n < readers()) {
      return {Kind::kColumnPanel, {TaskKind::kColumnPanel, rest_row(n), {next_, {}}}};
    }
    n -= readers();
    return {Kind::kColumnCrossing, {TaskKind::kColumnPanel, pivot_.begin + n, {next_, {}}}};
  }

 private:
  [[nodiscard]] static constexpr std::size_t strips(std::size_t tiles, std::size_t length) {
    return (tiles + length - 1) / length;
  }

  /// The own rows of both pivots.
  [[nodiscard]] constexpr TileRange hole() const {
    const std::size_t begin = pivot_.size() > 0 ? pivot_.begin : next_.begin;
    const std::size_t end = next_.size() > 0 ? next_.end : pivot_.end;
    const TileRange own = {std::clamp(begin, rows_.begin, rows_.end),
                           std::clamp(end, rows_.begin, rows_.end)};
    return own;
  }
  /// Own rows in neither of them: their number, and the n-th.
  [[nodiscard]] constexpr std::size_t rest_rows() const { return rows_.size() - hole().size(); }
  [[nodiscard]] constexpr std::size_t rest_row(std::size_t n) const {
    return hole().outside(rows_.begin + n);
  }

  /// Both pivots' columns adjoin.
  [[nodiscard]] constexpr std::array<TileRange, 2> columns(std::size_t first,
                                                           std::size_t last) const {
    const std::size_t begin = pivot_.size() > 0 ? pivot_.begin : next_.begin;
    return runs_outside({begin, begin + pivot_.size() + next_.size()}, first, last);
  }

  [[nodiscard]] constexpr ShareTask row_strip(std::size_t n) const {
    return {ShareTaskKind::kRowPanel,
            {TaskKind::kRowPanel, next_.begin,
             columns(n * panel_strip_, std::min((n + 1) * panel_strip_, rest_columns_))}};
  }

  /// The number of strips of the remainder, none before the first round; and the n-th.
  [[nodiscard]] constexpr std::size_t remainder() const {
    return pivot_.size() == 0 ? 0 : rest_rows() * strips(rest_columns_, strip_);
  }
  [[nodiscard]] constexpr ShareTask remainder(std::size_t n) const {
    const std::size_t in_row = strips(rest_columns_, strip_);
    const std::size_t first = n % in_row * strip_;
    return {ShareTaskKind::kRemainder,
            {TaskKind::kRemainder, rest_row(n / in_row),
             columns(first, std::min(first + strip_, rest_columns_))}};
  }

  std::size_t tiles_;
  TileRange rows_;
  TileRange pivot_;
  TileRange next_;
  bool owns_next_;
  std::size_t strip_;
  std::size_t panel_strip_;
  std::size_t rest_columns_;  // tile columns outside both pivots
  std::size_t early_;         // tasks of the remainder before the row panel
};

}  // namespace apsp::cpu
