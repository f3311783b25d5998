// SPDX-License-Identifier: MIT
// The recipe of the three mains: options, read, solve, write, report, exit code.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/core/observer.hpp"
#include "common/core/width.hpp"
#include "common/solve/backend.hpp"
#include "common/solve/exact_solve.hpp"

namespace apsp {

class OptionParser;
class Ranks;
struct NearOptions;

/// The parts in which the programs differ.
struct Program {
  std::string name;           // "hw3-1"
  std::string summary;        // one line: what it does
  std::string launcher;       // what to put before it on a cluster: "srun -N1 -n1 -c8"
  std::vector<Width> widths;  // what --arithmetic may force, beside "auto"

  /// The way of graphs with negative weights that s32 cannot hold.
  BeyondS32 beyond_s32 = BeyondS32::kRefused;

  /// Adds the program's own options.
  std::function<void(OptionParser&)> add_options;

  /// Makes the backend and starts its threads or devices. Called after the options are parsed and
  /// before the input is read.
  std::function<std::unique_ptr<Backend>(Observer&)> make_backend;

  /// Same, for one of several tasks that make one solve (common/ranks). Without it every task
  /// solves for itself.
  std::function<std::unique_ptr<Backend>(Observer&, Ranks&)> make_joint_backend = {};

  /// The options of sparse rows, which add_options() adds; null where the program makes none.
  const NearOptions* near = nullptr;
};

/// Runs a solver's command line from the first option to the exit code, as main() returns it. All
/// that the user reads is printed here: errors as "hw3-1: message" on standard error. A failure
/// keeps the output of an earlier run.
[[nodiscard]] int run_solver(int argc, char** argv, const Program& program);

/// Ends the process with `code`, without destructors and exit handlers. The system frees at once
/// the resources that they would free one by one, above all a GPU's memory. Call it from a main
/// whose files are closed.
[[noreturn]] void end_process(int code);

/// Runs `body`, prints what it throws as "name: message" on standard error, and returns the exit
/// code: that of an Error, kMemory for bad_alloc, kInternal for any other exception. Also handles
/// signals and closed standard streams. The outermost frame of every program.
[[nodiscard]] int run_program(const std::string& name, const std::function<void()>& body);

}  // namespace apsp
