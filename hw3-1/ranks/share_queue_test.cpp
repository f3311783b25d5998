// SPDX-License-Identifier: MIT
// The ranks together work once on each tile of each round, by tasks of the right kind, in the right
// order.
#include "hw3-1/ranks/share_queue.hpp"

#include <vector>

#include "common/testing/catch.hpp"
#include "hw3-1/ranks/share_closure.hpp"

namespace apsp::cpu {
namespace {

using Kind = ShareTaskKind;

/// The kind of task that works on a tile of these rows and columns; kArrival: none does.
Kind expected(std::size_t row, std::size_t column, TileRange pivot, TileRange next) {
  if (next.contains(row)) {
    if (next.contains(column)) return pivot.size() > 0 ? Kind::kLookahead : Kind::kArrival;
    return pivot.contains(column) ? Kind::kRowCrossing : Kind::kRowPanel;
  }
  if (next.contains(column)) {
    return pivot.contains(row) ? Kind::kColumnCrossing : Kind::kColumnPanel;
  }
  const bool remains = pivot.size() > 0 && !pivot.contains(row) && !pivot.contains(column);
  return remains ? Kind::kRemainder : Kind::kArrival;
}

void check_step(const Schedule& schedule, TileRange rows, std::size_t step,
                const StripLengths& lengths, std::size_t early) {
  const TileRange pivot = step == 0 ? TileRange{} : schedule.pivot(step - 1);
  const TileRange next = schedule.pivot(step);
  const ShareQueue queue(schedule, rows, pivot, next, lengths, early);
  const std::size_t tiles = schedule.tiles;
  std::vector<Kind> found(rows.size() * tiles, Kind::kArrival);
  std::vector<std::size_t> count(static_cast<std::size_t>(Kind::kColumnCrossing) + 1, 0);
  for (std::size_t n = 0; n < queue.size(); ++n) {
    const auto [kind, task] = queue.at(n);
    const auto done = [&](Kind of) { return count[static_cast<std::size_t>(of)]; };
    ++count[static_cast<std::size_t>(kind)];
    if (kind == Kind::kPivot) REQUIRE(done(Kind::kLookahead) == queue.lookahead());
    if (kind == Kind::kRowPanel) REQUIRE(done(Kind::kPivot) == 1);
    if (kind == Kind::kRowCrossing) REQUIRE(done(Kind::kRowPanel) == queue.row_strips());
    if (kind == Kind::kColumnPanel) {
      REQUIRE(done(Kind::kArrival) + done(Kind::kPivot) == 1);
      REQUIRE(done(Kind::kRowCrossing) == queue.row_crossings());
    }
    if (kind == Kind::kColumnCrossing) REQUIRE(done(Kind::kColumnPanel) == queue.readers());
    if (kind == Kind::kPivot || kind == Kind::kArrival) continue;
    const bool high = kind == Kind::kRowPanel || kind == Kind::kRowCrossing;
    for (const TileRange& run : task.columns) {
      for (std::size_t column = run.begin; column < run.end; ++column) {
        for (std::size_t row = task.row; row < task.row + (high ? next.size() : 1); ++row) {
          REQUIRE(rows.contains(row));
          REQUIRE(column < tiles);
          Kind& tile = found[(row - rows.begin) * tiles + column];
          REQUIRE(tile == Kind::kArrival);
          tile = kind;
        }
      }
    }
  }
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    for (std::size_t column = 0; column < tiles; ++column) {
      CAPTURE(row, column);
      REQUIRE(found[(row - rows.begin) * tiles + column] == expected(row, column, pivot, next));
    }
  }
}

}  // namespace

TEST_CASE("ranks together work once on each tile of each round", "[ranks]") {
  for (const std::size_t vertices : {1, 64, 65, 129, 400, 800, 2100, 2500}) {
    const std::size_t tiles = Schedule::of(vertices, 1).tiles;
    const Schedule schedule = {tiles, guest_rows(vertices) / 2};
    for (const std::size_t ranks : {1, 2, 3, 4, 7}) {
      for (const TileRange& rows : partition(vertices, ranks)) {
        for (const std::size_t threads : {1, 3}) {
          const StripLengths lengths = strip_lengths(schedule, rows.size(), threads);
          for (std::size_t step = 0; step <= schedule.rounds(); ++step) {
            CAPTURE(vertices, ranks, rows.begin, rows.end, threads, step);
            check_step(schedule, rows, step, lengths, early_tiles(schedule, lengths, threads));
          }
        }
      }
    }
  }
}

TEST_CASE("a share is of whole pivots, and every row is in one", "[ranks]") {
  for (const std::size_t vertices : {0, 1, 64, 65, 1000, 5000}) {
    const Schedule schedule = {Schedule::of(vertices, 1).tiles, guest_rows(vertices) / 2};
    for (std::size_t ranks = 1; ranks < 9; ++ranks) {
      std::size_t end = 0;
      for (const TileRange& rows : partition(vertices, ranks)) {
        REQUIRE(rows.begin == end);
        REQUIRE((rows.begin % schedule.depth == 0 || rows.begin == schedule.tiles));
        REQUIRE(rows.size() <= (schedule.rounds() + ranks - 1) / ranks * schedule.depth);
        end = rows.end;
      }
      REQUIRE(end == schedule.tiles);
    }
  }
}

}  // namespace apsp::cpu
