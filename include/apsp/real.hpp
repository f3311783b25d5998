// SPDX-License-Identifier: MIT
/// \file
/// Weights that are not integers: float64 weights in, float64 or float32 lengths out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/settings.hpp"

#pragma GCC visibility push(default)
namespace apsp {

/// One directed edge with a weight of 64 bits.
struct RealEdge {
  std::int32_t source;       ///< [0, V)
  std::int32_t destination;  ///< [0, V)
  double weight;             ///< infinity or NaN: no edge, as in SciPy; not -infinity

  /// Compares all three; a NaN equals nothing.
  friend bool operator==(const RealEdge&, const RealEdge&) = default;
};

/// A directed graph with the vertices 0 to V - 1, as GraphView, with weights of 64 bits. A view: it
/// does not own the edges.
struct RealGraphView {
  std::size_t vertices = 0;              ///< V, in [0, 2^31)
  std::span<const RealEdge> edges = {};  ///< E of them; every call checks them
};

/// A graph that owns its edges.
struct RealEdgeList {
  std::size_t vertices = 0;          ///< V, in [0, 2^31)
  std::vector<RealEdge> edges = {};  ///< E of them

  /// Returns a view, valid until the edges change.
  operator RealGraphView() const {  // NOLINT(google-explicit-constructor)
    return {vertices, edges};
  }
};

/// Computes the length of the shortest path from each wanted source to every wanted target, into
/// the caller's memory: `rows` has rows x columns elements, row-major. The diagonal is 0, infinity
/// stands for no path, and 0 is never negative. After any exception the contents are undefined.
///
/// **Exact**: every weight is an integer below kUnreachable times the same power of two, and so is
/// every length. The integer solver does the work, by any method and width. A length is then exact;
/// in float32 it is rounded once, to nearest.
///
/// **Rounded**: otherwise each addition rounds to nearest. With eps = 2^-52, or 2^-23 in float32,
/// and L the exact length,
///
///     |computed - L| <= 2 (V + 2) eps (|L| + 2 H)
///
/// as long as V eps is below 0.01 and nothing overflows or lies below 2^-1022, or 2^-126. H is 0
/// where no weight is negative, else the size of the smallest distance of the graph. Integers times
/// a power of two stay exact as long as all sums are below 2^53, or 2^24. In float32 each weight is
/// rounded first. A length above the largest finite number is infinity. Methods, instruction sets,
/// devices, numbers of threads and of rows may round differently.
///
/// Negative weights are reduced by potentials of integers of 128 bits, so that a cycle counts as
/// negative exactly if it is.
///
/// Settings: `width`, `summary` and `checkpoint` are for integers alone. They throw Error(kUsage)
/// where lengths are rounded. Predecessors are then those of searches, whatever the method: of
/// a path all of whose first parts are shortest as computed, of these with the fewest edges, then
/// the smallest vertex. They depend on the graph alone, and without weights below 0 are those of
/// NearSettings::path_vertex where both are of 64 bits. A path along them has the computed length
/// up to the same bound.
///
/// GPUs round as well, by the dense method, and in float32 by sweeps. There Error(kUsage) is for
/// predecessors, searches, and sweeps of float64. With Device::kAuto a solve without negative
/// weights goes to a GPU that is predicted to be faster.
///
/// Takes, beside what solve() takes, 28 bytes an edge, 44 by sweeps on GPUs, or by the dense method
/// V^2 elements. Throws what solve() throws. InvalidEdge is also for -infinity, and with float32
/// results for a weight beyond float32. Error(kInput) is for negative weights beside others so much
/// larger that 128 bits do not hold both.
void solve_into(RealGraphView graph, const Settings& settings, std::span<double> rows);

/// Same, in float32. Takes half of the time and memory of the dense method, a third of the time on
/// GPUs.
void solve_into(RealGraphView graph, const Settings& settings, std::span<float> rows);

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
