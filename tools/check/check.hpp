// SPDX-License-Identifier: MIT
// The two checks that hw3-check offers, down to the words of the verdict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/core/graph.hpp"
#include "tools/check/table.hpp"

namespace apsp::check {

/// How far a check went and what it came to.
struct Verdict {
  bool right;
  std::vector<std::string> findings;  // the first ten wrong entries, a line each
  std::string line;  // "right: ..." or "wrong: ...", with what was covered and every error counted
};

/// Whether two tables of distances are equal. Their sizes may differ. O(k t).
[[nodiscard]] Verdict check_equal(const Table& found, const Table& expected);

/// Which rows to check completely, or columns, where these are checked. Work is counted in visits:
/// each row visits V vertices and E edges.
struct Rows {
  std::optional<std::size_t> number{};        // nothing: all if affordable, else a sample
  std::uint64_t seed = 1;                     // of a sample
  double affordable_visits = 6e10;            // ten seconds on two cores, by proof
  std::size_t sample_visits = 1'000'000'000;  // some seconds on two cores, by Dijkstra
};

/// Whether a table has the distances of `graph`. V may be another one than the graph's.
/// - Whole rows (k x V): each is proven (proof.hpp). As many wrong ones as a sample would have are
///   recomputed to find their wrong entries.
/// - Whole columns (V x t): the same, each as a row of the reversed graph.
/// - Neither (k x t): rows or columns, whichever are fewer, are recomputed whole and proven, and
///   the entries of the table must equal theirs.
/// - A sample, where all would take too long: its rows, or its columns of V x t and of a k x t with
///   fewer columns than rows, are recomputed. That depends on nothing that the solvers or the proof
///   depend on. All entries are swept (sweep.hpp).
/// Throws Error(kNoAnswer) for a negative cycle, unless the sizes differ, and for a length out of
/// range where the table has an entry that is recomputed. Throws Error(kMemory) where the reversed
/// graph or the columns do not fit.
[[nodiscard]] Verdict check_graph(const Graph& graph, const Table& table, const Rows& which);

}  // namespace apsp::check
