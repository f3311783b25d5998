// SPDX-License-Identifier: MIT
// The tasks of a round of hw3-1, in order: index arithmetic alone, no distances, no threads. See
// floyd_warshall.cpp for the reasons of this order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "common/core/schedule.hpp"

namespace apsp::cpu {

enum class TaskKind {
  kLookahead,    // remainder tiles of this round in the block of the next pivot: one row of them
  kPivot,        // the next pivot's closure
  kColumnPanel,  // a row's tiles in the next pivot's columns: remainder of this round, then panel
  kRowPanel,     // a strip of the next pivot's rows: remainder of this round, then panel
  kRemainder,    // a strip of all other tiles
};

/// The work of one thread at a time: tiles of one row, or, in the row panel, of all rows of the
/// pivot.
struct Task {
  TaskKind kind;
  std::size_t row = 0;
  std::array<TileRange, 2> columns = {};  // two ranges, each perhaps empty
};

/// The most tiles of a row in one task.
struct StripLengths {
  std::size_t strip;        // of the remainder
  std::size_t panel_strip;  // of the row panel
  std::size_t last_strip;   // of the remainder's last rows
  std::size_t last_tiles;   // tiles that these rows have together, at least
};

/// Tiles of a strip in a large matrix, chosen by measurement.
inline constexpr std::size_t kLongestStrip = 40;

/// Chooses strips so long that taking a task costs nothing, and so short that each of the threads
/// that work on `rows` tile rows has several tasks a round. A column of the row panel takes `depth`
/// times as long as a tile. It is not alone in a strip: packing would cost more than it, and some
/// kernels multiply two at once.
[[nodiscard]] constexpr StripLengths strip_lengths(const Schedule& schedule, std::size_t rows,
                                                   std::size_t threads) {
  const auto strip =
      std::clamp<std::size_t>(rows * schedule.tiles / (threads * 16), 1, kLongestStrip);
  return {strip, std::max<std::size_t>(strip / schedule.depth, std::min<std::size_t>(strip, 2)),
          std::max<std::size_t>(strip / 4, 1), threads * strip};
}

/// Returns the remainder tiles that keep all other threads busy while one closes a pivot.
[[nodiscard]] constexpr std::size_t early_tiles(const Schedule& schedule,
                                                const StripLengths& lengths, std::size_t threads) {
  // In tile products: closing takes the time of about 2 depth^3, a row of the lookahead before it
  // depth^2, and a remainder tile `depth`.
  const std::size_t each = (2 * schedule.depth + 1) * schedule.depth;
  const std::size_t strips = (each + lengths.strip - 1) / lengths.strip;
  return (threads - 1) * strips * lengths.strip;
}

/// Returns numbers [first, last) of the tiles that are not in `hole`, as two ranges.
[[nodiscard]] constexpr std::array<TileRange, 2> runs_outside(TileRange hole, std::size_t first,
                                                              std::size_t last) {
  const TileRange before = {first, std::max(first, std::min(last, hole.begin))};
  const TileRange behind = {before.end + hole.size(), last + hole.size()};
  return {before, behind};
}

/// The tasks of the panels of one pivot: strips of its rows, and a task for each tile row outside
/// it. Last are the crossings with the panels of the pivot before, which ends where this one
/// begins.
class PanelTasks {
 public:
  constexpr PanelTasks(const Schedule& schedule, TileRange pivot, TileRange before,
                       const StripLengths& lengths)
      : pivot_(pivot),
        before_(before),
        outside_(schedule.tiles - pivot.size() - before.size()),
        strip_(lengths.panel_strip),
        strips_((outside_ + strip_ - 1) / strip_) {}

  [[nodiscard]] constexpr std::size_t size() const { return outside_crossings() + crossings(); }
  /// Returns the number of tasks before the crossings.
  [[nodiscard]] constexpr std::size_t outside_crossings() const {
    return pivot_.size() == 0 ? 0 : strips_ + outside_;
  }
  [[nodiscard]] constexpr std::size_t crossings() const {
    return pivot_.size() == 0 || before_.size() == 0 ? 0 : before_.size() + 1;
  }

  /// Task n in [0, size()).
  [[nodiscard]] constexpr Task at(std::size_t n) const {
    if (n < strips_) {
      return row_panel(runs_outside({before_.begin, before_.end + pivot_.size()}, n * strip_,
                                    std::min((n + 1) * strip_, outside_)));
    }
    n -= strips_;
    if (n < outside_) return column_panel(outside_both(before_, pivot_, n));
    n -= outside_;
    if (n < before_.size()) return column_panel(before_.begin + n);
    return row_panel({before_, {}});
  }

 private:
  [[nodiscard]] constexpr Task row_panel(std::array<TileRange, 2> columns) const {
    return {TaskKind::kRowPanel, pivot_.begin, columns};
  }
  [[nodiscard]] constexpr Task column_panel(std::size_t row) const {
    return {TaskKind::kColumnPanel, row, {pivot_, {}}};
  }

  TileRange pivot_;
  TileRange before_;
  std::size_t outside_;  // tile rows, or columns, outside both
  std::size_t strip_;
  std::size_t strips_;
};

/// The tasks of one round: the remainder of its pivot, and, as early as possible, pivot and panels
/// of the next round, if there is one.
class RoundQueue {
 public:
  /// `early`: tiles of the remainder that come before the panels.
  constexpr RoundQueue(const Schedule& schedule, std::size_t round, const StripLengths& lengths,
                       std::size_t early)
      : pivot_(schedule.pivot(round)),
        next_(schedule.pivot(round + 1)),
        rest_(schedule.tiles - pivot_.size() - next_.size()),
        strip_(lengths.strip),
        last_strip_(lengths.last_strip),
        last_rows_(rest_ == 0 ? 0 : std::min(tasks(lengths.last_tiles, rest_), rest_)),
        panels_(schedule, next_, pivot_, lengths),
        early_(std::min(tasks(early, strip_), remainder())),
        late_(std::max(early_, first_rows())) {}

  [[nodiscard]] constexpr TileRange pivot() const { return pivot_; }
  [[nodiscard]] constexpr TileRange next() const { return next_; }
  /// Returns the number of tasks of the lookahead, which come first.
  [[nodiscard]] constexpr std::size_t lookahead() const { return next_.size(); }
  /// Returns the number of tasks of the next panels that read this round's panels.
  [[nodiscard]] constexpr std::size_t readers() const { return panels_.outside_crossings(); }
  /// Returns whether a task of the next panels overwrites tiles that the readers read.
  [[nodiscard]] constexpr bool overwrites(const Task& task) const {
    const TileRange columns = task.columns[0];
    return task.kind == TaskKind::kColumnPanel
               ? pivot_.contains(task.row)
               : columns.size() > 0 && pivot_.contains(columns.begin);
  }
  [[nodiscard]] constexpr std::size_t size() const {
    return lookahead() + closing() + panels_.size() + remainder();
  }

  /// Task n in [0, size()).
  [[nodiscard]] constexpr Task at(std::size_t n) const {
    if (n < lookahead()) return {TaskKind::kLookahead, next_.begin + n, {next_, {}}};
    n -= lookahead();
    if (n < closing()) return {TaskKind::kPivot};
    n -= closing();
    if (n < early_) return remainder(n);
    n -= early_;
    if (n < readers()) return panels_.at(n);
    n -= readers();
    if (n < late_ - early_) return remainder(early_ + n);
    n -= late_ - early_;
    if (n < panels_.crossings()) return panels_.at(readers() + n);
    return remainder(late_ + n - panels_.crossings());
  }

 private:
  /// Strip n where rows of `width` tiles are cut into strips of `length`: its row, and its tiles
  /// [first, last) there.
  struct Strip {
    constexpr Strip(std::size_t n, std::size_t width, std::size_t length)
        : row(n / tasks(width, length)),
          first(n % tasks(width, length) * length),
          last(std::min(first + length, width)) {}
    std::size_t row, first, last;
  };

  [[nodiscard]] static constexpr std::size_t tasks(std::size_t tiles, std::size_t length) {
    return (tiles + length - 1) / length;
  }
  [[nodiscard]] constexpr std::size_t closing() const { return next_.size() == 0 ? 0 : 1; }
  /// Returns the number of tasks of the remainder's rows but the last ones.
  [[nodiscard]] constexpr std::size_t first_rows() const {
    return (rest_ - last_rows_) * tasks(rest_, strip_);
  }
  [[nodiscard]] constexpr std::size_t remainder() const {
    return first_rows() + last_rows_ * tasks(rest_, last_strip_);
  }
  /// Task n of the remainder.
  [[nodiscard]] constexpr Task remainder(std::size_t n) const {
    const bool last = n >= first_rows();
    const Strip strip(last ? n - first_rows() : n, rest_, last ? last_strip_ : strip_);
    const std::size_t row = (last ? rest_ - last_rows_ : 0) + strip.row;
    return {TaskKind::kRemainder, outside_both(pivot_, next_, row),
            runs_outside({pivot_.begin, pivot_.end + next_.size()}, strip.first, strip.last)};
  }

  TileRange pivot_;
  TileRange next_;
  std::size_t rest_;  // tile rows outside both
  std::size_t strip_;
  std::size_t last_strip_;
  std::size_t last_rows_;  // of these, those cut into strips of last_strip_
  PanelTasks panels_;
  std::size_t early_;  // tasks of the remainder before the panels
  std::size_t late_;   // tasks of the remainder before the crossings
};

}  // namespace apsp::cpu
