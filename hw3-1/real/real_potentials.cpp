// SPDX-License-Identifier: MIT
#include "hw3-1/real/real_potentials.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "common/base/bit_range.hpp"
#include "common/base/elided.hpp"
#include "common/base/error.hpp"
#include "common/core/least_lengths.hpp"

namespace apsp::cpu {
namespace {

constexpr int kMantissaBits = std::numeric_limits<double>::digits;

/// A weight as an odd integer times a power of two, or 0.
struct Dyadic {
  explicit Dyadic(double weight) {
    integer = static_cast<std::int64_t>(std::ldexp(std::frexp(weight, &exponent), kMantissaBits));
    exponent -= kMantissaBits;
    if (integer == 0) return;
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(integer));
    integer /= std::int64_t{1} << zeros;
    exponent += zeros;
  }

  std::int64_t integer;
  int exponent = 0;
};

}  // namespace

RealPotentials::RealPotentials(std::size_t vertices, std::span<const RealEdge> edges) {
  choose_unit(vertices, edges);
  const auto arcs = compress_edges<ArcOf<double>>(vertices, edges);
  auto found = least_lengths<Integer>(
      arcs, [&](const ArcOf<double>& arc) { return to_integer(arc.weight); });
  if (!found.cycle.empty()) refuse(arcs, found.cycle);
  values_ = std::move(found.lengths);
}

/// Chooses the unit. No potential falls by more than 3 V weights: see least_lengths().
void RealPotentials::choose_unit(std::size_t vertices, std::span<const RealEdge> edges) {
  constexpr int kBits = 126;
  BitRange bits;
  for (const RealEdge& edge : edges) bits.include(edge.weight);
  if (bits.empty()) return;
  const int sum = static_cast<int>(std::bit_width(3 * vertices));
  if (bits.highest - bits.lowest + sum > kBits) {
    throw Error(Fault::kInput,
                fmt::format("beside negative weights, all weights are multiples of 2^{} and below "
                            "2^{}, expected a ratio of at most 2^{}",
                            bits.lowest, bits.highest, kBits - sum));
  }
  unit_ = bits.lowest;
}

RealPotentials::Integer RealPotentials::to_integer(double weight) const {
  const Dyadic dyadic(weight);
  if (dyadic.integer == 0) return 0;
  return Integer{dyadic.integer} * (Integer{1} << (dyadic.exponent - unit_));
}

double RealPotentials::to_real(Integer value) const {
  return std::ldexp(static_cast<double>(value), unit_);
}

/// Throws NegativeCycle, with the vertices of `cycle`.
void RealPotentials::refuse(const RealArcs& arcs, const std::vector<std::int32_t>& cycle) const {
  Integer length = 0;
  for (std::size_t n = 0; n < cycle.size(); ++n) {
    const std::int32_t next = cycle[n + 1 == cycle.size() ? 0 : n + 1];
    double lightest = std::numeric_limits<double>::max();
    for (const ArcOf<double>& arc : arcs.of(static_cast<std::size_t>(cycle[n]))) {
      if (arc.vertex == next) lightest = std::min(lightest, arc.weight);
    }
    length += to_integer(lightest);
  }
  if (length >= 0) throw Error(Fault::kInternal, "a cycle of parents is not negative");
  throw NegativeCycle(
      fmt::format("the graph has a negative cycle, so that no path is shortest: {}, sum {}",
                  elided_cycle(cycle.size(), [&](std::size_t n) { return cycle[n]; }),
                  to_real(length)),
      cycle);
}

std::vector<RealEdge> RealPotentials::reduced(std::span<const RealEdge> edges) const {
  std::vector<RealEdge> reduced(edges.begin(), edges.end());
  for (RealEdge& edge : reduced) {
    edge.weight = to_real(to_integer(edge.weight) + values_[static_cast<std::size_t>(edge.source)] -
                          values_[static_cast<std::size_t>(edge.destination)]);
  }
  return reduced;
}

}  // namespace apsp::cpu
