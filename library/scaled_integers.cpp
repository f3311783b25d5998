// SPDX-License-Identifier: MIT
#include "library/scaled_integers.hpp"

#include <cmath>

#include "common/base/bit_range.hpp"

namespace apsp {

std::optional<ScaledIntegers> scaled_integers(std::span<const RealEdge> edges) {
  BitRange bits;
  for (const RealEdge& edge : edges) {
    bits.include(edge.weight);
    if (!bits.unit()) return std::nullopt;
  }
  ScaledIntegers integers;
  integers.exponent = *bits.unit();
  integers.edges.reserve(edges.size());
  for (const RealEdge& edge : edges) {
    const double integer = std::ldexp(edge.weight, -integers.exponent);
    if (std::abs(integer) >= kUnreachable) return std::nullopt;
    integers.edges.push_back({edge.source, edge.destination, static_cast<Distance>(integer)});
  }
  return integers;
}

}  // namespace apsp
