// SPDX-License-Identifier: MIT
// Random operands of the CPU kernels: tiles of kTile x kTile elements, one after the other.
#pragma once

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw3-1/kernels/kernels.hpp"
#include "tools/kernels/edge_values.hpp"
#include "tools/kernels/guarded.hpp"
#include "tools/kernels/plain.hpp"

namespace apsp::kernels {

inline constexpr std::size_t kTileElements = kTile * kTile;
inline constexpr std::size_t kDeepest = 4;
inline constexpr std::array<std::size_t, 4> kStripTiles = {1, 2, 3, 5};

/// Tiles from row to row of tiles, `columns` of them used, as a plain matrix.
template <typename Element>
Plain plain(std::span<const Element> tiles, std::size_t rows, std::size_t columns,
            std::size_t stride) {
  Plain result(rows * kTile, columns * kTile);
  for (std::size_t i = 0; i < result.rows; ++i) {
    for (std::size_t j = 0; j < result.columns; ++j) {
      result.row(i)[j] = to_plain(
          tiles[(i / kTile * stride + j / kTile) * kTileElements + i % kTile * kTile + j % kTile]);
    }
  }
  return result;
}

/// The reverse; what lies between rows of tiles stays.
template <typename Element>
void store(const Plain& from, std::size_t stride, std::span<Element> tiles) {
  for (std::size_t i = 0; i < from.rows; ++i) {
    for (std::size_t j = 0; j < from.columns; ++j) {
      tiles[(i / kTile * stride + j / kTile) * kTileElements + i % kTile * kTile + j % kTile] =
          from_plain<Element>(from.row(i)[j]);
    }
  }
}

/// Every tile of its own, so that the k of an element is known.
template <typename Element>
std::vector<Element> random_tiles(EdgeValues<Element>& values, std::size_t tiles, Operand operand) {
  std::vector<Element> elements(tiles * kTileElements);
  for (std::size_t t = 0; t < tiles; ++t) {
    values.fill(std::span(elements).subspan(t * kTileElements, kTileElements), operand);
  }
  return elements;
}

/// A closed block of depth x depth tiles, row after row.
template <typename Element>
std::vector<Element> random_closed(EdgeValues<Element>& values, std::size_t depth) {
  std::vector<Element> tiles = random_tiles(values, depth * depth, Operand::kA);
  Plain block = plain<Element>(tiles, depth, depth, depth);
  close(block);
  store<Element>(block, depth, tiles);
  return tiles;
}

template <typename Element>
void pack(const cpu::TileKernels<Element>& kernels, const Element* tiles, std::size_t count,
          std::byte* packed) {
  for (std::size_t t = 0; t < count; ++t) {
    kernels.pack(tiles + t * kTileElements, packed + t * kernels.packed_bytes);
  }
}

/// Adds to a Mismatch on which input it was found.
template <typename Body>
void with_context(const std::string& context, const Body& body) {
  try {
    body();
  } catch (const Mismatch& mismatch) {
    throw Mismatch(fmt::format("{} ({})", mismatch.what(), context));
  }
}

}  // namespace apsp::kernels
