// SPDX-License-Identifier: MIT
// The rounds of a solve on many GPUs, event by event: when each rank has what it waits for.
//
// Ranks stand in a grid of rows x columns; a rank holds a block of the matrix. One column is the
// share of rows that hw3-3 has, which sends pivot rows alone. In several columns, which nothing
// here implements, pivot columns cross too, and each rank receives fewer of both.
//
//   remainder(r)   all relaxations of a round but those of the next pivot, from when the rank has
//                  the panels of round r
//   lookahead      the next pivot's rows and columns first, at the GPU's whole rate
//   close          the pivot's owner, beside its remainder
//   panels         the owners of the pivot's rows and columns, then a broadcast of each
//
// A round begins on a rank when it has finished the last one and has both panels.
#pragma once

#include <cstddef>

#include "tools/scaling/machine.hpp"

namespace apsp::scaling {

/// A problem, and how it is divided.
struct Division {
  std::size_t vertices = 0;
  std::size_t rows = 1;     // of ranks
  std::size_t columns = 1;  // of ranks
  std::size_t depth = 256;  // vertices of a pivot

  [[nodiscard]] std::size_t ranks() const { return rows * columns; }
};

/// The end of a simulated solve.
struct Outcome {
  double seconds = 0;     // of the compute phase
  double waiting = 0;     // of these, those in which the rank that waits longest has no work
  double exchange = 0;    // that the busiest rank's transfers take, hidden or not
  double most_bytes = 0;  // of the matrix, of one rank
};

/// Simulates a solve. O(rounds x ranks). Needs 1 <= rows and columns <= pivots of the matrix.
[[nodiscard]] Outcome simulate(const Machine& machine, const Division& division);

}  // namespace apsp::scaling
