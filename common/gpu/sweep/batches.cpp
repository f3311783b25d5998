// SPDX-License-Identifier: MIT
#include "common/gpu/sweep/batches.hpp"

#include <algorithm>
#include <numeric>

#include "common/base/index.hpp"

namespace apsp::gpu {
namespace {

/// The lanes of a batch by ascending rows.
std::vector<std::int32_t> by_row(const std::vector<std::int32_t>& rows) {
  std::vector<std::int32_t> lanes(rows.size());
  std::iota(lanes.begin(), lanes.end(), 0);
  std::sort(lanes.begin(), lanes.end(),
            [&](std::int32_t a, std::int32_t b) { return rows[index(a)] < rows[index(b)]; });
  return lanes;
}

}  // namespace

Batches::Batches(const RowSet& rows, const Traversal& traversal, std::size_t lanes, bool in_order)
    : wanted_(rows), traversal_(traversal), lanes_(lanes), in_order_(in_order) {
  if (in_order) {
    rows_.resize(rows.size());
    std::iota(rows_.begin(), rows_.end(), 0);
  } else {
    rows_ = all_by_step();
  }
}

/// A counting sort: there are as many keys as steps.
std::vector<std::int32_t> Batches::all_by_step() const {
  std::vector<std::size_t> begin(traversal_.size() + 1, 0);
  const auto size = static_cast<std::int32_t>(wanted_.size());
  for (std::int32_t row = 0; row < size; ++row) ++begin[index(step_of(row)) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::int32_t> sorted(wanted_.size());
  for (std::int32_t row = 0; row < size; ++row) sorted[begin[index(step_of(row))]++] = row;
  return sorted;
}

Batch Batches::batch(std::size_t n) const {
  const std::size_t first = n * lanes_;
  const std::size_t last = std::min(first + lanes_, rows_.size());
  Batch batch;
  batch.rows.assign(rows_.begin() + static_cast<std::ptrdiff_t>(first),
                    rows_.begin() + static_cast<std::ptrdiff_t>(last));
  if (in_order_) sort_by_step(batch.rows);
  for (const std::int32_t row : batch.rows) {
    batch.vertices.push_back(static_cast<std::int32_t>(wanted_.source(index(row))));
    batch.steps.push_back(step_of(row));
  }
  batch.lanes.resize(batch.size());
  std::iota(batch.lanes.begin(), batch.lanes.end(), 0);
  if (in_order_) batch.lanes = by_row(batch.rows);
  return batch;
}

std::vector<std::int32_t> Batches::steps() const {
  std::vector<std::int32_t> steps(rows_.size());
  for (std::size_t n = 0; n < rows_.size(); ++n) steps[n] = step_of(rows_[n]);
  return steps;
}

std::int32_t Batches::step_of(std::int32_t row) const {
  return traversal_.steps_of_vertex[wanted_.source(index(row))];
}

void Batches::sort_by_step(std::vector<std::int32_t>& rows) const {
  std::sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
    return step_of(a) != step_of(b) ? step_of(a) < step_of(b) : a < b;
  });
}

std::size_t most_risen(const RowSet& rows, const Traversal& traversal, std::size_t lanes) {
  const std::vector<std::int32_t> steps = Batches(rows, traversal, lanes, false).steps();
  std::size_t most = 0;
  std::size_t met = 0;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    if (n % lanes == 0) met = 0;
    const std::size_t step = index(steps[n]);
    if (step < traversal.core) continue;
    // The way from this step joins that of the one before where it is the least deep of all steps
    // since, or at its parent.
    std::size_t above = 0;
    if (n % lanes != 0 && index(steps[n - 1]) >= traversal.core) {
      const auto first = traversal.depths.begin() + steps[n - 1];
      const auto last = traversal.depths.begin() + steps[n];
      above = first == last ? index(*last) + 1 : index(*std::min_element(first + 1, last + 1));
    }
    met += index(traversal.depths[step]) + 1 - above;
    most = std::max(most, met);
  }
  return most;
}

Batch part_of(const Batch& batch, std::size_t begin, std::size_t end) {
  const std::vector<std::int32_t> put(batch.lanes.begin() + static_cast<std::ptrdiff_t>(begin),
                                      batch.lanes.begin() + static_cast<std::ptrdiff_t>(end));
  std::vector<std::int32_t> kept = put;
  std::sort(kept.begin(), kept.end());
  Batch part;
  for (const std::int32_t lane : kept) {
    part.rows.push_back(batch.rows[index(lane)]);
    part.vertices.push_back(batch.vertices[index(lane)]);
    part.steps.push_back(batch.steps[index(lane)]);
  }
  for (const std::int32_t lane : put) {
    const auto found = std::lower_bound(kept.begin(), kept.end(), lane);
    part.lanes.push_back(static_cast<std::int32_t>(found - kept.begin()));
  }
  return part;
}

}  // namespace apsp::gpu
