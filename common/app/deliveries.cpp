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

bool wants_summary_alone(const SolverOptions& options) {
  return options.summary && !options.output && !options.predecessors && !options.verify_rows;
}

Deliveries::Deliveries(const SolverOptions& options, const Problem& asked, const RowSet& targets,
                       const Problem& solved, Observer& observer, const JointRun* run,
                       CheckpointSink* checkpoint)
    : options_(options), run_(run), checkpoint_(checkpoint) {
  Wanted wanted;
  if (options.output) {
    wanted.distances = &open(*options.output, asked.rows.size(), targets.size(), output_);
  }
  if (options.summary) {
    if (run == nullptr || run->ranks.rank() == 0) require_writable(*options.summary);
    wanted.summary = true;
    wanted.checkpoint = checkpoint;
  }
  if (options.predecessors) {
    wanted.predecessors =
        &open(*options.predecessors, asked.rows.size(), targets.size(), predecessors_);
  }
  if (options.verify_rows) wanted.verification = verification();
  chain_.emplace(wanted, asked, targets, solved, observer);
}

RowSink& Deliveries::open(const std::string& path, std::size_t rows, std::size_t columns,
                          File& file) {
  if (run_ == nullptr) return file.writer.emplace(path, rows, columns);
  open_together(*run_, path, columns, file.writer);
  return file.share.emplace(*file.writer, run_->share, columns);
}

Verification Deliveries::verification() const {
  // A seed that differs from run to run: no error stays in rows that are never drawn.
  const std::uint64_t seed = options_.verify_seed.value_or(fresh_seed());
  if (run_ == nullptr) return {*options_.verify_rows, seed};
  return {*options_.verify_rows, of_first(run_->ranks, seed), &run_->share};
}

/// Waits until every process has written its rows, so that rank 0 may put the files in place.
void Deliveries::close_together() {
  if (predecessors_.writer) predecessors_.writer->close(options_.sync);
  if (output_.writer) output_.writer->close(options_.sync);
  (void)run_->ranks.gather("");
}

void Deliveries::finish(Observer& observer) {
  chain_->finish(observer);
  if (output_.writer || predecessors_.writer) observer.enter_phase(Phase::kWrite);
  if (run_ != nullptr) close_together();
  commit();
  if (options_.summary) {
    observer.enter_phase(Phase::kSummary);
    RowsSummary summary = chain_->summary();
    if (run_ != nullptr) summary = add_up(*run_, std::move(summary));
    if (run_ != nullptr && run_->ranks.rank() != 0) return;
    const std::string text = summary.json(options_.input);
    const bool sync = options_.sync || checkpoint_ != nullptr;  // on the disk before that goes
    write_later("the summary", [&] { write_text(text, *options_.summary, sync); });
    if (checkpoint_ != nullptr) checkpoint_->remove();
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
  if (output_.writer) {
    all = fmt::format("the distances in {} are complete", *options_.output);
    complete_ = all;
  }
  if (predecessors_.writer) {
    all += fmt::format("{}the predecessors in {} are complete", all.empty() ? "" : ", ",
                       *options_.predecessors);
    if (run_ == nullptr) predecessors_.writer->close(options_.sync);
  }
  if (output_.writer) {
    output_.writer->commit(options_.sync);
    bytes_ += output_.writer->bytes();
  }
  if (predecessors_.writer) {
    write_later(what, [&] { predecessors_.writer->commit(options_.sync); });
    bytes_ += predecessors_.writer->bytes();
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
