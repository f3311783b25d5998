// SPDX-License-Identifier: MIT
#include "hw3-1/sparse/closed_core.hpp"

#include <algorithm>
#include <cstdint>

#include "common/base/parallel_for.hpp"
#include "hw3-1/floyd_warshall.hpp"

namespace apsp::cpu {
namespace {

/// Packed tiles that a product takes at once: they stay in the second-level cache.
constexpr std::size_t kDepth = 8;

template <typename Element>
void fill(TileMatrix<Element>& matrix, const sparse::CoreGraph& core) {
  const std::size_t vertices = core.vertices();
  const auto fill_rows = [&](std::vector<Distance>& lengths, std::size_t tile_row) {
    lengths.resize(vertices);
    std::fill_n(matrix.tile(tile_row, 0), matrix.tiles() * matrix.kTileElements,
                kInfinity<Element>);
    const std::size_t end = std::min((tile_row + 1) * kTile, vertices);
    for (std::size_t v = tile_row * kTile; v < end; ++v) {
      core.arrivals(v, lengths);
      for (std::size_t u = 0; u < vertices; u += kTile) {
        const std::size_t count = std::min(kTile, vertices - u);
        std::transform(
            lengths.data() + u, lengths.data() + u + count, matrix.at(v, u), [](Distance length) {
              return static_cast<Element>(std::min<Distance>(length, kInfinity<Element>));
            });
      }
    }
  };
  parallel_for_with(
      matrix.tiles(), [] { return std::vector<Distance>(); }, fill_rows);
}

}  // namespace

template <typename Element>
CoreLanes<Element>::CoreLanes(std::size_t vertices, std::size_t columns)
    : columns_(columns), elements_(bytes_for(vertices, columns) / sizeof(Element)) {
  reached_.resize(Schedule::of(vertices, 1).tiles);
  // Lanes beyond the last vertex are read and must never count.
  std::fill_n(elements_.data(), elements_.bytes() / sizeof(Element), kInfinity<Element>);
}

template <typename Element>
std::size_t CoreLanes<Element>::bytes_for(std::size_t vertices, std::size_t columns) {
  return Schedule::of(vertices, 1).tiles * columns * kTile * kTile * sizeof(Element);
}

template <typename Element>
ClosedCore<Element>::ClosedCore(const sparse::CoreGraph& core, const KernelSet& kernels)
    : matrix_(core.vertices(), order_), kernels_(kernels.of<Element>()) {
  fill(matrix_, core);
  Pages<std::byte> workspace = make_workspace<Element>(core.vertices(), kernels);
  Observer silent;  // the progress that is shown is that of the sweeps
  close_matrix(matrix_, workspace, kernels, silent);
}

template <typename Element>
void ClosedCore<Element>::carry(CoreLanes<Element>& lanes, std::size_t columns,
                                std::byte* packed) const {
  const std::size_t tiles = matrix_.tiles();
  const auto& reached = lanes.reached();
  const std::size_t row_elements = lanes.columns() * matrix_.kTileElements;
  // In place: the matrix is closed, so that a row of tiles which already has its product may serve
  // as an operand as well as the one before it.
  for (std::size_t row = 0; row < tiles; ++row) {
    for (std::size_t begin = 0; begin < tiles;) {
      if (reached[begin] == 0) {
        ++begin;
        continue;
      }
      std::size_t end = begin;
      for (; end < tiles && end - begin < kDepth && reached[end] != 0; ++end) {
        kernels_.pack(matrix_.tile(row, end), packed + (end - begin) * kernels_.packed_bytes);
      }
      Product<Element> product = {lanes.tile(row, 0), packed,      lanes.tile(begin, 0),
                                  row_elements,       end - begin, columns};
      if (row + 1 == tiles) product.rows = vertices() - row * kTile;
      if (end == tiles) product.last_k = vertices() - (tiles - 1) * kTile;
      kernels_.product(product);
      begin = end;
    }
  }
}

template <typename Element>
std::size_t ClosedCore<Element>::packed_bytes() const {
  return kDepth * kernels_.packed_bytes;
}

template <typename Element>
std::size_t ClosedCore<Element>::bytes_for(std::size_t vertices, const KernelSet& kernels) {
  return TileMatrix<Element>::bytes_for(vertices) + workspace_bytes<Element>(vertices, kernels);
}

template class CoreLanes<std::uint8_t>;
template class CoreLanes<std::uint16_t>;
template class CoreLanes<std::int32_t>;
template class ClosedCore<std::uint8_t>;
template class ClosedCore<std::uint16_t>;
template class ClosedCore<std::int32_t>;

}  // namespace apsp::cpu
