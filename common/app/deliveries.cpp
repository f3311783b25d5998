// SPDX-License-Identifier: MIT
#include "common/app/deliveries.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/error.hpp"
#include "common/base/random.hpp"
#include "common/io/output_file.hpp"

namespace apsp {

bool wants_distances_alone(const SolverOptions& options) {
  return !options.summary && !options.predecessors && !options.verify_rows;
}

Deliveries::Deliveries(const SolverOptions& options, const Problem& asked, const RowSet& targets,
                       const Problem& solved, Observer& observer)
    : options_(options) {
  Wanted wanted;
  if (options.output) {
    wanted.distances = &output_.emplace(*options.output, asked.rows.size(), targets.size());
  }
  if (options.summary) {
    require_writable(*options.summary);
    wanted.summary = true;
  }
  if (options.predecessors) {
    wanted.predecessors =
        &predecessors_.emplace(*options.predecessors, asked.rows.size(), targets.size());
  }
  if (options.verify_rows) {
    // A seed that differs from run to run: no error stays in rows that are never drawn.
    wanted.verification = {*options.verify_rows, options.verify_seed.value_or(fresh_seed())};
  }
  chain_.emplace(wanted, asked, targets, solved, observer);
}

void Deliveries::finish(Observer& observer) {
  chain_->finish(observer);
  if (output_ || predecessors_) observer.enter_phase(Phase::kWrite);
  commit();
  if (options_.summary) {
    observer.enter_phase(Phase::kSummary);
    const std::string text = chain_->summary().json(options_.input);
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
