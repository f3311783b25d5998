// SPDX-License-Identifier: MIT
// The tile routines over a vector type, written once. Each kernels_<isa>.cpp instantiates them with
// traits from its unnamed namespace: the instantiations then have internal linkage, so that the
// linker can never keep an AVX copy for a caller that runs without AVX. For the same reason nothing
// here calls a function of the standard library.
//
// Traits: Element; Vector; Packed, the word that a left operand is replicated to, so that spreading
//         it over a vector is one load without a shuffle; kLanes elements in a vector; kRows x
//         kVectors vectors of c held in registers; load, store, spread, set1, add, min, replicate;
//         lower(known, x), which is known = min(known, x) as one instruction of inline assembly:
//         from intrinsics GCC 12 makes a copy of every sum in every step, a quarter of the loop.
#pragma once

#include <cstddef>

#include "hw3-1/kernels.hpp"

namespace apsp::cpu {

template <class Traits>
struct VectorKernels {
  using Element = typename Traits::Element;
  using Vector = typename Traits::Vector;
  using Packed = typename Traits::Packed;
  static constexpr std::size_t kLanes = Traits::kLanes;
  static constexpr std::size_t kRows = Traits::kRows;
  static constexpr std::size_t kColumns = Traits::kVectors * kLanes;
  static_assert(kTile % kRows == 0 && kTile % kColumns == 0, "whole register blocks in a tile");

  /// Packed order: block of kRows rows, then k, then the row in the block: the order of use.
  static void pack(const Element* tile, std::byte* packed) {
    auto* out = reinterpret_cast<Packed*>(packed);
    for (std::size_t block = 0; block < kTile; block += kRows) {
      for (std::size_t k = 0; k < kTile; ++k) {
        for (std::size_t row = 0; row < kRows; ++row) {
          *out++ = Traits::replicate(tile[(block + row) * kTile + k]);
        }
      }
    }
  }

  static void product(Element* c, const std::byte* packed_a, const Element* b,
                      const Element* soon) {
    const auto* a = reinterpret_cast<const Packed*>(packed_a);
    for (std::size_t block = 0; block < kTile; block += kRows) {
      constexpr std::size_t kCacheLine = 64 / sizeof(Element);
      for (std::size_t x = 0; x < kRows * kTile; x += kCacheLine) {
        __builtin_prefetch(soon + block * kTile + x, 1, 2);
      }
      for (std::size_t column = 0; column < kTile; column += kColumns) {
        product_block(c + block * kTile + column, a + block * kTile, b + column);
      }
    }
  }

  static void close(Element* tile) {
    constexpr std::size_t kRowVectors = kTile / kLanes;
    for (std::size_t k = 0; k < kTile; ++k) {
      const Element* pivot_row = tile + k * kTile;
      for (std::size_t i = 0; i < kTile; ++i) {
        Element* row = tile + i * kTile;
        const Vector first = Traits::set1(row[k]);
        for (std::size_t v = 0; v < kRowVectors; ++v) {
          const Vector detour = Traits::add(first, Traits::load(pivot_row + v * kLanes));
          Traits::store(row + v * kLanes, Traits::min(Traits::load(row + v * kLanes), detour));
        }
      }
    }
  }

  static constexpr TileKernels<Element> kTable = {kTile * kTile * sizeof(Packed), pack, product,
                                                  close};

 private:
  /// kRows x kColumns elements of c stay in registers for all k. A step loads kVectors of b and
  /// spreads kRows of a: kRows x kVectors vector relaxes, bound by the add and min ports.
  static inline void product_block(Element* c, const Packed* a, const Element* b) {
    constexpr std::size_t kVectors = Traits::kVectors;
    Vector sum[kRows][kVectors];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kVectors; ++v) {
        sum[r][v] = Traits::load(c + r * kTile + v * kLanes);
      }
    }
    // Four steps at a time: the end of 64 turns comes as a surprise to branch predictors, that of
    // 16 does not.
#pragma GCC unroll 4
    for (std::size_t k = 0; k < kTile; ++k) {
      Vector right[kVectors];
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kVectors; ++v) right[v] = Traits::load(b + v * kLanes);
#pragma GCC unroll 16
      for (std::size_t r = 0; r < kRows; ++r) {
        const Vector left = Traits::spread(a + r);
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors; ++v) {
          Traits::lower(sum[r][v], Traits::add(left, right[v]));
        }
      }
      a += kRows;
      b += kTile;
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kVectors; ++v) {
        Traits::store(c + r * kTile + v * kLanes, sum[r][v]);
      }
    }
  }
};

}  // namespace apsp::cpu
