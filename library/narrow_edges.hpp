// SPDX-License-Identifier: MIT
// Columns of edges as a matrix of 16 bits, for graphs whose weights are small whole numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <variant>

#include "apsp/batch.hpp"
#include "hw3-1/batch/kernels.hpp"

namespace apsp {

/// Edges that are converted at once: they lie on the stack.
inline constexpr std::size_t kEdgesAtOnce = 256;

/// Returns edges in rows as columns.
template <typename Edge>
auto columns_of(std::span<const Edge> edges) {
  using Weight = decltype(Edge::weight);
  static_assert(sizeof(Edge) % sizeof(Weight) == 0 && sizeof(Edge) % sizeof(std::int32_t) == 0);
  constexpr std::ptrdiff_t kNumbers = sizeof(Edge) / sizeof(std::int32_t);
  EdgeColumns<Weight> columns;
  if (edges.empty()) return columns;
  columns.sources = Column<std::int32_t>{&edges[0].source, kNumbers};
  columns.destinations = Column<std::int32_t>{&edges[0].destination, kNumbers};
  columns.weights = Column<Weight>{&edges[0].weight, sizeof(Edge) / sizeof(Weight)};
  return columns;
}

/// Returns the number of a column that names a vertex; a negative one as one beyond any graph.
template <typename Index>
std::size_t vertex_of(Index number) {
  return static_cast<std::size_t>(static_cast<std::make_unsigned_t<Index>>(number));
}

/// Formula: d(source, destination) = min(itself, weight) for each edge.
/// Call: `number` edges of a graph of n vertices; d has n rows, stride_of<std::uint16_t>(n) apart.
/// kApart: elements from one vertex of a column to the next, or 0 where the columns say it.
/// Reads and writes: writes elements of d. Returns the bitwise or of the weights; with kNarrowBits
/// or more one may be negative or too large, or an edge is wrong, and d is undefined.
/// Cost: bound by the loads, comparisons and stores of single elements, some 16 instructions.
template <std::ptrdiff_t kApart, typename Index, typename Other, typename Weight>
std::uint64_t scatter_strided(Column<Index> sources, Column<Other> destinations,
                              Column<Weight> weights, std::size_t number, std::size_t n,
                              std::uint16_t* d) {
  using Bits = std::make_unsigned_t<Weight>;
  const std::size_t stride = cpu::stride_of<std::uint16_t>(n);
  const std::ptrdiff_t source_step = kApart > 0 ? kApart : sources.stride;
  const std::ptrdiff_t destination_step = kApart > 0 ? kApart : destinations.stride;
  Bits bits = 0;
#pragma GCC unroll 4
  for (std::size_t e = 0; e < number; ++e) {
    const std::size_t i = vertex_of(*sources.first);
    const std::size_t j = vertex_of(*destinations.first);
    // Two branches: of one condition GCC makes a maximum, which takes longer.
    if (i >= n) [[unlikely]]
      return cpu::kNotNarrow;
    if (j >= n) [[unlikely]]
      return cpu::kNotNarrow;
    const auto weight = static_cast<Bits>(*weights.first);
    bits = static_cast<Bits>(bits | weight);
    std::uint16_t& known = d[i * stride + j];
    known = std::min(known, static_cast<std::uint16_t>(weight));
    sources.first += source_step;
    destinations.first += destination_step;
    weights.first += weights.stride;
  }
  return bits;
}

/// Same as scatter_strided(), for columns of integers at any distance.
template <typename Index, typename Other, typename Weight>
std::uint64_t scatter_integers(Column<Index> sources, Column<Other> destinations,
                               Column<Weight> weights, std::size_t number, std::size_t n,
                               std::uint16_t* d) {
  const auto scatter = [&](auto apart) {
    return scatter_strided<decltype(apart)::value>(sources, destinations, weights, number, n, d);
  };
  if (sources.stride == destinations.stride) {
    if (sources.stride == 1) return scatter(std::integral_constant<std::ptrdiff_t, 1>());
    if (sources.stride == 2) return scatter(std::integral_constant<std::ptrdiff_t, 2>());
    if (sources.stride == 3) return scatter(std::integral_constant<std::ptrdiff_t, 3>());
  }
  return scatter(std::integral_constant<std::ptrdiff_t, 0>());
}

/// Same as scatter_integers(), for edges [first, end) of columns of any types.
template <typename Element>
std::uint64_t scatter_narrow(const cpu::BatchKernels& kernels, const EdgeColumns<Element>& columns,
                             std::size_t first, std::size_t end, std::size_t n, std::uint16_t* d) {
  if (first == end) return 0;  // columns without edges may have no memory
  const auto scatter = [&](const auto& sources, const auto& destinations, const auto& weights) {
    using Weight = std::remove_cvref_t<decltype(*weights.first)>;
    if constexpr (std::is_integral_v<Weight>) {
      return scatter_integers(sources.from(first), destinations.from(first), weights.from(first),
                              end - first, n, d);
    } else {
      const auto narrow = std::get<cpu::NarrowWeights<Weight>>(kernels.narrow_weights);
      std::uint64_t bits = 0;
      std::array<std::uint16_t, kEdgesAtOnce> some;
      for (std::size_t e = first; e < end && bits < cpu::kNarrowBits; e += kEdgesAtOnce) {
        const std::size_t number = std::min(kEdgesAtOnce, end - e);
        bits |= narrow(&weights[e], weights.stride, number, some.data());
        bits |= scatter_integers(sources.from(e), destinations.from(e),
                                 Column<std::uint16_t>{some.data()}, number, n, d);
      }
      return bits;
    }
  };
  return std::visit(scatter, columns.sources, columns.destinations, columns.weights);
}

}  // namespace apsp
