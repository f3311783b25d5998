// SPDX-License-Identifier: MIT
#include "library/scaled_integers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hw3-1/real/real_potentials.hpp"

namespace apsp {

std::optional<ScaledIntegers> scaled_integers(std::span<const RealEdge> edges) {
  constexpr int kBits = 30;  // of an integer below kUnreachable
  constexpr int kMost = std::numeric_limits<double>::max_exponent - kBits;  // lengths stay finite
  constexpr int kNone = std::numeric_limits<int>::max();
  int low = kNone;
  int high = std::numeric_limits<int>::min();
  for (const RealEdge& edge : edges) {
    if (edge.weight == 0) continue;
    low = std::min(low, cpu::lowest_bit(edge.weight));
    high = std::max(high, std::ilogb(edge.weight) + 1);
    if (high - low > kBits || high > kMost) return std::nullopt;
  }
  ScaledIntegers integers;
  integers.exponent = low == kNone ? 0 : low;
  integers.edges.reserve(edges.size());
  for (const RealEdge& edge : edges) {
    const double integer = std::ldexp(edge.weight, -integers.exponent);
    if (std::abs(integer) >= kUnreachable) return std::nullopt;
    integers.edges.push_back({edge.source, edge.destination, static_cast<Distance>(integer)});
  }
  return integers;
}

}  // namespace apsp
