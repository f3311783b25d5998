// SPDX-License-Identifier: MIT
// Faults that a check finds, and the one loop that looks for them: in parallel, yet with the same
// answer for any number of threads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/core/distance.hpp"

namespace apsp::check {

/// One entry of a distance matrix that cannot be right.
struct Finding {
  std::size_t row;     // [0, V)
  std::size_t column;  // [0, V)
  Distance found;
  std::string expected;  // the right value, or a bound that was broken, and why

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// All findings of one check. Every one is counted, the first ones are kept.
struct Findings {
  static constexpr std::size_t kKept = 10;

  std::size_t count = 0;
  std::size_t pieces = 0;      // pieces of the work that hold at least one
  std::vector<Finding> first;  // in order of the pieces, at most kKept

  [[nodiscard]] bool full() const { return first.size() >= kKept; }
};

/// Runs `count(p)`, the number of findings in piece p, for every p in [0, pieces), in parallel.
/// Then runs `keep(p, findings)` in ascending order for pieces that hold any, until ten are kept:
/// most pieces are right, so it pays to make findings only when they are wanted. If `count` throws,
/// the exception of the first such piece is rethrown.
template <typename Count, typename Keep>
[[nodiscard]] Findings find(std::size_t pieces, Count count, Keep keep) {
  std::vector<std::size_t> counts(pieces, 0);
  parallel_for(pieces, [&](std::size_t p) { counts[p] = count(p); });

  Findings findings;
  for (std::size_t p = 0; p < pieces; ++p) {
    if (counts[p] == 0) continue;
    findings.count += counts[p];
    ++findings.pieces;
    if (!findings.full()) keep(p, findings);
  }
  return findings;
}

/// "7", or "1073741823 (no path)".
[[nodiscard]] std::string describe(Distance distance);

/// "row 3, column 7, byte 124: found 5, expected 4", for a matrix of `vertices` columns.
[[nodiscard]] std::string describe(const Finding& finding, std::size_t vertices);

}  // namespace apsp::check
