// SPDX-License-Identifier: MIT
#include "common/rows/summary_sink.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/error.hpp"

namespace apsp {

/// A gatherer that one thread has to itself. There are as many as threads were ever here at once.
class SummarySink::Borrowed {
 public:
  explicit Borrowed(SummarySink& sink) : sink_(sink) {
    const std::lock_guard lock(sink_.gatherers_mutex_);
    if (sink_.gatherers_.empty()) {
      gatherer_ = std::make_unique<RowGatherer>();
    } else {
      gatherer_ = std::move(sink_.gatherers_.back());
      sink_.gatherers_.pop_back();
    }
  }
  ~Borrowed() {
    const std::lock_guard lock(sink_.gatherers_mutex_);
    sink_.gatherers_.push_back(std::move(gatherer_));
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

  RowGatherer* operator->() { return gatherer_.get(); }

 private:
  SummarySink& sink_;
  std::unique_ptr<RowGatherer> gatherer_;
};

SummarySink::SummarySink(const RowSet& rows, RowSink* next) : next_(next), summary_(rows) {}

SummarySink::~SummarySink() = default;

void SummarySink::prepare() {
  if (next_ != nullptr) next_->prepare();
}

void SummarySink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = summary_.vertices();
  const std::size_t count = vertices == 0 ? 0 : rows.size() / vertices;
  {
    Borrowed gatherer(*this);
    for (std::size_t r = 0; r < count; ++r) {
      const std::size_t row = first_row + r;
      summary_.rows[row] =
          gatherer->add(summary_.set.source(row), rows.subspan(r * vertices, vertices));
    }
  }
  rows_ += count;
  if (next_ != nullptr) next_->put(first_row, rows);
}

void SummarySink::put_numbers(std::size_t first_row, std::span<const RowNumbers> rows,
                              const Histogram& histogram) {
  if (next_ != nullptr) {
    throw Error(Fault::kInternal, "the numbers of rows were put where rows are wanted");
  }
  std::copy(rows.begin(), rows.end(),
            summary_.rows.begin() + static_cast<std::ptrdiff_t>(first_row));
  rows_ += rows.size();
  const std::lock_guard lock(gatherers_mutex_);
  summary_.histogram.add(histogram);
}

Summary SummarySink::finish() {
  if (rows_ != summary_.rows.size()) {
    throw Error(Fault::kInternal, fmt::format("{} rows were summarised, expected {}", rows_.load(),
                                              summary_.rows.size()));
  }
  for (const auto& gatherer : gatherers_) summary_.histogram.add(gatherer->histogram());
  gatherers_.clear();
  return std::move(summary_);
}

}  // namespace apsp
