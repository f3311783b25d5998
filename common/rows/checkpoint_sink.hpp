// SPDX-License-Identifier: MIT
// The sink that keeps what is done of a summary in a file, and begins with what the file has.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/core/observer.hpp"
#include "common/core/outputs.hpp"
#include "common/core/problem.hpp"
#include "common/core/row_share.hpp"
#include "common/core/row_sink.hpp"
#include "common/rows/checkpoint.hpp"

namespace apsp {

/// The file of a checkpoint, and how often it is written.
struct CheckpointFile {
  std::string path;
  double seconds = 60;  // between two writes, 0 or more; 0: as often as numbers come
};

/// Takes the rows that are left, numbered as left() has them. Writes the file whole or not at all:
/// an earlier one is kept until then, and by every failure.
class CheckpointSink final : public RowSink, public MirroredSink {
 public:
  /// Reads the file, if there is one. `asked`: the problem of all rows, whose edges are a list; it
  /// outlives the sink, as `observer` does. Throws Error(kInput) for a file of something else
  /// (checkpoint.hpp), Error(kOutput) for a path that cannot be written.
  CheckpointSink(CheckpointFile file, const Problem& asked, Observer& observer);
  ~CheckpointSink() override;

  /// The rows that the file does not have.
  [[nodiscard]] const RowShare& left() const { return left_; }

  /// The number of rows that it has.
  [[nodiscard]] std::size_t found() const { return left_.whole().size() - left_.size(); }

  /// Returns `problem`, which has all rows, with those that are left, for a solver.
  [[nodiscard]] Problem left_of(Problem problem) const;

  /// The sinks that take what is left.
  [[nodiscard]] Outputs outputs();

  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void put_numbers(std::span<const std::int32_t> rows, std::span<const RowNumbers> numbers,
                   const Histogram& histogram) override;
  void put_mirrored(std::span<const std::int32_t> rows, std::span<const RowNumbers> added,
                    const Histogram& histogram) override;
  [[nodiscard]] bool keeps() const override { return true; }
  [[nodiscard]] bool due() override { return Clock::now().time_since_epoch() >= next_.load(); }

  /// Whether it has all, and there was a file.
  [[nodiscard]] bool complete() const { return found() > 0 && left_.size() == 0; }

  /// Writes what has come since the last time, if anything has. Throws Error(kOutput).
  void save();

  /// The same for a solve that has failed: returns a line about the success.
  [[nodiscard]] std::string save_or_say() noexcept;

  /// After the solve: puts the numbers of all rows into `sink`.
  void finish(NumbersSink& sink);

  /// Removes the file, after the outputs are in place.
  void remove();

 private:
  using Clock = std::chrono::steady_clock;

  /// Rows on their way, of one thread at a time.
  struct Part;

  [[nodiscard]] std::pair<Part*, std::unique_lock<std::mutex>> take_part();
  [[nodiscard]] RowNumbers numbers_of(Part& part, std::size_t source,
                                      std::span<const Distance> row) const;
  void collect();
  [[nodiscard]] Histogram with(const Histogram& histogram) const;
  void add(std::span<const std::int32_t> rows, std::span<const RowNumbers> numbers,
           const Histogram& histogram);
  void save_if_due();
  void save_or_warn();
  void set_next();

  const CheckpointFile file_;
  const Problem& asked_;
  Observer& observer_;
  const Question question_;
  KeptRows kept_;
  bool saved_ = true;  // the file has all of them
  const RowShare left_;
  const std::optional<RowSet> open_;  // where some rows are closed: the vertices of the others
  std::mutex keeping_;                // kept_, saved_
  std::mutex saving_;                 // held by the one thread that writes
  std::atomic<Clock::duration> next_;
  std::atomic<bool> failed_ = false;  // a write in a thread of the solve
  std::mutex listing_;                // parts_
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace apsp
