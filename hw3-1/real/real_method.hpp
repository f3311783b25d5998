// SPDX-License-Identifier: MIT
// The choice between the ways to solve with weights that are not integers: the same as method.hpp's
// with other rates. Weights do not matter to it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "apsp/real.hpp"
#include "apsp/settings.hpp"
#include "common/core/row_set.hpp"
#include "common/sparse/elimination_tree.hpp"
#include "hw3-1/kernels.hpp"

namespace apsp::cpu {

struct RealChoice {
  Method method = Method::kDense;
  double dense_seconds = 0;  // predicted, as the others
  double search_seconds = 0;
  std::optional<double> sweep_seconds = {};          // nothing: not looked at, or more than another
  std::optional<sparse::EliminationTree> tree = {};  // where the method is kSweep
};

/// Returns the method that is predicted to be the fastest for `rows`, or the one that is `forced`.
/// `bytes`: of an element; has_room: the dense method's matrix fits. O(V + E) beside the order of
/// an elimination, which ends early where it cannot win, and beside sample searches of a
/// millisecond. No length above `limit` is wanted: short solves are then searches, whose lengths
/// have the bits of every other Dijkstra at the limit.
[[nodiscard]] RealChoice choose_real_method(std::span<const RealEdge> edges, const RowSet& rows,
                                            double limit, std::optional<Method> forced,
                                            std::size_t bytes, bool has_room,
                                            const KernelSet& kernels);

/// How long one thread takes for what was chosen, at most.
[[nodiscard]] double seconds_of_one_thread(const RealChoice& choice, const RowSet& rows,
                                           std::size_t edges, std::size_t bytes,
                                           const KernelSet& kernels);

}  // namespace apsp::cpu
