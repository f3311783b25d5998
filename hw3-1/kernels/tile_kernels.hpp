// SPDX-License-Identifier: MIT
// The kernels over a vector type. Each kernels_<isa>.cpp instantiates them with traits from its
// unnamed namespace. The instantiations then have internal linkage, so that the linker never keeps
// an AVX copy for a caller that runs without AVX. For the same reason no code here calls a function
// of the standard library.
//
// clang-format off
// Traits:
//   Element           the element type of the matrix
//   Vector, kLanes    a register, and the elements in it
//   Packed            the word that a left operand is replicated to: one load without a shuffle
//                     spreads it over a vector
//   load, store, spread, set1, add, min
//   any               whether a bit is set, for lanes of integers
//   replicate         Element to Packed, or replicate_16 for 16 neighbours, where the compiler's loop
//                     over replicate is slow
//   widen             neighbouring elements to a vector of distances, where elements are narrower
//   lower(known, x)   known = min(known, x), one instruction of inline assembly: from intrinsics
//                     GCC 12 copies every sum in every step, a quarter of the loop
//   add_loaded        an addition whose right operand is in memory, where a shape reloads
//   relax_pair        a whole step in a row of two vectors, where instructions overwrite an operand
// clang-format on
#pragma once

#include <cstddef>
#include <type_traits>

#include "common/core/width.hpp"
#include "hw3-1/kernels/kernels.hpp"

namespace apsp::cpu {

inline constexpr std::size_t kNever = kTile;

/// The block of c that registers hold: rows x vectors vectors, with fewer rows where a tile ends.
/// It spans two tiles side by side where a row of one is shorter. reload: see product_block().
struct Shape {
  std::size_t rows;
  std::size_t vectors;
  std::size_t reload = kNever;
};

/// The kernels of TileKernels, for one vector type and shape. See there for their contracts.
template <class Traits, Shape kShape>
struct VectorKernels {
  using Element = typename Traits::Element;
  using Vector = typename Traits::Vector;
  using Packed = typename Traits::Packed;
  static constexpr std::size_t kLanes = Traits::kLanes;
  static constexpr std::size_t kRows = kShape.rows;
  static constexpr std::size_t kVectors = kShape.vectors;
  static constexpr std::size_t kReload = kShape.reload;
  static constexpr std::size_t kTileElements = kTile * kTile;
  static constexpr std::size_t kTilesWide = (kVectors * kLanes + kTile - 1) / kTile;
  /// Steps of k between two branches: predictors miss the end of 64 turns, but not that of 16.
  static constexpr std::size_t kSteps = 4;
  /// Words between two rows of a packed tile. A step reads one word of each of kRows rows: at equal
  /// offsets in their cache lines these would lie in one bank of the cache.
  static constexpr std::size_t kPitch = kTile + 4;
  static_assert(kTile % (kVectors * kLanes) == 0 || kTilesWide == 2,
                "whole register blocks in the width of a tile, or two tiles in that of a block");
  /// Rows of the last blocks of a tile, whose height need not be a multiple of kRows.
  static constexpr std::size_t kRest = kTile % kRows == 0 ? kRows : kTile % kRows;

  /// Formula: packed word (i,k) = tile(i,k) replicated to a Packed, rows kPitch words apart.
  /// Call, reads and writes, synchronisation: see TileKernels::pack.
  /// Cost: kTile^2 elements read, kTile^2 words written; bound by stores.
  static void pack(const Element* tile, std::byte* packed) {
    auto* out = reinterpret_cast<Packed*>(packed);
    for (std::size_t row = 0; row < kTile; ++row) {
      if constexpr (requires { Traits::replicate_16(tile, out); }) {
        for (std::size_t k = 0; k < kTile; k += 16) Traits::replicate_16(tile + k, out + k);
      } else {
        for (std::size_t k = 0; k < kTile; ++k) out[k] = Traits::replicate(tile[k]);
      }
      out += kPitch;
      tile += kTile;
    }
  }

  /// Formula, call, reads and writes, synchronisation: see TileKernels::product. Reads and writes
  /// whole vectors and whole groups of kSteps of k, as far as the vertices reach.
  /// Cost: p.columns x p.depth x kTile^3 relaxations, fewer where the last tiles are not full.
  static void product(const Product<Element>& p) {
    // A narrow last tile is faster by itself.
    const bool narrow = p.last_j <= kTile / kTilesWide - (kTilesWide == 1);
    const std::size_t wide = narrow ? p.columns - 1 : p.columns;
    std::size_t column = 0;
    for (; column + kTilesWide <= wide; column += kTilesWide) multiply<kVectors>(p, column, kTile);
    if constexpr (kTilesWide > 1) {
      if (column < wide) multiply<kVectors / kTilesWide>(p, column, kTile);
    }
    if (narrow) multiply_narrow<kVectors / kTilesWide>(p, wide);
  }

  /// Formula, call, reads and writes, synchronisation: see TileKernels::close.
  /// Cost: kTile^3 relaxations, a load and a store each vector; the pivot row stays in registers.
  static void close(Element* tile) {
    constexpr std::size_t kRowVectors = kTile / kLanes;
    for (std::size_t k = 0; k < kTile; ++k) {
      // Row k does not change in step k: t(k,k) >= 0.
      Vector right[kRowVectors];
      for (std::size_t v = 0; v < kRowVectors; ++v) {
        right[v] = Traits::load(tile + k * kTile + v * kLanes);
      }
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kTile; ++i) {
        Element* row = tile + i * kTile;
        const Vector left = Traits::set1(row[k]);
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kRowVectors; ++v) {
          const Vector detour = Traits::add(left, right[v]);
          Traits::store(row + v * kLanes, Traits::min(Traits::load(row + v * kLanes), detour));
        }
      }
    }
  }

  /// Formula, call, reads and writes, synchronisation, cost: see TileKernels::widen.
  static void widen(const Element* row, std::size_t count, Distance* to) {
    for (; count >= kTile; count -= kTile, row += kTileElements, to += kTile) {
#pragma GCC unroll 16
      for (std::size_t j = 0; j < kTile; j += kWideLanes) widen_vector(row + j, to + j, kWideLanes);
    }
    for (std::size_t j = 0; j < count; j += kWideLanes) {
      widen_vector(row + j, to + j, count - j < kWideLanes ? count - j : kWideLanes);
    }
  }

  static constexpr TileKernels<Element> kTable = {kTile * kPitch * sizeof(Packed), pack, product,
                                                  close, widen_of<VectorKernels, Element>()};

 private:
  /// Distances in a vector.
  static constexpr std::size_t kWideLanes = sizeof(Vector) / sizeof(Distance);
  template <std::size_t kBytes>
  struct Distances {
    using Type [[gnu::vector_size(kBytes)]] = Distance;
  };
  using Wide = typename Distances<sizeof(Vector)>::Type;

  /// Formula: to(j) = from(j), kUnreachable where that is infinite, for j < count.
  /// Call: kWideLanes elements can be read. Reads and writes: as the formula.
  /// Synchronisation: none. Cost: a load, a conversion, a comparison, a choice and a store.
  [[gnu::always_inline]] static inline void widen_vector(const Element* from, Distance* to,
                                                         std::size_t count) {
    Wide wide;
    if constexpr (std::is_same_v<Element, Distance>) {
      wide = reinterpret_cast<Wide>(Traits::load(from));
    } else {
      const Wide none = Wide{} + kUnreachable;
      const Wide infinite = Wide{} + Distance{kInfinity<Element>};
      wide = reinterpret_cast<Wide>(Traits::widen(from));
      wide = wide == infinite ? none : wide;
    }
    __builtin_memcpy(to, &wide, count * sizeof(Distance));
  }

  /// Returns the elements from the start of a row of elements to its vector `v`, which may lie in
  /// the next tile.
  static constexpr std::size_t offset(std::size_t v) {
    return v * kLanes / kTile * kTileElements + v * kLanes % kTile;
  }

  /// Bytes of c that a block holds in registers.
  template <std::size_t kHigh, std::size_t kWide>
  static constexpr std::size_t kBlockBytes{kHigh * kWide * kLanes * sizeof(Element)};

  /// Multiplies the last tile, in blocks no wider than its vertices need.
  template <std::size_t kWide>
  static void multiply_narrow(const Product<Element>& p, std::size_t column) {
    if constexpr (kWide > 1) {
      if (p.last_j <= kWide / 2 * kLanes) return multiply_narrow<kWide / 2>(p, column);
    }
    multiply<kWide>(p, column, p.last_j);
  }

  /// Formula: c(i,j) = min(c(i,j), a(i,k) + b(k,j)) for the tiles of c that kWide vectors span.
  /// Call: tiles from `column` on, `width` columns of each.
  /// Reads and writes: as product(); prefetches the tiles to the right, of c and of b, or p.next.
  /// Synchronisation: none.
  /// Cost: p.depth x kTile^3 relaxations a tile; packed a and b come from the second-level cache.
  template <std::size_t kWide>
  static void multiply(const Product<Element>& p, std::size_t column, std::size_t width) {
    constexpr std::size_t kTiles = (kWide * kLanes + kTile - 1) / kTile;
    const auto* a = reinterpret_cast<const Packed*>(p.a);
    Element* c = p.c + column * kTileElements;
    const Element* b = p.b + column * kTileElements;
    const bool more = column + kTiles < p.columns;
    const Element* next_c = more ? c + kTiles * kTileElements : p.next.c;
    const Element* next_b = more ? b + kTiles * kTileElements : p.next.b;
    const Element* next_a = more ? nullptr : p.next.a;
    for (std::size_t d = 0; d < p.depth; ++d) {
      const std::size_t steps = d + 1 == p.depth ? p.last_k : kTile;
      // Without a next tile the present one is prefetched again, which costs a load.
      Ahead ahead = {reinterpret_cast<const std::byte*>(next_b != nullptr ? next_b : b),
                     reinterpret_cast<const std::byte*>(next_c != nullptr && d == 0 ? next_c : c)};
      std::size_t row = 0;
      for (; row + kRows <= p.rows; row += kRows) {
        if (next_a != nullptr) fetch<kRows * kRowBytes>(next_a + row * kTile);
        blocks<kRows, kWide>(c + row * kTile, a + row * kPitch, b, steps, width, ahead);
      }
      for (; row < p.rows; row += kRest) {
        if (next_a != nullptr) fetch<kRest * kRowBytes>(next_a + row * kTile);
        blocks<kRest, kWide>(c + row * kTile, a + row * kPitch, b, steps, width, ahead);
      }
      a += kTile * kPitch;
      b += p.b_stride;
      if (next_a != nullptr) next_a += kTileElements;
      if (next_b != nullptr) next_b += p.b_stride;
    }
  }

  /// Returns left + right. `right` is the vector at `loaded`, number v of the step of row r.
  template <std::size_t kWide>
  static inline Vector detour(Vector left, Vector right, const Element* loaded, std::size_t r,
                              std::size_t v) {
    if constexpr (kReload != kNever && kWide == kVectors) {
      if (r % kReload == 0 && v + 1 == kWide) return Traits::add_loaded(left, loaded);
    }
    return Traits::add(left, right);
  }

  /// The operands that a block prefetches to the second-level cache: kBlockBytes of each.
  struct Ahead {
    const std::byte* b;
    const std::byte* c;
  };

  static constexpr std::size_t kCacheLine = 64;
  static constexpr std::size_t kRowBytes = kTile * sizeof(Element);

  /// Multiplies kHigh rows of c, block after block up to `width` columns.
  template <std::size_t kHigh, std::size_t kWide>
  static inline void blocks(Element* c, const Packed* a, const Element* b, std::size_t steps,
                            std::size_t width, Ahead& ahead) {
    for (std::size_t slice = 0; slice < kTile; slice += kWide * kLanes) {
      if (slice < width) {
        product_block<kHigh, kWide>(c + slice, a, b + slice, steps, ahead);
      } else {
        fetch<kBlockBytes<kHigh, kWide>>(ahead.b);
        fetch<kBlockBytes<kHigh, kWide>>(ahead.c);
      }
      ahead.b += kBlockBytes<kHigh, kWide>;
      ahead.c += kBlockBytes<kHigh, kWide>;
    }
  }

  /// Prefetches kBytes to the second-level cache.
  template <std::size_t kBytes>
  static inline void fetch(const void* start) {
    for (std::size_t x = 0; x < kBytes; x += kCacheLine) {
      __builtin_prefetch(static_cast<const std::byte*>(start) + x, 0, 2);
    }
  }

  /// Formula: c(r,v) = min(c(r,v), a(r,k) + b(k,v)), k in [0, steps), rounded up to kSteps.
  /// Call: kHigh rows and kWide vectors of c, which stay in registers.
  /// Reads and writes: a step loads kWide vectors of b and spreads kHigh words of a; c is read
  /// before the first step and written after the last. Synchronisation: none. Cost: kHigh x kWide
  /// vector relaxations a step, bound by the ports that add and take minima.
  ///
  /// In every kReload-th row, the addition itself reads the last vector of b once more. Where more
  /// than 1.1 loads a cycle stand alone, Zen 5 is faster with one load more, for no documented
  /// reason; other processors are slower.
  ///
  /// The steps prefetch `ahead` a cache line at a time, where there are many lines. A processor
  /// waits for a dozen or two lines at once; while these come from memory, no line of a or b comes
  /// from the second-level cache.
  template <std::size_t kHigh, std::size_t kWide>
  static inline void product_block(Element* c, const Packed* a, const Element* b, std::size_t steps,
                                   const Ahead& ahead) {
    constexpr std::size_t kTurnBytes = kBlockBytes<kHigh, kWide> * kSteps / kTile;
    constexpr bool kSpread = kTurnBytes % kCacheLine == 0;
    if constexpr (!kSpread) {
      fetch<kBlockBytes<kHigh, kWide>>(ahead.b);
      fetch<kBlockBytes<kHigh, kWide>>(ahead.c);
    }
    Vector sum[kHigh][kWide];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kHigh; ++r) {
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kWide; ++v) sum[r][v] = Traits::load(c + r * kTile + offset(v));
    }
    for (std::size_t k = 0; k < steps; k += kSteps) {
      if constexpr (kSpread) {
        fetch<kTurnBytes>(ahead.b + k / kSteps * kTurnBytes);
        fetch<kTurnBytes>(ahead.c + k / kSteps * kTurnBytes);
      }
#pragma GCC unroll 16
      for (std::size_t step = 0; step < kSteps; ++step) {
        Vector right[kWide];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kWide; ++v) right[v] = Traits::load(b + offset(v));
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kHigh; ++r) {
          if constexpr (kWide == 2 && requires { Traits::relax_pair; }) {
            Traits::relax_pair(sum[r][0], sum[r][1], a + r * kPitch, right[0], b + offset(1));
            continue;
          }
          const Vector left = Traits::spread(a + r * kPitch);
#pragma GCC unroll 16
          for (std::size_t v = 0; v < kWide; ++v) {
            Traits::lower(sum[r][v], detour<kWide>(left, right[v], b + offset(v), r, v));
          }
        }
        a += 1;
        b += kTile;
      }
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kHigh; ++r) {
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kWide; ++v) Traits::store(c + r * kTile + offset(v), sum[r][v]);
    }
  }
};

}  // namespace apsp::cpu
