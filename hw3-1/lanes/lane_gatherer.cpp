// SPDX-License-Identifier: MIT
#include "hw3-1/lanes/lane_gatherer.hpp"

#include <algorithm>

#include "common/base/index.hpp"
#include "common/core/width.hpp"

namespace apsp::cpu {
namespace {

void add(const RowNumbers& part, RowNumbers& whole) {
  whole.sum += part.sum;
  whole.largest = std::max(whole.largest, part.largest);  // 0 where nothing is reached
  whole.reachable += part.reachable;
}

template <typename Element>
RowNumbers numbers_of_lane(const LaneNumbers<Element>& numbers, std::size_t lane) {
  return {numbers.sums[lane], Distance{numbers.largest[lane]}, numbers.reached[lane]};
}

}  // namespace

template <typename Element>
void LaneGatherer<Element>::add(std::size_t position, const Element* row) {
  Element* lanes = lanes_.data() + count_ * kBatch<Element>;
  std::copy_n(row, kBatch<Element>, lanes);
  while (sources_left_ > 0 && index(sources_[sources_left_ - 1]) > position) --sources_left_;
  for (; sources_left_ > 0 && index(sources_[sources_left_ - 1]) == position; --sources_left_) {
    lanes[sources_left_ - 1] = kInfinity<Element>;
  }
  positions_[count_] = position;
  if (++count_ == kRows) flush();
}

template <typename Element>
void LaneGatherer<Element>::flush() {
  if (count_ == 0) return;
  const std::span lanes = std::span(std::as_const(lanes_)).first(count_ * kBatch<Element>);
  LaneRange range = range_of(lanes.data(), lanes.size());
  const bool plain = range.largest < std::min<Distance>(kPlainEnd, kInfinity<Element>);
  if (plain) {
    add_plain_numbers(lanes.data(), count_, numbers_);
  } else {
    range = add_numbers(lanes.data(), count_, numbers_);
  }
  for (std::size_t n = 0; mirror_ != nullptr && n < count_; ++n) {
    const Element* row = lanes.data() + n * kBatch<Element>;
    cpu::add(plain ? plain_numbers_of(row) : numbers_of(row), mirror_[positions_[n]]);
  }
  counter_->count(lanes, range.least, range.largest);
  count_ = 0;
}

template <typename Element>
void LaneGatherer<Element>::count_with(RowGatherer& counter, RowNumbers* mirror) {
  flush();
  counter_ = &counter;
  mirror_ = mirror;
}

template <typename Element>
const LaneNumbers<Element>& LaneGatherer<Element>::finish() {
  flush();
  return numbers_;
}

template <typename Element>
void put_lanes(const LaneNumbers<Element>& numbers, std::span<const std::int32_t> rows,
               std::span<RowNumbers> by_row) {
  for (std::size_t lane = 0; lane < rows.size(); ++lane) {
    by_row[index(rows[lane])] = numbers_of_lane(numbers, lane);
  }
}

template <typename Element>
void add_lanes(const LaneNumbers<Element>& numbers, std::span<const std::int32_t> rows,
               std::span<RowNumbers> by_row) {
  for (std::size_t lane = 0; lane < rows.size(); ++lane) {
    cpu::add(numbers_of_lane(numbers, lane), by_row[index(rows[lane])]);
  }
}

void MirroredNumbers::finish() {
  (void)once_.histogram();
  (void)twice_.histogram();
}

void MirroredNumbers::add_to(std::span<RowNumbers> by_position, Histogram& histogram) {
  for (std::size_t p = 0; p < by_position.size(); ++p) cpu::add(by_position_[p], by_position[p]);
  histogram.add(once_.histogram());
  for (int end = 0; end < 2; ++end) histogram.add(twice_.histogram());
}

#define APSP_INSTANTIATE(Element)                                                     \
  template class LaneGatherer<Element>;                                               \
  template void put_lanes(const LaneNumbers<Element>&, std::span<const std::int32_t>, \
                          std::span<RowNumbers>);                                     \
  template void add_lanes(const LaneNumbers<Element>&, std::span<const std::int32_t>, \
                          std::span<RowNumbers>);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
#undef APSP_INSTANTIATE

}  // namespace apsp::cpu
