// SPDX-License-Identifier: MIT
#include "common/app/deliveries.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/error.hpp"
#include "common/base/memory.hpp"
#include "common/base/random.hpp"
#include "common/io/output_file.hpp"

namespace apsp {

bool is_worth_reversing(const SolverOptions& options, const Problem& asked, const RowSet& targets) {
  constexpr std::size_t kFewer = 4;  // or else the rows that are left out save little
  if (targets.all() || kFewer * targets.size() > asked.rows.size()) return false;
  if (options.summary || options.predecessors || options.verify_rows) return false;
  if (asked.graph.smallest_weight < 0) return false;  // cycles are told as the graph has them
  return asked.graph.edges.size() * sizeof(Edge) +
             TransposedSink::bytes_for(asked.rows.size(), targets.size()) <
         available_memory();
}

Deliveries::Deliveries(const SolverOptions& options, const Problem& asked, const RowSet& targets,
                       const Problem& solved, Observer& observer)
    : options_(options) {
  if (options.output) {
    output_.emplace(*options.output, asked.rows.size(), targets.size());
    rows_ = &*output_;
    if (solved.reversed) {
      rows_ = &transposed_.emplace(asked.rows, targets.size());
    } else if (!targets.all()) {
      rows_ = &columns_.emplace(*output_, targets);
    }
  }
  if (options.summary) {
    require_writable(*options.summary);
    rows_ = &summary_.emplace(asked.rows, rows_);
    if (!output_ && !options.predecessors && !options.verify_rows) numbers_ = &*summary_;
  }
  if (options.predecessors) {
    observer.enter_phase(Phase::kPredecessors);
    predecessors_.emplace(*options.predecessors, asked.rows.size(), targets.size());
    RowSink* file = &*predecessors_;
    if (!targets.all()) file = &predecessor_columns_.emplace(*file, targets);
    rows_ = &searcher_.emplace(*file, rows_, asked.graph, asked.rows);
  }
  if (options.verify_rows) {
    // A seed that differs from run to run: no error stays in rows that are never drawn.
    rows_ = &verifier_.emplace(*rows_, asked, *options.verify_rows,
                               options.verify_seed.value_or(fresh_seed()));
  }
}

void Deliveries::finish(Observer& observer) {
  if (transposed_) {
    observer.enter_phase(Phase::kWrite);
    transposed_->put_rows(*output_);
  }
  if (searcher_) searcher_->finish(observer);
  if (verifier_) {
    observer.enter_phase(Phase::kVerify);
    verifier_->finish(observer);
  }
  if (output_ || predecessors_) observer.enter_phase(Phase::kWrite);
  commit();
  if (summary_) {
    observer.enter_phase(Phase::kSummary);
    const std::string text = summary_->finish().json(options_.input);
    write_later("the summary", [&] { write_text(text, *options_.summary, options_.sync); });
    bytes_ += text.size();
    if (complete_.empty()) {
      complete_ = fmt::format("the summary in {} is complete", *options_.summary);
    }
  }
}

/// Makes the distances and the predecessors visible. Takes memory and finds the disk full before
/// one of them appears.
void Deliveries::commit() {
  const std::string what = "the file of predecessors";
  std::string all;
  if (output_) {
    all = fmt::format("the distances in {} are complete", *options_.output);
    complete_ = all;
  }
  if (predecessors_) {
    all += fmt::format("{}the predecessors in {} are complete", all.empty() ? "" : ", ",
                       *options_.predecessors);
    predecessors_->close(options_.sync);
  }
  if (output_) {
    output_->commit(options_.sync);
    bytes_ += output_->bytes();
  }
  if (predecessors_) {
    write_later(what, [&] { predecessors_->commit(options_.sync); });
    bytes_ += predecessors_->bytes();
  }
  complete_ = std::move(all);
}

void Deliveries::write_later(const std::string& what, const std::function<void()>& write) const {
  try {
    write();
  } catch (const Error& error) {
    if (complete_.empty()) throw;
    throw Error(Fault::kOutput,
                fmt::format("{}\nonly {} is missing: {}", error.what(), what, complete_));
  }
}

}  // namespace apsp
