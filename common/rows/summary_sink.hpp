// SPDX-License-Identifier: MIT
// The sink that keeps a summary of the rows and passes them on, or not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <span>

#include "common/base/pool.hpp"
#include "common/core/outputs.hpp"
#include "common/core/row_sink.hpp"
#include "common/rows/summary.hpp"

namespace apsp {

/// Gathers from every row that is put, in the thread that puts it. Only between rows do threads
/// wait for each other, for some instructions.
class SummarySink final : public RowSink, public NumbersSink {
 public:
  /// Takes the rows of `rows`. They go on to `next`, which outlives this sink, or to nowhere if it
  /// is null.
  explicit SummarySink(const RowSet& rows, RowSink* next = nullptr);

  /// Takes rows that have the columns of `targets` alone, which go nowhere.
  SummarySink(const RowSet& rows, const RowSet& targets);
  ~SummarySink() override;

  void prepare() override;
  [[nodiscard]] bool in_order() const override { return next_ != nullptr && next_->in_order(); }
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override {
    if (next_ != nullptr) next_->abandon(cause);
  }
  /// Throws Error(kInternal) where rows go on to another sink.
  void put_numbers(std::span<const std::int32_t> rows, std::span<const RowNumbers> numbers,
                   const Histogram& histogram) override;

  /// The summary, once all rows are there; else throws Error(kInternal). Call it once.
  [[nodiscard]] RowsSummary finish();

 private:
  RowSink* next_;
  RowsSummary summary_;
  std::atomic<std::size_t> rows_ = 0;  // that are there
  std::mutex histogram_mutex_;
  Pool<RowGatherer> gatherers_;
};

}  // namespace apsp
