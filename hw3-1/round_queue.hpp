// SPDX-License-Identifier: MIT
// What a round of hw3-1 consists of, cut into pieces and put in order: index arithmetic alone, no
// distances, no threads. floyd_warshall.cpp says why this order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "common/schedule.hpp"

namespace apsp::cpu {

enum class PieceKind { kFrontier, kPivot, kColumnPanel, kRowPanel, kRemainder };

/// One thread's work at a time: tiles of one row, or, in the row panel, of all rows of the pivot.
struct Piece {
  PieceKind kind;
  std::size_t row = 0;
  std::array<TileRange, 2> columns = {};  // two runs of neighbours, each perhaps empty
};

/// Tiles of a row that make a piece, at most.
struct StripLengths {
  std::size_t strip;        // of frontier and remainder
  std::size_t panel_strip;  // of the row panel
  std::size_t last_strip;   // of the remainder's last rows
  std::size_t last_tiles;   // tiles that these rows have together, at least
};

/// Numbers [first, last) of the tiles that are not in `hole`, as runs of neighbours.
[[nodiscard]] constexpr std::array<TileRange, 2> runs_outside(TileRange hole, std::size_t first,
                                                              std::size_t last) {
  const TileRange before = {first, std::max(first, std::min(last, hole.begin))};
  const TileRange behind = {before.end + hole.size(), last + hole.size()};
  return {before, behind};
}

/// The panels of one pivot: a piece for each tile row outside it, then strips of its rows.
class PanelPieces {
 public:
  constexpr PanelPieces(const Schedule& schedule, TileRange pivot, const StripLengths& lengths)
      : pivot_(pivot), outside_(schedule.tiles - pivot.size()), strip_(lengths.panel_strip) {}

  [[nodiscard]] constexpr std::size_t size() const {
    return pivot_.size() == 0 ? 0 : outside_ + (outside_ + strip_ - 1) / strip_;
  }
  /// Piece n in [0, size()).
  [[nodiscard]] constexpr Piece at(std::size_t n) const {
    if (n < outside_) return {PieceKind::kColumnPanel, pivot_.outside(n), {pivot_, {}}};
    const std::size_t first = (n - outside_) * strip_;
    return {PieceKind::kRowPanel, pivot_.begin,
            runs_outside(pivot_, first, std::min(first + strip_, outside_))};
  }

 private:
  TileRange pivot_;
  std::size_t outside_;
  std::size_t strip_;
};

/// One round: the remainder of its pivot, frontier first, and in its middle pivot and panels of the
/// next round, if there is one.
class RoundQueue {
 public:
  /// `early`: tiles of the remainder that stand before the panels.
  constexpr RoundQueue(const Schedule& schedule, std::size_t round, const StripLengths& lengths,
                       std::size_t early)
      : pivot_(schedule.pivot(round)),
        next_(schedule.pivot(round + 1)),
        outside_(schedule.tiles - pivot_.size()),
        rest_(outside_ - next_.size()),
        strip_(lengths.strip),
        last_strip_(lengths.last_strip),
        last_rows_(rest_ == 0 ? 0 : std::min(pieces(lengths.last_tiles, rest_), rest_)),
        panels_(schedule, next_, lengths),
        early_(std::min(pieces(early, strip_), remainder())) {}

  [[nodiscard]] constexpr TileRange pivot() const { return pivot_; }
  [[nodiscard]] constexpr TileRange next() const { return next_; }
  /// Pieces of the frontier, which stand first.
  [[nodiscard]] constexpr std::size_t frontier() const {
    return frontier_rows() + rest_ * pieces(next_.size(), strip_);
  }
  [[nodiscard]] constexpr std::size_t size() const {
    return frontier() + closing() + panels_.size() + remainder();
  }

  /// Piece n in [0, size()).
  [[nodiscard]] constexpr Piece at(std::size_t n) const {
    if (n < frontier_rows()) {
      const Strip strip(n, outside_, strip_);
      return {PieceKind::kFrontier, next_.begin + strip.row,
              runs_outside(pivot_, strip.first, strip.last)};
    }
    if (n < frontier()) {
      const Strip strip(n - frontier_rows(), next_.size(), strip_);
      return {PieceKind::kFrontier,
              outside_both(pivot_, next_, strip.row),
              {{{next_.begin + strip.first, next_.begin + strip.last}, {}}}};
    }
    n -= frontier();
    if (n < closing()) return {PieceKind::kPivot};
    n -= closing();
    if (n >= early_ && n < early_ + panels_.size()) return panels_.at(n - early_);
    if (n >= early_) n -= panels_.size();
    return remainder(n);
  }

 private:
  /// Strip n where rows of `width` tiles are cut into strips of `length`: its row, and its tiles
  /// [first, last) there.
  struct Strip {
    constexpr Strip(std::size_t n, std::size_t width, std::size_t length)
        : row(n / pieces(width, length)),
          first(n % pieces(width, length) * length),
          last(std::min(first + length, width)) {}
    std::size_t row, first, last;
  };

  [[nodiscard]] static constexpr std::size_t pieces(std::size_t tiles, std::size_t length) {
    return (tiles + length - 1) / length;
  }
  [[nodiscard]] constexpr std::size_t frontier_rows() const {
    return next_.size() * pieces(outside_, strip_);
  }
  [[nodiscard]] constexpr std::size_t closing() const { return next_.size() == 0 ? 0 : 1; }
  /// Pieces of the remainder's rows but the last, and of all its rows.
  [[nodiscard]] constexpr std::size_t first_rows() const {
    return (rest_ - last_rows_) * pieces(rest_, strip_);
  }
  [[nodiscard]] constexpr std::size_t remainder() const {
    return first_rows() + last_rows_ * pieces(rest_, last_strip_);
  }
  /// Piece n of the remainder.
  [[nodiscard]] constexpr Piece remainder(std::size_t n) const {
    const bool last = n >= first_rows();
    const Strip strip(last ? n - first_rows() : n, rest_, last ? last_strip_ : strip_);
    const std::size_t row = (last ? rest_ - last_rows_ : 0) + strip.row;
    return {PieceKind::kRemainder, outside_both(pivot_, next_, row),
            runs_outside({pivot_.begin, pivot_.end + next_.size()}, strip.first, strip.last)};
  }

  TileRange pivot_;
  TileRange next_;
  std::size_t outside_;  // tile rows of the remainder
  std::size_t rest_;     // of these, those beside the frontier
  std::size_t strip_;
  std::size_t last_strip_;
  std::size_t last_rows_;  // of rest_, those cut into strips of last_strip_
  PanelPieces panels_;
  std::size_t early_;
};

}  // namespace apsp::cpu
