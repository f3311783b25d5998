// SPDX-License-Identifier: MIT
// hw3-1's own options, and the threads they ask for.
#pragma once

#include "common/run.hpp"
#include "hw3-1/solver.hpp"

namespace CLI {
class App;
}

namespace apsp::cpu {

/// Adds --threads, which sets OpenMP's default number of threads, and --isa (or APSP_ISA), which
/// sets options.isa. `options` must outlive the parsing.
void add_options(CLI::App& cli, Options& options);

/// Starts OpenMP's default number of threads: --threads, else OMP_NUM_THREADS, else one for each
/// processor in the affinity mask. Warns once about more threads than processors. Throws
/// Error(kUsage) for more threads than --threads would take. Where the system refuses a thread,
/// the OpenMP runtime ends the process: that is why this comes before any output is opened.
void start_threads(Run& run);

}  // namespace apsp::cpu
