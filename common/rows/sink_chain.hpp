// SPDX-License-Identifier: MIT
// The sinks between a solver and the outputs of its user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_set.hpp"
#include "common/rows/checkpoint_sink.hpp"
#include "common/rows/column_sink.hpp"
#include "common/rows/limit_sink.hpp"
#include "common/rows/predecessor_sink.hpp"
#include "common/rows/summary_sink.hpp"
#include "common/rows/transposed_sink.hpp"
#include "common/rows/verify_sink.hpp"

namespace apsp {

/// The rows that a VerifySink recomputes, and what decides which.
struct Verification {
  std::size_t rows;
  std::uint64_t seed;
  const RowShare* share = nullptr;  // the rows of this one of several processes
};

/// The results that are wanted of the rows of a solve, at least one. The sinks take a row for each
/// wanted row, of the columns that are wanted.
struct Wanted {
  RowSink* distances = nullptr;          // null: not wanted
  RowSink* predecessors = nullptr;       // likewise
  bool summary = false;                  // of whole rows
  CheckpointSink* checkpoint = nullptr;  // not null: it keeps the summary, which alone is wanted
  std::optional<Verification> verification = {};
};

/// Problem::seconds_besides for predecessors, where they are wanted, and so many rows that are
/// verified.
[[nodiscard]] double seconds_of_sinks(const Problem& problem, bool predecessors,
                                      std::size_t verified);

/// Rows pass the verifier, then the search for predecessors, then the summary, then lose the
/// columns that are not wanted, then reach the output. Before all of them they lose the distances
/// above the limit of the problem, which has none where a verifier is wanted.
class SinkChain {
 public:
  /// `targets`: the columns of the outputs. `solved`: the problem that the solver is given
  /// (SolvedProblem). The sinks, `asked` and its edges outlive this object. Throws
  /// Error(kMemory), NegativeCycle.
  SinkChain(const Wanted& wanted, const Problem& asked, const RowSet& targets,
            const Problem& solved, Observer& observer);

  /// Where the solver puts its rows.
  [[nodiscard]] Outputs outputs() {
    PredecessorSink* const searcher = searcher_ ? &*searcher_ : nullptr;
    if (!limit_ && checkpoint_ != nullptr) return checkpoint_->outputs();
    if (!limit_) return {*rows_, numbers_, searcher};
    // Solvers give numbers and predecessors of whole rows alone. But beside negative weights paths
    // lead over vertices beyond the limit, which rows do not have: the recipe gives predecessors.
    return {*limit_, nullptr, negative_ ? searcher : nullptr};
  }

  /// After the solve, once: puts the rows that still wait, and recomputes those to verify. Throws
  /// Error(kInternal), and what the sinks throw.
  void finish(Observer& observer);

  /// After finish(), once, where a summary is wanted.
  [[nodiscard]] RowsSummary summary() { return summary_->finish(); }

 private:
  RowSink* output_;
  CheckpointSink* checkpoint_;
  std::optional<ColumnSink> columns_;
  std::optional<TransposedSink> transposed_;
  std::optional<ColumnSink> predecessor_columns_;
  std::optional<SummarySink> summary_;
  std::optional<PredecessorSink> searcher_;
  std::optional<VerifySink> verifier_;
  std::optional<LimitSink> limit_;
  RowSink* rows_;                   // the first of them
  NumbersSink* numbers_ = nullptr;  // where the numbers of rows will do
  const bool negative_;             // a weight is below 0
};

}  // namespace apsp
