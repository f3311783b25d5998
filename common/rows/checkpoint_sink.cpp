// SPDX-License-Identifier: MIT
#include "common/rows/checkpoint_sink.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/follow_links.hpp"
#include "common/io/input_file.hpp"
#include "common/io/output_file.hpp"
#include "common/rows/put_numbers.hpp"

namespace apsp {
namespace {

/// The rows that a file has; none where there is no file.
KeptRows read(const std::string& path, const Question& question) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return KeptRows(question.rows);
    throw Error(Fault::kInput, fmt::format("{}: {}", path, std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw Error(Fault::kInput, path + ": is a folder, a pipe or a device, expected a checkpoint");
  }
  InputFile file(path);
  file.read_to(std::numeric_limits<std::uint64_t>::max());
  return read_checkpoint(file.bytes(), question, path);
}

RowShare rows_left(const RowSet& rows, const KeptRows& kept) {
  return RowShare::of_rows(rows, [&](std::size_t row) { return !kept.done[row]; });
}

std::optional<RowSet> open_rows(const RowSet& rows, const KeptRows& kept) {
  if (!kept.any_closed()) return std::nullopt;
  return RowShare::of_rows(rows, [&](std::size_t row) { return !kept.closed[row]; }).rows();
}

/// Adds numbers of other pairs of the same row.
void add_to(RowNumbers& row, const RowNumbers& other) {
  if (other.reachable == 0) return;
  row.largest = row.reachable == 0 ? other.largest : std::max(row.largest, other.largest);
  row.sum += other.sum;
  row.reachable += other.reachable;
}

}  // namespace

struct CheckpointSink::Part {
  std::mutex mutex;
  std::optional<RowGatherer> gatherer;
  std::vector<Distance> row;  // of open columns
  std::vector<std::int32_t> rows;
  std::vector<RowNumbers> numbers;
  bool whole = true;  // no row was counted in part
};

CheckpointSink::CheckpointSink(CheckpointFile file, const Problem& asked, Observer& observer)
    : file_(std::move(file)),
      asked_(asked),
      observer_(observer),
      question_(question_of(asked)),
      kept_(read(file_.path, question_)),
      left_(rows_left(asked.rows, kept_)),
      open_(open_rows(asked.rows, kept_)) {
  require_writable(file_.path);
  observer.fact("checkpoint_rows", static_cast<std::int64_t>(found()));
  set_next();
}

CheckpointSink::~CheckpointSink() = default;

Problem CheckpointSink::left_of(Problem problem) const {
  if (found() > 0) problem.rows = left_.rows();
  if (open_) problem.numbers_alone = false;  // those of whole rows would count some pairs twice
  return problem;
}

Outputs CheckpointSink::outputs() {
  Outputs outputs{*this};
  if (!open_) outputs.numbers = this;
  // All that is left leads from rows that are left to such rows.
  if (asked_.rows.all() && kept_.done == kept_.closed) outputs.mirrored = this;
  return outputs;
}

void CheckpointSink::set_next() {
  constexpr double kMost = 1e9;  // which is never
  const std::chrono::duration<double> seconds(std::min(file_.seconds, kMost));
  next_ = Clock::now().time_since_epoch() + std::chrono::duration_cast<Clock::duration>(seconds);
}

/// A part that no other thread has, locked.
std::pair<CheckpointSink::Part*, std::unique_lock<std::mutex>> CheckpointSink::take_part() {
  const std::lock_guard lock(listing_);
  for (const auto& part : parts_) {
    std::unique_lock own(part->mutex, std::try_to_lock);
    if (own && part->whole) return {&*part, std::move(own)};
  }
  Part& part = *parts_.emplace_back(std::make_unique<Part>());
  return {&part, std::unique_lock(part.mutex)};
}

/// The numbers of a row: of all its pairs, or of those that lead to open rows.
RowNumbers CheckpointSink::numbers_of(Part& part, std::size_t source,
                                      std::span<const Distance> row) const {
  if (!open_) return part.gatherer->add(source, row);
  part.row.resize(open_->size());
  for (std::size_t n = 0; n < part.row.size(); ++n) part.row[n] = row[open_->source(n)];
  return part.gatherer->add_targets(source, part.row, *open_);
}

void CheckpointSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t columns = asked_.graph.vertices;
  const std::size_t count = columns == 0 ? 0 : rows.size() / columns;
  {
    const auto [part, own] = take_part();
    if (!part->gatherer) part->gatherer.emplace();
    part->whole = false;
    for (std::size_t r = 0; r < count; ++r) {
      const std::size_t source = asked_.rows.source(left_.number(first_row + r));
      part->numbers.push_back(numbers_of(*part, source, rows.subspan(r * columns, columns)));
      part->rows.push_back(static_cast<std::int32_t>(first_row + r));
    }
    part->whole = true;
  }
  if (!due()) return;
  const std::unique_lock own(saving_, std::try_to_lock);
  if (!own || !due()) return;
  try {
    save();
  } catch (const std::exception&) {
    failed_ = true;  // an observer hears one thread at a time
    set_next();
  }
}

/// What is kept and `histogram`. Whatever lacks memory does so before anything is kept.
Histogram CheckpointSink::with(const Histogram& histogram) const {
  Histogram sum = kept_.histogram;
  sum.add(histogram);
  return sum;
}

void CheckpointSink::put_numbers(std::span<const std::int32_t> rows,
                                 std::span<const RowNumbers> numbers, const Histogram& histogram) {
  add(rows, numbers, histogram);
  save_if_due();
}

void CheckpointSink::put_mirrored(std::span<const std::int32_t> rows,
                                  std::span<const RowNumbers> added, const Histogram& histogram) {
  {
    const std::lock_guard lock(keeping_);
    Histogram sum = with(histogram);
    for (std::size_t r = 0; r < added.size(); ++r) add_to(kept_.numbers[left_.number(r)], added[r]);
    for (const std::int32_t r : rows) {
      const std::size_t row = left_.number(static_cast<std::size_t>(r));
      kept_.done[row] = true;
      kept_.closed[row] = true;
    }
    kept_.histogram = std::move(sum);
    saved_ = saved_ && rows.empty();
  }
  save_if_due();
}

/// Between batches.
void CheckpointSink::save_if_due() {
  if (!due()) return;
  const std::unique_lock own(saving_, std::try_to_lock);
  if (own && due()) save_or_warn();
}

void CheckpointSink::add(std::span<const std::int32_t> rows, std::span<const RowNumbers> numbers,
                         const Histogram& histogram) {
  const std::lock_guard lock(keeping_);
  Histogram sum = with(histogram);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t row = left_.number(static_cast<std::size_t>(rows[r]));
    kept_.done[row] = true;
    add_to(kept_.numbers[row], numbers[r]);
  }
  kept_.histogram = std::move(sum);
  saved_ = saved_ && rows.empty();
}

/// Adds what the parts have. Others may be filled meanwhile.
void CheckpointSink::collect() {
  std::vector<Part*> parts;
  {
    const std::lock_guard lock(listing_);
    for (const auto& part : parts_) parts.push_back(&*part);
  }
  for (Part* part : parts) {
    const std::lock_guard own(part->mutex);
    if (!part->whole || part->rows.empty()) continue;
    add(part->rows, part->numbers, part->gatherer->histogram());
    part->gatherer.reset();
    part->rows.clear();
    part->numbers.clear();
  }
}

void CheckpointSink::save() {
  collect();
  {
    const std::lock_guard lock(keeping_);
    if (!saved_) write_text(checkpoint_bytes(question_, kept_), file_.path, true);
    saved_ = true;
  }
  set_next();
}

std::string CheckpointSink::save_or_say() noexcept {
  try {
    save();
    return fmt::format("{} of {} are kept in {}", kept_.count(), counted(kept_.done.size(), "row"),
                       file_.path);
  } catch (const std::exception& error) {
    return fmt::format("no checkpoint was written: {}", error.what());
  }
}

/// Between batches. A solve goes on without a checkpoint, and tries again later.
void CheckpointSink::save_or_warn() {
  try {
    save();
  } catch (const std::exception& error) {
    set_next();
    observer_.warn(fmt::format("no checkpoint was written: {}", error.what()));
  }
}

void CheckpointSink::finish(NumbersSink& sink) {
  collect();
  if (failed_) observer_.warn(fmt::format("{}: not every checkpoint was written", file_.path));
  const std::size_t done = kept_.count();
  if (done != kept_.done.size()) {
    throw Error(Fault::kInternal,
                fmt::format("{} rows were summarised, expected {}", done, kept_.done.size()));
  }
  put_numbers_from(0, kept_.numbers, kept_.histogram, sink);
}

void CheckpointSink::remove() {
  ::unlink(follow_links(file_.path).c_str());  // a link stays, as where it is written
}

}  // namespace apsp
