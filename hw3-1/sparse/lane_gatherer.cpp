// SPDX-License-Identifier: MIT
#include "hw3-1/sparse/lane_gatherer.hpp"

#include <algorithm>
#include <array>

#include "common/core/width.hpp"
#include "hw3-1/sparse/lane_scan.hpp"

namespace apsp::cpu {
namespace {

/// Distances that are looked at together: they stay in the first-level cache.
constexpr std::size_t kBlock = 4096;

/// Counts the lanes of whole rows, kBlock elements at most.
template <typename Element>
void count(std::span<const Element> lanes, RowGatherer& gatherer) {
  if constexpr (sizeof(Element) == sizeof(Distance)) {
    gatherer.count(lanes);  // infinity is kUnreachable
  } else {
    std::array<Distance, kBlock> distances;
    widen(lanes.data(), lanes.size(), distances.data());
    gatherer.count(std::span(distances).first(lanes.size()));
  }
}

}  // namespace

template <typename Element>
void gather_numbers(Sweep<Element>& sweep, std::span<const std::int32_t> sources,
                    std::span<const std::int32_t> rows, RowGatherer& gatherer,
                    std::span<RowNumbers> by_row) {
  sweep.make_diagonal_infinite(sources);
  LaneNumbers<Element> numbers;
  constexpr std::size_t kVertices = kBlock / kBatch<Element>;
  for (std::size_t p = 0; p < sweep.size(); p += kVertices) {
    const std::size_t vertices = std::min(kVertices, sweep.size() - p);
    add_numbers(sweep.row(p), vertices, numbers);
    count(std::span(sweep.row(p), vertices * kBatch<Element>), gatherer);
  }
  for (std::size_t lane = 0; lane < rows.size(); ++lane) {
    by_row[static_cast<std::size_t>(rows[lane])] = {
        numbers.sums[lane], Distance{numbers.largest[lane]}, numbers.reached[lane]};
  }
}

template void gather_numbers(Sweep<std::uint8_t>&, std::span<const std::int32_t>,
                             std::span<const std::int32_t>, RowGatherer&, std::span<RowNumbers>);
template void gather_numbers(Sweep<std::uint16_t>&, std::span<const std::int32_t>,
                             std::span<const std::int32_t>, RowGatherer&, std::span<RowNumbers>);
template void gather_numbers(Sweep<std::int32_t>&, std::span<const std::int32_t>,
                             std::span<const std::int32_t>, RowGatherer&, std::span<RowNumbers>);

}  // namespace apsp::cpu
