// SPDX-License-Identifier: MIT
#include "common/core/potential_sink.hpp"

#include "common/base/error.hpp"
#include "common/core/misfit.hpp"

namespace apsp {
namespace {

/// The length of a reduced one that is not kUnreachable. No sum wraps: d' and -h(i) are both below
/// 2^30, and h(j) is 0 or less.
Distance restore(Distance reduced, Distance from, Distance to) {
  return reduced - from + to;
}

}  // namespace

PotentialSink::PotentialSink(RowSink& next, const RowSet& set, const Potentials& potentials,
                             Distance longest)
    : next_(next),
      set_(set),
      potentials_(potentials.values().begin(), potentials.values().end()),
      room_(kUnreachable - 1 + static_cast<Distance>(potentials.least())),
      proven_(longest < kUnreachable) {}

void PotentialSink::put(std::size_t first_row, std::span<const Distance> rows) {
  const std::size_t vertices = potentials_.size();
  if (looking_) {
    for (std::size_t at = 0; at < rows.size(); at += vertices) {
      look_at(first_row + at / vertices, rows.subspan(at, vertices));
    }
    return;
  }
  const auto buffer = buffers_.borrow();
  buffer->resize(rows.size());
  for (std::size_t at = 0; at < rows.size(); at += vertices) {
    const Distance from = potentials_[set_.source(first_row + at / vertices)];
    const Distance* const reduced = rows.data() + at;
    Distance* const restored = buffer->data() + at;
    for (std::size_t j = 0; j < vertices; ++j) {
      restored[j] =
          reduced[j] == kUnreachable ? kUnreachable : restore(reduced[j], from, potentials_[j]);
    }
  }
  next_.put(first_row, *buffer);
}

void PotentialSink::look_at(std::size_t row, std::span<const Distance> reduced) {
  for (std::size_t j = 0; j < reduced.size(); ++j) {
    if (reduced[j] <= room_ || reduced[j] == kUnreachable) continue;
    const std::size_t source = set_.source(row);
    const Distance length = restore(reduced[j], potentials_[source], potentials_[j]);
    if (length < kUnreachable) continue;
    const std::lock_guard lock(mutex_);
    if (!first_misfit_ || source < first_misfit_->row) first_misfit_ = Misfit{source, j, length};
    return;
  }
}

void PotentialSink::require_fit() {
  if (first_misfit_) {
    throw Error(Fault::kNoAnswer,
                describe_misfit(first_misfit_->row, first_misfit_->column, first_misfit_->length));
  }
  proven_ = true;
  looking_ = false;
}

}  // namespace apsp
