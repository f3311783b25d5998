// SPDX-License-Identifier: MIT
#include "hw3-1/dense/tile_products.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/core/schedule.hpp"

namespace apsp::cpu {
namespace {

/// Tiles of a pivot block a side in all but small matrices: see depth_for.
constexpr std::size_t kDepth = 4;
constexpr std::size_t kWordBits = 64;

}  // namespace

std::size_t tile_products(const Graph& graph) {
  const Schedule schedule = Schedule::of(graph.vertices, kDepth);
  const std::size_t words = (schedule.tiles + kWordBits - 1) / kWordBits;
  // Bit c of row r: tile (r, c) may hold a path.
  std::vector<std::uint64_t> reached(schedule.tiles * words);
  const auto word = [&](std::size_t row, std::size_t column) -> std::uint64_t& {
    return reached[row * words + column / kWordBits];
  };
  const auto bit = [](std::size_t column) { return std::uint64_t{1} << column % kWordBits; };
  for (std::size_t t = 0; t < schedule.tiles; ++t) word(t, t) |= bit(t);
  for (const Edge& edge : graph.edges) {
    const std::size_t column = static_cast<std::size_t>(edge.destination) / kTile;
    word(static_cast<std::size_t>(edge.source) / kTile, column) |= bit(column);
  }

  std::size_t products = 0;
  std::vector<std::uint64_t> columns(words);
  for (std::size_t round = 0; round < schedule.rounds(); ++round) {
    const TileRange pivot = schedule.pivot(round);
    std::fill(columns.begin(), columns.end(), 0);
    for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
      for (std::size_t w = 0; w < words; ++w) columns[w] |= reached[row * words + w];
    }
    std::size_t wide = 0;
    for (const std::uint64_t w : columns) wide += static_cast<std::size_t>(std::popcount(w));
    for (std::size_t row = 0; row < schedule.tiles; ++row) {
      bool any = false;
      for (std::size_t k = pivot.begin; k < pivot.end; ++k) any |= (word(row, k) & bit(k)) != 0;
      if (!any) continue;
      for (std::size_t w = 0; w < words; ++w) reached[row * words + w] |= columns[w];
      products += wide * pivot.size();
    }
  }
  return products;
}

}  // namespace apsp::cpu
