// SPDX-License-Identifier: MIT
// The choice between the ways to solve: a dense matrix of tiles, elimination and sweeps, or
// searches.
//
// All do relaxations, of kinds that differ by orders of magnitude in speed:
//
// - dense: those of the tile products that are not left out, at the tile kernels' rate. They are
//   V^3 where none is left out.
// - sweep: those of the elimination one by one, then for each source a relaxation for each pair of
//   the fill, by lanes. A core of C vertices takes C^3 more at the tile kernels' rate.
// - search: one by one those of the vertices and edges that a source reaches, known from a sample
//   of sources. Or for many sources at once: where weights are equal, at each level the vertices
//   and edges that any of them reaches; where they differ, by lanes, again and again until none is
//   lowered, known from a sample as well.
//
// Methods are compared with the threads that each pays for, and with the rows that leave: those of
// the dense method once it has ended, others meanwhile. Predictions are of the work alone, so that
// a method may be chosen that is predicted to take a little longer than another.
//
// The fill is known exactly once the order is. A graph with many edges must not pay for that: no
// order is looked for where it may cost more than it saves, and it ends as soon as it has taken too
// long, or its fill or its core is too much.
//
// To add a method: a file for its pace, a look at it in chooser.cpp, which returns its prediction
// and puts into the plan what its engine needs, and a line in choose().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/core/problem.hpp"
#include "common/solve/machine.hpp"
#include "common/solve/plan.hpp"

namespace apsp {

/// A graph of fewer vertices is solved before an order is found, or a search is tried: by the dense
/// method, where its matrix has room.
inline constexpr std::size_t kFewVertices = 256;

/// So few rows are searched without a trial where nothing else can take less: in a large graph it
/// would be as many searches. Labels and bits share too little among them.
inline constexpr std::size_t kFewRows = 16;

/// Bytes at most that it takes to look for an order.
[[nodiscard]] std::uint64_t analysis_bytes(const Graph& graph);

/// Whether a graph of so many edges has too many for any way but the dense one to win, where these
/// rows are wanted and no distance is limited.
[[nodiscard]] bool has_many_edges(std::size_t edges, const RowSet& rows);

/// The time of an attempt by the method of `plan`, on a machine that may be another one than it
/// was made for, from so many sources.
[[nodiscard]] Pace pace_of(const Plan& plan, std::size_t rows, Machine machine);

/// The method that is predicted to be the fastest of those that there is room for, or the one that
/// is forced, which the caller has seen to have room. Dense where none has. O(V + E) beside the
/// order, which ends early where it cannot win, and beside sample searches of a millisecond. A
/// matrix of weights is listed only where there are few edges, or a sparse method is forced.
[[nodiscard]] Plan choose(const Problem& problem, Machine machine,
                          std::optional<Method> forced = {});

}  // namespace apsp
