// SPDX-License-Identifier: MIT
// The parts of a run that exist only where several processes make one solve.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/app/report.hpp"
#include "common/app/solver_options.hpp"
#include "common/core/graph.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_share.hpp"
#include "common/io/distance_file.hpp"
#include "common/ranks/ranks.hpp"
#include "common/rows/summary.hpp"

namespace apsp {

/// This process among those that make one solve.
struct JointRun {
  Ranks& ranks;
  const RowShare& share;
};

/// Throws Error(kUsage) where the processes were given different arguments. Collective.
void require_same_arguments(Ranks& ranks, int argc, char** argv);

/// Throws Error(kUsage) for options that one process alone can serve.
void require_files(const SolverOptions& options, const Ranks& ranks);

/// Throws Error(kInput) where the processes read different graphs, as far as V, E, the range of the
/// weights and a sample of the edges show it. Collective.
void require_same_graph(Ranks& ranks, const std::string& input, const Graph& graph);

/// Returns the rows that rank 0 has chosen, among V vertices. Only rank 0 reads the files that name
/// them. Collective.
[[nodiscard]] RowSet of_first(Ranks& ranks, const std::optional<RowSet>& chosen,
                              std::size_t vertices);

/// Opens `writer` for rows of `columns` distances in every process: rank 0 makes the file, the
/// others join it. Throws Error(kOutput). Collective.
void open_together(const JointRun& run, const std::string& path, std::size_t columns,
                   std::optional<DistanceWriter>& writer);

/// Returns the summary of all rows in rank 0, and `own` in the others. Collective.
[[nodiscard]] RowsSummary add_up(const JointRun& run, RowsSummary own);

/// Returns the facts of every rank. Collective.
[[nodiscard]] std::vector<RankReport> gather_reports(Ranks& ranks, const RankReport& own);

}  // namespace apsp
