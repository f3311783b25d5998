// SPDX-License-Identifier: MIT
#include "hw3-1/dense/exactness.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <vector>

#include "common/base/parallel_for.hpp"

namespace apsp::cpu {
namespace {

/// Tile rows that one pass over the edges looks at together: a cache line of bits for each vertex.
constexpr std::size_t kBand = 8;
using BandBits = std::array<std::uint64_t, kBand>;
static_assert(kTile == 64, "a word holds one bit for each row of a tile");

/// Fills bits[p][b]: the rows of tile row first + b that reach the vertex at position p below
/// infinity.
template <typename Element>
void finite_bits(const TileMatrix<Element>& matrix, std::size_t first,
                 std::vector<BandBits>& bits) {
  for (std::size_t b = 0; b < kBand; ++b) {
    for (std::size_t column = 0; column < matrix.tiles(); ++column) {
      std::array<std::uint64_t, kTile> words{};
      const std::size_t row = first + b;
      if (matrix.own().contains(row)) {
        const bool above = matrix.symmetric() && row < column;
        const Element* tile = above ? matrix.tile(column, row) : matrix.tile(row, column);
        const auto finite = [&](std::size_t i, std::size_t j) {
          return std::uint64_t{tile[i * kTile + j] != kInfinity<Element>};
        };
        for (std::size_t i = 0; i < kTile; ++i) {
          for (std::size_t j = 0; j < kTile && above; ++j) words[i] |= finite(i, j) << j;
          for (std::size_t j = 0; j < kTile && !above; ++j) words[j] |= finite(i, j) << i;
        }
      }
      for (std::size_t j = 0; j < kTile; ++j) bits[column * kTile + j][b] = words[j];
    }
  }
}

/// Returns the smallest vertex among the wanted rows of a band whose bits show that the edge is
/// clipped.
std::optional<std::size_t> smallest_row(const BandBits& source, const BandBits& destination,
                                        const BandBits& wanted, std::size_t first) {
  std::optional<std::size_t> smallest;
  for (std::size_t b = 0; b < kBand; ++b) {
    for (std::uint64_t left = source[b] & ~destination[b] & wanted[b]; left != 0;
         left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t row = (first + b) * kTile + bit;
      smallest = std::min(smallest.value_or(row), row);
    }
  }
  return smallest;
}

/// A bit for each vertex that has a row in `rows`, by bands.
std::vector<BandBits> wanted_bits(const RowSet& rows) {
  std::vector<BandBits> bits(rows.vertices() / (kBand * kTile) + 1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t vertex = rows.source(r);
    bits[vertex / (kBand * kTile)][vertex / kTile % kBand] |= std::uint64_t{1} << vertex % kTile;
  }
  return bits;
}

/// The largest elements of some rows by their place in a tile.
template <typename Element>
struct Largest {
  // The compiler's vectors: it does not find loops over bytes to be free of aliases.
  static constexpr std::size_t kBytes = 16;
  static constexpr std::size_t kLanes = kBytes / sizeof(Element);
  using Vector [[gnu::vector_size(kBytes)]] = Element;

  struct Lanes {
    Vector finite = {};
    Vector any = {};
  };
  std::array<Lanes, kTile / kLanes> lanes = {};

  void include(const Element* row) {
    const Vector infinite = Vector{} + kInfinity<Element>;
    for (Lanes& known : lanes) {
      Vector x;
      std::memcpy(&x, row, sizeof(x));
      row += kLanes;
      const Vector low = x == infinite ? Vector{} : x;
      known.finite = known.finite < low ? low : known.finite;
      known.any = known.any < x ? x : known.any;
    }
  }

  /// The extent of one column of the first `rows` rows of a tile.
  [[nodiscard]] static Extent of_column(const Element* column, std::size_t rows) {
    Element finite = 0;
    Element any = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const Element x = column[i * kTile];
      finite = std::max<Element>(finite, x == kInfinity<Element> ? 0 : x);
      any = std::max(any, x);
    }
    return {finite, any != kInfinity<Element>};
  }

  /// The extent of the first `columns` places.
  [[nodiscard]] Extent extent(std::size_t columns) const {
    Element finite = 0;
    Element any = 0;
    for (std::size_t j = 0; j < columns; ++j) {
      const Lanes& known = lanes[j / kLanes];
      finite = std::max<Element>(finite, known.finite[j % kLanes]);
      any = std::max<Element>(any, known.any[j % kLanes]);
    }
    return {finite, any != kInfinity<Element>};
  }
};

}  // namespace

template <typename Element>
Extent extent(const TileMatrix<Element>& matrix, const RowSet& rows) {
  const std::size_t whole = matrix.vertices() / kTile;  // tiles of a row
  Distance largest = 0;
  bool complete = true;
  // Tile by tile, because the rows of one lie side by side.
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(&& : complete)
  for (std::size_t first = 0; first < rows.size(); first += kTile) {
    const std::size_t end = std::min(first + kTile, rows.size());
    std::array<Largest<Element>, 2> seen;  // in whole tiles, in the last one
    Extent above;                          // in tiles above the diagonal of a symmetric matrix
    for (std::size_t column = 0; column < matrix.tiles(); ++column) {
      for (std::size_t r = first; r < end; ++r) {
        const std::size_t vertex = rows.source(r);
        const std::size_t row = vertex / kTile;
        if (!matrix.symmetric() || column <= row) {
          const Element* const tile = matrix.tile(row, column);
          seen[column < whole ? 0 : 1].include(tile + vertex % kTile * kTile);
        } else if (!rows.all()) {  // else another row has the same
          const Element* const tile = matrix.tile(column, row);
          above = united(above, Largest<Element>::of_column(
                                    tile + vertex % kTile,
                                    column < whole ? kTile : matrix.vertices() % kTile));
        }
      }
    }
    const Extent found = united(above, united(seen[0].extent(whole == 0 ? 0 : kTile),
                                              seen[1].extent(matrix.vertices() % kTile)));
    largest = std::max(largest, found.largest);
    complete = complete && found.complete;
  }
  return {largest, complete};
}

template <typename Element>
std::optional<Clipped> first_clipped(const TileMatrix<Element>& matrix, const Graph& graph,
                                     const RowSet& rows) {
  const std::vector<BandBits> wanted_by_band = wanted_bits(rows);
  std::optional<Clipped> found;
  std::atomic<std::size_t> edges = graph.edges.size();  // those that may still come first
  std::mutex mutex;
  const auto look_at_band = [&](std::vector<BandBits>& bits, std::size_t band) {
    const std::size_t first = band * kBand;
    const BandBits& wanted = wanted_by_band[band];
    if (wanted == BandBits{}) return;
    finite_bits(matrix, first, bits);
    for (std::size_t e = 0; e < edges.load(std::memory_order_relaxed); ++e) {
      const BandBits& source = bits[static_cast<std::size_t>(graph.edges[e].source)];
      const BandBits& destination = bits[static_cast<std::size_t>(graph.edges[e].destination)];
      std::uint64_t any = 0;
      for (std::size_t b = 0; b < kBand; ++b) any |= source[b] & ~destination[b] & wanted[b];
      if (any == 0) continue;
      const std::size_t row = *smallest_row(source, destination, wanted, first);
      const std::lock_guard lock(mutex);
      found = first_of(found, Clipped{row, e});
      edges = found->edge + 1;  // other bands may have a smaller row
      return;
    }
  };
  parallel_for_with((matrix.tiles() + kBand - 1) / kBand,
                    [&] { return std::vector<BandBits>(matrix.tiles() * kTile); }, look_at_band);
  return found;
}

#define APSP_INSTANTIATE(Element)                                                         \
  template Extent extent(const TileMatrix<Element>&, const RowSet&);                      \
  template std::optional<Clipped> first_clipped(const TileMatrix<Element>&, const Graph&, \
                                                const RowSet&);
APSP_INSTANTIATE(std::uint8_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::int32_t)
#undef APSP_INSTANTIATE

}  // namespace apsp::cpu
