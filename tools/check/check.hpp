// SPDX-License-Identifier: MIT
// The two checks that hw3-check offers, down to the words of the verdict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"

namespace apsp::check {

/// How far a check went and what it came to.
struct Verdict {
  bool right;
  std::vector<std::string> findings;  // the first ten wrong entries, a line each
  std::string line;  // "right: ..." or "wrong: ...", with what was covered and every error counted
};

/// Whether two matrices of distances are equal, k x V each. Their sizes may differ. O(k V).
[[nodiscard]] Verdict check_equal(std::span<const Distance> found, const RowSet& found_rows,
                                  std::span<const Distance> expected, const RowSet& expected_rows);

/// Which rows to check completely. Work is counted in visits: each row visits V vertices and E
/// edges.
struct Rows {
  std::optional<std::size_t> number{};        // nothing: all if affordable, else a sample
  std::uint64_t seed = 1;                     // of a sample
  double affordable_visits = 6e10;            // ten seconds on two cores, by proof
  std::size_t sample_visits = 1'000'000'000;  // some seconds on two cores, by Dijkstra
};

/// Whether `distances` (k x V, any contents) are the distances of `graph` from the vertices of
/// `rows`. V may be another one than the graph's.
/// - All rows: each is proven (proof.hpp). As many wrong ones as a sample would have are recomputed
///   to find their wrong entries.
/// - A sample: its rows are recomputed, which depends on nothing that the solvers or the proof
///   depend on, and all rows are swept (sweep.hpp).
/// Throws Error(kNoAnswer) for a negative cycle, unless the sizes differ, and for a length out of
/// range in a wrong row that is recomputed.
[[nodiscard]] Verdict check_graph(const Graph& graph, std::span<const Distance> distances,
                                  const RowSet& rows, const Rows& which);

}  // namespace apsp::check
