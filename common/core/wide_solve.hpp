// SPDX-License-Identifier: MIT
// The solve in 64 bits, for graphs with negative weights whose reduced lengths pass 32 bits.
#pragma once

#include "common/core/observer.hpp"
#include "common/core/potentials.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Puts the rows of `problem`, computed on this machine's processors: Dijkstra's algorithm from
/// every source, with reduced weights of 64 bits, rows in parallel (Johnson's algorithm as it is).
/// Throws Error(kNoAnswer) with the first pair, by row and column, whose length the distance file
/// cannot hold, and puts no row then. Unless `fits` says that every length does, all rows are
/// computed twice. Also throws Error(kMemory), and what the sink throws. O((V + E) log V) a row.
/// Memory: compression_bytes() and 20 V bytes a thread.
void solve_wide(const Problem& problem, const Potentials& potentials, bool fits, RowSink& rows,
                Observer& observer);

}  // namespace apsp
