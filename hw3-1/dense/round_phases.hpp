// SPDX-License-Identifier: MIT
// The tile operations of the three phases of a round: pivot, panels and remainder.
// floyd_warshall.cpp has their order and their threads.
//
// A row of the column panel without a finite element changes nothing in its row of the remainder.
// A column of the row panel without one changes nothing in its column. Both are skipped. That is
// most of the work where the numbers of vertices follow the graph, as in many grids and road
// networks. In a dense graph it is nothing, and the test ends at the first finite element.
//
// Of a symmetric matrix, tasks are given for tiles at and below the diagonal alone. Half of a
// round's panels lies above it: each task of the panels transposes its tiles there.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/schedule.hpp"
#include "hw3-1/dense/round_queue.hpp"
#include "hw3-1/dense/tile_matrix.hpp"
#include "hw3-1/kernels/kernels.hpp"
#include "hw3-1/kernels/transpose.hpp"

namespace apsp::cpu {

/// The phases of all rounds. Threads may call its functions at once, on two conditions: the tiles
/// that a function reads are done, and no other thread writes them.
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

  /// Returns the number of left operands of a strip.
  [[nodiscard]] static constexpr std::size_t workspace_tiles(const Schedule& schedule) {
    return schedule.depth;
  }

  /// Closes the pivot: Floyd-Warshall in its block, tile by tile.
  void close_pivot(TileRange pivot) {
    if (matrix_.symmetric()) complete_pivot(pivot);
    for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
      const TileRange here = {k, k + 1};
      // Row i of the pivot block takes tile (i, k) x row k of it.
      const auto multiply_row = [&](std::size_t i) {
        const std::byte* left = pack(i, here);
        for (const TileRange columns : {TileRange{pivot.begin, k}, TileRange{k + 1, pivot.end}}) {
          if (columns.size() > 0) multiply_here(i, columns, left, here);
        }
      };
      kernels_.close(matrix_.tile(k, k));
      multiply_row(k);
      for (std::size_t i = pivot.begin; i < pivot.end; ++i) {
        if (i == k) continue;
        multiply_here(i, here, pack(i, here), here);
        multiply_row(i);
      }
    }
  }

  /// Runs a task of the panels of `round`, whose pivot is closed. First runs what is left of the
  /// remainder of the round before, whose pivot was `before`; empty: there was no such round.
  void panel(std::size_t round, TileRange pivot, TileRange before, const Task& task,
             const NextStrip<Element>& next) {
    const bool remains = before.size() > 0;
    if (task.kind == TaskKind::kColumnPanel) {
      if (remains && !before.contains(task.row)) {
        relax(round - 1, before, task.row, task.columns, {});
      }
      column_panel(round, pivot, task.row, next);
      return;
    }
    if (remains && !before.contains(first_column(task))) {
      for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
        relax(round - 1, before, row, task.columns, {});
      }
    }
    row_panel(round, pivot, task.columns);
  }

  /// Finds out which columns the row panel of `round` reaches, where the rows came from elsewhere.
  void receive_row_panel(std::size_t round, TileRange pivot) {
    mark_columns(round, pivot, {TileRange{0, pivot.begin}, TileRange{pivot.end, schedule_.tiles}});
  }

  /// Runs a strip of lookahead or remainder: it takes column panel x row panel of `round`.
  void remainder(std::size_t round, TileRange pivot, const Task& task,
                 const NextStrip<Element>& next) {
    relax(round, pivot, task.row, task.columns, next);
  }

  /// Returns the operands that a task of `round` reads first, if it is a strip or of the next
  /// column panel.
  [[nodiscard]] NextStrip<Element> start_of(std::size_t round, TileRange pivot, const Task& task) {
    const std::size_t column = first_column(task);
    switch (task.kind) {
      case TaskKind::kColumnPanel:
        if (pivot.contains(task.row)) return {matrix_.tile(task.row, column)};
        [[fallthrough]];
      case TaskKind::kLookahead:
      case TaskKind::kRemainder:
        return {matrix_.tile(task.row, column), matrix_.left(round, pivot, task.row),
                matrix_.right(round, pivot, column)};
      default:
        return {};
    }
  }

 private:
  /// Marks the rows of the column panel and columns of the row panel that hold a finite element.
  struct Reached {
    explicit Reached(std::size_t tiles) : rows(tiles), columns(tiles) {}

    std::vector<std::uint8_t> rows;  // not bits: threads write neighbours at the same time
    std::vector<std::uint8_t> columns;
  };

  using Columns = std::array<TileRange, 2>;

  [[nodiscard]] static constexpr std::size_t first_column(const Task& task) {
    const auto& [front, behind] = task.columns;
    return front.size() > 0 ? front.begin : behind.begin;
  }

  /// Returns the vertices of a tile row or column. Padding fills the last one.
  [[nodiscard]] std::size_t vertices_in(std::size_t tile) const {
    return std::min(kTile, matrix_.vertices() - tile * kTile);
  }

  /// Packs tiles (row, k) as left operands, valid until the thread packs others. Each strip packs
  /// its own: packed tiles are up to four times as large, and fetching them from another processor
  /// takes longer than packing.
  [[nodiscard]] const std::byte* pack(std::size_t row, TileRange k) {
    return pack(matrix_.tile(row, k.begin), k.size());
  }

  /// Same for `count` tiles side by side.
  [[nodiscard]] const std::byte* pack(const Element* tiles, std::size_t count) {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    std::byte* packed = workspace_ + thread * workspace_tiles(schedule_) * kernels_.packed_bytes;
    for (std::size_t d = 0; d < count; ++d) {
      kernels_.pack(tiles + d * TileMatrix<Element>::kTileElements,
                    packed + d * kernels_.packed_bytes);
    }
    return packed;
  }

  /// Multiplies: tiles (row, columns) take a x tiles (k, columns), which are at `b`. `a`: k.size()
  /// packed tiles.
  void multiply(std::size_t row, TileRange columns, const std::byte* a, TileRange k,
                const Element* b, std::size_t b_stride, const NextStrip<Element>& next) {
    kernels_.product({matrix_.tile(row, columns.begin), a, b, b_stride, k.size(), columns.size(),
                      vertices_in(row), vertices_in(columns.end - 1), vertices_in(k.end - 1),
                      next});
  }

  /// Same where tiles (k, columns) are the matrix's own: of a symmetric one below the diagonal, or
  /// in the block of a pivot.
  void multiply_here(std::size_t row, TileRange columns, const std::byte* a, TileRange k,
                     const NextStrip<Element>& next = {}) {
    multiply(row, columns, a, k, matrix_.tile(k.begin, columns.begin), matrix_.stride(k.begin),
             next);
  }

  /// Multiplies: tiles (row, columns) of the remainder of `round` take column panel x row panel.
  void relax(std::size_t round, TileRange pivot, std::size_t row, const Columns& columns,
             const NextStrip<Element>& next) {
    const Reached& reached = reached_[round % 2];
    if (reached.rows[row] == 0) return;
    const std::byte* left = nullptr;  // packed where there is a use for it
    for_marked(columns, reached.columns, [&](TileRange run) {
      if (left == nullptr) left = pack(matrix_.left(round, pivot, row), pivot.size());
      multiply(row, run, left, pivot, matrix_.right(round, pivot, run.begin),
               matrix_.right_stride(pivot, run.begin), next);
    });
  }

  /// tiles(pivot, columns) = closed pivot x tiles(pivot, columns), in place: see Product.
  void row_panel(std::size_t round, TileRange pivot, const Columns& columns) {
    mark_columns(round, pivot, columns);
    const std::vector<std::uint8_t>& marked = reached_[round % 2].columns;
    for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
      const std::byte* left = nullptr;
      for_marked(columns, marked, [&](TileRange run) {
        if (left == nullptr) left = pack(row, pivot);
        multiply_here(row, run, left, pivot);
      });
    }
    if (!matrix_.symmetric()) return;
    for_marked(columns, marked, [&](TileRange run) {
      for (std::size_t column = run.begin; column < run.end; ++column) {
        Element* above = matrix_.left(round, pivot, column);
        for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
          transpose_tile(matrix_.tile(k, column), above);
          above += TileMatrix<Element>::kTileElements;
        }
      }
    });
  }

  /// Marks the columns of the row panel that hold a finite element.
  void mark_columns(std::size_t round, TileRange pivot, const Columns& columns) {
    Reached& reached = reached_[round % 2];
    for (const TileRange& neighbours : columns) {
      for (std::size_t column = neighbours.begin; column < neighbours.end; ++column) {
        reached.columns[column] = matrix_.is_reached(pivot, {column, column + 1});
        if (matrix_.symmetric()) reached.rows[column] = reached.columns[column];
      }
    }
  }

  /// tile(row, pivot) = tile(row, pivot) x closed pivot.
  void column_panel(std::size_t round, TileRange pivot, std::size_t row,
                    const NextStrip<Element>& next) {
    const bool is_reached = matrix_.is_reached({row, row + 1}, pivot);
    Reached& reached = reached_[round % 2];
    reached.rows[row] = is_reached;
    if (matrix_.symmetric()) reached.columns[row] = is_reached;
    if (!is_reached) return;
    // One k after the other: its left operand is one packed tile, which stays in the cache, not
    // `depth` of them. The result is the same: a left operand that an earlier k has lowered is
    // still the length of a path, and pivot x pivot = pivot.
    for (std::size_t d = 0; d < pivot.size(); ++d) {
      const TileRange k = {pivot.begin + d, pivot.begin + d + 1};
      const bool last = d + 1 == pivot.size();
      multiply_here(row, pivot, pack(row, k), k,
                    {last ? next.c : nullptr,
                     next.a == nullptr ? nullptr : next.a + d * TileMatrix<Element>::kTileElements,
                     last ? next.b : nullptr});
    }
    if (!matrix_.symmetric()) return;
    Element* above = matrix_.right(round, pivot, row);
    for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
      transpose_tile(matrix_.tile(row, k), above);
      above += matrix_.right_stride(pivot, row);
    }
  }

  /// Fills the block of a pivot above the diagonal.
  void complete_pivot(TileRange pivot) {
    for (std::size_t row = pivot.begin; row < pivot.end; ++row) {
      for (std::size_t column = pivot.begin; column < row; ++column) {
        transpose_tile(matrix_.tile(row, column), matrix_.tile(column, row));
      }
    }
  }

  /// Calls body(run) for each run of marked columns.
  template <typename Body>
  static void for_marked(const Columns& columns, const std::vector<std::uint8_t>& marked,
                         const Body& body) {
    for (const TileRange& neighbours : columns) {
      for (std::size_t column = neighbours.begin; column < neighbours.end; ++column) {
        const std::size_t begin = column;
        while (column < neighbours.end && marked[column] != 0) ++column;
        if (begin < column) body(TileRange{begin, column});
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
