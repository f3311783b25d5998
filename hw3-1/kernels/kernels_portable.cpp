// SPDX-License-Identifier: MIT
// Plain C++ that compilers turn into vector code where they can: for processors without a set of
// their own.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "common/core/distance.hpp"
#include "common/core/width.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {
namespace {

/// The kernels. TileKernels holds their contracts; the differences:
/// - pack() copies a tile as it is;
/// - product() skips nothing: it takes whole tiles, and prefetches nothing;
/// - an inner loop over 64 elements of a row is all that the compiler has to vectorize.
template <typename Element>
struct Portable {
  static void pack(const Element* tile, std::byte* packed) {
    std::memcpy(packed, tile, kTile * kTile * sizeof(Element));
  }

  static void product(const Product<Element>& p) {
    constexpr std::size_t kTileElements = kTile * kTile;
    for (std::size_t column = 0; column < p.columns; ++column) {
      for (std::size_t d = 0; d < p.depth; ++d) {
        multiply(p.c + column * kTileElements,
                 reinterpret_cast<const Element*>(p.a) + d * kTileElements,
                 p.b + d * p.b_stride + column * kTileElements);
      }
    }
  }

  static void close(Element* tile) {
    for (std::size_t k = 0; k < kTile; ++k) {
      Element pivot_row[kTile];
      std::memcpy(pivot_row, tile + k * kTile, sizeof pivot_row);
      for (std::size_t i = 0; i < kTile; ++i) {
        Element* row = tile + i * kTile;
        const Element first = row[k];
        for (std::size_t j = 0; j < kTile; ++j) row[j] = relax(row[j], first, pivot_row[j]);
      }
    }
  }

  static void widen(const Element* row, std::size_t count, Distance* to) {
    for (std::size_t begin = 0; begin < count; begin += kTile, row += kTile * kTile) {
      const std::size_t width = std::min(kTile, count - begin);
      for (std::size_t j = 0; j < width; ++j) {
        to[begin + j] = row[j] == kInfinity<Element> ? kUnreachable : static_cast<Distance>(row[j]);
      }
    }
  }

  static constexpr TileKernels<Element> kTable = {kTile * kTile * sizeof(Element), pack, product,
                                                  close, widen_of<Portable, Element>()};

 private:
  /// Formula: c(i,j) = min(c(i,j), a(i,k) + b(k,j)) over all k, k ascending.
  /// Call: one tile of each.
  /// Reads and writes: reads a, b and c, writes c, row by row; c may be b.
  /// Synchronisation: none; until it returns, no other thread writes a, b or c, or reads c.
  /// Cost: kTile^3 relaxations, all operands from the first-level cache; bound by add and min.
  static void multiply(Element* c, const Element* a, const Element* b) {
    for (std::size_t i = 0; i < kTile; ++i) {
      // A local row: c may be b, and the compiler needs an inner loop without aliases.
      Element row[kTile];
      std::memcpy(row, c + i * kTile, sizeof row);
      for (std::size_t k = 0; k < kTile; ++k) {
        const Element first = a[i * kTile + k];
        for (std::size_t j = 0; j < kTile; ++j) {
          row[j] = relax(row[j], first, b[k * kTile + j]);
        }
      }
      std::memcpy(c + i * kTile, row, sizeof row);
    }
  }
};

template <typename Element>
struct PortableLanes {
  static constexpr std::size_t kRow = kBatch<Element>;

  static void pull(Element* row, const Element* start, const Element* rows, Pairs<Element> pairs) {
    Element known[kRow];
    std::memcpy(known, start, sizeof known);
    for (std::size_t n = 0; n < pairs.count; ++n) {
      const Element* other = rows + static_cast<std::size_t>(pairs.neighbours[n]) * kRow;
      const Element weight = pairs.weights[n];
      for (std::size_t lane = 0; lane < kRow; ++lane) {
        known[lane] = relax(known[lane], other[lane], weight);
      }
    }
    std::memcpy(row, known, sizeof known);
  }

  static void push(const Element* row, Element* rows, Pairs<Element> pairs) {
    Element own[kRow];
    std::memcpy(own, row, sizeof own);
    for (std::size_t n = 0; n < pairs.count; ++n) {
      Element* other = rows + static_cast<std::size_t>(pairs.neighbours[n]) * kRow;
      const Element weight = pairs.weights[n];
      for (std::size_t lane = 0; lane < kRow; ++lane) {
        other[lane] = relax(other[lane], own[lane], weight);
      }
    }
  }

  static void correct(const Element* row, Element* rows, Pairs<Element> pairs,
                      std::uint64_t* marks) {
    Element own[kRow];
    std::memcpy(own, row, sizeof own);
    for (std::size_t n = 0; n < pairs.count; ++n) {
      const auto neighbour = static_cast<std::size_t>(pairs.neighbours[n]);
      Element* other = rows + neighbour * kRow;
      const Element weight = pairs.weights[n];
      Element differ = 0;
      for (std::size_t lane = 0; lane < kRow; ++lane) {
        const Element lower = relax(other[lane], own[lane], weight);
        differ |= static_cast<Element>(other[lane] ^ lower);
        other[lane] = lower;
      }
      marks[neighbour / 64] |= std::uint64_t{differ != 0} << neighbour % 64;
    }
  }

  static constexpr LaneKernels<Element> kTable = {pull, push, correct_of<PortableLanes, Element>()};
};

bool runnable() {
  return true;
}

}  // namespace

constinit const KernelSet kPortableKernels = {
    "portable",
    runnable,
    Processor::kAny,
    {Portable<std::uint8_t>::kTable, Portable<std::uint16_t>::kTable,
     Portable<std::int32_t>::kTable},
    {PortableLanes<std::uint8_t>::kTable, PortableLanes<std::uint16_t>::kTable,
     PortableLanes<std::int32_t>::kTable},
    {Portable<float>::kTable, Portable<double>::kTable},
    {PortableLanes<float>::kTable, PortableLanes<double>::kTable}};

}  // namespace apsp::cpu
