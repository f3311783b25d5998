// SPDX-License-Identifier: MIT
// Faults that a check finds, and the one loop that looks for them: in parallel, yet with the same
// answer for any number of threads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/distance.hpp"
#include "tools/check/table.hpp"

namespace apsp::check {

/// One entry of a table that cannot be right.
struct Finding {
  std::size_t row;     // [0, k)
  std::size_t column;  // [0, t)
  Distance found;
  std::string expected;  // the right value, or a bound that was broken, and why

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// All findings of one check. Every one is counted, the first ones are kept.
struct Findings {
  static constexpr std::size_t kKept = 10;

  std::size_t count = 0;
  std::size_t tasks = 0;       // tasks of the work that hold at least one
  std::vector<Finding> first;  // in order of the tasks, at most kKept

  [[nodiscard]] bool full() const { return first.size() >= kKept; }
};

/// Runs `count(p)`, the number of findings in task p, for every p in [0, tasks), in parallel.
/// Then runs `keep(p, findings)` in ascending order for tasks that hold any, until ten are kept:
/// most hold none, so it pays to make findings only when they are wanted. If `count` throws,
/// the exception of the first such task is rethrown.
template <typename Count, typename Keep>
[[nodiscard]] Findings find(std::size_t tasks, Count count, Keep keep) {
  std::vector<std::size_t> counts(tasks, 0);
  parallel_for(tasks, [&](std::size_t p) { counts[p] = count(p); });

  Findings findings;
  for (std::size_t p = 0; p < tasks; ++p) {
    if (counts[p] == 0) continue;
    findings.count += counts[p];
    ++findings.tasks;
    if (!findings.full()) keep(p, findings);
  }
  return findings;
}

/// "7", or "1073741823 (no path)".
[[nodiscard]] std::string describe(Distance distance);

/// "row 3, column 7, byte 124: found 5, expected 4", or "row 3 (vertex 9), ..." where rows or
/// columns are some. Row, column and byte are those of the file.
[[nodiscard]] std::string describe(const Finding& finding, const Table& table);

}  // namespace apsp::check
