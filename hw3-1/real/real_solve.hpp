// SPDX-License-Identifier: MIT
// Shortest paths with weights that are not integers: float or double elements, rounded to nearest
// by each addition. Dense graphs go through the tiles of the integer widths, others through their
// sweeps or through searches.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "apsp/real.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/observer.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"
#include "common/solve/plan.hpp"
#include "hw3-1/real/real_potentials.hpp"

namespace apsp::cpu {

/// A question with weights that are not integers. Views; what they see outlives it.
struct RealProblem {
  std::size_t vertices;
  std::span<const RealEdge> edges;   // finite weights of 0 or more, none -0.0
  const RealPotentials* potentials;  // that the weights were reduced by; null: they were not
  const RowSet& rows;
  const RowSet& columns;
  double limit;  // a length, not as reduced, above it is no path; infinity: none is

  /// Not null: the edges are those of this matrix, and `edges` is empty. The dense method solves
  /// them, without potentials and predecessors.
  const DenseWeights* matrix = nullptr;
};

/// How to answer it.
struct RealSettings {
  std::string_view instruction_set;
  std::optional<Method> method;     // nothing: by their predicted times
  RowSink* predecessors = nullptr;  // takes rows of predecessors; they are found by searches
  std::pmr::memory_resource* memory = nullptr;  // of the dense method; null: pages of the system
  int threads = 0;                              // 0: OpenMP's default number, fewer for little work
  const Plan* plan =
      nullptr;  // that real_plan() returned for the same problem; null: not asked yet
};

/// What solve_real() would do. See plan_real().
template <typename Element>
[[nodiscard]] Plan real_plan(const RealProblem& problem, const RealSettings& settings);

/// Seconds that it takes, roughly, on the threads of the caller.
template <typename Element>
[[nodiscard]] double predicted_seconds(const RealProblem& problem, const RealSettings& settings,
                                       const Plan& plan);

/// Fills `out`, rows x columns elements, row-major; infinity: no path. Throws Error(kMemory),
/// Error(kUsage), Error(kCancelled), and what the sink throws. V^3 relaxations, or an elimination
/// and fill + V relaxations a row, or a search with a heap a row. See include/apsp/real.hpp for the
/// rounding.
template <typename Element>
void solve_real(const RealProblem& problem, const RealSettings& settings, std::span<Element> out,
                Observer& observer);

}  // namespace apsp::cpu
