// SPDX-License-Identifier: MIT
// The report of a finished run: one JSON object for programs, one small table for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/app/stopwatch.hpp"
#include "common/core/observer.hpp"

namespace apsp {

/// One of several processes that made a solve.
struct RankReport {
  std::string host = {};
  std::string device = {};  // its GPUs; empty where it has none
  std::int64_t threads = 0;
  std::uint64_t rows = 0;                      // that it solved
  double seconds = 0;                          // whole run
  double compute_seconds = 0;                  // phase "compute"
  std::optional<double> waiting_seconds = {};  // of these, for rows of other ranks; where known
  double sending_seconds = 0;        // in which its rows were on their way, most of them hidden
  std::uint64_t bytes_received = 0;  // from other ranks
  std::uint64_t bytes_written = 0;
  std::uint64_t peak_memory = 0;
};

struct Report {
  std::string program;
  std::string version;
  std::string input;                        // as on the command line
  std::optional<std::string> output;        // as on the command line
  std::optional<std::string> predecessors;  // as on the command line
  std::optional<std::string> summary;       // as on the command line
  std::size_t vertices = 0;
  std::size_t edges = 0;
  std::string host;
  std::int64_t processors = 0;  // in the affinity mask
  // The facts that the solver reported: keys are lower_snake_case and occur once.
  std::vector<std::pair<std::string, Fact>> facts;
  std::vector<Stopwatch::Lap> phases;
  double seconds = 0;          // whole run
  double compute_seconds = 0;  // phase "compute"
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t peak_memory = 0;       // bytes that no file backs, see peak_memory()
  std::vector<RankReport> ranks = {};  // by number; empty where one process made the solve

  /// V^3, half of it where the dense method found the graph symmetric; 0 where the method is
  /// another one, whose relaxations nobody counts.
  [[nodiscard]] double relaxations() const;
  /// V^3 over the compute phase; 0 if there was none.
  [[nodiscard]] double relaxations_per_second() const;

  /// One JSON object and a newline. Bytes of paths that are no UTF-8 are replaced.
  [[nodiscard]] std::string json() const;
  /// A heading, a line for each fact, and a line for each phase.
  [[nodiscard]] std::string table() const;
};

/// Writes `report` to `path`, whole or not at all. Throws Error(kOutput).
void write_report(const Report& report, const std::string& path);

}  // namespace apsp
