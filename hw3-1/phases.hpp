// SPDX-License-Identifier: MIT
// What is done to the tiles in the three phases of a round: pivot, panels and remainder. Who does
// it, and when, is floyd_warshall.cpp's.
//
// A row of the column panel without a finite element changes nothing in its row of the remainder,
// and a column of the row panel nothing in its column: both are left out. In a graph whose vertices
// are numbered along it, as a grid's or a road network's often are, that is most of the work; in
// one that is dense it is nothing, and finding that out ends at the first finite element.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/schedule.hpp"
#include "hw3-1/kernels.hpp"
#include "hw3-1/round_queue.hpp"
#include "hw3-1/tile_matrix.hpp"

namespace apsp::cpu {

/// The phases of all rounds. Of its functions the tiles that they read must be done and no other
/// thread may write them; nothing else binds threads that call them at the same time.
template <typename Element>
class Phases {
 public:
  /// `workspace`: workspace_tiles(schedule) packed tiles.
  Phases(TileMatrix<Element>& matrix, std::byte* workspace, const TileKernels<Element>& kernels,
         const Schedule& schedule)
      : matrix_(matrix),
        kernels_(kernels),
        schedule_(schedule),
        depth_(schedule.depth),
        packed_(workspace),
        reached_{Reached(schedule.tiles), Reached(schedule.tiles)} {}

  /// Column panels of two rounds and a pivot block.
  [[nodiscard]] static constexpr std::size_t workspace_tiles(const Schedule& schedule) {
    return (2 * schedule.tiles + schedule.depth) * schedule.depth;
  }

  /// Floyd-Warshall inside the pivot block, tile by tile, then its packed copy for the row panel.
  void close_pivot(TileRange pivot) {
    std::byte* left = packed_pivot(0, 0);  // free until the end of this function
    for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
      const TileRange here = {k, k + 1};
      // Row i of the pivot block takes tile (i, k), packed, x row k of it.
      const auto multiply_row = [&](std::size_t i) {
        for (const TileRange columns : {TileRange{pivot.begin, k}, TileRange{k + 1, pivot.end}}) {
          if (columns.size() > 0) multiply(i, columns, left, here);
        }
      };
      kernels_.close(matrix_.tile(k, k));
      kernels_.pack(matrix_.tile(k, k), left);
      multiply_row(k);
      for (std::size_t i = pivot.begin; i < pivot.end; ++i) {
        if (i == k) continue;
        kernels_.pack(matrix_.tile(i, k), left);
        multiply(i, here, left, here);
        kernels_.pack(matrix_.tile(i, k), left);
        multiply_row(i);
      }
    }
    for (std::size_t d = 0; d < pivot.size(); ++d) {
      for (std::size_t e = 0; e < pivot.size(); ++e) {
        kernels_.pack(matrix_.tile(pivot.begin + d, pivot.begin + e), packed_pivot(d, e));
      }
    }
  }

  /// A piece of the panels of `round`, whose pivot is closed. First the remainder of the round
  /// before, whose pivot was `before`, where it is still to be done; empty: there was none.
  void panel(std::size_t round, TileRange pivot, TileRange before, const Piece& piece,
             const NextStrip<Element>& next) {
    if (piece.kind == PieceKind::kColumnPanel) {
      if (before.size() > 0 && !before.contains(piece.row)) {
        relax(round - 1, before, piece.row, pivot, {.packed = packed_panel(round, piece.row, 0)});
      }
      column_panel(round, pivot, piece.row, next);
      return;
    }
    for (const TileRange& columns : piece.columns) {
      if (before.size() > 0) {
        for (const TileRange part : {columns.in_front_of(before), columns.behind(before)}) {
          for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
            relax(round - 1, before, row, part, {});
          }
        }
      }
      row_panel(round, pivot, columns);
    }
  }

  /// A strip of frontier or remainder takes column panel x row panel of `round`.
  void remainder(std::size_t round, TileRange pivot, const Piece& piece,
                 const NextStrip<Element>& next) {
    for (const TileRange& columns : piece.columns) relax(round, pivot, piece.row, columns, next);
  }

  /// What a piece in the queue of `round` reads first, if it is a strip or of the column panel.
  [[nodiscard]] NextStrip<Element> start_of(std::size_t round, TileRange pivot,
                                            const Piece& piece) {
    const auto& [before, behind] = piece.columns;
    const std::size_t column = before.size() > 0 ? before.begin : behind.begin;
    const NextStrip<Element> strip = {matrix_.tile(piece.row, column),
                                      packed_panel(round, piece.row, 0),
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

  /// The packed copy of tile (row, pivot.begin + d) of round `round`'s column panel.
  std::byte* packed_panel(std::size_t round, std::size_t row, std::size_t d) {
    const std::size_t copy = round % 2;
    return packed_ + ((copy * schedule_.tiles + row) * depth_ + d) * kernels_.packed_bytes;
  }
  /// The packed copy of tile (d, e) of the pivot block that was closed last.
  std::byte* packed_pivot(std::size_t d, std::size_t e) {
    return packed_ + (2 * schedule_.tiles * depth_ + d * depth_ + e) * kernels_.packed_bytes;
  }

  /// Vertices of a tile row or column; the last one is filled up.
  [[nodiscard]] std::size_t vertices_in(std::size_t tile) const {
    return std::min(kTile, matrix_.vertices() - tile * kTile);
  }

  /// Tiles (row, columns) take a x tiles (pivot, columns). `a`: pivot.size() packed tiles.
  void multiply(std::size_t row, TileRange columns, const std::byte* a, TileRange pivot,
                const NextStrip<Element>& next = {}) {
    kernels_.product({matrix_.tile(row, columns.begin), a, matrix_.tile(pivot.begin, columns.begin),
                      schedule_.tiles * TileMatrix<Element>::kTileElements, pivot.size(),
                      columns.size(), vertices_in(row), vertices_in(columns.end - 1),
                      vertices_in(pivot.end - 1), next});
  }

  /// Tiles (row, columns), of the remainder of `round`, take column panel x row panel.
  void relax(std::size_t round, TileRange pivot, std::size_t row, TileRange columns,
             const NextStrip<Element>& next) {
    const Reached& reached = reached_[round % 2];
    if (reached.rows[row] == 0) return;
    for_each_run(columns, reached.columns, [&](TileRange run) {
      multiply(row, run, packed_panel(round, row, 0), pivot, next);
    });
  }

  /// tiles(pivot, columns) = closed pivot x tiles(pivot, columns), in place: see Product.
  void row_panel(std::size_t round, TileRange pivot, TileRange columns) {
    std::vector<std::uint8_t>& reached = reached_[round % 2].columns;
    for (std::size_t column = columns.begin; column < columns.end; ++column) {
      reached[column] = matrix_.is_reached(pivot, {column, column + 1});
    }
    for_each_run(columns, reached, [&](TileRange run) {
      for (std::size_t d = 0; d < pivot.size(); ++d) {
        multiply(pivot.begin + d, run, packed_pivot(d, 0), pivot);
      }
    });
  }

  /// tile(row, pivot) = tile(row, pivot) x closed pivot, and its packed copy for the remainder.
  void column_panel(std::size_t round, TileRange pivot, std::size_t row,
                    const NextStrip<Element>& next) {
    const bool reached = matrix_.is_reached({row, row + 1}, pivot);
    reached_[round % 2].rows[row] = reached;
    if (!reached) return;
    const auto pack = [&](std::size_t d) {
      std::byte* packed = packed_panel(round, row, d);
      kernels_.pack(matrix_.tile(row, pivot.begin + d), packed);
      return packed;
    };
    // One k after the other, whose left operand is one packed tile, which stays near, and not
    // `depth` of them. As exact as at once: a left operand that a k before has lowered already is
    // still the length of a path, and pivot x pivot = pivot.
    for (std::size_t d = 0; d < pivot.size(); ++d) {
      const TileRange k = {pivot.begin + d, pivot.begin + d + 1};
      const bool last = d + 1 == pivot.size();
      multiply(row, pivot, pack(d), k,
               {last ? next.c : nullptr,
                next.a == nullptr ? nullptr : next.a + d * kernels_.packed_bytes,
                last ? next.b : nullptr});
    }
    for (std::size_t d = 0; d < pivot.size(); ++d) pack(d);
  }

  /// Calls `body` for each run of neighbours in `columns` that is marked.
  template <typename Body>
  static void for_each_run(TileRange columns, const std::vector<std::uint8_t>& marked, Body body) {
    for (std::size_t column = columns.begin; column < columns.end; ++column) {
      const std::size_t begin = column;
      while (column < columns.end && marked[column] != 0) ++column;
      if (begin < column) body(TileRange{begin, column});
    }
  }

  TileMatrix<Element>& matrix_;
  const TileKernels<Element>& kernels_;
  Schedule schedule_;
  std::size_t depth_;               // tiles of the pivot block a side
  std::byte* packed_;               // column panels of two rounds, then the pivot block
  std::array<Reached, 2> reached_;  // by the parity of the round, as the column panels
};

}  // namespace apsp::cpu
