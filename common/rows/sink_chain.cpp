// SPDX-License-Identifier: MIT
#include "common/rows/sink_chain.hpp"

namespace apsp {

double seconds_of_sinks(const Problem& problem, bool predecessors, std::size_t verified) {
  constexpr double kElement = 10e-9;  // of a row whose predecessors are found
  constexpr double kArc = 20e-9;      // sorted for that
  constexpr double kVertex = 60e-9;   // that a search passes, to verify a row
  constexpr double kEdge = 2e-9;
  const auto vertices = static_cast<double>(problem.graph.vertices);
  const auto edges = static_cast<double>(problem.graph.edge_count());
  const auto rows = static_cast<double>(problem.rows.size());
  return (predecessors ? rows * vertices * kElement + edges * kArc : 0) +
         static_cast<double>(verified) * (vertices * kVertex + edges * kEdge);
}

SinkChain::SinkChain(const Wanted& wanted, const Problem& asked, const RowSet& targets,
                     const Problem& solved, Observer& observer)
    : output_(wanted.distances),
      checkpoint_(wanted.checkpoint),
      rows_(wanted.distances),
      negative_(solved.graph.smallest_weight < 0) {
  if (output_ != nullptr && solved.reversed) {
    rows_ = &transposed_.emplace(asked.rows, targets.size());
  } else if (output_ != nullptr && !targets.all()) {
    rows_ = &columns_.emplace(*output_, targets);
  }
  if (wanted.summary) {
    const bool alone = output_ == nullptr && wanted.predecessors == nullptr && !wanted.verification;
    rows_ = &summary_.emplace(asked.rows, rows_);
    if (alone) numbers_ = &*summary_;
  }
  if (checkpoint_ != nullptr) rows_ = checkpoint_;
  if (wanted.predecessors != nullptr) {
    observer.enter_phase(Phase::kPredecessors);
    RowSink* next = wanted.predecessors;
    if (!targets.all()) next = &predecessor_columns_.emplace(*next, targets);
    rows_ = &searcher_.emplace(*next, rows_, asked.graph, asked.rows);
  }
  if (wanted.verification) {
    const Verification& check = *wanted.verification;
    rows_ = &verifier_.emplace(*rows_, asked, check.rows, check.seed, check.share);
  }
  if (solved.limited()) limit_.emplace(*rows_, solved.limit);
}

void SinkChain::finish(Observer& observer) {
  if (checkpoint_ != nullptr) checkpoint_->finish(*summary_);
  if (transposed_) {
    observer.enter_phase(Phase::kWrite);
    transposed_->put_rows(*output_);
  }
  if (searcher_) searcher_->finish(observer);
  if (verifier_) {
    observer.enter_phase(Phase::kVerify);
    verifier_->finish(observer);
  }
}

}  // namespace apsp
