// SPDX-License-Identifier: MIT
// What is done to the tiles in the three phases of a round: pivot, panels and remainder. Who does
// it, and when, is floyd_warshall.cpp's.
//
// A row of the column panel without a finite element changes nothing in its row of the remainder,
// and a column of the row panel nothing in its column: both are left out. In a graph whose vertices
// are numbered along it, as a grid's or a road network's often are, that is most of the work; in
// one that is dense it is nothing, and finding that out ends at the first finite element.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/schedule.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/round_queue.hpp"
#include "hw3-1/tile_matrix.hpp"

namespace apsp::cpu {

/// The phases of all rounds. Of its functions the tiles that they read must be done and no other
/// thread may write them; nothing else binds threads that call them at the same time.
template <typename Element>
class RoundPhases {
 public:
  /// `workspace`: workspace_tiles(schedule) packed tiles for each thread.
  RoundPhases(TileMatrix<Element>& matrix, std::byte* workspace,
              const TileKernels<Element>& kernels, const Schedule& schedule)
      : matrix_(matrix),
        kernels_(kernels),
        schedule_(schedule),
        workspace_(workspace),
        reached_{Reached(schedule.tiles), Reached(schedule.tiles)} {}

  /// The left operands of a strip.
  [[nodiscard]] static constexpr std::size_t workspace_tiles(const Schedule& schedule) {
    return schedule.depth;
  }

  /// Floyd-Warshall inside the pivot block, tile by tile.
  void close_pivot(TileRange pivot) {
    for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
      const TileRange here = {k, k + 1};
      // Row i of the pivot block takes tile (i, k) x row k of it.
      const auto multiply_row = [&](std::size_t i) {
        const std::byte* left = pack(i, here);
        for (const TileRange columns : {TileRange{pivot.begin, k}, TileRange{k + 1, pivot.end}}) {
          if (columns.size() > 0) multiply(i, columns, left, here);
        }
      };
      kernels_.close(matrix_.tile(k, k));
      multiply_row(k);
      for (std::size_t i = pivot.begin; i < pivot.end; ++i) {
        if (i == k) continue;
        multiply(i, here, pack(i, here), here);
        multiply_row(i);
      }
    }
  }

  /// A piece of the panels of `round`, whose pivot is closed. First the remainder of the round
  /// before, whose pivot was `before`, where it is still to be done; empty: there was none.
  void panel(std::size_t round, TileRange pivot, TileRange before, const Piece& piece,
             const NextStrip<Element>& next) {
    const bool remains = before.size() > 0;
    if (piece.kind == PieceKind::kColumnPanel) {
      if (remains && !before.contains(piece.row)) {
        relax(round - 1, before, piece.row, piece.columns, {});
      }
      column_panel(round, pivot, piece.row, next);
      return;
    }
    if (remains && !before.contains(first_column(piece))) {
      for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
        relax(round - 1, before, row, piece.columns, {});
      }
    }
    row_panel(round, pivot, piece.columns);
  }

  /// A strip of frontier or remainder takes column panel x row panel of `round`.
  void remainder(std::size_t round, TileRange pivot, const Piece& piece,
                 const NextStrip<Element>& next) {
    relax(round, pivot, piece.row, piece.columns, next);
  }

  /// What a piece of the round of `pivot` reads first, if it is a strip or of the next column
  /// panel.
  [[nodiscard]] NextStrip<Element> start_of(TileRange pivot, const Piece& piece) {
    const std::size_t column = first_column(piece);
    const NextStrip<Element> strip = {matrix_.tile(piece.row, column),
                                      matrix_.tile(piece.row, pivot.begin),
                                      matrix_.tile(pivot.begin, column)};
    switch (piece.kind) {
      case PieceKind::kFrontier:
      case PieceKind::kRemainder:
        return strip;
      case PieceKind::kColumnPanel:
        return pivot.contains(piece.row) ? NextStrip<Element>{strip.c} : strip;
      default:
        return {};
    }
  }

 private:
  /// Which rows of the column panel and columns of the row panel hold a finite element.
  struct Reached {
    explicit Reached(std::size_t tiles) : rows(tiles), columns(tiles) {}

    std::vector<std::uint8_t> rows;  // bytes, not bits: threads write neighbours at the same time
    std::vector<std::uint8_t> columns;
  };

  using Columns = std::array<TileRange, 2>;

  [[nodiscard]] static constexpr std::size_t first_column(const Piece& piece) {
    const auto& [front, behind] = piece.columns;
    return front.size() > 0 ? front.begin : behind.begin;
  }

  /// Vertices of a tile row or column; the last one is filled up.
  [[nodiscard]] std::size_t vertices_in(std::size_t tile) const {
    return std::min(kTile, matrix_.vertices() - tile * kTile);
  }

  /// Tiles (row, k) as left operands, valid until the thread packs others. Each strip packs its
  /// own: packed tiles are up to four times as large, and from another processor they take longer
  /// to come than to make.
  [[nodiscard]] const std::byte* pack(std::size_t row, TileRange k) {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    std::byte* packed = workspace_ + thread * workspace_tiles(schedule_) * kernels_.packed_bytes;
    for (std::size_t d = 0; d < k.size(); ++d) {
      kernels_.pack(matrix_.tile(row, k.begin + d), packed + d * kernels_.packed_bytes);
    }
    return packed;
  }

  /// Tiles (row, columns) take a x tiles (k, columns). `a`: k.size() packed tiles.
  void multiply(std::size_t row, TileRange columns, const std::byte* a, TileRange k,
                const NextStrip<Element>& next = {}) {
    kernels_.product({matrix_.tile(row, columns.begin), a, matrix_.tile(k.begin, columns.begin),
                      schedule_.tiles * TileMatrix<Element>::kTileElements, k.size(),
                      columns.size(), vertices_in(row), vertices_in(columns.end - 1),
                      vertices_in(k.end - 1), next});
  }

  /// Tiles (row, columns), of the remainder of `round`, take column panel x row panel.
  void relax(std::size_t round, TileRange pivot, std::size_t row, const Columns& columns,
             const NextStrip<Element>& next) {
    const Reached& reached = reached_[round % 2];
    if (reached.rows[row] != 0) multiply_marked(row, columns, reached.columns, pivot, next);
  }

  /// tiles(pivot, columns) = closed pivot x tiles(pivot, columns), in place: see Product.
  void row_panel(std::size_t round, TileRange pivot, const Columns& columns) {
    std::vector<std::uint8_t>& reached = reached_[round % 2].columns;
    for (const TileRange& neighbours : columns) {
      for (std::size_t column = neighbours.begin; column < neighbours.end; ++column) {
        reached[column] = matrix_.is_reached(pivot, {column, column + 1});
      }
    }
    for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
      multiply_marked(row, columns, reached, pivot, {});
    }
  }

  /// tile(row, pivot) = tile(row, pivot) x closed pivot.
  void column_panel(std::size_t round, TileRange pivot, std::size_t row,
                    const NextStrip<Element>& next) {
    const bool reached = matrix_.is_reached({row, row + 1}, pivot);
    reached_[round % 2].rows[row] = reached;
    if (!reached) return;
    // One k after the other, whose left operand is one packed tile, which stays near, and not
    // `depth` of them. As exact as at once: a left operand that a k before has lowered already is
    // still the length of a path, and pivot x pivot = pivot.
    for (std::size_t d = 0; d < pivot.size(); ++d) {
      const TileRange k = {pivot.begin + d, pivot.begin + d + 1};
      const bool last = d + 1 == pivot.size();
      multiply(row, pivot, pack(row, k), k,
               {last ? next.c : nullptr,
                next.a == nullptr ? nullptr : next.a + d * TileMatrix<Element>::kTileElements,
                last ? next.b : nullptr});
    }
  }

  /// Those of tiles (row, columns) that are marked take tiles (row, k) x tiles (k, columns).
  void multiply_marked(std::size_t row, const Columns& columns,
                       const std::vector<std::uint8_t>& marked, TileRange k,
                       const NextStrip<Element>& next) {
    const std::byte* left = nullptr;  // packed where there is a use for it
    for (const TileRange& neighbours : columns) {
      for (std::size_t column = neighbours.begin; column < neighbours.end; ++column) {
        const std::size_t begin = column;
        while (column < neighbours.end && marked[column] != 0) ++column;
        if (begin == column) continue;
        if (left == nullptr) left = pack(row, k);
        multiply(row, {begin, column}, left, k, next);
      }
    }
  }

  TileMatrix<Element>& matrix_;
  const TileKernels<Element>& kernels_;
  Schedule schedule_;
  std::byte* workspace_;            // packed tiles of each thread
  std::array<Reached, 2> reached_;  // by the parity of the round
};

}  // namespace apsp::cpu
