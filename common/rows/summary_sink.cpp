// SPDX-License-Identifier: MIT
#include "common/rows/summary_sink.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/error.hpp"

namespace apsp {

SummarySink::SummarySink(const RowSet& rows, RowSink* next)
    : next_(next), summary_(rows, RowSet(rows.vertices())) {}

SummarySink::SummarySink(const RowSet& rows, const RowSet& targets)
    : next_(nullptr), summary_(rows, targets) {}

SummarySink::~SummarySink() = default;

void SummarySink::prepare() {
  if (next_ != nullptr) next_->prepare();
}

void SummarySink::put(std::size_t first_row, std::span<const Distance> rows) {
  const RowSet& targets = summary_.targets;
  const std::size_t columns = targets.size();
  const std::size_t count = columns == 0 ? 0 : rows.size() / columns;
  {
    const auto gatherer = gatherers_.borrow();
    for (std::size_t r = 0; r < count; ++r) {
      const std::span<const Distance> row = rows.subspan(r * columns, columns);
      const std::size_t source = summary_.set.source(first_row + r);
      summary_.rows[first_row + r] =
          targets.all() ? gatherer->add(source, row) : gatherer->add_targets(source, row, targets);
    }
  }
  rows_ += count;
  if (next_ != nullptr) next_->put(first_row, rows);
}

void SummarySink::put_numbers(std::span<const std::int32_t> rows,
                              std::span<const RowNumbers> numbers, const Histogram& histogram) {
  if (next_ != nullptr) {
    throw Error(Fault::kInternal, "the numbers of rows were put where rows are wanted");
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    summary_.rows[static_cast<std::size_t>(rows[r])] = numbers[r];
  }
  rows_ += rows.size();
  const std::lock_guard lock(histogram_mutex_);
  summary_.histogram.add(histogram);
}

RowsSummary SummarySink::finish() {
  if (rows_ != summary_.rows.size()) {
    throw Error(Fault::kInternal, fmt::format("{} rows were summarised, expected {}", rows_.load(),
                                              summary_.rows.size()));
  }
  for (const auto& gatherer : gatherers_.all()) summary_.histogram.add(gatherer->histogram());
  gatherers_.all().clear();
  return std::move(summary_);
}

}  // namespace apsp
