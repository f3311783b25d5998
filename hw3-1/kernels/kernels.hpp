// SPDX-License-Identifier: MIT
// The kernels, one set for each instruction set, and the choice of a set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "common/core/distance.hpp"
#include "common/core/schedule.hpp"
#include "hw3-1/lanes/lanes.hpp"

namespace apsp::cpu {

/// The strip that the thread multiplies next. A product prefetches it; a null pointer needs no
/// prefetch.
template <typename Element>
struct NextStrip {
  const Element* c = nullptr;  // its first tile
  const Element* a = nullptr;  // its `depth` left operands, side by side, not packed
  const Element* b = nullptr;  // its first tile of the first of `depth` rows
};

/// The operands of one tile product: a strip of c, one tile high, takes a x b. `c` may be a part of
/// `b` when `a` is closed. Every value read is then between the old c and the product, and a closed
/// `a` maps both to the product.
template <typename Element>
struct Product {
  Element* c;            // tiles side by side, one after the other in memory
  const std::byte* a;    // packed tiles, one for each of `depth`, one after the other
  const Element* b;      // `depth` rows of tiles side by side
  std::size_t b_stride;  // elements from one of these rows to the next
  std::size_t depth;
  std::size_t columns;  // tiles of c
  // Sizes in vertices. A kernel may skip the rows, columns and k beyond them.
  std::size_t rows = kTile;    // of c
  std::size_t last_j = kTile;  // columns of the last tile of c
  std::size_t last_k = kTile;  // k of the last tile of depth
  NextStrip<Element> next = {};
};

/// The three kernels of a round and that of finished rows, for one instruction set and width. A
/// tile is kTile x kTile elements, row-major, contiguous, 64-byte aligned, its elements in [0,
/// kInfinity<Element>]. Kernels hold no state and never throw: threads may call them at once on
/// operands that do not overlap.
template <typename Element>
struct TileKernels {
  /// Bytes of one packed tile.
  std::size_t packed_bytes;

  /// Formula: packed(i,k) = tile(i,k), repeated as often as `product` reads it at once.
  /// Call: one tile; `packed` is 64-byte aligned and has packed_bytes.
  /// Reads and writes: reads `tile`, writes `packed`; they do not overlap.
  /// Synchronisation: none; until it returns, no other thread writes `tile` or uses `packed`.
  /// Cost: kTile^2 elements read, at most packed_bytes written; bound by stores.
  void (*pack)(const Element* tile, std::byte* packed);

  /// Formula: c(i,j) = min(c(i,j), a(i,k) + b(k,j)) over all k, in any order of k.
  /// Call: one strip of p.columns tiles, p.depth tiles deep.
  /// Reads and writes: reads a, b and c, writes c, prefetches p.next. See Product for the overlap.
  /// Synchronisation: none; until it returns, no other thread writes a, b or c, or reads c.
  /// Cost: p.columns x p.depth x kTile^3 relaxations; bound by the ports that add and take minima.
  void (*product)(const Product<Element>& p);

  /// Formula: for k ascending, t(i,j) = min(t(i,j), t(i,k) + t(k,j)): Floyd-Warshall in one tile.
  /// Call: the tile on the diagonal; t(i,i) >= 0.
  /// Reads and writes: reads and writes `tile`, in place.
  /// Synchronisation: none; until it returns, no other thread reads or writes the tile.
  /// Cost: kTile^3 relaxations; bound by loads and stores, each k waits for the one before.
  void (*close)(Element* tile);

  /// Formula: to(j) = row(j), kUnreachable where that is infinite.
  /// Call: the first `count` elements of a row that crosses tiles side by side, whose element j
  /// lies at row[j / kTile * kTile^2 + j % kTile]. Null where elements are no integers. Reads and
  /// writes: reads `row`, in the last tile whole vectors of it, writes count distances.
  /// Synchronisation: none; until it returns, no other thread writes `row` or uses `to`.
  /// Cost: `count` elements read, 4 x count bytes written; bound by stores.
  void (*widen)(const Element* row, std::size_t count, Distance* to);
};

/// Returns Kernels::widen; null where elements are no integers.
template <class Kernels, typename Element>
[[nodiscard]] constexpr auto widen_of() -> decltype(TileKernels<Element>::widen) {
  if constexpr (std::is_integral_v<Element>) {
    return Kernels::widen;
  } else {
    return nullptr;
  }
}

/// The processors that a set is tuned for. It runs on all that have its instructions.
enum class Processor {
  kAny,
  kZen4,  // AMD's from Zen 4 on: Zen 5 was measured
};

/// The kernels of one instruction set. Two sets may have one name: see choose_kernels().
struct KernelSet {
  std::string_view name;
  bool (*runnable)();  // by this processor and operating system
  Processor tuned_for;
  std::tuple<TileKernels<std::uint8_t>, TileKernels<std::uint16_t>, TileKernels<std::int32_t>>
      by_width;
  std::tuple<LaneKernels<std::uint8_t>, LaneKernels<std::uint16_t>, LaneKernels<std::int32_t>>
      lanes_by_width = {};
  std::tuple<TileKernels<float>, TileKernels<double>> reals = {};
  std::tuple<LaneKernels<float>, LaneKernels<double>> real_lanes = {};

  template <typename Element>
  [[nodiscard]] constexpr const TileKernels<Element>& of() const {
    if constexpr (std::is_floating_point_v<Element>) {
      return std::get<TileKernels<Element>>(reals);
    } else {
      return std::get<TileKernels<Element>>(by_width);
    }
  }
  template <typename Element>
  [[nodiscard]] constexpr const LaneKernels<Element>& lanes() const {
    if constexpr (std::is_floating_point_v<Element>) {
      return std::get<LaneKernels<Element>>(real_lanes);
    } else {
      return std::get<LaneKernels<Element>>(lanes_by_width);
    }
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

/// Returns every set that this build holds, best first. If sets share a name, the tuned one comes
/// first. The last one is portable.
[[nodiscard]] std::span<const KernelSet* const> compiled_kernels();

/// Returns the first of those sets with this name, or of any name if it is empty, that runs here
/// and is tuned for this processor or for any. Throws Error(kUsage) with the names that are allowed
/// if the set is unknown or this processor does not run it.
[[nodiscard]] const KernelSet& choose_kernels(std::string_view name);

}  // namespace apsp::cpu
