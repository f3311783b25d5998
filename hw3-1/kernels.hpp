// SPDX-License-Identifier: MIT
// The hot routines, one set for each instruction set, and the ladder to choose from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "common/core/schedule.hpp"
#include "hw3-1/sparse/lanes.hpp"

namespace apsp::cpu {

/// The strip that the thread multiplies after this one, to be brought near meanwhile: what is null
/// is near already.
template <typename Element>
struct NextStrip {
  const Element* c = nullptr;  // its first tile
  const Element* a = nullptr;  // its `depth` left operands, side by side, before they are packed
  const Element* b = nullptr;  // its first tile of the first of `depth` rows
};

/// c(i,j) = min(c(i,j), a(i,k) + b(k,j)) over all k, no order of k implied: a strip of c, one tile
/// high. `c` may be a part of `b` when `a` is closed: every value met is then between the old c and
/// the product, and a closed `a` maps both to the product.
template <typename Element>
struct Product {
  Element* c;            // tiles side by side, one after the other in memory
  const std::byte* a;    // packed tiles, one for each of `depth`, one after the other
  const Element* b;      // `depth` rows of tiles side by side
  std::size_t b_stride;  // elements from one of these rows to the next
  std::size_t depth;
  std::size_t columns;  // tiles of c
  // Of vertices; what lies beyond may be left out:
  std::size_t rows = kTile;    // of c
  std::size_t last_j = kTile;  // columns of the last tile of c
  std::size_t last_k = kTile;  // k of the last tile of depth
  NextStrip<Element> next = {};
};

/// The three routines that a round is made of. A tile is kTile x kTile elements, row-major,
/// contiguous, 64-byte aligned, its elements in [0, kInfinity<Element>].
template <typename Element>
struct TileKernels {
  /// Bytes of one packed tile.
  std::size_t packed_bytes;

  /// Copies a tile into the form in which `product` reads its left operand.
  void (*pack)(const Element* tile, std::byte* packed);

  /// One strip of c takes column panel x row panel: p.columns x p.depth x kTile^3 relaxes.
  void (*product)(const Product<Element>& p);

  /// Floyd-Warshall inside one tile, k ascending: the pivot's closure. Needs a diagonal >= 0.
  void (*close)(Element* tile);
};

/// What a set is tuned for; it runs on all that have its instructions.
enum class Processor {
  kAny,
  kZen4,  // AMD's from Zen 4 on: Zen 5 was measured
};

/// One instruction set. Two may have one name: see choose_kernels.
struct KernelSet {
  std::string_view name;
  bool (*runnable)();  // by this processor and operating system
  Processor tuned_for;
  std::tuple<TileKernels<std::uint8_t>, TileKernels<std::uint16_t>, TileKernels<std::int32_t>>
      by_width;
  std::tuple<LaneKernels<std::uint8_t>, LaneKernels<std::uint16_t>, LaneKernels<std::int32_t>>
      lanes_by_width = {};

  template <typename Element>
  [[nodiscard]] constexpr const TileKernels<Element>& of() const {
    return std::get<TileKernels<Element>>(by_width);
  }
  template <typename Element>
  [[nodiscard]] constexpr const LaneKernels<Element>& lanes() const {
    return std::get<LaneKernels<Element>>(lanes_by_width);
  }
};

extern const KernelSet kPortableKernels;
#ifdef APSP_X86
extern const KernelSet kSse41Kernels;
extern const KernelSet kAvx2Kernels;
extern const KernelSet kAvx2Zen4Kernels;
extern const KernelSet kAvx512Kernels;
extern const KernelSet kAvx512Zen4Kernels;
#endif

/// Every set that this build holds, best first, of one name the most special first; the last one is
/// portable.
[[nodiscard]] std::span<const KernelSet* const> compiled_kernels();

/// The first of those sets that is called `name`, or of any name if it is empty, that runs here and
/// is tuned for this processor or for any. Throws Error(kUsage), naming what is allowed, for a set
/// that is unknown or that this processor does not run.
[[nodiscard]] const KernelSet& choose_kernels(std::string_view name);

}  // namespace apsp::cpu
