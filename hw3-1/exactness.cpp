// SPDX-License-Identifier: MIT
#include "hw3-1/exactness.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
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
      if (first + b < matrix.tiles()) {
        const Element* tile = matrix.tile(first + b, column);
        for (std::size_t i = 0; i < kTile; ++i) {
          for (std::size_t j = 0; j < kTile; ++j) {
            words[j] |= std::uint64_t{tile[i * kTile + j] != kInfinity<Element>} << i;
          }
        }
      }
      for (std::size_t j = 0; j < kTile; ++j) bits[column * kTile + j][b] = words[j];
    }
  }
}

/// Returns the smallest vertex among the rows of a band whose bits show that the edge is clipped.
std::optional<std::size_t> smallest_row(const BandBits& source, const BandBits& destination,
                                        std::size_t first) {
  std::optional<std::size_t> smallest;
  for (std::size_t b = 0; b < kBand; ++b) {
    for (std::uint64_t left = source[b] & ~destination[b]; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t row = (first + b) * kTile + bit;
      smallest = std::min(smallest.value_or(row), row);
    }
  }
  return smallest;
}

/// Returns the first of two clipped results, either of which may be missing.
std::optional<Clipped> first_of(const std::optional<Clipped>& a, const std::optional<Clipped>& b) {
  if (!a || !b) return a ? a : b;
  return std::pair(a->edge, a->row) < std::pair(b->edge, b->row) ? a : b;
}

}  // namespace

template <typename Element>
Extent extent(const TileMatrix<Element>& matrix) {
  const std::size_t vertices = matrix.vertices();
  Distance largest = 0;
  bool complete = true;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(&& : complete)
  for (std::size_t position = 0; position < vertices; ++position) {
    Element row_largest = 0;
    Element row_end = 0;  // the largest of all, infinity included
    for (std::size_t column = 0; column < matrix.tiles(); ++column) {
      const Element* row = matrix.tile(position / kTile, column) + position % kTile * kTile;
      const std::size_t width = std::min(kTile, vertices - column * kTile);
      for (std::size_t j = 0; j < width; ++j) {
        row_end = std::max(row_end, row[j]);
        const Element finite = row[j] == kInfinity<Element> ? Element{0} : row[j];
        row_largest = std::max(row_largest, finite);
      }
    }
    largest = std::max<Distance>(largest, row_largest);
    complete = complete && row_end != kInfinity<Element>;
  }
  return {largest, complete};
}

template <typename Element>
std::optional<Clipped> first_clipped(const TileMatrix<Element>& matrix, const Graph& graph) {
  std::optional<Clipped> found;
  std::atomic<std::size_t> edges = graph.edges.size();  // those that may still come first
  std::mutex mutex;
  const auto look_at_band = [&](std::vector<BandBits>& bits, std::size_t band) {
    const std::size_t first = band * kBand;
    finite_bits(matrix, first, bits);
    for (std::size_t e = 0; e < edges.load(std::memory_order_relaxed); ++e) {
      const BandBits& source = bits[static_cast<std::size_t>(graph.edges[e].source)];
      const BandBits& destination = bits[static_cast<std::size_t>(graph.edges[e].destination)];
      std::uint64_t any = 0;
      for (std::size_t b = 0; b < kBand; ++b) any |= source[b] & ~destination[b];
      if (any == 0) continue;
      const std::size_t row = *smallest_row(source, destination, first);
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

template Extent extent(const TileMatrix<std::uint8_t>&);
template Extent extent(const TileMatrix<std::uint16_t>&);
template Extent extent(const TileMatrix<std::int32_t>&);
template std::optional<Clipped> first_clipped(const TileMatrix<std::uint8_t>&, const Graph&);
template std::optional<Clipped> first_clipped(const TileMatrix<std::uint16_t>&, const Graph&);
template std::optional<Clipped> first_clipped(const TileMatrix<std::int32_t>&, const Graph&);

}  // namespace apsp::cpu
