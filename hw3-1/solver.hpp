// SPDX-License-Identifier: MIT
// hw3-1's one function: blocked Floyd-Warshall on this machine's processors.
#pragma once

#include <string>
#include <vector>

#include "common/graph.hpp"
#include "common/row_sink.hpp"
#include "common/run.hpp"
#include "common/width.hpp"

namespace apsp::cpu {

struct Options {
  std::string isa;        // one of runnable_isas(); empty: the first of them
  Arithmetic arithmetic;  // empty: chosen from a bound and proven
};

/// Names of the instruction sets that this build holds and this processor runs, best first. Never
/// empty: "portable" is always the last.
[[nodiscard]] std::vector<std::string> runnable_isas();

/// Throws Error(kMemory) for a graph that needs more memory than there is in the forced width, or
/// in the narrowest.
void admit(const Graph& graph, const Options& options);

/// Puts all V rows of shortest distances into `rows`, with as many threads as OpenMP's default
/// (omp_set_num_threads). O(V^3) time, V^2 elements of the width used.
/// Throws Error: kNoAnswer for a negative weight, a length outside the format, or a forced width
/// that cannot be proven exact; kMemory before any work if the matrix does not fit.
void solve(const Graph& graph, RowSink& rows, Run& run, const Options& options);

}  // namespace apsp::cpu
