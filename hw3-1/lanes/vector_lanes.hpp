// SPDX-License-Identifier: MIT
// The routines of a sweep over a vector type, written once, with the traits of tile_kernels.hpp and
// under the same rule: instantiated only with traits from an unnamed namespace.
#pragma once

#include <cstddef>

#include "hw3-1/lanes/lanes.hpp"

namespace apsp::cpu {

template <class Traits>
struct VectorLanes {
  using Element = typename Traits::Element;
  using Vector = typename Traits::Vector;
  static constexpr std::size_t kLanes = Traits::kLanes;
  static constexpr std::size_t kRow = kBatch<Element>;
  /// A row in as many vectors as registers hold beside a weight and a sum.
  static constexpr std::size_t kVectors = kRow / kLanes < 8 ? kRow / kLanes : 8;

  static void pull(Element* row, const Element* start, const Element* rows, Pairs<Element> pairs) {
    for (std::size_t lane = 0; lane < kRow; lane += kVectors * kLanes) {
      Vector known[kVectors];
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) known[v] = Traits::load(start + lane + v * kLanes);
      for (std::size_t n = 0; n < pairs.count; ++n) {
        const Element* other = rows + static_cast<std::size_t>(pairs.neighbours[n]) * kRow + lane;
        const Vector weight = Traits::set1(pairs.weights[n]);
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kVectors; ++v) {
          known[v] = Traits::min(known[v], Traits::add(Traits::load(other + v * kLanes), weight));
        }
      }
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) Traits::store(row + lane + v * kLanes, known[v]);
    }
  }

  static void push(const Element* row, Element* rows, Pairs<Element> pairs) {
    for (std::size_t lane = 0; lane < kRow; lane += kVectors * kLanes) {
      Vector own[kVectors];
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) own[v] = Traits::load(row + lane + v * kLanes);
      for (std::size_t n = 0; n < pairs.count; ++n) {
        Element* other = rows + static_cast<std::size_t>(pairs.neighbours[n]) * kRow + lane;
        const Vector weight = Traits::set1(pairs.weights[n]);
#pragma GCC unroll 8
        for (std::size_t v = 0; v < kVectors; ++v) {
          const Vector detour = Traits::add(own[v], weight);
          Traits::store(other + v * kLanes, Traits::min(Traits::load(other + v * kLanes), detour));
        }
      }
    }
  }

  /// In blocks of four vectors: a sum and a minimum of each fill the registers of AVX2. What has
  /// not changed is not stored, so that rows far from the processor need no way back.
  static void correct(const Element* row, Element* rows, Pairs<Element> pairs,
                      std::uint64_t* marks) {
    constexpr std::size_t kBlock = 4;
    for (std::size_t n = 0; n < pairs.count; ++n) {
      prefetch(rows + static_cast<std::size_t>(pairs.neighbours[n + kNeighboursAhead]) * kRow);
      const auto neighbour = static_cast<std::size_t>(pairs.neighbours[n]);
      const Vector weight = Traits::set1(pairs.weights[n]);
      Element* const other = rows + neighbour * kRow;
      std::uint64_t changed = 0;
      for (std::size_t lane = 0; lane < kRow; lane += kBlock * kLanes) {
        Vector lower[kBlock];
        Vector differ{};
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kBlock; ++v) {
          const Vector known = Traits::load(other + lane + v * kLanes);
          lower[v] = Traits::min(known, Traits::add(Traits::load(row + lane + v * kLanes), weight));
          differ |= known ^ lower[v];
        }
        if (!Traits::any(differ)) continue;
        changed = 1;
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kBlock; ++v) {
          Traits::store(other + lane + v * kLanes, lower[v]);
        }
      }
      marks[neighbour / 64] |= changed << neighbour % 64;
    }
  }

  static constexpr LaneKernels<Element> kTable = {pull, push, correct_of<VectorLanes, Element>()};

 private:
  static void prefetch(const Element* row) {
    constexpr std::size_t kLine = 64;
    for (std::size_t byte = 0; byte < kRowBytes; byte += kLine) {
      __builtin_prefetch(reinterpret_cast<const char*>(row) + byte);
    }
  }
};

}  // namespace apsp::cpu
