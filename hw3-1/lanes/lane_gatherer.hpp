// SPDX-License-Identifier: MIT
// The numbers of rows from the lanes of batches: a summary alone needs no way back.
//
// Where d(s,t) = d(t,s) for all s and t, half of the distances are enough. A batch of consecutive
// positions then looks at the positions from its own on. Each distance to a higher position counts
// for the rows of both ends, those within the batch count once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/index.hpp"
#include "common/rows/histogram.hpp"
#include "common/rows/row_gatherer.hpp"
#include "hw3-1/lanes/lane_scan.hpp"

namespace apsp::cpu {

/// Gathers the numbers of one batch, the diagonal's left out, from one position after the other.
template <typename Element>
class LaneGatherer {
 public:
  /// `sources`: of each lane the position, ascending. Counts distances with `counter`.
  LaneGatherer(std::span<const std::int32_t> sources, RowGatherer& counter)
      : sources_(sources), sources_left_(sources.size()), counter_(&counter) {}

  /// Takes the distances to a position lower than the last one.
  void add(std::size_t position, const Element* row);

  /// Counts what follows with `counter`, what came before with the last one. From now on the
  /// numbers of each position's lanes are added to `mirror`, which has one entry a position; to
  /// nothing if it is null.
  void count_with(RowGatherer& counter, RowNumbers* mirror);

  /// Returns the numbers of the lanes.
  [[nodiscard]] const LaneNumbers<Element>& finish();

 private:
  static constexpr std::size_t kRows = 64;  // 16 KiB

  void flush();

  std::span<const std::int32_t> sources_;
  std::size_t sources_left_;  // lower than all positions that were taken
  RowGatherer* counter_;
  RowNumbers* mirror_ = nullptr;
  LaneNumbers<Element> numbers_;
  std::size_t count_ = 0;  // rows taken, not yet counted
  std::array<std::size_t, kRows> positions_;
  alignas(64) std::array<Element, kRows * kBatch<Element>> lanes_;
};

/// Stores the numbers of each lane in the row that `rows` names for it.
template <typename Element>
void put_lanes(const LaneNumbers<Element>& numbers, std::span<const std::int32_t> rows,
               std::span<RowNumbers> by_row);

/// Adds them to the row that `rows` names.
template <typename Element>
void add_lanes(const LaneNumbers<Element>& numbers, std::span<const std::int32_t> rows,
               std::span<RowNumbers> by_row);

/// Puts the numbers of the batch that `solved` holds into `by_row`: a lane has a position of
/// `sources`, ascending, and a number of `rows`. Counts its distances with `counter`.
template <template <typename> class Batch, typename Element>
void gather_numbers(const Batch<Element>& solved, std::span<const std::int32_t> sources,
                    std::span<const std::int32_t> rows, RowGatherer& counter,
                    std::span<RowNumbers> by_row) {
  LaneGatherer<Element> gatherer(sources, counter);
  for (std::size_t p = solved.size(); p-- > 0;) gatherer.add(p, solved.row(p));
  put_lanes(gatherer.finish(), rows, by_row);
}

/// Same as gather_numbers() after batch.run(sources), but keeps no row.
template <template <typename> class Batch, typename Element>
void visit_numbers(Batch<Element>& batch, std::span<const std::int32_t> sources,
                   std::span<const std::int32_t> rows, RowGatherer& counter,
                   std::span<RowNumbers> by_row) {
  LaneGatherer<Element> gatherer(sources, counter);
  batch.visit(sources, 0, [&](std::size_t p, const Element* row) {
    if (row != nullptr) gatherer.add(p, row);
  });
  put_lanes(gatherer.finish(), rows, by_row);
}

/// The numbers of all rows, from half of symmetric distances. For one thread at a time.
class MirroredNumbers {
 public:
  explicit MirroredNumbers(std::size_t vertices) : by_position_(vertices) {}

  /// Adds what one batch has to add: ascending positions, no other one of `wanted` in between.
  /// `wanted`: a mark for each position whose pairs are counted; empty: all are.
  template <template <typename> class Batch, typename Element>
  void add(Batch<Element>& batch, std::span<const std::int32_t> sources,
           std::span<const unsigned char> wanted) {
    const std::size_t first = index(sources.front());
    const std::size_t last = index(sources.back());
    LaneGatherer<Element> gatherer(sources, twice_);
    gatherer.count_with(twice_, by_position_.data());
    batch.visit(sources, first, [&](std::size_t p, const Element* row) {
      if (p == last) gatherer.count_with(once_, nullptr);
      if (row != nullptr && (wanted.empty() || wanted[p] != 0)) gatherer.add(p, row);
    });
    add_lanes(gatherer.finish(), sources, by_position_);
  }

  /// Counts all that was added, before add_to().
  void finish();

  /// Adds all of them to those of other threads.
  void add_to(std::span<RowNumbers> by_position, Histogram& histogram);

  [[nodiscard]] static std::size_t bytes_for(std::size_t vertices) {
    return vertices * sizeof(RowNumbers);
  }

 private:
  std::vector<RowNumbers> by_position_;
  RowGatherer once_;
  RowGatherer twice_;  // counts half of its pairs
};

}  // namespace apsp::cpu
