// SPDX-License-Identifier: MIT
// One call of the library: its settings checked, then the recipe of every solve on processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/plan.hpp"
#include "apsp/settings.hpp"
#include "apsp/solve.hpp"
#include "common/base/error.hpp"
#include "common/base/threads.hpp"
#include "common/core/both_ways.hpp"
#include "common/core/dense_weights.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_set.hpp"
#include "common/core/row_sink.hpp"

namespace apsp {

/// Returns the result of `work`. Turns its std::bad_alloc into Error(kMemory).
template <typename Work>
auto with_memory_errors(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw Error(Fault::kMemory, "not enough memory: an allocation failed");
  }
}

/// Returns `threads`. Throws Error(kUsage) where Settings::threads must not be that.
[[nodiscard]] int checked_threads(int threads);

/// A checked graph, the wanted rows, and the threads that solve for them as long as this lives.
class Call {
 public:
  /// AnyGraph: GraphView, or DenseWeights of integers. Both outlive this, as `settings` does.
  /// Throws Error(kUsage), Error(kInput), InvalidEdge. O(E), of a matrix O(1); where the graph is
  /// undirected, O(V^2).
  template <typename AnyGraph>
  Call(const AnyGraph& graph, const Settings& settings);

  /// The wanted rows and columns of the results.
  [[nodiscard]] std::size_t rows() const { return problem_.rows.size(); }
  [[nodiscard]] std::size_t columns() const { return targets_.size(); }
  [[nodiscard]] const RowSet& row_set() const { return problem_.rows; }
  [[nodiscard]] const RowSet& column_set() const { return targets_; }

  /// Solves, once, puts the rows into `sink`, or nowhere if it is null, and fills in what else the
  /// settings ask for. Throws as apsp::solve().
  void run(RowSink* sink);

  /// Same, and returns the rows.
  [[nodiscard]] Distances distances();

  /// What distances() would do.
  [[nodiscard]] Forecast forecast();

  /// Throws Error(kUsage) unless memory for `what` of so many elements has rows() x columns().
  void require_size(std::size_t elements, const char* what) const;

 private:
  void lead_both_ways();
  void expect_checkpoint(bool rows);
  void run_observed(RowSink* sink, Observer& observer);

  const Settings& settings_;
  ThreadCount threads_;
  // The edges, where the graph is undirected.
  std::optional<BothWays> both_ways_;
  std::optional<DenseWeights> weights_both_ways_;
  Problem problem_;
  RowSet targets_;
};

}  // namespace apsp
