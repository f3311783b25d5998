// SPDX-License-Identifier: MIT
// Random operands that sit on the edges of a width.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <type_traits>

#include "common/core/schedule.hpp"
#include "common/core/width.hpp"

namespace apsp::kernels {

/// How the operands of one check are filled.
enum class Fill {
  kSparse,  // one in 8 finite: an element of a product or closure has few paths, all of them matter
  kEdges,   // half of them 0, 1, INF - 1 or INF, the others anywhere in [0, INF]
  kSums,    // sums a(i,k) + b(k,j) in [INF - 2, INF + 2], c infinite
  kInfinite,  // all INF
  kZero,      // all 0
};

inline constexpr std::array kFills = {Fill::kSparse, Fill::kEdges, Fill::kSums, Fill::kInfinite,
                                      Fill::kZero};

[[nodiscard]] constexpr std::string_view name(Fill fill) {
  constexpr std::array<std::string_view, 5> kNames = {
      "sparse values", "edge values", "sums near infinity", "all infinite", "all zero"};
  return kNames[static_cast<std::size_t>(fill)];
}

/// The operand's part in c = min(c, a x b).
enum class Operand { kA, kB, kC };

/// Values of one check: the same seed and calls give the same values everywhere.
template <typename Element>
class EdgeValues {
 public:
  EdgeValues(Fill fill, std::uint32_t seed) : fill_(fill), random_(seed) {
    for (std::int64_t& split : splits_) split = uniform();
  }

  /// Fills `elements`, row-major with `width` elements a row, a tile's rows unless said otherwise.
  void fill(std::span<Element> elements, Operand operand, std::size_t width = kTile) {
    for (std::size_t x = 0; x < elements.size(); ++x) {
      const std::size_t k = operand == Operand::kA ? x % width : x / width;
      const std::int64_t drawn = value(operand, k);
      elements[x] = drawn == kInfinite ? kInfinity<Element> : static_cast<Element>(drawn);
    }
  }

  /// A random number in [0, bound).
  [[nodiscard]] std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  /// INF. Elements that round are whole numbers below a bound, within which paths of 256 edges are
  /// summed exactly, and use most of their bits.
  static constexpr std::int64_t infinite() {
    if constexpr (std::is_integral_v<Element>) {
      return kInfinity<Element>;
    } else {
      return std::int64_t{1} << (sizeof(Element) == sizeof(float) ? 16 : 44);
    }
  }
  static constexpr std::int64_t kInfinite = infinite();

  std::int64_t uniform() {
    auto drawn = static_cast<std::int64_t>(random_());
    if constexpr (std::is_same_v<Element, double>) drawn = drawn << 12 | (drawn & 0xfff);
    return drawn % (kInfinite + 1);
  }

  std::int64_t edge() {
    const std::array<std::int64_t, 4> edges = {0, 1, kInfinite - 1, kInfinite};
    return edges[below(edges.size())];
  }

  std::int64_t value(Operand operand, std::size_t k) {
    switch (fill_) {
      case Fill::kSparse:
        if (below(8) != 0) return kInfinite;
        return below(8) == 0 ? edge() : uniform() / 4;
      case Fill::kEdges:
        return below(2) == 0 ? edge() : uniform();
      case Fill::kSums: {
        if (operand == Operand::kC) return kInfinite;
        const std::int64_t split = splits_[k % kTile];
        const std::int64_t part = operand == Operand::kA ? split : kInfinite - split;
        const std::int64_t around = part + static_cast<std::int64_t>(below(3)) - 1;
        return std::clamp<std::int64_t>(around, 0, kInfinite);
      }
      case Fill::kInfinite:
        return kInfinite;
      case Fill::kZero:
        break;
    }
    return 0;
  }

  Fill fill_;
  std::mt19937 random_;
  std::array<std::int64_t, kTile> splits_;  // a(i,k) is near splits_[k], b(k,j) near INF less it
};

}  // namespace apsp::kernels
