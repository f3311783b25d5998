// SPDX-License-Identifier: MIT
// The progress bar: one line on a terminal, drawn over itself and erased at the end.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace apsp {

/// Returns the bar's text for `done` of `total` > 0 steps after `seconds` > 0, in `columns` or
/// less:
/// "[#####     ]  50 %  0:42 left". A terminal too narrow for the bar gets the numbers that fit.
[[nodiscard]] std::string progress_line(std::int64_t done, std::int64_t total, double seconds,
                                        int columns);

/// Draws progress_line() on a terminal: first after a second, then at most ten times a second.
class Progress {
 public:
  /// Draws nothing if `enabled` is false. `terminal` must outlive the bar.
  Progress(std::FILE* terminal, bool enabled) : terminal_(terminal), enabled_(enabled) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows `done` of `total` steps, `seconds` after the work began. When `done` falls, the work has
  /// started over, and the time left is that of the new start.
  void advance(std::int64_t done, std::int64_t total, double seconds);

  /// Erases the bar, so that other text can replace it.
  void clear();

 private:
  std::FILE* terminal_;
  bool enabled_;
  bool drawn_ = false;
  std::int64_t last_done_ = 0;
  double began_ = 0;      // seconds at which the present pass over the work began
  double next_draw_ = 1;  // seconds before which nothing is drawn
};

/// Returns true for a stream on which a bar can be drawn: a terminal that can move its cursor.
[[nodiscard]] bool wants_progress(std::FILE* stream);

}  // namespace apsp
