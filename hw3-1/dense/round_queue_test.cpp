// SPDX-License-Identifier: MIT
// Each tile of each round is worked on once, by a task of the right kind, in the right order.
#include "hw3-1/dense/round_queue.hpp"

#include <vector>

#include "common/testing/catch.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kNever = SIZE_MAX;

/// For each tile, the number of the task that works on it. Fails where there are two.
class Coverage {
 public:
  explicit Coverage(std::size_t tiles) : tiles_(tiles), task_(tiles * tiles, kNever) {}

  void add(const Task& task, std::size_t number, std::size_t rows, std::size_t longest) {
    std::size_t wide = 0;
    for (const TileRange& run : task.columns) {
      wide += run.size();
      for (std::size_t column = run.begin; column < run.end; ++column) {
        for (std::size_t row = task.row; row < task.row + rows; ++row) {
          REQUIRE(row < tiles_);
          REQUIRE(column < tiles_);
          REQUIRE(at(row, column) == kNever);
          task_[row * tiles_ + column] = number;
        }
      }
    }
    REQUIRE(wide > 0);
    REQUIRE(wide <= longest);
  }

  [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const {
    return task_[row * tiles_ + column];
  }

 private:
  std::size_t tiles_;
  std::vector<std::size_t> task_;
};

void check_round(const Schedule& schedule, std::size_t round, const StripLengths& lengths,
                 std::size_t early, bool triangle) {
  const RoundQueue queue(schedule, round, lengths, early, triangle);
  const TileRange pivot = queue.pivot();
  const TileRange next = queue.next();
  Coverage products(schedule.tiles);  // by tasks that do nothing else
  Coverage panels(schedule.tiles);
  std::size_t readers = 0;
  std::size_t closing = kNever;
  for (std::size_t n = 0; n < queue.size(); ++n) {
    const Task task = queue.at(n);
    REQUIRE((task.kind == TaskKind::kLookahead) == (n < queue.lookahead()));
    switch (task.kind) {
      case TaskKind::kLookahead:
        products.add(task, n, 1, next.size());
        break;
      case TaskKind::kRemainder:
        products.add(task, n, 1, lengths.strip);
        break;
      case TaskKind::kPivot:
        REQUIRE(closing == kNever);
        closing = n;
        break;
      case TaskKind::kColumnPanel:
        panels.add(task, n, 1, next.size());
        break;
      case TaskKind::kRowPanel:
        panels.add(task, n, next.size(), std::max(lengths.panel_strip, pivot.size()));
        break;
    }
    if (task.kind == TaskKind::kColumnPanel || task.kind == TaskKind::kRowPanel) {
      // Tiles that other tasks read are overwritten behind them.
      bool crossing = task.kind == TaskKind::kColumnPanel && pivot.contains(task.row);
      if (task.kind == TaskKind::kRowPanel) {
        for (const TileRange& run : task.columns) {
          for (std::size_t column = run.begin; column < run.end; ++column) {
            crossing = crossing || pivot.contains(column);
          }
        }
      }
      REQUIRE(queue.overwrites(task) == crossing);
      if (crossing) {
        REQUIRE(readers == queue.readers());
      } else {
        ++readers;
      }
    }
  }
  REQUIRE((closing == kNever) == (next.size() == 0));
  for (std::size_t row = 0; row < schedule.tiles; ++row) {
    for (std::size_t column = 0; column < schedule.tiles; ++column) {
      INFO("tile (" << row << ", " << column << ")");
      if (triangle && column > row) {
        REQUIRE(panels.at(row, column) == kNever);
        REQUIRE(products.at(row, column) == kNever);
        continue;
      }
      const bool panel = next.contains(row) != next.contains(column);
      REQUIRE((panels.at(row, column) != kNever) == panel);
      const bool remains = !pivot.contains(row) && !pivot.contains(column) && !panel;
      REQUIRE((products.at(row, column) != kNever) == remains);
      // The next pivot's block comes before it, and its panels behind it.
      const bool lookahead = next.contains(row) && next.contains(column);
      if (remains) REQUIRE((products.at(row, column) < queue.lookahead()) == lookahead);
      if (panel) REQUIRE(panels.at(row, column) > closing);
    }
  }
}

TEST_CASE("each tile of a round stands in the queue once, the next pivot's tiles first") {
  for (const std::size_t tiles : {1, 2, 3, 4, 5, 8, 9, 13}) {
    for (const std::size_t depth : {1, 2, 4}) {
      const Schedule schedule = {tiles, depth};
      for (std::size_t round = 0; round < schedule.rounds(); ++round) {
        for (const std::size_t strip : {1, 2, 3, 40}) {
          for (const std::size_t early : {0, 5, 1000}) {
            for (const std::size_t last : {0, 1, 7, 1000}) {
              INFO(tiles << " tiles, " << depth << " deep, round " << round << ", strips of "
                         << strip << ", " << early << " early, " << last << " last");
              const std::size_t panel_strip = std::max<std::size_t>(1, strip / depth);
              const std::size_t last_strip = std::max<std::size_t>(1, strip / 2);
              for (const bool triangle : {false, true}) {
                check_round(schedule, round, {strip, panel_strip, last_strip, last}, early,
                            triangle);
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE(
    "the panels stand between early and late tiles of the remainder, their crossings behind") {
  // 8 x 8 tiles, 3 strips a row, of the last row 8
  const RoundQueue queue({12, 2}, 1, {3, 1, 1, 8}, 7);
  std::vector<TaskKind> expected = {TaskKind::kPivot};
  expected.insert(expected.end(), 3, TaskKind::kRemainder);
  expected.insert(expected.end(), 8, TaskKind::kRowPanel);
  expected.insert(expected.end(), 8, TaskKind::kColumnPanel);
  expected.insert(expected.end(), 18, TaskKind::kRemainder);
  expected.insert(expected.end(), 2, TaskKind::kColumnPanel);  // where this round's row panel is
  expected.push_back(TaskKind::kRowPanel);                     // and its column panel
  expected.insert(expected.end(), 8, TaskKind::kRemainder);
  std::vector<TaskKind> kinds;
  for (std::size_t n = queue.lookahead(); n < queue.size(); ++n) kinds.push_back(queue.at(n).kind);
  REQUIRE(kinds == expected);
}

TEST_CASE("the last rows of the remainder are cut into short strips") {
  const RoundQueue queue({12, 2}, 1, {4, 1, 2, 9}, 0);  // 8 x 8 tiles, the last two rows
  constexpr std::size_t kLong = 12, kShort = 8;         // 6 rows of 2, 2 of 4
  std::vector<std::size_t> widths;
  for (std::size_t n = queue.lookahead(); n < queue.size(); ++n) {
    const Task task = queue.at(n);
    if (task.kind != TaskKind::kRemainder) continue;
    widths.push_back(task.columns[0].size() + task.columns[1].size());
  }
  std::vector<std::size_t> expected(kLong, 4);
  expected.insert(expected.end(), kShort, 2);
  REQUIRE(widths == expected);
}

}  // namespace
}  // namespace apsp::cpu
