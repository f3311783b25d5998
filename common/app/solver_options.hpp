// SPDX-License-Identifier: MIT
// The options that all solvers have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/app/app.hpp"
#include "common/app/source_list.hpp"
#include "common/core/width.hpp"

namespace apsp {

struct SolverOptions {
  std::string input;                  // "-": standard input
  std::optional<std::string> output;  // "-": standard output; or another result is asked for
  std::optional<std::string> predecessors;
  std::optional<std::string> summary;
  std::optional<std::string> report;
  std::optional<std::string> checkpoint = {};  // of the summary, which is wanted alone
  std::int64_t checkpoint_seconds = 60;        // between two writes of it
  std::optional<SourceList> sources = {};      // the rows to compute; nothing: all
  std::optional<SourceList> targets = {};      // the columns to write; nothing: all
  Arithmetic arithmetic;
  bool plan = false;        // print the plan, write no result
  bool undirected = false;  // each edge of the input leads both ways
  bool quiet = false;
  bool verbose = false;
  bool sync = false;
  std::optional<std::size_t> verify_rows;    // [1, 2^31 - 1]; nothing: no self-check
  std::optional<std::uint64_t> verify_seed;  // [0, 2^63 - 1]; nothing: a fresh one
};

/// Parses the command line of `program`, its own options included. Before anything is opened,
/// refuses an output that is another file of the run, and distances on a terminal. Refuses a
/// command line with none of the results to write, too. Returns nothing where --help or --version
/// has been printed. Throws Error(kUsage).
[[nodiscard]] std::optional<SolverOptions> parse_solver_options(int argc, char** argv,
                                                                const Program& program);

}  // namespace apsp
