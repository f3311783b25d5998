// SPDX-License-Identifier: MIT
#include "hw3-1/real/real_potentials.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "common/base/bit_range.hpp"
#include "common/base/error.hpp"

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

RealPotentials::RealPotentials(std::size_t vertices, std::span<const RealEdge> edges)
    : values_(vertices, 0), parent_(vertices, kNone) {
  choose_unit(vertices, edges);
  std::vector<Integer> weights(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) weights[e] = to_integer(edges[e].weight);
  // With a negative cycle the parents form one from some round on for good; every cycle of parents
  // is negative (Cherkassky and Goldberg, see common/core/potentials.cpp).
  while (lower(edges, weights)) require_no_cycle(edges);
}

/// Chooses the unit. Between two looks at the parents, a potential falls by E weights at most below
/// the length of a simple path.
void RealPotentials::choose_unit(std::size_t vertices, std::span<const RealEdge> edges) {
  constexpr int kBits = 126;
  BitRange bits;
  for (const RealEdge& edge : edges) bits.include(edge.weight);
  if (bits.empty()) return;
  const int sum = static_cast<int>(std::bit_width(vertices + edges.size()));
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

/// Lowers potentials by every edge once. Returns whether any fell.
bool RealPotentials::lower(std::span<const RealEdge> edges, std::span<const Integer> weights) {
  bool fell = false;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto destination = static_cast<std::size_t>(edges[e].destination);
    const Integer detour = values_[static_cast<std::size_t>(edges[e].source)] + weights[e];
    if (detour >= values_[destination]) continue;
    values_[destination] = detour;
    parent_[destination] = static_cast<std::int32_t>(e);
    fell = true;
  }
  return fell;
}

/// Throws NegativeCycle if the parents form a cycle. O(V).
void RealPotentials::require_no_cycle(std::span<const RealEdge> edges) const {
  constexpr auto kUnseen = static_cast<std::size_t>(-1);
  const auto before = [&](std::size_t v) -> const RealEdge& {
    return edges[static_cast<std::size_t>(parent_[v])];
  };
  std::vector<std::size_t> walk(parent_.size(), kUnseen);  // which walk came past first
  for (std::size_t start = 0; start < parent_.size(); ++start) {
    std::size_t v = start;
    while (walk[v] == kUnseen && parent_[v] != kNone) {
      walk[v] = start;
      v = static_cast<std::size_t>(before(v).source);
    }
    if (walk[v] != start) continue;

    std::vector<std::int32_t> vertices;
    Integer length = 0;
    const std::size_t on_cycle = v;
    do {
      const RealEdge& edge = before(v);
      vertices.push_back(edge.source);
      length += to_integer(edge.weight);
      v = static_cast<std::size_t>(edge.source);
    } while (v != on_cycle);
    if (length >= 0) throw Error(Fault::kInternal, "a cycle of parents is not negative");
    std::reverse(vertices.begin(), vertices.end());
    std::rotate(vertices.begin(), std::ranges::min_element(vertices), vertices.end());
    std::string path;
    for (const std::int32_t vertex : vertices) path += fmt::format("{} -> ", vertex);
    throw NegativeCycle(
        fmt::format("the graph has a negative cycle, so that no path is shortest: {}{}, sum {}",
                    path, vertices.front(), to_real(length)),
        vertices);
  }
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
