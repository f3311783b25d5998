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
void gather_numbers(Sweep<Element>& sweep, const sparse::EliminationTree& tree,
                    std::span<const std::int32_t> sources, RowGatherer& gatherer,
                    std::span<RowNumbers> by_vertex) {
  sweep.make_diagonal_infinite(sources);
  LaneNumbers<Element> numbers;
  constexpr std::size_t kRows = kBlock / kBatch<Element>;
  for (std::size_t p = 0; p < sweep.size(); p += kRows) {
    const std::size_t rows = std::min(kRows, sweep.size() - p);
    add_numbers(sweep.row(p), rows, numbers);
    count(std::span(sweep.row(p), rows * kBatch<Element>), gatherer);
  }
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    by_vertex[static_cast<std::size_t>(tree.vertices[static_cast<std::size_t>(sources[lane])])] = {
        numbers.sums[lane], Distance{numbers.largest[lane]}, numbers.reached[lane]};
  }
}

template void gather_numbers(Sweep<std::uint8_t>&, const sparse::EliminationTree&,
                             std::span<const std::int32_t>, RowGatherer&, std::span<RowNumbers>);
template void gather_numbers(Sweep<std::uint16_t>&, const sparse::EliminationTree&,
                             std::span<const std::int32_t>, RowGatherer&, std::span<RowNumbers>);
template void gather_numbers(Sweep<std::int32_t>&, const sparse::EliminationTree&,
                             std::span<const std::int32_t>, RowGatherer&, std::span<RowNumbers>);

}  // namespace apsp::cpu
