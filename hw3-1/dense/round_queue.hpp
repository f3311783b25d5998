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

/// The strips that the tiles of a round's remainder are cut into, row by row. Rows and columns are
/// numbered without those of the pivots. In a triangle, row r ends behind column r.
class Strips {
 public:
  /// Strip n: its row, and its tiles [first, last) there.
  struct Strip {
    std::size_t row, first, last;
  };

  constexpr Strips(std::size_t rows, std::size_t length, bool triangle)
      : rows_(rows), length_(length), triangle_(triangle) {}

  /// Returns the number of strips of the rows before `row`.
  [[nodiscard]] constexpr std::size_t before(std::size_t row) const {
    if (!triangle_) return row * pieces(rows_);
    const std::size_t whole =
        row / length_;  // pieces of the rows [n * length, n * length + length)
    return length_ * (whole * (whole + 1) / 2) + row % length_ * (whole + 1);
  }

  [[nodiscard]] constexpr Strip at(std::size_t n) const {
    if (!triangle_) return strip(n / pieces(rows_), n % pieces(rows_), rows_);
    std::size_t whole = 0;
    for (; n >= length_ * (whole + 1); ++whole) n -= length_ * (whole + 1);
    const std::size_t row = whole * length_ + n / (whole + 1);
    return strip(row, n % (whole + 1), row + 1);
  }

 private:
  [[nodiscard]] constexpr std::size_t pieces(std::size_t width) const {
    return (width + length_ - 1) / length_;
  }
  [[nodiscard]] constexpr Strip strip(std::size_t row, std::size_t piece, std::size_t width) const {
    return {row, piece * length_, std::min((piece + 1) * length_, width)};
  }

  std::size_t rows_;
  std::size_t length_;
  bool triangle_;
};

/// The tasks of the panels of one pivot: strips of its rows, and a task for each tile row outside
/// it. Last are the crossings with the panels of the pivot before, which ends where this one
/// begins. In a triangle, its rows end and the rows outside begin at the diagonal.
class PanelTasks {
 public:
  constexpr PanelTasks(const Schedule& schedule, TileRange pivot, TileRange before,
                       const StripLengths& lengths, bool triangle)
      : pivot_(pivot),
        before_(before),
        outside_(schedule.tiles - pivot.size() - before.size()),
        columns_{0, triangle ? pivot.begin - before.size() : outside_},
        rows_{triangle ? columns_.end : 0, outside_},
        strip_(lengths.panel_strip),
        strips_((columns_.size() + strip_ - 1) / strip_),
        row_crossings_(triangle ? 0 : before.size()) {}

  [[nodiscard]] constexpr std::size_t size() const { return outside_crossings() + crossings(); }
  /// Returns the number of tasks before the crossings.
  [[nodiscard]] constexpr std::size_t outside_crossings() const {
    return pivot_.size() == 0 ? 0 : strips_ + rows_.size();
  }
  [[nodiscard]] constexpr std::size_t crossings() const {
    return pivot_.size() == 0 || before_.size() == 0 ? 0 : row_crossings_ + 1;
  }

  /// Task n in [0, size()).
  [[nodiscard]] constexpr Task at(std::size_t n) const {
    if (n < strips_) {
      return row_panel(runs_outside({before_.begin, before_.end + pivot_.size()}, n * strip_,
                                    std::min((n + 1) * strip_, columns_.end)));
    }
    n -= strips_;
    if (n < rows_.size()) return column_panel(outside_both(before_, pivot_, rows_.begin + n));
    n -= rows_.size();
    if (n < row_crossings_) return column_panel(before_.begin + n);
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
  TileRange columns_;    // of these, those that the row panel has, and rows of the column panel
  TileRange rows_;
  std::size_t strip_;
  std::size_t strips_;
  std::size_t row_crossings_;  // rows of the pivot before that the column panel has
};

/// The tasks of one round: the remainder of its pivot, and, as early as possible, pivot and panels
/// of the next round, if there is one. In a triangle, only tiles at and below the diagonal have
/// any.
class RoundQueue {
 public:
  /// `early`: tiles of the remainder that come before the panels.
  constexpr RoundQueue(const Schedule& schedule, std::size_t round, const StripLengths& lengths,
                       std::size_t early, bool triangle = false)
      : pivot_(schedule.pivot(round)),
        next_(schedule.pivot(round + 1)),
        rest_(schedule.tiles - pivot_.size() - next_.size()),
        triangle_(triangle),
        first_strips_(rest_, lengths.strip, triangle),
        last_strips_(rest_, lengths.last_strip, triangle),
        last_rows_(rest_ == 0 ? 0 : std::min(tasks(lengths.last_tiles, rest_), rest_)),
        panels_(schedule, next_, pivot_, lengths, triangle),
        early_(std::min(tasks(early, lengths.strip), remainder())),
        late_(std::max(early_, first_tasks())) {}

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
    if (n < lookahead()) return look_ahead(next_.begin + n);
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
  [[nodiscard]] static constexpr std::size_t tasks(std::size_t tiles, std::size_t length) {
    return (tiles + length - 1) / length;
  }
  [[nodiscard]] constexpr std::size_t closing() const { return next_.size() == 0 ? 0 : 1; }
  [[nodiscard]] constexpr Task look_ahead(std::size_t row) const {
    return {
        TaskKind::kLookahead, row, {TileRange{next_.begin, triangle_ ? row + 1 : next_.end}, {}}};
  }
  /// Returns the number of tasks of the remainder's rows but the last ones.
  [[nodiscard]] constexpr std::size_t first_tasks() const {
    return first_strips_.before(rest_ - last_rows_);
  }
  [[nodiscard]] constexpr std::size_t remainder() const {
    return first_tasks() + last_strips_.before(rest_) - last_strips_.before(rest_ - last_rows_);
  }
  /// Task n of the remainder.
  [[nodiscard]] constexpr Task remainder(std::size_t n) const {
    const Strips::Strip strip =
        n < first_tasks()
            ? first_strips_.at(n)
            : last_strips_.at(last_strips_.before(rest_ - last_rows_) + n - first_tasks());
    return {TaskKind::kRemainder, outside_both(pivot_, next_, strip.row),
            runs_outside({pivot_.begin, pivot_.end + next_.size()}, strip.first, strip.last)};
  }

  TileRange pivot_;
  TileRange next_;
  std::size_t rest_;  // tile rows outside both
  bool triangle_;
  Strips first_strips_;
  Strips last_strips_;     // those of the last rows
  std::size_t last_rows_;  // the number of these
  PanelTasks panels_;
  std::size_t early_;  // tasks of the remainder before the panels
  std::size_t late_;   // tasks of the remainder before the crossings
};

}  // namespace apsp::cpu
