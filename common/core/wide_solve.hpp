// SPDX-License-Identifier: MIT
// The solve in 64 bits, for graphs with negative weights whose reduced lengths pass 32 bits.
#pragma once

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/potentials.hpp"
#include "common/core/problem.hpp"

namespace apsp {

/// Puts the rows of `problem`, and their predecessors where these are wanted, computed on this
/// machine's processors. Takes Dijkstra's algorithm from every source, with reduced weights of 64
/// bits, rows in parallel: Johnson's algorithm as it is. Throws Error(kNoAnswer) with the first
/// pair that is wanted, by row and column, whose length the distance file cannot hold, and puts no
/// row then. Unless `fits` says that every length does, all rows are computed twice. Also throws
/// Error(kMemory), and what the sinks throw. O((V + E) log V) a row. Memory: compression_bytes()
/// and 40 V bytes a thread.
void solve_wide(const Problem& problem, const Potentials& potentials, bool fits,
                const Outputs& outputs, Observer& observer);

}  // namespace apsp
